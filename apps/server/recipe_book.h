#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <craton/base/assets.h>
#include <craton/noise/noise.h>
#include <craton/recipe/recipe.h>
#include <craton/recipe/voxel_recipe.h>

#include "byte_cache.h"
#include "json_body.h"
#include "recipe_shelf.h"

namespace craton::server {

/// A recipe that was read and found good.
struct BookEntry {
  std::string hash;                     ///< 16 digits of all but its seed
  std::string kind;                     ///< map, planet, terrain, voxels
  std::string text;                     ///< JSON
  std::optional<Recipe> recipe{};       ///< of all kinds but voxels
  std::optional<VoxelRecipe> voxels{};  ///< of voxels
  std::uint64_t seed() const { return recipe ? recipe->seed : voxels->seed; }
};

/// A recipe or a noise that comes with Craton.
struct Preset {
  std::string id, title, help, kind;
  Json json{}, knobs{};
  std::shared_ptr<const BookEntry> entry{};  ///< null: a noise
  std::shared_ptr<const NoiseSpec> noise{};
};

/// Recipes by name: those that come with Craton by their ids, those that were registered by their hashes.
class RecipeBook {
 public:
  /// Reads all of `folder` ("": none). What cannot be read is left out.
  /// `shelf`: a folder where registered recipes are kept; "": in memory alone.
  RecipeBook(const std::string& folder, RecipeTerms terms, std::string shelf = {});

  const std::vector<Preset>& presets() const { return presets_; }
  const Preset* preset(std::string_view id) const;
  const RecipeTerms& terms() const { return terms_; }
  /// Height maps that recipes of Craton name; nobody else's recipe may name files.
  const AssetSource* assets() const { return assets_.get(); }

  /// A recipe as JSON or as text (then with comments). Errors have the place in the recipe.
  Result<std::shared_ptr<const BookEntry>> read(const Json& recipe) const;
  /// The same, and it is found by its hash from now on, also by the next server.
  Result<std::shared_ptr<const BookEntry>> add(const Json& recipe);
  /// The same while there is room in memory: of recipes that are kept elsewhere.
  Result<std::shared_ptr<const BookEntry>> know(const Json& recipe);
  /// By hash or id of a preset; null where it is not known (any more).
  std::shared_ptr<const BookEntry> find(std::string_view name);

 private:
  void read_presets(const std::string& folder);
  void add_preset(const std::string& file, const std::string& id, bool noise);
  void add_kinds_of_planets();

  RecipeTerms terms_;
  std::unique_ptr<AssetSource> assets_;
  std::vector<Preset> presets_;
  ByteCache<BookEntry> registered_;
  RecipeShelf shelf_;
};

}  // namespace craton::server
