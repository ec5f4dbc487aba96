#include "lab/words.h"

#include <cmath>
#include <numbers>

#include <craton/lab/report.h>

#include "base/text.h"
#include "lab/svg.h"

namespace craton {
namespace lab {

std::string percent(double share, int digits) { return number_text(share * 100, digits) + " %"; }

std::string with_error(double share, double error) { return concat({percent(share, 2), " ± ", percent(error, 2)}); }

std::size_t largest_wave(const LabPlaneSpectrum& plane) {
  std::size_t largest = 0;
  double amplitude = std::max(3 * plane.outline_error, 0.003);
  for (std::size_t m = 2; m < plane.outline_wave.size(); m += 2)
    if (plane.outline_wave[m] > amplitude) {
      amplitude = plane.outline_wave[m];
      largest = m;
    }
  return largest;
}

std::string outline_words(const LabPlaneSpectrum& plane) {
  const std::size_t m = largest_wave(plane);
  if (m == 0) return concat({"round: no wave of its outline stands out from sampling (", percent(plane.outline_error, 2), ")"});
  const std::string_view shape = m == 2   ? "an oval"
                                 : m == 4 ? "a rounded square"
                                 : m == 6 ? "a rounded hexagon"
                                 : m == 8 ? "a rounded octagon"
                                          : "a wavy circle";
  return concat({shape, ", corners from ", number_text(plane.outline_wave_corner[m], 0), "° every ",
                 number_text(360.0 / static_cast<double>(m), 0), "° (wave of ", percent(plane.outline_wave[m], 2), " ± ",
                 percent(plane.outline_error, 2), ")"});
}

std::optional<TurnedWave> turned_wave(const LabPlaneSpectrum& plane) {
  std::optional<TurnedWave> found;
  double most = 5;  // deviations; a dozen rings are looked at
  for (const LabRing& ring : plane.rings)
    for (const std::size_t m : {6U, 12U}) {
      // Mirror axes of the lattice lie at 15°, 45°, 75°, …; a wave with one of them has its corner on it or half a wave further.
      const double half_wave = 180.0 / static_cast<double>(m), turn = std::remainder(ring.corner[m] - 15, half_wave);
      const double excess = ring.wave[m] * std::abs(std::sin(turn * static_cast<double>(m) * std::numbers::pi / 180));
      if (!(excess > most * ring.error)) continue;
      most = excess / ring.error;
      found = TurnedWave{ring.frequency, m, ring.wave[m], ring.error, turn};
    }
  return found;
}

std::string turned_words(const TurnedWave& wave) {
  return concat({"at ", number_text(wave.frequency, 1), " cycles a cell a ", wave.m == 6 ? "six" : "twelve", "-fold wave of ",
                 with_error(wave.amplitude, wave.error), " is turned by ", number_text(std::abs(wave.turn), 1),
                 "° off the mirror axes of the lattice: the spectrum is chiral"});
}

double difference_of(const LabSlices& slices, double degrees_a, double degrees_b) {
  std::size_t a = 0, b = 0;
  for (std::size_t d = 0; d < slices.directions.size(); ++d) {
    if (slices.directions[d] == degrees_a) a = d;
    if (slices.directions[d] == degrees_b) b = d;
  }
  double difference = 0, sum = 0;
  for (std::size_t f = 1; f < slices.modulus[a].size(); ++f) {
    difference += std::abs(slices.modulus[a][f] - slices.modulus[b][f]);
    sum += (slices.modulus[a][f] + slices.modulus[b][f]) / 2;
  }
  return sum > 0 ? difference / sum : 0;
}

namespace {

std::string direction_words(const LabSlices& slices) {
  const double index = slices.index, error = slices.index_error;
  const std::string figure = concat({" (anisotropy index ", with_error(index, error), ")"});
  if (index < 3 * error + slices.sampling_floor / 4)
    return concat({"Along lines from anywhere it is the same in all directions, as far as this can tell", figure, "."});
  if (index < 0.008) return concat({"Along lines from anywhere it hardly depends on direction", figure, "."});
  if (index < 0.02) return concat({"It depends a little on direction", figure, "."});
  return concat({"It clearly depends on direction", figure, "; ", number_text(slices.extreme_directions[0], 0), "° and ",
                 number_text(slices.extreme_directions[1], 0), "° differ most, by ", percent(slices.extreme), "."});
}

std::string mean_words(const LabField& field, std::uint32_t realisations) {
  const double excess = field.rejected - 0.05, scatter = std::max(field.rejected_error, 1e-4);
  if (excess < 3 * scatter)
    return concat({"Its mean is 0 everywhere, as far as ", std::to_string(realisations),
                   " seeds can tell (Student's test rejects ", percent(field.rejected),
                   " of the places; chance alone rejects 5 %, and scatters by ", percent(scatter), ")."});
  return concat({"Its mean is not 0 everywhere: Student's test rejects ", percent(field.rejected),
                 " of the places, where chance alone rejects 5 % and scatters by ", percent(scatter), "."});
}

std::string variance_words(const LabField& field) {
  std::string text = field.variance_spread < 0.05   ? "Its variance is nearly even over the lattice"
                     : field.variance_spread < 0.35 ? "Its variance is uneven over the lattice"
                                                    : "Its variance is very uneven over the lattice";
  text +=
      concat({" (it varies by ", percent(field.variance_spread, 0), " of its mean, ", number_text(field.mean_variance, 4), ")"});
  return text + (field.vertex_variance < 1e-6 ? ", and it is 0 at vertices: there every seed has the same value."
                                              : ", and it is not 0 at vertices.");
}

std::string histogram_words(const LabFinding& finding) {
  int several = 0;
  for (const LabHistogram& histogram : finding.histograms) several += histogram.modes > 1;
  if (finding.histograms.empty()) return "";
  const std::string all = std::to_string(finding.histograms.size());
  if (several == 0) return concat({"Values have one mode at all ", all, " places looked at."});
  if (several == static_cast<int>(finding.histograms.size()))
    return concat({"Values have two modes (or more) at all ", all, " places looked at: they are seldom near 0."});
  return concat({"Values have two modes (or more) at ", std::to_string(several), " of ", all, " places looked at."});
}

std::string correlation_words(const LabFinding& finding) {
  const LabCorrelation* lowest = nullptr;
  for (const LabCorrelation& c : finding.correlations)
    if (!lowest || c.lowest < lowest->lowest) lowest = &c;
  if (!lowest) return "";
  const double distance = std::hypot(lowest->lowest_at.x - lowest->anchor.x, lowest->lowest_at.y - lowest->anchor.y);
  return lowest->lowest < -0.05 ? concat({"Where it is high it is low ", number_text(distance, 2),
                                          " cells away: correlations fall to ", number_text(lowest->lowest, 2), "."})
                                : std::string("Correlations never fall below 0 by more than chance.");
}

}  // namespace
}  // namespace lab

std::string lab_conclusion(const LabFinding& finding) {
  using namespace lab;
  std::string text = direction_words(finding.slices);
  text += concat(
      {" Along lines through a vertex of its lattice directions differ by ", percent(finding.vertex_slices.index_all), ". "});
  text += concat({"Its spectrum peaks at ", number_text(finding.plane.peak_frequency, 2),
                  " cycles a cell, and the outline of it is ", outline_words(finding.plane), ". "});
  text += variance_words(finding.field) + " " + mean_words(finding.field, finding.effort.field_realisations) + " ";
  text += histogram_words(finding) + " " + correlation_words(finding);
  return text;
}

}  // namespace craton
