#pragma once

#include <cstddef>

#include <craton/surface/field.h>

/// Loops over fields without a question per cell: whether a field is a number or a layer is asked once, outside.
///
///     float* values = out + first;      // plain copies: what a lambda captures by reference keeps compilers from vectors
///     visit_fields(first, [=](auto a, auto b) { for (std::size_t i = 0; i < count; ++i) values[i] = a[i] + b[i]; }, params.a,
///     params.b);
///
/// Indices count from `first`. Where `out` may be the layer behind a field, put `#pragma GCC ivdep` before the loop: a cell needs
/// no other.
namespace craton {

struct ConstantField {
  float value;
  float operator[](std::size_t) const { return value; }
};
struct LayerField {
  const float* values;
  float operator[](std::size_t i) const { return values[i]; }
};

template <class Loop>
void visit_fields(Cell, Loop&& loop) {
  loop();
}
template <class Loop, class... Rest>
void visit_fields(Cell first, Loop&& loop, const Field& field, const Rest&... rest) {
  if (field.varies())
    visit_fields(
        first, [&](auto... others) { loop(LayerField{field.values().data() + first}, others...); }, rest...);
  else
    visit_fields(
        first, [&](auto... others) { loop(ConstantField{field[0]}, others...); }, rest...);
}

}  // namespace craton
