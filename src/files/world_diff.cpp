#include <craton/files/world_diff.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <optional>

#include <craton/files/world_file.h>

#include "base/aligned.h"
#include "base/parallel.h"
#include "base/text.h"
#include "files/recipe_diff.h"
#include "files/world_reader.h"

namespace craton {
namespace {

using namespace files;

// Of each world at a time.
constexpr std::uint64_t piece_bytes = 16 * block_bytes;
constexpr std::uint64_t cells_a_block = 1 << 16;

struct Found {
  std::uint64_t cells = 0, first_cell = 0;
  double first_a = 0, first_b = 0, largest = 0;

  void add(const Found& next) {
    if (cells == 0) {
      first_cell = next.first_cell;
      first_a = next.first_a;
      first_b = next.first_b;
    }
    cells += next.cells;
    largest = std::max(largest, next.largest);
  }
};

template <class T>
Found compared(const std::byte* a, const std::byte* b, std::uint64_t begin, std::uint64_t end) {
  Found found;
  for (std::uint64_t i = begin; i < end; ++i) {
    if (std::memcmp(a + i * sizeof(T), b + i * sizeof(T), sizeof(T)) == 0) continue;
    T value_a, value_b;
    std::memcpy(&value_a, a + i * sizeof(T), sizeof(T));
    std::memcpy(&value_b, b + i * sizeof(T), sizeof(T));
    const auto number_a = static_cast<double>(value_a), number_b = static_cast<double>(value_b);
    const double difference = std::abs(number_a - number_b);
    found.add({1, i, number_a, number_b, difference > 0 ? difference : 0});  // NaN is no difference between numbers
  }
  return found;
}

Found compared(LayerType type, const std::byte* a, const std::byte* b, std::uint64_t begin, std::uint64_t end) {
  switch (type) {
    case LayerType::number: return compared<float>(a, b, begin, end);
    case LayerType::integer: return compared<std::int32_t>(a, b, begin, end);
    case LayerType::category: return compared<std::uint8_t>(a, b, begin, end);
  }
  return {};
}

std::optional<std::size_t> layer_named(const WorldFileInfo& info, std::string_view name) {
  for (std::size_t i = 0; i < info.layers.size(); ++i)
    if (info.layers[i].info.name == name) return i;
  return {};
}

class Comparison {
 public:
  Comparison(WorldReader& a, WorldReader& b, const Execution& execution) : a_(a), b_(b), execution_(execution) {}

  Result<WorldDiff> run() {
    const WorldFileInfo &a = a_.info(), &b = b_.info();
    diff_.path_a = a.path;
    diff_.path_b = b.path;
    diff_.cells_a = a.cells;
    diff_.cells_b = b.cells;
    compare_causes(a, b);
    for (std::size_t i = 0; i < a.layers.size(); ++i) {
      CRATON_TRY(compare_layer(i));
      if (execution_.progress) execution_.progress->report(double(i + 1) / double(a.layers.size()));
    }
    for (const StoredLayer& layer : b.layers)
      if (!layer_named(a, layer.info.name)) CRATON_TRY(add(layer.info, DiffKind::only_in_b));
    CRATON_TRY(compare_objects());
    return std::move(diff_);
  }

 private:
  Result<void> add(const LayerInfo& info, DiffKind kind) {
    diff_.layers.push_back({.name = info.name, .unit = info.unit, .kind = kind});
    return {};
  }

  void compare_causes(const WorldFileInfo& a, const WorldFileInfo& b) {
    if (a.seed != b.seed) diff_.reasons.push_back({"seed", std::to_string(a.seed), std::to_string(b.seed)});
    for (DiffReason& reason : recipe_differences(a.recipe, b.recipe)) diff_.reasons.push_back(std::move(reason));
    for (const StageVersion& stage : a.stages) {
      const auto same_id = [&](const StageVersion& other) { return other.id == stage.id && other.stage == stage.stage; };
      const auto other = std::find_if(b.stages.begin(), b.stages.end(), same_id);
      if (other != b.stages.end() && other->version != stage.version)
        diff_.reasons.push_back(
            {concat({"version of stage ", stage.id}), std::to_string(stage.version), std::to_string(other->version)});
    }
    if (a.craton_version != b.craton_version) diff_.reasons.push_back({"craton", a.craton_version, b.craton_version});
  }

