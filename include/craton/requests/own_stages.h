#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/recipe/recipe.h>
#include <craton/stages/stage.h>

namespace craton {

/// A stage that a program defines while it runs, in whatever language. Programs in C++ that know their stages when they are
/// compiled put a StageEntry into RecipeTerms instead (stages/stage.h).
struct OwnStage {
  struct TouchedLayer {
    std::string name;
    LayerAccess access = LayerAccess::change;
    LayerType type = LayerType::number;
    std::string unit{};
  };
  struct Number {
    std::string name;
    double standard = 0;
  };
  std::string id, doc;
  std::vector<TouchedLayer> layers;  ///< a recipe may name others by these names: {"stage": "dunes", "height": "ground"}
  std::vector<Number> numbers;       ///< its parameters
  /// Called in the thread that makes the world; layers are there, and those that are written hold zeros at first.
  std::function<Result<void>(Surface& surface, const StageSpec& spec, StageContext& context)> run;
};

/// {"id": "dunes", "doc": "…", "layers": [{"name": "height", "access": "change", "type": "number", "unit": "m"}], "numbers":
/// {"spacing": 400}}; access is read, write or change, type number, integer or category. Its `run` is empty.
CRATON_API Result<OwnStage> own_stage_from_json(std::string_view text);

/// Stages of a request: recipes use them as they use Craton's own. Immutable, cheap to copy.
class CRATON_API OwnStages {
 public:
  static Result<OwnStages> make(std::vector<OwnStage> stages);

  /// An error where Craton has a stage of one of these names.
  Result<void> add_to(RecipeTerms& terms) const;
  /// The layer's name in a recipe's stage.
  static std::string layer_name(const StageSpec& spec, const OwnStage::TouchedLayer& layer);
  static double number(const StageSpec& spec, const OwnStage::Number& number);

  /// What a world is made with that uses them: its assets, which may be null, and the stages.
  std::unique_ptr<AssetSource> with(const AssetSource* assets) const;

  struct Kept;

 private:
  explicit OwnStages(std::shared_ptr<const Kept> kept) : kept_(std::move(kept)) {}
  std::shared_ptr<const Kept> kept_;
};

}  // namespace craton
