#include <cmath>
#include <nlohmann/json.hpp>

#include <craton/lab/report.h>
#include <craton/recipe/noise_json.h>

namespace craton {
namespace {

using Json = nlohmann::ordered_json;

/// Six digits: more would be noise.
Json rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0.0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json json_of(LabPlace place) { return {rounded(place.x), rounded(place.y)}; }

Json json_of(const LabSlices& slices) {
  return {{"index", rounded(slices.index)},
          {"index_error", rounded(slices.index_error)},
          {"index_raw", rounded(slices.index_raw)},
          {"sampling_floor", rounded(slices.sampling_floor)},
          {"index_all_directions", rounded(slices.index_all)},
          {"index_all_directions_error", rounded(slices.index_all_error)},
          {"index_of_power", rounded(slices.index_power)},
          {"index_of_power_error", rounded(slices.index_power_error)},
          {"extreme_difference", rounded(slices.extreme)},
          {"extreme_difference_by_chance", rounded(slices.extreme_floor)},
          {"extreme_directions", {slices.extreme_directions[0], slices.extreme_directions[1]}},
          {"directions", slices.directions}};
}

Json json_of(const LabHistogram& histogram) {
  return {{"at", json_of(histogram.place)},
          {"modes", histogram.modes},
          {"dip", rounded(histogram.dip)},
          {"mean", rounded(histogram.mean)},
          {"deviation", rounded(histogram.deviation)},
          {"kurtosis", rounded(histogram.kurtosis)},
          {"reach", rounded(histogram.reach)},
          {"counts", histogram.counts}};
}

Json waves_json(const std::array<double, 13>& amplitudes, const std::array<double, 13>& corners) {
  Json waves = Json::object();
  for (std::size_t m = 2; m < amplitudes.size(); m += 2)
    waves[std::to_string(m)] = {{"amplitude", rounded(amplitudes[m])}, {"corner", rounded(corners[m])}};
  return waves;
}

Json json_of(const LabRing& ring) {
  return {{"frequency", ring.frequency}, {"waves", waves_json(ring.wave, ring.corner)}, {"error", rounded(ring.error)}};
}

Json json_of(const LabPlaneSpectrum& plane) {
  Json rings = Json::array();
  for (const LabRing& ring : plane.rings) rings.push_back(json_of(ring));
  Json radial = Json::array();
  for (const double value : plane.radial) radial.push_back(rounded(value));
  return {{"peak_frequency", rounded(plane.peak_frequency)},
          {"centroid_frequency", rounded(plane.centroid_frequency)},
          {"outline_waves", waves_json(plane.outline_wave, plane.outline_wave_corner)},
          {"outline_error", rounded(plane.outline_error)},
          {"rings", std::move(rings)},
          {"ring_step", plane.ring_step},
          {"radial", std::move(radial)}};
}

Json json_of(const LabFinding& finding) {
  Json out;
  out["anisotropy_index"] = rounded(finding.slices.index);
  out["anisotropy_index_error"] = rounded(finding.slices.index_error);
  out["anisotropy_index_raw"] = rounded(finding.slices.index_raw);
  out["sampling_floor"] = rounded(finding.slices.sampling_floor);
  out["anisotropy_index_all_directions"] = rounded(finding.slices.index_all);
  out["anisotropy_index_of_power"] = rounded(finding.slices.index_power);
  out["anisotropy_index_through_vertex"] = rounded(finding.vertex_slices.index_all);
  out["mean_variance"] = rounded(finding.field.mean_variance);
  out["deviation"] = rounded(std::sqrt(finding.field.mean_variance));
  out["variance_spread"] = rounded(finding.field.variance_spread);
  out["vertex_variance"] = rounded(finding.field.vertex_variance);
  out["mean_rejected_share"] = rounded(finding.field.rejected);
  out["mean_rejected_share_error"] = rounded(finding.field.rejected_error);
  out["lowest_correlation"] = Json::array();
  for (const LabCorrelation& c : finding.correlations)
    out["lowest_correlation"].push_back(
        {{"from", json_of(c.anchor)}, {"at", json_of(c.lowest_at)}, {"correlation", rounded(c.lowest)}});
  out["histograms"] = Json::array();
  for (const LabHistogram& h : finding.histograms) out["histograms"].push_back(json_of(h));
  out["plane_spectrum"] = json_of(finding.plane);
  out["slices"] = json_of(finding.slices);
  out["slices_through_vertex"] = json_of(finding.vertex_slices);
  out["cell_metres"] = finding.subject.cell_metres;
  out["spec"] = Json::parse(noise_spec_to_json(finding.subject.spec));
  return out;
}

Json json_of(const LabEffort& effort) {
  return {{"field_side", effort.field_side},
          {"field_realisations", effort.field_realisations},
          {"histogram_realisations", effort.histogram_realisations},
          {"plane_side", effort.plane_side},
          {"plane_cells", effort.plane_cells},
          {"plane_realisations", effort.plane_realisations},
          {"slices", effort.slices},
          {"slice_samples", effort.slice_samples},
          {"slice_cells", effort.slice_cells}};
}

std::string_view name_of(LabClaim::Verdict verdict) {
  switch (verdict) {
    case LabClaim::Verdict::confirmed: return "confirmed";
    case LabClaim::Verdict::partly: return "partly";
    case LabClaim::Verdict::refuted: return "not confirmed";
  }
  return "";
}

}  // namespace

std::string lab_metrics_json(std::span<const LabFinding> findings, Seed seed) {
  Json out;
  out["seed"] = seed.value;
  if (!findings.empty()) out["effort"] = json_of(findings[0].effort);
  out["noises"] = Json::object();
  for (const LabFinding& finding : findings) out["noises"][finding.subject.name] = json_of(finding);
  out["claims"] = Json::array();
  for (const LabClaim& claim : lab_claims(findings))
    out["claims"].push_back({{"claim", claim.claim}, {"verdict", name_of(claim.verdict)}, {"found", claim.found}});
  return out.dump(2) + "\n";
}

}  // namespace craton
