#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <craton/base/params.h>
#include <craton/noise/noise.h>
#include <craton/surface/field.h>
#include <craton/surface/surface.h>

/// What a stage touches, as typed members of its parameters. They are declared once, in `params_of` and `tables_of`; planner,
/// cache, reference and schema read the declarations, and the members are bound before the stage runs.
///
///     struct DunesParams {
///       Change<float> layer = "height";   // the name by default; a recipe may give another
///       Field height = 20.0;              // a number, or a layer of numbers
///       double spacing = 400;
///     };
namespace craton {

/// A layer. `T` says what it holds: float numbers, int32 whole numbers, uint8 categories.
template <class T, LayerAccess access>
class BoundLayer {
 public:
  using Value = std::conditional_t<access == LayerAccess::read, const T, T>;
  using LayerRef = std::conditional_t<access == LayerAccess::read, const Layer, Layer>;
  static constexpr LayerAccess layer_access = access;
  static constexpr LayerType layer_type = std::is_same_v<T, float>          ? LayerType::number
                                          : std::is_same_v<T, std::int32_t> ? LayerType::integer
                                                                            : LayerType::category;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint8_t>);

  BoundLayer(const char* default_name = "") : name_(default_name) {}

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  void bind(Layer* layer) { layer_ = layer; }

  /// False where the recipe wants none ("") of a layer that need not be there.
  explicit operator bool() const { return layer_ != nullptr; }
  LayerRef& operator*() const { return *layer_; }
  LayerRef* operator->() const { return layer_; }
  /// Empty where there is no layer. Take it once, before a loop.
  std::span<Value> values() const {
    if (!layer_) return {};
    LayerRef& layer = *layer_;
    if constexpr (layer_type == LayerType::number) return layer.numbers();
    if constexpr (layer_type == LayerType::integer) return layer.integers();
    if constexpr (layer_type == LayerType::category) return layer.categories();
  }
  operator std::span<Value>() const { return values(); }

 private:
  std::string name_;
  Layer* layer_ = nullptr;
};

template <class T>
using Read = BoundLayer<T, LayerAccess::read>;
/// All of it is written anew; whatever was there does not count. A new one holds zeros.
template <class T>
using Write = BoundLayer<T, LayerAccess::write>;
template <class T>
using Change = BoundLayer<T, LayerAccess::change>;

/// A text in which layers of numbers are named.
class TextOfLayers {
 public:
  TextOfLayers(const char* text = "") : text_(text) {}
  TextOfLayers& operator=(std::string text) {
    text_ = std::move(text);
    return *this;
  }

  const std::string& text() const { return text_; }
  void bind(Layer* layer) { layers_.push_back(layer); }
  /// Those that the text names, in its order.
  std::span<const Layer* const> layers() const { return layers_; }

 private:
  std::string text_;
  std::vector<const Layer*> layers_;
};

/// A table of objects, by a fixed name.
template <LayerAccess access>
class BoundTable {
 public:
  static constexpr LayerAccess table_access = access;
  BoundTable(const char* name) : name_(name) {}

  std::string_view name() const { return name_; }
  void bind(Surface* surface) { surface_ = surface; }

  /// Null where no stage has written it.
  const ObjectTable* get() const { return surface_->objects(name_); }
  explicit operator bool() const { return get() != nullptr; }
  const ObjectTable& operator*() const { return *get(); }
  const ObjectTable* operator->() const { return get(); }
  /// Puts a table in its place; its name must be this one's.
  Result<void> set(ObjectTable table) const requires(access != LayerAccess::read) {
    return surface_->set_objects(std::move(table));
  }

 private:
  std::string_view name_;
  Surface* surface_ = nullptr;
};

using ReadTable = BoundTable<LayerAccess::read>;
using WriteTable = BoundTable<LayerAccess::write>;
using ChangeTable = BoundTable<LayerAccess::change>;

/// A table of objects that a stage uses.
struct TableUse {
  std::string_view name;
  LayerAccess access = LayerAccess::read;
  void (*bind)(void* parameters, Surface* surface) = nullptr;
};

