#include "files/world_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "base/text.h"
#include "files/world_tables.h"
#include "surface/object_bytes.h"

namespace craton::files {
namespace {

// Far more than any world has, little enough to be held.
constexpr std::int64_t most_layers = 4096, most_tables = 4096, most_columns = 65536, most_stages = 65536;
constexpr std::size_t most_text = 1 << 20, most_recipe = 1 << 23, most_name = 64;
constexpr std::int64_t most_cells = std::int64_t{1} << 32;
constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

constexpr std::string_view type_names[] = {"number", "integer", "category"};  // in the order of LayerType

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
  return failed == std::errc() && end == text.data() + text.size();
}

}  // namespace

Result<WorldReader> WorldReader::open(const std::string& path) {
  CRATON_TRY(const FileHead head, head_of_file(path));
  CRATON_TRY(check_head(head.bytes, head.file_bytes, path));
  return checked(Database::open(path), head.file_bytes);
}

Result<WorldReader> WorldReader::open_bytes(std::span<const std::byte> bytes, const std::string& path) {
  CRATON_TRY(check_head(bytes.first(std::min(bytes.size(), head_bytes)), bytes.size(), path));
  return checked(Database::open_bytes(bytes, path), bytes.size());
}

Result<WorldReader> WorldReader::checked(Result<Database> database, std::uint64_t file_bytes) {
  if (!database) return database.error();
  WorldReader reader(*std::move(database));
  CRATON_TRY(reader.read_tables(file_bytes));
  return reader;
}

Result<WorldReader> WorldReader::open_damaged(const std::string& path, std::vector<Damage>& damages) {
  CRATON_TRY(const FileHead head, head_of_file(path));
  CRATON_TRY(std::vector<std::byte> cut, bytes_of_cut_file(path, head));
  if (!cut.empty()) {
    const Result<void> told = check_head(head.bytes, head.file_bytes, path);
    damages.push_back({"the file", told ? "is cut off" : told.error().message.substr(damaged_words.size())});
  }
  Result<Database> database = cut.empty() ? Database::open(path) : Database::open_bytes(cut, path);
  if (!database) return database.error();
  WorldReader reader(*std::move(database));
  reader.cut_ = std::move(cut);
  reader.damages_ = &damages;
  CRATON_TRY(reader.read_tables(head.file_bytes));
  reader.damages_ = nullptr;
  return reader;
}

template <class LeaveOut>
Result<void> WorldReader::tolerated(Result<void> read, LeaveOut left_out) {
  if (read || !damages_ || read.error().code != ErrorCode::corrupt) return read;
  damages_->push_back({"the tables", read.error().message.substr(damaged_words.size())});
  left_out();
  return {};
}

Result<void> WorldReader::read_tables(std::uint64_t file_bytes) {
  info_.path = path();
  file_bytes_ = file_bytes;
  CRATON_TRY(info_.format, format_of(database_));
  text_left_ = file_bytes;
  CRATON_TRY(check_tables(database_));
  // A row takes some steps and at least some bytes.
  database_.allow_steps(1'000'000 + 64 * file_bytes);
  CRATON_TRY(read_meta());
  const auto nothing = [] {};
  const auto no_objects = [&] { objects_.clear(), info_.objects.clear(); };
  CRATON_TRY(tolerated(read_layers(), [&] { info_.layers.resize(good_rows_), layers_.resize(good_rows_); }));
  CRATON_TRY(tolerated(read_categories(), [&] {
    for (StoredLayer& layer : info_.layers) layer.info.categories.clear();
  }));
  CRATON_TRY(tolerated(read_objects(), no_objects));
  CRATON_TRY(tolerated(read_columns(), no_objects));
  CRATON_TRY(tolerated(read_stages(), [&] { info_.stages.clear(); }));
  CRATON_TRY(tolerated(read_reports(), [&] { info_.reports.clear(); }));
  CRATON_TRY(tolerated(read_block_sizes(), nothing));
  if (!damages_) CRATON_TRY(check_blocks());
  CRATON_TRY(tolerated(check_objects(), no_objects));
  const std::size_t told = damages_ ? damages_->size() : 0;
  CRATON_TRY(tolerated(check_sum(), nothing));
  // What is wrong with a table was said already, where it could not even be read.
  if (damages_ && told > 0 && damages_->size() > told) damages_->pop_back();
  database_.allow_steps(std::numeric_limits<std::uint64_t>::max());
  return {};
}

