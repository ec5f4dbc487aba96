#pragma once

#include <optional>

#include <craton/base/export.h>
#include <craton/surface/coords.h>

namespace craton {

/// The place on the cube for one that may lie beyond an edge of its face, by up to a whole face: it goes on over the edge, on the
/// neighbouring face. Beyond two edges at once, or further away, there is no place. On the edge itself a place stays on its face.
///
///     wrapped({0, 1.25, 0.5}) is {1, 0.25, 0.5}: a quarter of a face into the right face
CRATON_API std::optional<FacePlace> wrapped(const FacePlace& place);

}  // namespace craton
