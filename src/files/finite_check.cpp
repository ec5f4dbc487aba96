#include <algorithm>
#include <bit>
#include <utility>

#include "base/text.h"
#include "files/check_parts.h"
#include "files/world_reader.h"
#include "stages/water/hydrography.h"
#include "surface/object_bytes.h"

namespace craton::files {
namespace {

constexpr std::size_t most_listed = 8;

// A packed block of zeros has some dozen bytes: files that announce more are not believed, before room is made for it.
constexpr std::uint64_t least_block_bytes = 16;

/// "block 2 of 5 is", "blocks 2, 3 and 4 more of 9 are"
std::string blocks_text(std::span<const std::uint64_t> broken, std::uint64_t of) {
  std::string text = broken.size() == 1 ? "block " : "blocks ";
  for (std::size_t i = 0; i < std::min(broken.size(), most_listed); ++i) text += (i ? ", " : "") + std::to_string(broken[i]);
  if (broken.size() > most_listed) text += concat({" and ", std::to_string(broken.size() - most_listed), " more"});
  return concat({text, " of ", std::to_string(of), broken.size() == 1 ? " is" : " are"});
}

bool same_number(double a, double b) { return a == b || (a != a && b != b); }

class FiniteCheck {
 public:
  FiniteCheck(WorldReader& reader, std::vector<Damage> damages, bool keep, const RecipeTerms& terms, const Execution& execution)
      : reader_(reader), keep_(keep), terms_(terms), execution_(execution), file_bytes_(reader.file_bytes()) {
    checked_.check.path = reader.path();
    checked_.check.kind = "finite";
    checked_.check.damages = std::move(damages);
  }

  Result<CheckedWorld> run() {
    std::optional<World> world = empty_world();
    CRATON_TRY(check_layers(world));
    CRATON_TRY(check_objects(world));
    if (world) {
      if (const std::string broken = broken_law_of_waters(world->surface); !broken.empty()) note("the waters", broken);
      checked_.rest = std::move(world);
    }
    return std::move(checked_);
  }

 private:
  void note(std::string where, std::string what) { checked_.check.damages.push_back({std::move(where), std::move(what)}); }

  /// Its domain without layers and objects; none where the recipe does not say it.
  std::optional<World> empty_world() {
    const WorldFileInfo& info = reader_.info();
    Result<Recipe> recipe = recipe_from_json(info.recipe, terms_);
    if (!recipe) {
      checked_.check.unchecked.push_back(
          concat({"the laws of its waters, because its recipe cannot be read: ", recipe.error().to_string()}));
      return {};
    }
    const Result<DomainExtent> extent = extent_of(recipe->domain, 0, "/domain");
    if (recipe->seed != info.seed) note("the recipe", "has another seed than the file");
    if (!extent || extent->cells != info.cells) {
      note("the recipe", "gives another number of cells");
      return {};
    }
    Result<Domain> domain = make_domain(recipe->domain, Seed{recipe->seed}, 0, "/domain");
    if (!domain) {
      note("the recipe", domain.error().to_string());
      return {};
    }
    World world{*std::move(recipe), Surface(*std::move(domain)), info.reports};
    world.asked_seed = info.asked_seed;
    world.attempts = info.attempts;
    return world;
  }

  /// Whether all blocks of an array are what was written; an error where reading fails otherwise.
  Result<bool> read(const StoredArray& array, const std::string& where, std::string_view part, std::span<std::byte> out) {
    const Result<void> all = reader_.read(array, out, execution_);
    if (all) return true;
    if (all.error().code != ErrorCode::corrupt) return all.error();
    std::vector<std::uint64_t> broken;
    for (std::uint64_t block = 0; block < block_count(array.bytes); ++block) {
      const Result<void> done = reader_.read_part(array, block * block_bytes,
                                                  out.subspan(block * block_bytes, block_size(array.bytes, block)), execution_);
      if (done) continue;
      if (done.error().code != ErrorCode::corrupt) return done.error();
      broken.push_back(block);
    }
    note(where, concat({part, blocks_text(broken, block_count(array.bytes)), " not what was written"}));
    return false;
  }
  bool has_room(const StoredArray& array) const { return block_count(array.bytes) <= file_bytes_ / least_block_bytes; }