Result<void> WorldReader::check_sum() const {
  CRATON_TRY(const std::uint64_t sum, tables_checksum(database_));
  return sum == checksum_ ? Result<void>() : damaged(path(), "its tables do not match their checksum");
}

template <class Take>
Result<void> WorldReader::for_each_row(std::string_view table, std::int64_t most, Take take) {
  good_rows_ = 0;
  CRATON_TRY(Statement rows, Statement::make(database_, concat({"SELECT * FROM ", table, " ORDER BY number"})));
  for (std::int64_t number = 0;; ++number) {
    CRATON_TRY(const bool found, rows.step());
    if (!found) return {};
    Row row(rows, table, number, text_left_);
    (void)row.integer("number", number, number);
    if (number >= most) row.refuse("number");
    take(row);
    CRATON_TRY(row.check(path()));
    ++good_rows_;
  }
}

Result<void> WorldReader::read_meta() {
  CRATON_TRY(Statement rows, Statement::make(database_, "SELECT key, value FROM meta ORDER BY key"));
  const auto take = [&](std::string_view key, std::string_view value) {
    if (key == "cells") return read_number(value, info_.cells) && info_.cells <= most_cells;
    if (key == "seed") return read_number(value, info_.seed);
    if (key == "asked_seed") return read_number(value, info_.asked_seed);
    if (key == "attempts") {
      std::uint64_t attempts = 0;
      if (!read_number(value, attempts) || attempts == 0 || attempts > std::numeric_limits<std::uint32_t>::max()) return false;
      info_.attempts = static_cast<std::uint32_t>(attempts);
      return true;
    }
    if (key == "checksum") {
      const std::optional<std::uint64_t> sum = from_hexadecimal(value);
      checksum_ = sum.value_or(0);
      return sum.has_value();
    }
    (key == "recipe" ? info_.recipe : info_.craton_version) = value;
    return true;
  };
  Result<bool> found = rows.step();
  for (const std::string_view key : {"asked_seed", "attempts", "cells", "checksum", "craton", "recipe", "seed"}) {
    if (!found) return found.error();
    const std::string_view* name = *found ? rows.text(0) : nullptr;
    const bool only_of_searches = key == "asked_seed" || key == "attempts";
    if (only_of_searches && (!name || *name != key)) continue;
    if (!name || *name != key) return damaged(path(), concat({"\"", key, "\" is missing in table meta"}));
    const std::string_view* value = rows.text(1);
    if (!value || value->size() > most_recipe || !take(key, *value))
      return damaged(path(), concat({"\"", key, "\" in table meta cannot be"}));
    found = rows.step();
  }
  if (!found) return found.error();
  if (info_.attempts == 0) info_.asked_seed = info_.seed;
  info_.attempts = std::max(info_.attempts, 1u);
  return *found ? damaged(path(), "table meta holds unknown keys") : Result<void>();
}

bool WorldReader::give_blocks(StoredArray& array, std::int64_t first_block, std::int64_t blocks) {
  const std::uint64_t wanted = block_count(array.bytes);
  if (damages_) {  // what stands before it may be lost
    array.first_block = static_cast<std::uint64_t>(first_block);
    return static_cast<std::uint64_t>(blocks) == wanted;
  }
  array.first_block = blocks_given_;
  if (static_cast<std::uint64_t>(first_block) != blocks_given_ || static_cast<std::uint64_t>(blocks) != wanted) return false;
  blocks_given_ += wanted;
  return true;
}

