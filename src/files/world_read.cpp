#include "files/world_read.h"

#include <algorithm>
#include <new>

#include "base/text.h"
#include "surface/object_bytes.h"
#include "files/world_tables.h"

namespace craton {
namespace files {
namespace {

// A sphere holds its sites and some areas.
constexpr std::uint64_t sphere_bytes_per_cell = 16;

/// Adds up, and says where the sum would not be a number any more.
class ByteCount {
 public:
  void add(std::uint64_t bytes) { sum_ = sum_ + bytes < sum_ ? ~std::uint64_t{0} : sum_ + bytes; }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

class Assembly {
 public:
  Assembly(WorldReader& reader, const RecipeTerms& terms, const WorldReadOptions& options)
      : reader_(reader), terms_(terms), options_(options), chosen_(reader.layers().size(), options.layers.empty()) {}

  Result<World> run() {
    CRATON_TRY(choose_layers());
    CRATON_TRY(Recipe recipe, read_recipe());
    CRATON_TRY(check_memory(recipe));
    Result<Domain> domain = make_domain(recipe.domain, Seed{recipe.seed}, 0, "/domain");
    if (!domain) return Error{domain.error().code, reader_.path(), concat({"its domain: ", domain.error().to_string()})};
    World world{std::move(recipe), Surface(*std::move(domain)), reader_.info().reports};
    world.asked_seed = reader_.info().asked_seed;
    world.attempts = reader_.info().attempts;
    if (world.surface.cell_count() != reader_.info().cells)
      return damaged(reader_.path(), "its recipe gives another number of cells");
    CRATON_TRY(read_layers(world.surface));
    CRATON_TRY(read_objects(world.surface));
    if (options_.execution.progress) options_.execution.progress->report(1.0);
    return world;
  }

 private:
  Result<void> choose_layers() {
    std::vector<std::string_view> names;
    for (const StoredLayer& layer : reader_.info().layers) names.push_back(layer.info.name);
    for (const std::string& wanted : options_.layers) {
      const auto found = std::find(names.begin(), names.end(), wanted);
      if (found == names.end())
        return Error{
            ErrorCode::unknown_name, reader_.path(),
            concat({"has no layer \"", wanted, "\"; ", names.empty() ? "it has none" : concat({"it has ", joined(names)}),
                    suggestion(nearest_name(wanted, names))})};
      chosen_[static_cast<std::size_t>(found - names.begin())] = true;
    }
    return {};
  }

  Result<Recipe> read_recipe() const {
    Result<Recipe> recipe = recipe_from_json(reader_.info().recipe, terms_);
    // The tables matched their checksum: the recipe is whole, but this program may lack a stage that wrote it.
    if (!recipe)
      return Error{recipe.error().code, reader_.path(), concat({"its recipe cannot be read: ", recipe.error().to_string()})};
    if (recipe->seed != reader_.info().seed) return damaged(reader_.path(), "its seed is not that of its recipe");
    return recipe;
  }

  Result<void> check_memory(const Recipe& recipe) const {
    const Result<DomainExtent> extent = extent_of(recipe.domain, 0, "/domain");
    if (!extent) return damaged(reader_.path(), concat({"its domain: ", extent.error().to_string()}));
    if (extent->cells != reader_.info().cells) return damaged(reader_.path(), "its recipe gives another number of cells");
    ByteCount bytes;
    if (recipe.domain.kind == "sphere") bytes.add(extent->cells * sphere_bytes_per_cell);
    for (std::size_t i = 0; i < chosen_.size(); ++i)
      if (chosen_[i]) bytes.add(reader_.layers()[i].bytes);
    for (const StoredObjects& objects : reader_.objects())
      for (const StoredColumn& column : objects.columns) bytes.add(column.array.bytes);
    if (bytes.sum() <= options_.max_bytes) return {};
    return Error{ErrorCode::unsupported, reader_.path(),
                 concat({"too large: ", std::to_string(bytes.sum()), " bytes, at most ", std::to_string(options_.max_bytes)})};
  }

  Result<void> read_layers(Surface& surface) {
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (!chosen_[i]) continue;
      CRATON_TRY(const auto layer, surface.add_layer(reader_.info().layers[i].info));
      CRATON_TRY(reader_.read(reader_.layers()[i], layer->bytes(), options_.execution));
      // The last layer is not the end: objects follow.
      if (options_.execution.progress)
        options_.execution.progress->report(static_cast<double>(i + 1) / static_cast<double>(chosen_.size() + 1));
    }
    return {};
  }

  Result<void> read_objects(Surface& surface) {
    for (const StoredObjects& objects : reader_.objects()) {
      ObjectTable table{objects.name, objects.doc, {}};
      for (const StoredColumn& column : objects.columns) {
        std::vector<std::byte> bytes(column.array.bytes);
        CRATON_TRY(reader_.read(column.array, bytes, options_.execution));
        std::optional<ColumnValues> values = column_of_bytes(column.type, objects.rows, bytes);
        if (!values || !cells_exist(*values, reader_.info().cells))
          return damaged(reader_.path(), concat({column.array.what, " holds other values than it says"}));
        table.columns.push_back({column.name, column.unit, column.doc, *std::move(values)});
      }
      if (const Result<void> set = surface.set_objects(std::move(table)); !set)
        return damaged(reader_.path(), set.error().to_string());
    }
    return {};
  }

  WorldReader& reader_;
  const RecipeTerms& terms_;
  const WorldReadOptions& options_;
  std::vector<bool> chosen_;
};

}  // namespace

Result<World> world_from(WorldReader& reader, const RecipeTerms& terms, const WorldReadOptions& options) {
  return Assembly(reader, terms, options).run();
}

}  // namespace files

Result<WorldFileInfo> read_world_info(const std::string& path) {
  try {
    CRATON_TRY(files::WorldReader reader, files::WorldReader::open(path));
    return reader.info();
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

Result<World> read_world(const std::string& path, const RecipeTerms& terms, const WorldReadOptions& options) {
  try {
    CRATON_TRY(files::WorldReader reader, files::WorldReader::open(path));
    return files::world_from(reader, terms, options);
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

}  // namespace craton