  Result<void> compare_layer(std::size_t i) {
    const StoredLayer& a = a_.info().layers[i];
    const std::optional<std::size_t> j = layer_named(b_.info(), a.info.name);
    if (!j) return add(a.info, DiffKind::only_in_a);
    const StoredLayer& b = b_.info().layers[*j];
    if (a.info.type != b.info.type) return add(a.info, DiffKind::other_type);
    if (a_.info().cells != b_.info().cells) return add(a.info, DiffKind::other_size);
    if (a.hash != b.hash) return compare_values(a.info, a_.layers()[i], b_.layers()[*j]);
    if (!(a.info == b.info)) return add(a.info, DiffKind::other_info);
    ++diff_.same_layers;
    return {};
  }

  Result<void> compare_values(const LayerInfo& info, const StoredArray& a, const StoredArray& b) {
    const std::size_t cell_bytes = bytes_per_cell(info.type);
    Found all;
    AlignedVector<std::byte> bytes_a, bytes_b;
    for (std::uint64_t offset = 0; offset < a.bytes; offset += piece_bytes) {
      const std::uint64_t length = std::min(piece_bytes, a.bytes - offset);
      bytes_a.resize(length);
      bytes_b.resize(length);
      CRATON_TRY(a_.read_part(a, offset, bytes_a, execution_));
      CRATON_TRY(b_.read_part(b, offset, bytes_b, execution_));
      const std::uint64_t cells = length / cell_bytes;
      std::vector<Found> parts((cells + cells_a_block - 1) / cells_a_block);
      CRATON_TRY(parallel_blocks(cells, cells_a_block, {execution_.threads, nullptr, execution_.cancel},
                                 [&](std::uint64_t begin, std::uint64_t end) {
                                   parts[begin / cells_a_block] = compared(info.type, bytes_a.data(), bytes_b.data(), begin, end);
                                 }));
      for (Found& part : parts) {
        part.first_cell += offset / cell_bytes;
        if (part.cells > 0) all.add(part);
      }
    }
    diff_.layers.push_back(
        {info.name, info.unit, DiffKind::other_values, all.cells, all.first_cell, all.first_a, all.first_b, all.largest});
    return {};
  }

  Result<void> compare_objects() {
    const auto named = [](const std::vector<StoredObjects>& list, const std::string& name) {
      return std::find_if(list.begin(), list.end(), [&](const StoredObjects& each) { return each.name == name; });
    };
    for (const StoredObjects& a : a_.objects()) {
      const auto b = named(b_.objects(), a.name);
      if (b == b_.objects().end()) {
        diff_.objects.push_back({a.name, "", DiffKind::only_in_a});
      } else {
        CRATON_TRY(compare_table(a, *b));
      }
    }
    for (const StoredObjects& b : b_.objects())
      if (named(a_.objects(), b.name) == a_.objects().end()) diff_.objects.push_back({b.name, "", DiffKind::only_in_b});
    return {};
  }

  // One difference a table is enough.
  Result<void> compare_table(const StoredObjects& a, const StoredObjects& b) {
    const auto tell = [&](std::string column, DiffKind kind) {
      diff_.objects.push_back({a.name, std::move(column), kind});
      return Result<void>();
    };
    if (a.rows != b.rows || a.columns.size() != b.columns.size()) return tell("", DiffKind::other_size);
    bool same_info = a.doc == b.doc;
    for (std::size_t i = 0; i < a.columns.size(); ++i) {
      const StoredColumn &first = a.columns[i], &second = b.columns[i];
      if (first.name != second.name || first.type != second.type) return tell(first.name, DiffKind::other_type);
      same_info = same_info && first.unit == second.unit && first.doc == second.doc;
      std::vector<std::byte> bytes_a(first.array.bytes), bytes_b(second.array.bytes);
      CRATON_TRY(a_.read(first.array, bytes_a, execution_));
      CRATON_TRY(b_.read(second.array, bytes_b, execution_));
      if (bytes_a != bytes_b) return tell(first.name, DiffKind::other_values);
    }
    return same_info ? Result<void>() : tell("", DiffKind::other_info);
  }

