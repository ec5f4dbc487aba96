#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/measure/requirement.h>
#include <craton/stages/stage.h>
#include <craton/surface/domain.h>

namespace craton {

/// The newest version of worlds: "craton" in a recipe.
inline constexpr int newest_world_version = 1;

/// What kind of world a recipe makes, and where it may lie.
struct WorldKind {
  std::string_view id, title, doc;
  std::span<const std::string_view> domains;  ///< ids of domain kinds, the default one first
};

/// A knob turns several parameters at once: at `min` each has its value `low`, at `max` its value `high`, between them they run
/// straight (whole numbers are rounded).
struct KnobTarget {
  std::string stage, param;  ///< id of a stage in the recipe, and one of its numeric parameters
  double low = 0, high = 1;

  friend bool operator==(const KnobTarget&, const KnobTarget&) = default;
};
struct Knob {
  std::string id, doc;
  double min = 0, max = 1, value = 0.5;
  std::vector<KnobTarget> sets;

  friend bool operator==(const Knob&, const Knob&) = default;
};

/// How many seeds are tried where a recipe requires something and does not say.
inline constexpr std::uint32_t usual_attempts = 20;

/// A world's description: with its seed it is the world.
struct Recipe {
  int version = newest_world_version;  ///< "craton"
  std::string name, doc;
  std::string world = "map";  ///< id of a WorldKind
  DomainSpec domain;
  std::uint64_t seed = 0;
  std::vector<Knob> knobs;
  std::vector<StageSpec> stages;
  std::vector<std::string> keep;            ///< layers that the world holds in the end; none named: all
  std::vector<Requirement> require;         ///< what the world must be like; else another seed is tried
  std::uint32_t attempts = usual_attempts;  ///< how many seeds are tried at most
};

/// The same description, parameters in the same order; of noises, what is shared must be so in both.
CRATON_API bool operator==(const Recipe& a, const Recipe& b);

/// Everything that recipes can name.
struct RecipeTerms {
  StageList stages;
  std::span<const WorldKind> worlds;
};

/// Reads a recipe: JSON with // and /* */ comments.
///
///     {
///       "craton": 1,
///       "world": "map",
///       "domain": {"kind": "torus", "width": 512, "height": 512, "step": 100},
///       "seed": 7,
///       "knobs": {"mountains": {"value": 0.5, "min": 0, "max": 1, "sets": {"hills.scale": [200, 3000]}}},
///       "stages": [
///         {"stage": "noise", "id": "hills", "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.0001}}},
///         {"stage": "sea_level", "share": 0.6}
///       ]
///     }
///
/// "craton", "world" and "stages" must be there; a domain without a kind is of the world's first. "id" is the stage's own name
/// where none is given; ids differ. A seed beyond 2^63 − 1 is a text, read as by seed_from_text. Knobs are applied: what they
/// set, no stage may give too. Stages that are not enabled are checked like all others.
///
/// "require" says what the world must be like ({"continents": [1, 2], "biomes": {"tundra": 0.01}}; a number alone is "at least").
/// A world that is not so is made anew with another seed, up to "attempts" times (make.h).
///
/// Whatever is not understood is an error with its path, what was found and what is allowed, with a suggestion for near misses.
/// What stages need of each other is checked by plan_recipe. At most 200 stages, 100 knobs, 1 MiB of text.
CRATON_API Result<Recipe> recipe_from_json(std::string_view text, const RecipeTerms& terms);

/// The same as text; equal recipes give equal texts. Reading it gives the same world.
CRATON_API std::string recipe_to_json(const Recipe& recipe, const RecipeTerms& terms);

/// "hills.scale=300", "hills.scale={\"layer\": \"mask\"}", "domain.step=50", "domain.kind=torus" (which drops what that kind
/// lacks), "knobs.mountains=0.8", "require.lakes=5:10", "seed=3", "hills.enabled=false": as if the recipe had said so. The value
/// is JSON, or a text where it is not. The path of an error is what stands left of the sign; after an error the recipe is as it
/// was.
CRATON_API Result<void> set_in_recipe(Recipe& recipe, std::string_view assignment, const RecipeTerms& terms);

/// A seed from text: a whole number, 0x…, or a word (the child of seed 0 of that name).
CRATON_API Result<std::uint64_t> seed_from_text(std::string_view text, std::string_view path);

/// JSON Schema (draft 2020-12) of recipes with these terms.
CRATON_API std::string recipe_schema(const RecipeTerms& terms);

/// What `craton stages [ID]` prints; an error with a suggestion for an unknown id.
CRATON_API std::string stage_summary(const RecipeTerms& terms);
CRATON_API Result<std::string> stage_reference(const RecipeTerms& terms, std::string_view id);
/// The reference page of domains, worlds and stages, in Markdown. Stages that are `pictured` are shown by gallery-stages/ID.png.
CRATON_API std::string recipe_reference_page(const RecipeTerms& terms, std::span<const std::string> pictured = {});

}  // namespace craton