/// Specialised by parameter structs with tables: `static const TableUse list[] = {table_use<&P::rivers>()};`
template <class P>
std::span<const TableUse> tables_of() {
  return {};
}

template <auto Member>
TableUse table_use() {
  const auto table = detail::default_of<Member>();
  return {table.name(), decltype(table)::table_access,
          [](void* parameters, Surface* surface) { detail::member_in<Member>(parameters).bind(surface); }};
}

/// A layer whose name the recipe may give; access and type are the member's, `unit` is that of a layer that is written.
template <auto Member>
ParamInfo layer_param(std::string_view name, std::string_view doc, std::string_view unit = "") {
  using Bound = typename detail::member_of<decltype(Member)>::type;
  ParamInfo info{
      name, ParamType::layer, detail::default_of<Member>().name(), 0, 0, unit, doc, {}, 64, [](void* p, const ParamValue& v) {
        detail::member_in<Member>(p).set_name(std::get<std::string>(v));
      }};
  info.access = Bound::layer_access;
  info.layer_type = Bound::layer_type;
  info.bind_layer = [](void* p, Layer* layer) { detail::member_in<Member>(p).bind(layer); };
  return info;
}

/// A layer that need not be there: a recipe may say "".
template <auto Member>
ParamInfo optional_layer_param(std::string_view name, std::string_view doc, std::string_view unit = "") {
  static constexpr std::string_view no_layer[] = {""};
  ParamInfo info = layer_param<Member>(name, doc, unit);
  info.choices = no_layer;
  return info;
}

/// A layer that the stage fills to the last cell: a new one is not cleared before.
template <auto Member>
ParamInfo filled_layer_param(std::string_view name, std::string_view doc, std::string_view unit = "") {
  ParamInfo info = layer_param<Member>(name, doc, unit);
  info.filled = true;
  return info;
}

/// A layer that the stage makes, and that `doc` describes.
template <auto Member>
ParamInfo result_param(std::string_view name, std::string_view doc, std::string_view unit) {
  ParamInfo info = layer_param<Member>(name, doc, unit);
  info.describes = true;
  return info;
}

/// A result that the stage fills to the last cell.
template <auto Member>
ParamInfo filled_result_param(std::string_view name, std::string_view doc, std::string_view unit) {
  ParamInfo info = result_param<Member>(name, doc, unit);
  info.filled = true;
  return info;
}

/// One that need not be made: a recipe may say "".
template <auto Member>
ParamInfo optional_result_param(std::string_view name, std::string_view doc, std::string_view unit) {
  ParamInfo info = optional_layer_param<Member>(name, doc, unit);
  info.describes = true;
  return info;
}

/// A noise: the member is a `const NoiseSpec*`, null where the recipe gives none. `otherwise` is the kind that the stage then
/// takes; without it the noise must be given.
template <auto Member>
ParamInfo noise_param(std::string_view name, std::string_view doc, std::string_view otherwise = "") {
  ParamInfo info{name, ParamType::noise, std::string(otherwise), 0, 0, "", doc, {}, 0, [](void*, const ParamValue&) {}};
  info.bind_noise = [](void* p, const NoiseSpec* noise) { detail::member_in<Member>(p) = noise; };
  return info;
}

/// A text that names layers; `layers_in` tells which.
template <auto Member>
ParamInfo text_of_layers_param(std::string_view name, std::size_t max_length, std::string_view doc,
                               std::vector<std::string> (*layers_in)(const std::string&)) {
  ParamInfo info{name,
                 ParamType::text,
                 detail::default_of<Member>().text(),
                 0,
                 0,
                 "",
                 doc,
                 {},
                 max_length,
                 [](void* p, const ParamValue& v) { detail::member_in<Member>(p) = std::get<std::string>(v); }};
  info.layers_in = layers_in;
  info.bind_layer = [](void* p, Layer* layer) { detail::member_in<Member>(p).bind(layer); };
  return info;
}

/// The name of an asset (a file beside the recipe): what it holds counts for the cache too.
template <auto Member>
ParamInfo asset_param(std::string_view name, std::string_view doc) {
  ParamInfo info = text_param<Member>(name, 1024, doc);
  info.asset = true;
  return info;
}

}  // namespace craton
