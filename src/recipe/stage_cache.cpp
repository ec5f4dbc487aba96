#include "recipe/stage_cache.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "recipe/stage_key.h"
#include "surface/object_bytes.h"

namespace craton::recipe {
namespace {

/// What a stage's layers are, as text in a blob of one size: fields end with a zero byte.
constexpr std::size_t note_bytes = 16384;
using Note = std::array<char, note_bytes>;

class NoteWriter {
 public:
  void add(std::string_view field) {
    if (length_ + field.size() + 1 > note_bytes || field.find('\0') != field.npos) full_ = true;
    if (full_) return;
    std::memcpy(note_.data() + length_, field.data(), field.size());
    length_ += field.size() + 1;
  }
  void add(std::size_t number) { add(std::string_view(std::to_string(number))); }
  const Note* note() const { return full_ ? nullptr : &note_; }

 private:
  Note note_{};
  std::size_t length_ = 0;
  bool full_ = false;
};

class NoteReader {
 public:
  explicit NoteReader(const Note& note) : note_(note) {}
  std::optional<std::string> text() {
    const auto* begin = note_.data() + place_;
    const void* end = std::memchr(begin, 0, note_bytes - place_);
    if (!end) return std::nullopt;
    const auto length = static_cast<std::size_t>(static_cast<const char*>(end) - begin);
    place_ += length + 1;
    return std::string(begin, length);
  }
  std::optional<std::size_t> number() {
    const std::optional<std::string> digits = text();
    std::size_t value = 0;
    if (!digits) return std::nullopt;
    const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
    if (error != std::errc() || end != digits->data() + digits->size()) return std::nullopt;
    return value;
  }

 private:
  const Note& note_;
  std::size_t place_ = 0;
};

void write_info(NoteWriter& writer, const LayerInfo& info) {
  writer.add(info.name);
  writer.add(static_cast<std::size_t>(info.type));
  writer.add(info.unit);
  writer.add(info.doc);
  writer.add(info.categories.size());
  for (const std::string& category : info.categories) writer.add(category);
}

std::optional<LayerInfo> read_info(NoteReader& reader) {
  const auto name = reader.text();
  const auto type = reader.number();
  const auto unit = reader.text(), doc = reader.text();
  const auto categories = reader.number();
  if (!name || !type || *type > 2 || !unit || !doc || !categories || *categories > 256) return std::nullopt;
  LayerInfo info{*name, static_cast<LayerType>(*type), *unit, *doc, {}};
  for (std::size_t i = 0; i < *categories; ++i) {
    const auto category = reader.text();
    if (!category) return std::nullopt;
    info.categories.push_back(*category);
  }
  return info;
}

constexpr std::string_view note_part = "note";
BlobKey layer_part(const BlobKey& key, std::string_view layer) {
  return part_of(key, std::string("layer ") + std::string(layer));
}

BlobKey table_part(const BlobKey& key, std::string_view table) {
  return part_of(key, std::string("objects ") + std::string(table));
}

}  // namespace

bool StageCache::reuse(const BlobKey& key, const PlannedStage& stage, Surface& surface) {
  if (!store_ || !reuse_) return false;
  Note note;
  if (!store_->get(part_of(key, note_part), std::as_writable_bytes(std::span(note)))) return false;
  NoteReader reader(note);
  std::vector<Promised> found;
  for (const std::string& layer : stage.writes) {
    const std::optional<LayerInfo> info = read_info(reader);
    const BlobKey bytes = layer_part(key, layer);
    if (!info || info->name != layer || !store_->has(bytes)) return false;
    found.push_back({bytes, *info});
  }
  std::vector<PromisedTable> tables;
  for (const std::string& table : stage.tables_written) {
    const auto name = reader.text();
    const auto length = reader.number();
    const BlobKey bytes = table_part(key, table);
    if (!name || *name != table || !length || (*length > 0 && !store_->has(bytes))) return false;
    if (*length > 0) tables.push_back({bytes, table, *length});
  }
  for (Promised& promised : found) {
    if (!surface.ensure_layer(promised.info)) return false;
    give_up(promised.info.name);
    promised_.push_back(std::move(promised));
  }
  for (PromisedTable& promised : tables) {
    if (!surface.objects(promised.name) && !surface.set_objects({promised.name, "", {}})) return false;
    std::erase_if(promised_tables_, [&](const PromisedTable& older) { return older.name == promised.name; });
    promised_tables_.push_back(std::move(promised));
  }
  return true;
}

void StageCache::keep(const BlobKey& key, const PlannedStage& stage, const Surface& surface) {
  if (!store_) return;
  NoteWriter writer;
  for (const std::string& layer : stage.writes) write_info(writer, surface.layer(layer)->info());
  std::vector<std::vector<std::byte>> tables;
  for (const std::string& table : stage.tables_written) {
    const ObjectTable* made = surface.objects(table);  // a stage may have nothing to tell
    tables.push_back(made ? bytes_of_table(*made) : std::vector<std::byte>());
    writer.add(table);
    writer.add(tables.back().size());
  }
  if (!writer.note()) return;
  for (const std::string& layer : stage.writes) store_->put(layer_part(key, layer), surface.layer(layer)->bytes());
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (!tables[i].empty()) store_->put(table_part(key, stage.tables_written[i]), tables[i]);
  // The note comes last: where it is, the rest is.
  store_->put(part_of(key, note_part), std::as_bytes(std::span(*writer.note())));
}

bool StageCache::load_one(const Promised& promised, Surface& surface) {
  // A layer of an earlier stage gives way to the promised one.
  const Result<Layer*> layer = surface.ensure_layer(promised.info);
  if (layer && store_->get(promised.key, (*layer)->bytes())) {
    (*layer)->set_info(promised.info);
    return true;
  }
  forgotten_ = true;
  return false;
}

bool StageCache::load_one(const PromisedTable& promised, Surface& surface) {
  std::vector<std::byte> bytes(promised.length);
  if (store_->get(promised.key, bytes))
    if (std::optional<ObjectTable> table = table_of_bytes(bytes))
      if (surface.set_objects(*std::move(table))) return true;
  forgotten_ = true;
  return false;
}

bool StageCache::load(const std::vector<std::string>& layers, const std::vector<std::string>& tables, Surface& surface) {
  for (const std::string& name : layers) {
    const auto found = std::find_if(promised_.begin(), promised_.end(), [&](const Promised& p) { return p.info.name == name; });
    if (found == promised_.end()) continue;
    if (!load_one(*found, surface)) return false;
    promised_.erase(found);
  }
  for (const std::string& name : tables) {
    const auto found =
        std::find_if(promised_tables_.begin(), promised_tables_.end(), [&](const PromisedTable& p) { return p.name == name; });
    if (found == promised_tables_.end()) continue;
    if (!load_one(*found, surface)) return false;
    promised_tables_.erase(found);
  }
  return true;
}

bool StageCache::load_all(Surface& surface) {
  for (const Promised& promised : promised_)
    if (!load_one(promised, surface)) return false;
  for (const PromisedTable& promised : promised_tables_)
    if (!load_one(promised, surface)) return false;
  promised_.clear();
  promised_tables_.clear();
  return true;
}

void StageCache::give_up(const std::string& layer) {
  std::erase_if(promised_, [&](const Promised& promised) { return promised.info.name == layer; });
}

}  // namespace craton::recipe
