#pragma once

#include <craton/surface/field.h>

/// Loops over fields without a question per cell: whether a field is a number or a layer is asked once, outside.
///
///     visit_fields([&](auto a, auto b) { for (Cell c = begin; c < end; ++c) out[c] = a[c] + b[c]; }, params.a, params.b);
///
/// Where `out` may be the layer behind a field, put `#pragma GCC ivdep` before the loop: a cell needs no other.
namespace craton {

struct ConstantField {
  float value;
  float operator[](Cell) const { return value; }
};
struct LayerField {
  const float* values;
  float operator[](Cell cell) const { return values[cell]; }
};

template <class Loop>
void visit_fields(Loop&& loop) {
  loop();
}
template <class Loop, class... Rest>
void visit_fields(Loop&& loop, const Field& first, const Rest&... rest) {
  if (first.varies())
    visit_fields([&](auto... others) { loop(LayerField{first.values().data()}, others...); }, rest...);
  else
    visit_fields([&](auto... others) { loop(ConstantField{first[0]}, others...); }, rest...);
}

}  // namespace craton
