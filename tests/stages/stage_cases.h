#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "repository.h"

/// Cases of stages: each file in cases/ is one, {"domains": […], "stages": […]}.
namespace craton {

inline std::string case_folder() { return repository_folder() + "/tests/stages/cases"; }

inline std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(case_folder()))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

inline nlohmann::json stage_case(const std::string& name) {
  std::ifstream stream(case_folder() + "/" + name + ".json");
  return nlohmann::json::parse(stream, nullptr, true, true);
}

/// A tile of the plane, in cells of 10 m.
struct Part {
  std::int64_t x = 0, y = 0;
  std::uint32_t width = 90, height = 70;
};

inline std::string recipe_of_case(const nlohmann::json& stage_case, const std::string& kind, const Part& part = {}) {
  nlohmann::json recipe{{"craton", 1}, {"seed", 11}, {"stages", stage_case.at("stages")}};
  if (kind == "sphere") {
    recipe["world"] = "planet";
    recipe["domain"] = {{"kind", "sphere"}, {"resolution", 16}, {"radius", 200}};
  } else {
    recipe["world"] = kind == "plane" ? "terrain" : "map";
    recipe["domain"] = {{"kind", kind}, {"width", part.width}, {"height", part.height}, {"step", 10}};
    if (kind == "plane") {
      recipe["domain"]["x"] = part.x * 10;
      recipe["domain"]["y"] = part.y * 10;
    }
  }
  return recipe.dump();
}

}  // namespace craton