Result<void> WorldReader::read_layers() {
  std::set<std::string> names;
  return for_each_row("layers", most_layers, [&](Row& row) {
    StoredLayer layer;
    layer.info.name = row.text("name", most_name);
    if (!check_name(layer.info.name, "") || !names.insert(layer.info.name).second) row.refuse("name");
    const std::string type = row.text("type", most_name);
    const auto* known = std::find(std::begin(type_names), std::end(type_names), type);
    if (known == std::end(type_names)) return row.refuse("type");
    layer.info.type = static_cast<LayerType>(known - std::begin(type_names));
    layer.info.unit = row.text("unit", most_text);
    layer.info.doc = row.text("doc", most_text);
    layer.min = row.real("min");
    layer.max = row.real("max");
    layer.not_numbers = static_cast<std::uint64_t>(row.integer("not_numbers", 0, static_cast<std::int64_t>(info_.cells)));
    layer.hash = row.hexadecimal("hash");
    StoredArray array{concat({"layer \"", layer.info.name, "\""}), info_.cells * bytes_per_cell(layer.info.type), 0};
    const std::int64_t first_block = row.integer("first_block", 0, endless);
    if (!give_blocks(array, first_block, row.integer("blocks", 0, endless))) row.refuse("blocks");
    info_.layers.push_back(std::move(layer));
    layers_.push_back(std::move(array));
  });
}

Result<void> WorldReader::read_categories() {
  std::int64_t last = 0;
  return for_each_row("categories", most_layers * 256, [&](Row& row) {
    const std::int64_t layer = row.integer("layer", last, std::int64_t(info_.layers.size()) - 1);
    if (layer >= std::int64_t(info_.layers.size())) return row.refuse("layer");
    last = layer;
    std::vector<std::string>& categories = info_.layers[static_cast<std::size_t>(layer)].info.categories;
    categories.push_back(row.text("name", most_text));
    if (categories.size() > 256) row.refuse("layer");
  });
}

Result<void> WorldReader::read_objects() {
  std::set<std::string> names;
  return for_each_row("objects", most_tables, [&](Row& row) {
    StoredObjects objects;
    objects.name = row.text("name", most_name);
    if (!check_name(objects.name, "") || !names.insert(objects.name).second) row.refuse("name");
    objects.doc = row.text("doc", most_text);
    objects.rows = static_cast<std::uint64_t>(row.integer("rows", 0, endless));
    info_.objects.push_back(objects.name);
    objects_.push_back(std::move(objects));
  });
}

Result<void> WorldReader::read_columns() {
  std::int64_t last = 0;
  return for_each_row("object_columns", most_columns, [&](Row& row) {
    const std::int64_t object = row.integer("object", last, std::int64_t(objects_.size()) - 1);
    if (object >= std::int64_t(objects_.size())) return row.refuse("object");
    last = object;
    StoredObjects& objects = objects_[static_cast<std::size_t>(object)];
    StoredColumn column;
    column.name = row.text("name", most_name);
    const auto same = [&](const StoredColumn& other) { return other.name == column.name; };
    if (!check_name(column.name, "") || std::any_of(objects.columns.begin(), objects.columns.end(), same)) row.refuse("name");
    column.type = row.text("type", most_name);
    if (!is_column_type(column.type)) row.refuse("type");
    column.unit = row.text("unit", most_text);
    column.doc = row.text("doc", most_text);
    column.array.what = concat({"column \"", column.name, "\" of \"", objects.name, "\""});
    column.array.bytes = static_cast<std::uint64_t>(row.integer("bytes", 0, endless));
    const std::int64_t first_block = row.integer("first_block", 0, endless);
    if (!give_blocks(column.array, first_block, row.integer("blocks", 0, endless))) row.refuse("blocks");
    objects.columns.push_back(std::move(column));
  });
}

Result<void> WorldReader::read_stages() {
  return for_each_row("stages", most_stages, [&](Row& row) {
    StageVersion stage;
    stage.id = row.text("id", most_text);
    stage.stage = row.text("stage", most_text);
    stage.version = static_cast<int>(row.integer("version", 0, std::numeric_limits<int>::max()));
    info_.stages.push_back(std::move(stage));
  });
}

