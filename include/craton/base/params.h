#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

class Layer;
struct NoiseSpec;

/// What a parameter can hold. Choices (enumerations) travel as their name.
using ParamValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

enum class ParamType {
  boolean,
  integer,
  number,
  choice,
  numbers,
  text,   ///< of stages: a file's name, a unit, …
  layer,  ///< of stages: the name of a layer
  noise,  ///< of stages: a noise, which does not travel as a ParamValue
};

/// What the values of a layer are: float, 32-bit integer, 8-bit category.
enum class LayerType { number, integer, category };

/// What a stage does with a layer.
enum class LayerAccess { read, write, change };

/// Values by name, in the order in which they were given.
class CRATON_API ParamValues {
 public:
  void set(std::string name, ParamValue value);  ///< replaces a value of the same name
  const ParamValue* find(std::string_view name) const;
  const std::vector<std::pair<std::string, ParamValue>>& items() const { return items_; }

 private:
  std::vector<std::pair<std::string, ParamValue>> items_;
};

/// One parameter, declared once beside its algorithm; checks, help, schema, reference pages and bindings read this.
struct ParamInfo {
  std::string_view name;
  ParamType type = ParamType::number;
  ParamValue default_value;
  double min = 0, max = 0;  ///< inclusive; of each element for `numbers`, unused for booleans and choices
  std::string_view unit;    ///< "m", "1/m", "" …
  std::string_view doc;     ///< one sentence
  std::span<const std::string_view> choices;
  std::size_t max_length = 0;  ///< of `numbers`, and of `text` in bytes
  void (*assign)(void* parameters, const ParamValue& value) = nullptr;
  bool may_be_noise = false;  ///< of noises: another noise may stand in place of the number
  /// Of stages: a layer of numbers may stand in place of the number; null where it may not.
  void (*assign_layer)(void* parameters, std::span<const float> values) = nullptr;
  LayerAccess access = LayerAccess::read;    ///< of `layer`
  LayerType layer_type = LayerType::number;  ///< of `layer`
  /// Of stages' layers and noises (stages/bound.h): puts them into the parameters before the stage runs.
  void (*bind_layer)(void* parameters, Layer* layer) = nullptr;
  void (*bind_noise)(void* parameters, const NoiseSpec* noise) = nullptr;
  bool filled = false;     ///< of a layer that is written: to the last cell
  bool describes = false;  ///< of a layer that is written: `doc` is the layer's own sentence too
  /// Of `text` that names layers which the stage reads, such as a formula: which ones.
  std::vector<std::string> (*layers_in)(const std::string& text) = nullptr;
  bool asset = false;  ///< of `text`: the name of an asset, whose content counts

  bool may_be_layer() const { return assign_layer != nullptr; }

  /// Checks type, range and choice; a whole number is accepted where a number is asked for. `path` is put into the error.
  CRATON_API Result<ParamValue> check(const ParamValue& value, std::string_view path) const;
  /// "0 … 10", "circle | fixed", …
  CRATON_API std::string allowed() const;
};

CRATON_API std::string to_string(const ParamValue& value);

/// Closest of the candidates to a mistyped name, or "" when none is near.
CRATON_API std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

/// Specialised by each parameter struct; defaults are read from P{}.
///
///     struct PerlinParams { int smoothness = 2; };
///     template <> std::span<const ParamInfo> craton::params_of<PerlinParams>() {
///       static const ParamInfo list[] = {
///           integer_param<&PerlinParams::smoothness>("smoothness", 0, 10, "", "Order of the blend between corners."),
///       };
///       return list;
///     }
template <class P>
std::span<const ParamInfo> params_of();

/// Names of an enumeration's values in order; specialised beside each enumeration used as a choice.
template <class E>
std::span<const std::string_view> choice_names();

namespace detail {

template <class M>
struct member_of;
template <class P, class T>
struct member_of<T P::*> {
  using owner = P;
  using type = T;
};

template <auto Member>
auto default_of() {
  typename member_of<decltype(Member)>::owner defaults{};
  return defaults.*Member;
}

template <auto Member>
auto& member_in(void* parameters) {
  return static_cast<typename member_of<decltype(Member)>::owner*>(parameters)->*Member;
}

}  // namespace detail

template <auto Member>
ParamInfo boolean_param(std::string_view name, std::string_view doc) {
  return {name, ParamType::boolean, detail::default_of<Member>(), 0, 1, "", doc, {}, 0, [](void* p, const ParamValue& v) {
            detail::member_in<Member>(p) = std::get<bool>(v);
          }};
}

