#include <fmt/format.h>

#include <memory>

#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "text.h"

namespace craton::cli {

Command add_stages_command(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("stages", "Lists the stages that recipes are made of, or tells all about one.");
  auto id = std::make_shared<std::string>();
  app->add_option("id", *id, "The stage that is told about.")->type_name("");
  app->footer("Examples:\n  craton stages\n  craton stages sea_level");
  return {app, [id]() -> Result<void> {
            if (id->empty()) {
              fmt::print("{}", stage_summary(all_terms()));
              return {};
            }
            const Result<std::string> text = stage_reference(all_terms(), *id);
            if (!text) return text.error();
            fmt::print("{}", *text);
            return {};
          }};
}

Command add_schema_command(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("schema", "Prints the JSON Schema of recipes, for editors that complete and check.");
  app->footer("Examples:\n  craton schema > recipe.schema.json");
  return {app, []() -> Result<void> {
            fmt::print("{}", recipe_schema(all_terms()));
            return {};
          }};
}

}  // namespace craton::cli
