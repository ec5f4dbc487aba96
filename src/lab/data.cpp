// What was measured, as numbers: maps as NumPy's .npy (format 1.0, Kern 2007), curves as CSV.
#include <bit>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <craton/lab/report.h>

#include "base/text.h"

namespace craton {
namespace {

/// Rows from low y to high y, as they were measured.
LabData map_of(const std::string& name, std::span<const float> values, std::uint32_t side) {
  const std::string shape = std::to_string(side);
  std::string header = concat({"{'descr': '<f4', 'fortran_order': False, 'shape': (", shape, ", ", shape, "), }"});
  constexpr std::size_t before = 10, alignment = 64;  // magic, version, length of the header
  header.append((alignment - (before + header.size() + 1) % alignment) % alignment, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xFF);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  bytes.reserve(bytes.size() + 4 * values.size());
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFF);
  }
  return {name + ".npy", std::move(bytes)};
}

/// A table whose numbers can be read back exactly.
class Table {
 public:
  Table(const std::string& name, std::string_view heads) : data_{name + ".csv", std::string(heads)} {}
  void column(std::string_view head) { data_.bytes += concat({",", head}); }
  void row(std::initializer_list<double> numbers) {
    begin_ = '\n';
    for (const double number : numbers) add(number);
  }
  void add(double number) {
    char text[32];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, number);
    data_.bytes += begin_;
    data_.bytes.append(text, end.ptr);
    begin_ = ',';
  }
  LabData finish() {
    data_.bytes += '\n';
    return std::move(data_);
  }

 private:
  LabData data_;
  char begin_ = '\n';
};

std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

LabData histogram_table(const LabHistogram& histogram, std::size_t index) {
  Table table("histogram-" + std::to_string(index + 1), "low,high,count");
  const double bins = static_cast<double>(histogram.counts.size()), width = 2 * histogram.reach / bins;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double low = -histogram.reach + width * static_cast<double>(i);
    table.row({low, low + width, static_cast<double>(histogram.counts[i])});
  }
  return table.finish();
}

LabData radial_table(const LabPlaneSpectrum& plane) {
  Table table("radial", "frequency,modulus");
  for (std::size_t r = 0; r < plane.radial.size(); ++r) table.row({static_cast<double>(r) * plane.ring_step, plane.radial[r]});
  return table.finish();
}

LabData rings_table(const LabPlaneSpectrum& plane) {
  Table table("rings", "frequency,error");
  for (std::size_t m = 2; m < std::tuple_size_v<decltype(LabRing::wave)>; m += 2) {
    table.column(concat({"wave_", std::to_string(m)}));
    table.column(concat({"corner_", std::to_string(m)}));
  }
  for (const LabRing& ring : plane.rings) {
    table.row({ring.frequency, ring.error});
    for (std::size_t m = 2; m < ring.wave.size(); m += 2) {
      table.add(ring.wave[m]);
      table.add(ring.corner[m]);
    }
  }
  return table.finish();
}

LabData slices_table(const LabSlices& slices) {
  Table table(slices.through_vertex ? "slices-vertex" : "slices", "frequency");
  for (const double direction : slices.directions) table.column(text_of(direction));
  for (std::size_t f = 0; f < slices.modulus[0].size(); ++f) {
    table.row({static_cast<double>(f) * slices.frequency_step});
    for (const std::vector<double>& spectrum : slices.modulus) table.add(spectrum[f]);
  }
  return table.finish();
}

}  // namespace

std::vector<LabData> lab_data(const LabFinding& finding) {
  std::vector<LabData> list;
  list.push_back(map_of("mean", finding.field.mean, finding.field.side));
  list.push_back(map_of("variance", finding.field.variance, finding.field.side));
  for (std::size_t a = 0; a < finding.correlations.size(); ++a) {
    const LabCorrelation& c = finding.correlations[a];
    list.push_back(map_of("covariance-" + std::to_string(a + 1), c.covariance, c.side));
    list.push_back(map_of("correlation-" + std::to_string(a + 1), c.correlation, c.side));
  }
  list.push_back(map_of("spectrum", finding.plane.modulus, finding.plane.side));
  for (std::size_t h = 0; h < finding.histograms.size(); ++h) list.push_back(histogram_table(finding.histograms[h], h));
  list.push_back(radial_table(finding.plane));
  list.push_back(rings_table(finding.plane));
  list.push_back(slices_table(finding.slices));
  list.push_back(slices_table(finding.vertex_slices));
  return list;
}

}  // namespace craton
