// libFuzzer: whatever a text holds, the reader gives a recipe or a clear error; what it gives is written and read back the same;
// assignments either change it to a recipe of which the same holds, or leave it as it was; and the planner takes or refuses it.
// Behind a line "---" stand assignments, one a line.
//   recipe_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the recipes and the files in recipe_seeds/
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

#include "json_fuzz.h"

namespace {

using fuzz::expect;

const craton::RecipeTerms& terms() {
  static const craton::RecipeTerms terms = craton::all_terms();
  return terms;
}

void expect_clear(const craton::Error& error) {
  fuzz::expect_clear(error);
  expect(error.to_string().find('\n') == std::string::npos);
}

void expect_kept(const craton::Recipe& recipe) {
  const std::string written = craton::recipe_to_json(recipe, terms());
  const craton::Result<craton::Recipe> again = craton::recipe_from_json(written, terms());
  expect(again.ok() && *again == recipe && craton::recipe_to_json(*again, terms()) == written);
}

bool costs_little(const craton::Recipe& recipe) {
  double work = 0;
  for (const craton::StageSpec& stage : recipe.stages) {
    std::map<const craton::NoiseSpec*, double> known;
    for (const craton::NoiseInput& input : stage.noises) work += fuzz::work_of(*input.noise, known);
  }
  return work <= fuzz::most_work;
}

void plan(const craton::Recipe& recipe) {
  if (!costs_little(recipe)) return;
  const craton::Result<craton::Plan> plan = craton::plan_recipe(recipe, terms());
  if (!plan) expect_clear(plan.error());
}

void assign(craton::Recipe& recipe, std::string_view assignment) {
  const craton::Recipe before = recipe;
  const craton::Result<void> set = craton::set_in_recipe(recipe, assignment, terms());
  if (set) return expect_kept(recipe);
  expect_clear(set.error());
  expect(recipe == before);
}

std::vector<std::string> words() {
  std::vector<std::string> words = fuzz::words_of_noises();
  for (const char* word : {"\"craton\":1",
                           "\"name\":",
                           "\"doc\":",
                           "\"world\":",
                           "\"domain\":{",
                           "\"seed\":",
                           "\"knobs\":{",
                           "\"stages\":[",
                           "\"keep\":[",
                           "\"stage\":",
                           "\"id\":",
                           "\"enabled\":",
                           "\"value\":",
                           "\"min\":",
                           "\"max\":",
                           "\"sets\":{",
                           "{\"layer\":\"height\"}",
                           "\"a\":{\"value\":0.5,\"sets\":{\"noise.scale\":[1,2]}}",
                           "/*",
                           "*/",
                           "//",
                           "\n---\n",
                           "\nseed=",
                           "\ndomain.kind=",
                           "\ndomain.",
                           "\nknobs.",
                           ".enabled=false",
                           "=",
                           ".",
                           "\"0x10\""})
    words.emplace_back(word);
  for (const craton::WorldKind& world : terms().worlds) words.push_back("\"" + std::string(world.id) + "\"");
  const auto add_params = [&](const std::string& owner, std::span<const craton::ParamInfo> params) {
    for (const craton::ParamInfo& param : params) {
      words.push_back("\"" + std::string(param.name) + "\":");
      words.push_back("\n" + owner + "." + std::string(param.name) + "=");
      for (const std::string_view choice : param.choices) words.push_back("\"" + std::string(choice) + "\"");
    }
  };
  for (const craton::DomainKind& kind : craton::all_domain_kinds()) {
    words.push_back("\"" + std::string(kind.id) + "\"");
    add_params("domain", kind.params);
  }
  for (const craton::StageEntry& entry : terms().stages.entries()) {
    words.push_back("{\"stage\":\"" + std::string(entry.info.id) + "\"}");
    add_params(std::string(entry.info.id), entry.info.params);
  }
  return words;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  static const std::vector<std::string> known = words();
  return fuzz::mutate(known, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view divider = "\n---\n";
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find(divider);
  craton::Result<craton::Recipe> recipe = craton::recipe_from_json(text.substr(0, end), terms());
  if (!recipe) {
    expect_clear(recipe.error());
    return 0;
  }
  expect_kept(*recipe);
  plan(*recipe);
  if (end == std::string::npos) return 0;
  constexpr int most_assignments = 10;  // each reads the recipe anew
  int assignments = 0;
  for (std::size_t begin = end + divider.size(); begin < size && assignments < most_assignments; ++assignments) {
    const std::size_t stop = std::min(text.find('\n', begin), size);
    assign(*recipe, std::string_view(text).substr(begin, stop - begin));
    begin = stop + 1;
  }
  plan(*recipe);
  return 0;
}
