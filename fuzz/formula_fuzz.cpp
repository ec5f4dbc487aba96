// libFuzzer: whatever a text holds, it is a formula or a clear error; a formula has values, whole and cell by cell the same.
//   formula_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in formula_seeds/
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "json_fuzz.h"
#include "stages/compute/formula.h"

using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const craton::Result<craton::Formula> formula = craton::Formula::parse(text, "/value");
  if (!formula) {
    fuzz::expect_clear(formula.error());
    return 0;
  }
  constexpr std::size_t count = 300;
  std::vector<float> layer(count), whole(count);
  for (std::size_t i = 0; i < count; ++i) layer[i] = static_cast<float>(i) * 0.37F - 50;
  std::vector<craton::Field> values;
  for (const std::string& name : formula->names()) {
    if (name.size() % 2 == 0)
      values.emplace_back(static_cast<double>(name.size()));
    else
      values.emplace_back(std::span<const float>(layer));
  }
  const std::vector<const float*> none(values.size());
  formula->evaluate(0, count, values, none, whole.data());
  for (std::size_t i = 0; i < count; i += 37) {
    float alone = 0;
    formula->evaluate(static_cast<craton::Cell>(i), 1, values, none, &alone);
    expect(std::memcmp(&alone, &whole[i], sizeof alone) == 0 || (alone != alone && whole[i] != whole[i]));
  }
  return 0;
}
