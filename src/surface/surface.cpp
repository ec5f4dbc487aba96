#include <craton/surface/surface.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include <craton/surface/sites.h>

#include "base/text.h"
#include "surface/sites_table.h"

namespace craton {
namespace {

std::string_view type_name(LayerType type) {
  constexpr std::string_view names[] = {"numbers", "integers", "categories"};
  return names[static_cast<std::size_t>(type)];
}

Error wrong_type(const Layer& layer, LayerType wanted, std::string_view path) {
  return {ErrorCode::invalid_value, std::string(path),
          concat({"layer \"", layer.name(), "\" is one of ", type_name(layer.type()), ", allowed one of ", type_name(wanted)})};
}

/// Moves the rows inside the margin to the front, in order: a row never lands behind where it was.
void pack_rows(std::byte* data, const PlaneTile& tile, std::size_t cell_bytes) {
  const std::size_t row_bytes = tile.size().width * cell_bytes;
  for (std::uint32_t row = 0; row < tile.size().height; ++row)
    std::memmove(data + row * row_bytes, data + tile.cell(0, row) * cell_bytes, row_bytes);
}

}  // namespace

const Layer* Surface::layer(std::string_view name) const {
  for (const auto& each : layers_)
    if (each->name() == name) return each.get();
  return nullptr;
}

Layer* Surface::layer(std::string_view name) { return const_cast<Layer*>(std::as_const(*this).layer(name)); }

Result<Layer*> Surface::add_layer(LayerInfo info) {
  CRATON_TRY(check_name(info.name, "layer"));
  if (layer(info.name) != nullptr) return Error{ErrorCode::invalid_value, info.name, "there is a layer of this name already"};
  if (info.categories.size() > 256)
    return Error{ErrorCode::invalid_value, info.name,
                 concat({"found ", std::to_string(info.categories.size()), " categories, allowed 256 at most"})};
  const std::string name = info.name;
  try {
    layers_.push_back(std::make_unique<Layer>(std::move(info), cell_count()));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, name, concat({"not enough memory for ", std::to_string(cell_count()), " cells"})};
  }
  return layers_.back().get();
}

Result<Layer*> Surface::ensure_layer(LayerInfo info) {
  Layer* old = layer(info.name);
  if (old == nullptr) return add_layer(std::move(info));
  if (old->type() != info.type) return wrong_type(*old, info.type, info.name);
  if (!info.unit.empty()) old->info_.unit = std::move(info.unit);
  if (!info.doc.empty()) old->info_.doc = std::move(info.doc);
  old->info_.categories = std::move(info.categories);
  return old;
}

Result<Layer*> Surface::need_layer(std::string_view name, LayerType type, std::string_view path) {
  Layer* found = layer(name);
  if (found != nullptr && found->type() == type) return found;
  if (found != nullptr) return wrong_type(*found, type, path);
  std::vector<std::string_view> names;
  for (const auto& each : layers_) names.push_back(each->name());
  const std::string known = names.empty() ? "there is none yet" : concat({"there are ", joined(names)});
  return Error{ErrorCode::unknown_name, std::string(path),
               concat({"there is no layer \"", name, "\"; ", known, suggestion(nearest_name(name, names))})};
}

bool Surface::remove_layer(std::string_view name) {
  return std::erase_if(layers_, [name](const auto& each) { return each->name() == name; }) > 0;
}

const ObjectTable* Surface::objects(std::string_view name) const {
  for (const ObjectTable& table : objects_)
    if (table.name == name) return &table;
  return nullptr;
}

Result<void> Surface::set_objects(ObjectTable table) {
  CRATON_TRY(table.check("objects"));
  CRATON_TRY(apply_sites(table, domain_));
  const auto old =
      std::find_if(objects_.begin(), objects_.end(), [&](const ObjectTable& each) { return each.name == table.name; });
  if (old == objects_.end()) {
    objects_.push_back(std::move(table));
  } else {
    *old = std::move(table);
  }
  return {};
}

void Surface::drop_halo() {
  auto* tile = std::get_if<PlaneTile>(&domain_);
  if (tile == nullptr || tile->halo() == 0) return;
  const PlaneTile inner = tile->without_halo();
  for (const auto& each : layers_) {
    pack_rows(each->data_.get(), *tile, bytes_per_cell(each->type()));
    each->cells_ = inner.cell_count();
  }
  *tile = inner;
}

}  // namespace craton
