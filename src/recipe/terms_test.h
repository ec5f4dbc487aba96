#pragma once

#include <string>
#include <string_view>

#include <craton/recipe/recipe.h>

#include "base/text.h"

/// Stages of every form and worlds on several domains, so that tests of recipes do not depend on which of them exist.
namespace craton::recipe::test {

enum class Shape { round, square };

struct GroundParams {
  Field scale = 100;
  double offset = 0;
  Write<float> to = "height";
  const NoiseSpec* noise = nullptr;
};
struct FilterParams {
  Change<float> from;
  Read<std::uint8_t> rock = "rock";
  Field strength = 0.5;
  int steps = 4;
  bool smooth = true;
  Shape shape = Shape::round;
  std::vector<double> weights;
  std::string file;
};

}  // namespace craton::recipe::test

template <>
inline std::span<const std::string_view> craton::choice_names<craton::recipe::test::Shape>() {
  static constexpr std::string_view names[] = {"round", "square"};
  return names;
}

namespace craton::recipe::test {

inline Result<void> nothing(Surface&, const StageSpec&, StageContext&) { return {}; }

inline StageEntry ground_stage() {
  static const ParamInfo params[] = {
      noise_param<&GroundParams::noise>("noise", "What the ground looks like."),
      field_param<&GroundParams::scale>("scale", 0, 10'000, "m", "How high it is."),
      number_param<&GroundParams::offset>("offset", -10'000, 10'000, "m", "Added."),
      layer_param<&GroundParams::to>("to", "Where it goes."),
  };
  return {.info = {.id = "test_ground",
                   .title = "Test ground",
                   .doc = "Fills a layer.",
                   .cite = "Nobody 1999",
                   .reach_doc = "A cell alone.",
                   .params = params},
          .run = nothing};
}

inline StageEntry filter_stage() {
  static const ParamInfo params[] = {
      layer_param<&FilterParams::from>("from", "What is changed."),
      layer_param<&FilterParams::rock>("rock", "What lies below."),
      field_param<&FilterParams::strength>("strength", 0, 1, "", "How much."),
      integer_param<&FilterParams::steps>("steps", 1, 64, "", "How often."),
      boolean_param<&FilterParams::smooth>("smooth", "Whether."),
      choice_param<&FilterParams::shape>("shape", "Which."),
      numbers_param<&FilterParams::weights>("weights", -10, 10, 4, "", "Weights."),
      text_param<&FilterParams::file>("file", 20, "A file."),
  };
  return {.info = {.id = "test_filter",
                   .title = "Test filter",
                   .doc = "Changes a layer.",
                   .cite = "",
                   .reach_doc = "As far as it likes.",
                   .params = params},
          .run = nothing};
}

inline const RecipeTerms& terms() {
  static constexpr std::string_view all[] = {"torus", "plane", "sphere"}, flat[] = {"plane"};
  static constexpr WorldKind worlds[] = {{"anywhere", "Anywhere", "A world on any domain.", all},
                                         {"flat", "Flat", "A world on a plane.", flat}};
  static const RecipeTerms terms = [] {
    RecipeTerms made{.stages = {}, .worlds = worlds};
    (void)made.stages.add(ground_stage());
    (void)made.stages.add(filter_stage());
    return made;
  }();
  return terms;
}

/// A recipe of these stages and further keys.
inline std::string recipe_of(std::string_view stages, std::string_view more = "") {
  return concat({R"({"craton": 1, "world": "anywhere", )", more, more.empty() ? "" : ", ", R"("stages": [)", stages, "]}"});
}

inline constexpr std::string_view ground = R"({"stage": "test_ground", "noise": {"kind": "perlin"}})";

}  // namespace craton::recipe::test