template <auto Member>
ParamInfo integer_param(std::string_view name, std::int64_t min, std::int64_t max, std::string_view unit, std::string_view doc) {
  return {name,
          ParamType::integer,
          std::int64_t{detail::default_of<Member>()},
          double(min),
          double(max),
          unit,
          doc,
          {},
          0,
          [](void* p, const ParamValue& v) {
            auto& member = detail::member_in<Member>(p);
            member = static_cast<std::remove_reference_t<decltype(member)>>(std::get<std::int64_t>(v));
          }};
}

template <auto Member>
ParamInfo number_param(std::string_view name, double min, double max, std::string_view unit, std::string_view doc) {
  return {name,
          ParamType::number,
          double{detail::default_of<Member>()},
          min,
          max,
          unit,
          doc,
          {},
          0,
          [](void* p, const ParamValue& v) {
            auto& member = detail::member_in<Member>(p);
            member = static_cast<std::remove_reference_t<decltype(member)>>(std::get<double>(v));
          }};
}

template <auto Member>
ParamInfo numbers_param(std::string_view name, double min, double max, std::size_t max_length, std::string_view unit,
                        std::string_view doc) {
  return {name,
          ParamType::numbers,
          detail::default_of<Member>(),
          min,
          max,
          unit,
          doc,
          {},
          max_length,
          [](void* p, const ParamValue& v) { detail::member_in<Member>(p) = std::get<std::vector<double>>(v); }};
}

template <auto Member>
ParamInfo choice_param(std::string_view name, std::string_view doc) {
  using E = typename detail::member_of<decltype(Member)>::type;
  std::span<const std::string_view> names = choice_names<E>();
  return {name,
          ParamType::choice,
          std::string(names[static_cast<std::size_t>(detail::default_of<Member>())]),
          0,
          0,
          "",
          doc,
          names,
          0,
          [](void* p, const ParamValue& v) {
            std::span<const std::string_view> all = choice_names<E>();
            for (std::size_t i = 0; i < all.size(); ++i)
              if (all[i] == std::get<std::string>(v)) detail::member_in<Member>(p) = static_cast<E>(i);
          }};
}

template <auto Member>
ParamInfo text_param(std::string_view name, std::size_t max_length, std::string_view doc) {
  return {name, ParamType::text, detail::default_of<Member>(), 0, 0, "", doc, {}, max_length, [](void* p, const ParamValue& v) {
            detail::member_in<Member>(p) = std::get<std::string>(v);
          }};
}

/// The name of a layer that the stage reads, writes or changes; "" as default means that it must be given.
template <auto Member>
ParamInfo layer_param(std::string_view name, LayerAccess access, std::string_view doc, LayerType type = LayerType::number) {
  ParamInfo info = text_param<Member>(name, 64, doc);
  info.type = ParamType::layer;
  info.access = access;
  info.layer_type = type;
  return info;
}

/// A number that a layer may stand in for: the member is a Field (surface/field.h).
template <auto Member>
ParamInfo field_param(std::string_view name, double min, double max, std::string_view unit, std::string_view doc) {
  ParamInfo info{name,
                 ParamType::number,
                 double{detail::default_of<Member>().constant()},
                 min,
                 max,
                 unit,
                 doc,
                 {},
                 0,
                 [](void* p, const ParamValue& v) { detail::member_in<Member>(p) = std::get<double>(v); }};
  info.assign_layer = [](void* p, std::span<const float> values) { detail::member_in<Member>(p) = values; };
  return info;
}

/// A noise; the stage asks its StageSpec for it.
inline ParamInfo noise_param(std::string_view name, std::string_view doc) {
  return {name, ParamType::noise, std::string(), 0, 0, "", doc, {}, 0, [](void*, const ParamValue&) {}};
}

/// Checks `values` against a declaration and fills `parameters`, which start at their defaults. Unknown names are
/// errors with a suggestion; `path` is the place of the values ("/source", "--spec", …).
CRATON_API Result<void> read_params(std::span<const ParamInfo> declared, const ParamValues& values, std::string_view path,
                                    void* parameters);

template <class P>
Result<P> params_from(const ParamValues& values, std::string_view path) {
  P parameters{};
  CRATON_TRY(read_params(params_of<P>(), values, path, &parameters));
  return parameters;
}

}  // namespace craton
