// libFuzzer: whatever a text holds, the reader gives a noise or a clear error; what it gives is written and read back the same,
// and compiles to a noise that keeps to its range, or is refused with a clear error.
//   noise_json_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the presets and the files in noise_json_seeds/
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <craton/noise/noise.h>
#include <craton/recipe/noise_json.h>

#include "json_fuzz.h"

namespace {

using fuzz::expect;
using fuzz::expect_clear;

void ask(const craton::Noise& noise) {
  const craton::ValueRange range = noise.range();
  const auto within = [&](float value) { expect(value >= range.low && value <= range.high); };
  constexpr std::int64_t places[] = {0, 12345, -987654321, std::int64_t{1} << 50};
  for (const std::int64_t place : places) {
    if (noise.has_dimension(1)) within(noise.at(craton::Point1{place}));
    if (noise.has_dimension(2)) within(noise.at(craton::Point2{place, -place / 3}));
    if (noise.has_dimension(3)) within(noise.at(craton::Point3{place, -place / 3, place / 7}));
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  static const std::vector<std::string> words = fuzz::words_of_noises();
  return fuzz::mutate(words, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const craton::Result<craton::NoiseSpec> spec = craton::noise_spec_from_json(text);
  if (!spec) {
    expect_clear(spec.error());
    return 0;
  }
  const std::string written = craton::noise_spec_to_json(*spec);
  const craton::Result<craton::NoiseSpec> again = craton::noise_spec_from_json(written);
  expect(again.ok() && craton::noise_spec_to_json(*again) == written);

  std::map<const craton::NoiseSpec*, double> known;
  if (fuzz::work_of(*spec, known) > fuzz::most_work) return 0;
  const craton::Result<craton::Noise> noise = craton::Noise::make(*spec, craton::Seed{size});
  if (!noise) {
    expect_clear(noise.error());
    return 0;
  }
  ask(*noise);
  return 0;
}
