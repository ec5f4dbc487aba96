#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/recipe/recipe.h>
#include <craton/surface/torus.h>

/// Maps: recipes whose world is a rectangle of samples (docs/maps.md).
namespace craton {

/// The same world with so many samples: their step changes, so that the area stays, and the sides too where their ratio does.
/// On a plane the first sample stays where it is. Errors of a world that is no rectangle name the domain.
CRATON_API Result<void> resize_map(Recipe& recipe, GridSize size);

/// Along which axes the map closes onto itself. A window onto an endless plane closes along none.
CRATON_API Result<void> repeat_map(Recipe& recipe, Torus::Wrap wrap);

/// Samples that are added on each side.
struct MapMargins {
  std::uint32_t west = 0, north = 0, east = 0, south = 0;
};

/// A larger window onto the same endless plane. What stages of bounded reach made stays bit for bit; stages that take a window
/// for a world of its own (rivers, lakes) look at the whole of the larger one, so that rivers which left the old window go on.
/// A map of a whole world has no land beyond its borders: there it is an error.
CRATON_API Result<void> extend_map(Recipe& recipe, const MapMargins& more);

}  // namespace craton
