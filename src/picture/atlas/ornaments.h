#pragma once

#include <optional>
#include <string>

#include "picture/atlas/furniture.h"
#include "picture/atlas/label_layout.h"
#include "picture/atlas/labels.h"

// What old maps have in their seas.
namespace craton::atlas {

/// The middle of a box of this size that covers most sea and nothing that is taken, near a corner of the map; nothing where there
/// is none with at least `least` of sea.
std::optional<Spot> room_at_sea(const MapFrame& frame, const LabelLayout& layout, const BusyMap& busy, double width,
                                double height, double least);

/// Rays of 32 winds from a compass, over the sea alone.
void draw_winds(Drawing& drawing, const Furniture& furniture, const FlatRasters& rasters, Spot compass, double radius);
void draw_compass(Drawing& drawing, const Furniture& furniture, Spot middle, double radius);

/// A plaque with the title, what stands below it, and the scale.
struct Cartouche {
  std::string title, subtitle;
  double width = 0, height = 0;  ///< pixels
  double title_size = 0;
};
Cartouche cartouche_of(const Furniture& furniture, const std::string& title, const std::string& subtitle);
void draw_cartouche(Drawing& drawing, const Furniture& furniture, const Cartouche& cartouche, Spot middle);

}  // namespace craton::atlas