  Result<void> check_layers(std::optional<World>& world) {
    const std::vector<StoredLayer>& stored = reader_.info().layers;
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const std::string& name = stored[i].info.name;
      CRATON_TRY(const bool whole, check_layer(stored[i], reader_.layers()[i], world));
      if (whole) checked_.check.whole.push_back(concat({"layer \"", name, "\""}));
      if (world && (!whole || !(keep_ || name == "lake" || name == "river"))) (void)world->surface.remove_layer(name);
      if (execution_.progress) execution_.progress->report(static_cast<double>(i + 1) / static_cast<double>(stored.size() + 1));
    }
    return {};
  }

  Result<bool> check_layer(const StoredLayer& stored, const StoredArray& array, std::optional<World>& world) {
    const std::string where = concat({"layer \"", stored.info.name, "\""});
    if (!has_room(array)) {
      note(where, "its blocks are missing");
      return false;
    }
    std::optional<Layer> alone;
    Layer* layer = nullptr;
    if (world) {
      CRATON_TRY(layer, world->surface.add_layer(stored.info));
    } else {
      layer = &alone.emplace(stored.info, reader_.info().cells);
    }
    CRATON_TRY(const bool read_whole, read(array, where, "", layer->bytes()));
    if (!read_whole) return false;
    // Blocks know their places in the file, but not whose they are.
    if (layer->hash(execution_) != stored.hash) {
      note(where, "its values have another hash than the file says");
      return false;
    }
    const LayerRange range = layer->range(execution_);
    if (!same_number(range.min, stored.min) || !same_number(range.max, stored.max) || range.not_numbers != stored.not_numbers)
      note(where, "its values have another range than the file says");
    if (const std::size_t names = stored.info.categories.size(); names > 0 && range.max >= static_cast<double>(names))
      note(where, concat({"it holds category ", std::to_string(static_cast<int>(range.max)), ", but only ", std::to_string(names),
                          " have names"}));
    return true;
  }

  Result<void> check_objects(std::optional<World>& world) {
    for (const StoredObjects& stored : reader_.objects()) {
      const std::string where = concat({"objects \"", stored.name, "\""});
      CRATON_TRY(std::optional<ObjectTable> table, read_objects(stored, where));
      if (!table) continue;
      if (const Result<void> good = table->check(where); !good) {
        note(where, good.error().message);
        continue;
      }
      checked_.check.whole.push_back(where);
      if (world) CRATON_TRY(world->surface.set_objects(*std::move(table)));
    }
    return {};
  }

  /// None where a column is not what was written.
  Result<std::optional<ObjectTable>> read_objects(const StoredObjects& stored, const std::string& where) {
    ObjectTable table{stored.name, stored.doc, {}};
    bool whole = true;
    for (const StoredColumn& column : stored.columns) {
      const std::string part = concat({"column \"", column.name, "\": "});
      if (!has_room(column.array)) {
        note(where, part + "its blocks are missing");
        whole = false;
        continue;
      }
      std::vector<std::byte> bytes(column.array.bytes);
      CRATON_TRY(const bool read_whole, read(column.array, where, part, bytes));
      whole = whole && read_whole;
      if (!read_whole) continue;
      std::optional<ColumnValues> values = column_of_bytes(column.type, stored.rows, bytes);
      if (!values || !cells_exist(*values, reader_.info().cells)) {
        note(where, part + "it holds other values than the file says");
        whole = false;
        continue;
      }
      table.columns.push_back({column.name, column.unit, column.doc, *std::move(values)});
    }
    return whole ? std::optional(std::move(table)) : std::nullopt;
  }

  WorldReader& reader_;
  bool keep_;
  const RecipeTerms& terms_;
  const Execution& execution_;
  std::uint64_t file_bytes_;
  CheckedWorld checked_;
};

}  // namespace

Result<CheckedWorld> check_finite(const std::string& path, bool keep, const RecipeTerms& terms, const Execution& execution) {
  std::vector<Damage> damages;
  Result<WorldReader> reader = WorldReader::open_damaged(path, damages);
  if (!reader) {
    if (reader.error().code != ErrorCode::corrupt || !reader.error().message.starts_with("is damaged: ")) return reader.error();
    CheckedWorld lost;
    lost.check = {path, "finite", std::move(damages), {}, {}};
    lost.check.damages.push_back({"the file", reader.error().message.substr(12)});
    return lost;
  }
  return FiniteCheck(*reader, std::move(damages), keep, terms, execution).run();
}

}  // namespace craton::files
