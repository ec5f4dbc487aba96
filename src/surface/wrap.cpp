// Fusek 2020, algorithm 2, for places between cells; the joints of faces are those of whole cells (cube_faces.h).
#include <craton/surface/wrap.h>

#include "base/fp_mode.h"
#include "surface/cube_faces.h"

namespace craton {
namespace {

// Out of line, so that nothing of it moves before the guard (see FloatingPointMode).
[[gnu::noinline]] std::optional<FacePlace> wrap_kernel(const FacePlace& place) {
  const auto within = [](double t) { return t >= 0 && t <= 1; };
  const bool beside = !within(place.a), above_or_below = !within(place.b);
  if (!beside && !above_or_below) return place;
  if (beside && above_or_below) return std::nullopt;

  const double across = beside ? place.a : place.b, along = beside ? place.b : place.a;
  const double depth = across < 0 ? -across : across - 1;
  if (!(depth <= 1)) return std::nullopt;  // nor is NaN a place
  const Fold& fold = cube_folds[place.face][(beside ? 0U : 2U) + (across < 0 ? 0U : 1U)];
  const double depth_there = fold.depth_backwards ? 1 - depth : depth;
  const double along_there = fold.along_backwards ? 1 - along : along;
  return fold.depth_is_column ? FacePlace{fold.face, depth_there, along_there} : FacePlace{fold.face, along_there, depth_there};
}

}  // namespace

std::optional<FacePlace> wrapped(const FacePlace& place) {
  FloatingPointMode ieee;
  return place.face < face_count ? wrap_kernel(place) : std::nullopt;
}

}  // namespace craton