  WorldReader &a_, &b_;
  const Execution& execution_;
  WorldDiff diff_;
};

}  // namespace

Result<WorldDiff> diff_worlds(const std::string& path_a, const std::string& path_b, const Execution& execution) {
  try {
    CRATON_TRY(WorldReader a, WorldReader::open(path_a));
    CRATON_TRY(WorldReader b, WorldReader::open(path_b));
    return Comparison(a, b, execution).run();
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path_a, "too large for the memory of this machine"}; }
}

namespace {

void add_layer(const Layer& a, const Layer* b, WorldDiff& diff) {
  const auto tell = [&](DiffKind kind) { diff.layers.push_back({.name = a.name(), .unit = a.info().unit, .kind = kind}); };
  if (!b) return tell(DiffKind::only_in_a);
  if (a.type() != b->type()) return tell(DiffKind::other_type);
  if (a.size() != b->size()) return tell(DiffKind::other_size);
  const Found found = compared(a.type(), a.bytes().data(), b->bytes().data(), 0, a.size());
  if (found.cells > 0) {
    diff.layers.push_back({a.name(), a.info().unit, DiffKind::other_values, found.cells, found.first_cell, found.first_a,
                           found.first_b, found.largest});
  } else if (!(a.info() == b->info())) {
    tell(DiffKind::other_info);
  } else {
    ++diff.same_layers;
  }
}

void add_table(const ObjectTable& a, const ObjectTable* b, WorldDiff& diff) {
  const auto tell = [&](std::string column, DiffKind kind) { diff.objects.push_back({a.name, std::move(column), kind}); };
  if (!b) return tell("", DiffKind::only_in_a);
  if (a.rows() != b->rows() || a.columns.size() != b->columns.size()) return tell("", DiffKind::other_size);
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    const ObjectColumn &first = a.columns[i], &second = b->columns[i];
    if (first.name != second.name || first.values.index() != second.values.index()) return tell(first.name, DiffKind::other_type);
    const ObjectTable alone{"", "", {{first.name, "", "", first.values}}}, other{"", "", {{first.name, "", "", second.values}}};
    if (alone.hash() != other.hash()) return tell(first.name, DiffKind::other_values);
  }
  if (!(a == *b)) tell("", DiffKind::other_info);
}

}  // namespace

WorldDiff diff_worlds(const World& a, const World& b, const RecipeTerms& terms) {
  WorldDiff diff{.path_a = "a", .path_b = "b", .cells_a = a.surface.cell_count(), .cells_b = b.surface.cell_count()};
  if (a.recipe.seed != b.recipe.seed)
    diff.reasons.push_back({"seed", std::to_string(a.recipe.seed), std::to_string(b.recipe.seed)});
  for (DiffReason& reason : recipe_differences(recipe_to_json(a.recipe, terms), recipe_to_json(b.recipe, terms)))
    diff.reasons.push_back(std::move(reason));
  for (const auto& layer : a.surface.layers()) add_layer(*layer, b.surface.layer(layer->name()), diff);
  for (const auto& layer : b.surface.layers())
    if (!a.surface.layer(layer->name()))
      diff.layers.push_back({.name = layer->name(), .unit = layer->info().unit, .kind = DiffKind::only_in_b});
  for (const ObjectTable& table : a.surface.objects()) add_table(table, b.surface.objects(table.name), diff);
  for (const ObjectTable& table : b.surface.objects())
    if (!a.surface.objects(table.name)) diff.objects.push_back({table.name, "", DiffKind::only_in_b});
  return diff;
}

std::string_view diff_kind_name(DiffKind kind) {
  constexpr std::string_view names[] = {"only_in_a", "only_in_b", "other_type", "other_size", "other_values", "other_info"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace craton
