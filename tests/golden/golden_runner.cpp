// Computes every case of the golden data in many ways: on each instruction set of this machine, with one thread and three,
// as a whole and in odd tiles, as an array of points and point by point, and with the host's floating-point mode bent. All must
// give the same bits, and their hash must be the one on file. No test framework: this also runs where only an emulator does.
//
//   golden_runner FILE…             checks
//   golden_runner --update FILE…    writes the hashes found into the files; ways must still agree
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/targets.h>

#include "golden/golden_file.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace craton::golden {
namespace {

using Values = std::vector<float>;

// ---- the host's floating-point mode

/// Flush-to-zero, denormals-are-zero and rounding upward, as a careless host might have left them.
class CarelessHost {
 public:
#if defined(__SSE__)
  CarelessHost() : saved_(_mm_getcsr()) { _mm_setcsr(bent); }
  ~CarelessHost() { _mm_setcsr(static_cast<unsigned>(saved_)); }
  bool kept() const { return (_mm_getcsr() & ~0x3fU) == bent; }

 private:
  static constexpr unsigned bent = 0x1f80U | 0x8000U | 0x0040U | 0x4000U;
#elif defined(__aarch64__)
  CarelessHost() : saved_(mode()) { set(bent); }
  ~CarelessHost() { set(saved_); }
  bool kept() const { return mode() == bent; }