Result<void> WorldReader::read_reports() {
  return for_each_row("reports", most_stages, [&](Row& row) {
    StageReport report;
    report.id = row.text("id", most_text);
    report.stage = row.text("stage", most_text);
    report.seconds = row.real("seconds");
    report.reused = row.truth("reused");
    info_.reports.push_back(std::move(report));
  });
}

Result<void> WorldReader::read_block_sizes() {
  CRATON_TRY(Statement rows, Statement::make(database_, "SELECT number, length(bytes) FROM blocks ORDER BY number"));
  while (true) {
    CRATON_TRY(const bool found, rows.step());
    if (!found) return {};
    const std::int64_t* number = rows.integer(0);
    if (!number || *number != static_cast<std::int64_t>(block_sizes_.size())) return {};  // check_blocks says which is missing
    const std::int64_t* size = rows.integer(1);
    if (!size || *size < 0 || *size > static_cast<std::int64_t>(most_packed_bytes()))
      return damaged(path(), concat({"the length of block ", std::to_string(block_sizes_.size()), " cannot be"}));
    block_sizes_.push_back(static_cast<std::uint32_t>(*size));
  }
}

Result<void> WorldReader::check_blocks() {
  const auto missing = [&](const StoredArray& array) -> Result<void> {
    const std::uint64_t blocks = block_count(array.bytes);
    if (array.first_block + blocks <= block_sizes_.size()) return {};
    const std::uint64_t first = std::max<std::uint64_t>(block_sizes_.size(), array.first_block) - array.first_block;
    return damaged(path(), concat({"block ", std::to_string(first), " of ", array.what, " is missing"}));
  };
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    CRATON_TRY(missing(layers_[i]));
    for (std::uint64_t block = 0; block < block_count(layers_[i].bytes); ++block)
      info_.layers[i].stored_bytes += block_sizes_[layers_[i].first_block + block];
  }
  for (const StoredObjects& objects : objects_)
    for (const StoredColumn& column : objects.columns) CRATON_TRY(missing(column.array));
  if (block_sizes_.size() > blocks_given_) return damaged(path(), "it holds blocks that belong to nothing");
  return {};
}

Result<void> WorldReader::check_objects() const {
  for (const StoredObjects& objects : objects_)
    if (objects.columns.empty() && objects.rows != 0)
      return damaged(path(), concat({"objects \"", objects.name, "\" have rows but no columns"}));
  return {};
}

Result<void> WorldReader::read(const StoredArray& array, std::span<std::byte> out, const Execution& execution) {
  return read_part(array, 0, out, execution);
}

Result<void> WorldReader::read_part(const StoredArray& array, std::uint64_t offset, std::span<std::byte> out,
                                    const Execution& execution) {
  CRATON_TRY(Statement rows, Statement::make(database_, "SELECT coding, checksum, bytes FROM blocks WHERE number = ?1"));
  const std::uint64_t skipped = offset / block_bytes;
  const auto broken = [&](std::uint64_t block) {
    return damaged(path(), concat({"block ", std::to_string(skipped + block), " of ", array.what, " is not what was written"}));
  };
  const auto fetch = [&](std::uint64_t block, BlockRoom& room) -> Result<void> {
    rows.reset();
    rows.bind(1, static_cast<std::int64_t>(array.first_block + skipped + block));
    CRATON_TRY(const bool found, rows.step());
    if (!found) return broken(block);
    std::uint64_t no_text = 0;
    Row row(rows, "blocks", static_cast<std::int64_t>(block), no_text);
    room.block.coding = static_cast<Coding>(row.integer("coding", 0, 255));
    room.block.checksum = static_cast<std::uint64_t>(row.integer("checksum", std::numeric_limits<std::int64_t>::min(), endless));
    const std::span<const std::byte>* bytes = rows.bytes(2);
    if (!row.check(path()) || !bytes || bytes->size() > most_packed_bytes()) return broken(block);
    room.room.assign(bytes->begin(), bytes->end());
    room.block.packed = room.room;
    room.block.checksum_of = checksum_of_format(info_.format);
    return {};
  };
  return unpack_blocks(out, array.first_block + skipped, execution, fetch, broken);
}

}  // namespace craton::files