 private:
  static constexpr std::uint64_t bent = 1U << 24 | 1U << 22;
  static std::uint64_t mode() {
    std::uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void set(std::uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
  bool kept() const { return true; }

 private:
#endif
  [[maybe_unused]] std::uint64_t saved_ = 0;
};

// ---- ways of asking

std::int64_t position(const Box& box, std::size_t axis, std::size_t index) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(box.origin[axis]) +
                                   static_cast<std::uint64_t>(box.step[axis]) * index);
}

Result<void> fill(const Noise& noise, const Box& box, std::span<float> out, const Execution& execution) {
  const auto& [x, y, z, w] = box.origin;
  const auto& [dx, dy, dz, dw] = box.step;
  const auto& [width, height, depth, duration] = box.size;
  if (box.dimensions == 1) return noise.grid(Grid1{{x}, {dx}, width}, out, execution);
  if (box.dimensions == 2) return noise.grid(Grid2{{x, y}, {dx, dy}, width, height}, out, execution);
  if (box.dimensions == 3) return noise.grid(Grid3{{x, y, z}, {dx, dy, dz}, width, height, depth}, out, execution);
  return noise.grid(Grid4{{x, y, z, w}, {dx, dy, dz, dw}, width, height, depth, duration}, out, execution);
}

Result<Values> whole(const Noise& noise, const Box& box, unsigned threads) {
  Values values(box.sample_count());
  CRATON_TRY(fill(noise, box, values, {.threads = threads}));
  return values;
}

/// Cuts an axis into pieces of odd lengths.
std::vector<std::uint32_t> cuts(std::uint32_t size, std::span<const std::uint32_t> lengths) {
  std::vector<std::uint32_t> borders{0};
  for (std::size_t i = 0; borders.back() < size; ++i)
    borders.push_back(std::min(size, borders.back() + lengths[i % lengths.size()]));
  return borders;
}

Result<Values> in_tiles(const Noise& noise, const Box& box) {
  constexpr std::uint32_t widths[] = {31, 1, 97, 7, 130}, heights[] = {5, 1, 19, 2}, depths[] = {2, 1, 5}, durations[] = {1, 2};
  const std::array<std::vector<std::uint32_t>, 4> borders{cuts(box.size[0], widths), cuts(box.size[1], heights),
                                                          cuts(box.size[2], depths), cuts(box.size[3], durations)};
  std::size_t tiles = 1;
  for (const auto& axis : borders) tiles *= axis.size() - 1;
  Values values(box.sample_count()), tile_values;
  for (std::size_t index = 0; index < tiles; ++index) {
    Box tile = box;
    std::array<std::size_t, 4> first{};
    for (std::size_t a = 0, rest = index; a < 4; rest /= borders[a].size() - 1, ++a) {
      const std::size_t cut = rest % (borders[a].size() - 1);
      first[a] = borders[a][cut];
      tile.size[a] = borders[a][cut + 1] - borders[a][cut];
      tile.origin[a] = position(box, a, first[a]);
    }
    tile_values.assign(tile.sample_count(), 0.0F);
    CRATON_TRY(fill(noise, tile, tile_values, {.threads = 1}));
    const float* row = tile_values.data();
    for (std::size_t w = first[3]; w < first[3] + tile.size[3]; ++w)
      for (std::size_t z = first[2]; z < first[2] + tile.size[2]; ++z)
        for (std::size_t y = first[1]; y < first[1] + tile.size[1]; ++y, row += tile.size[0])
          std::copy_n(row, tile.size[0], &values[((w * box.size[2] + z) * box.size[1] + y) * box.size[0] + first[0]]);
  }
  return values;
}

template <class Point>
Point point(const Box& box, std::size_t sample) {
  const std::size_t row = sample / box.size[0], slice = row / box.size[1];
  const std::size_t i = sample % box.size[0], j = row % box.size[1], k = slice % box.size[2], l = slice / box.size[2];
  if constexpr (sizeof(Point) == sizeof(Point1)) return {position(box, 0, i)};
  if constexpr (sizeof(Point) == sizeof(Point2)) return {position(box, 0, i), position(box, 1, j)};
  if constexpr (sizeof(Point) == sizeof(Point3)) return {position(box, 0, i), position(box, 1, j), position(box, 2, k)};
  if constexpr (sizeof(Point) == sizeof(Point4))
    return {position(box, 0, i), position(box, 1, j), position(box, 2, k), position(box, 3, l)};
}

/// All samples as an array of points, last one first.
template <class Point>
Result<Values> as_points(const Noise& noise, const Box& box) {
  std::vector<Point> points;
  for (std::size_t i = box.sample_count(); i-- > 0;) points.push_back(point<Point>(box, i));
  Values values(points.size());
  CRATON_TRY(noise.points(points, values, {.threads = 3}));
  std::reverse(values.begin(), values.end());
  return values;
}

/// Some samples by `at`; the others are taken from `expected`.
template <class Point>
Values one_by_one(const Noise& noise, const Box& box, Values expected) {
  for (std::size_t i = 0; i < expected.size(); i += expected.size() / 37 + 1) expected[i] = noise.at(point<Point>(box, i));
  return expected;
}

template <class Point>
Result<Values> by_points(const Noise& noise, const Box& box, const Values& expected, bool array) {
  if (array) return as_points<Point>(noise, box);
  return one_by_one<Point>(noise, box, expected);
}

Result<Values> by_points(const Noise& noise, const Box& box, const Values& expected, bool array) {
  if (box.dimensions == 1) return by_points<Point1>(noise, box, expected, array);
  if (box.dimensions == 2) return by_points<Point2>(noise, box, expected, array);
  if (box.dimensions == 3) return by_points<Point3>(noise, box, expected, array);
  return by_points<Point4>(noise, box, expected, array);
}

Result<Values> on_careless_host(const Case& test, const Values& expected) {
  const CarelessHost host;
  const Result<Noise> noise = Noise::make(test.spec, test.seed);
  if (!noise) return noise.error();
  Result<Values> values = whole(*noise, test.box, 3);
  if (!values) return values;
  Result<Values> single = by_points(*noise, test.box, expected, false);
  if (!single) return single;
  if (!host.kept()) return Error{ErrorCode::invalid_value, "", "the host's floating-point mode was not put back"};
  return std::memcmp(single->data(), expected.data(), expected.size() * sizeof(float)) == 0 ? values : single;
}

// ---- comparing

std::string difference(const Values& found, const Values& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (std::bit_cast<std::uint32_t>(found[i]) != std::bit_cast<std::uint32_t>(expected[i])) {
      char text[128];
      std::snprintf(text, sizeof text, "sample %zu is %.9g (%a), expected %.9g (%a)", i, double{found[i]}, double{found[i]},
                    double{expected[i]}, double{expected[i]});
      return text;
    }
  return {};
}

/// Compares all ways on the target that runs now; the complaint, or nothing.
std::string compare_ways(const Case& test, const Noise& noise, const Values& expected) {
  const Box& box = test.box;
  const auto check = [&](std::string_view way, const Result<Values>& values) -> std::string {
    const std::string what = values ? difference(*values, expected) : values.error().to_string();
    return what.empty() ? what : std::string(way) + ": " + what;
  };
  std::string complaint = check("one thread", whole(noise, box, 1));
  if (complaint.empty()) complaint = check("three threads", whole(noise, box, 3));
  if (complaint.empty()) complaint = check("tiles", in_tiles(noise, box));
  if (complaint.empty()) complaint = check("points()", by_points(noise, box, expected, true));
  if (complaint.empty()) complaint = check("at()", by_points(noise, box, expected, false));
  if (complaint.empty()) complaint = check("careless host", on_careless_host(test, expected));
  return complaint;
}

/// The complaint about a case, or nothing; `found` is the hash.
std::string run_case(const Case& test, std::uint64_t& found) {
  const Result<Noise> noise = Noise::make(test.spec, test.seed);
  if (!noise) return noise.error().to_string();
  Values expected;
  for (const std::string_view target : available_targets()) {
    if (const Result<void> forced = force_target(target); !forced) return forced.error().to_string();
    if (expected.empty()) {
      const Result<Values> values = whole(*noise, test.box, 1);
      if (!values) return values.error().to_string();
      expected = *values;
      for (const float value : expected)
        if (!(value >= noise->range().low && value <= noise->range().high)) return "a value lies outside of the range";
    }
    const std::string complaint = compare_ways(test, *noise, expected);
    if (!complaint.empty()) return "on " + std::string(target) + ", " + complaint;
  }
  found = hash_of(expected);
  return {};
}

struct Score {
  std::size_t passed = 0, failed = 0;
};

void run_file(const std::string& path, bool update, Score& score) {
  Result<File> file = read_file(path, update);
  if (!file) {
    std::printf("FAILED  %s\n", file.error().to_string().c_str());
    ++score.failed;
    return;
  }
  for (const Case& test : file->cases) {
    std::uint64_t found = 0;
    std::string complaint = run_case(test, found);
    if (complaint.empty() && update) set_hash(*file, test, found);
    if (complaint.empty() && !update && found != *test.hash)
      complaint = "hash " + hex(found) + ", on file " + hex(*test.hash) + " (all ways agree)";
    if (complaint.empty()) {
      ++score.passed;
    } else {
      ++score.failed;
      std::printf("FAILED  %s: %s\n", test.name.c_str(), complaint.c_str());
    }
  }
  if (!update || score.failed > 0) return;
  if (const Result<void> written = write_file(*file); !written) {
    std::printf("FAILED  %s\n", written.error().to_string().c_str());
    ++score.failed;
  }
}

int run(std::span<char*> arguments) {
  const bool update = !arguments.empty() && std::string_view(arguments[0]) == "--update";
  if (update) arguments = arguments.subspan(1);
  if (arguments.empty() || arguments[0][0] == '-') {
    std::fprintf(stderr, "usage: golden_runner [--update] FILE…\n");
    return 2;
  }
  std::printf("targets:");
  for (const std::string_view target : available_targets()) std::printf(" %s", std::string(target).c_str());
  std::printf("\n");
  Score score;
  for (const char* path : arguments) run_file(path, update, score);
  std::printf("%zu passed, %zu failed\n", score.passed, score.failed);
  return score.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace craton::golden

int main(int count, char** arguments) { return craton::golden::run({arguments + 1, static_cast<std::size_t>(count - 1)}); }
