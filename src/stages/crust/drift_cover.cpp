// What lies where after plates have moved. Continents stay on top of sea floor, which sinks below them; of two sea floors that of
// the less buoyant plate sinks, and of two continents the smaller one gives way (or, where they are alike, that of the less
// buoyant plate). Cortial et al. 2019, "Procedural tectonic planets", Computer Graphics Forum 38.
#include <algorithm>
#include <cmath>

#include "stages/crust/plan_drift.h"

namespace craton::crust {

/// The mesh of a piece closes onto itself even where the map does not: what leaves the map is gone, and its room is free.
Vec3d Drift::wrapped(const Vec3d& place) const {
  const Ground& ground = mesh_.ground();
  if (ground.is_sphere()) return place;
  const auto along = [](double value, double size) {
    const double turned = value - size * std::floor(value / size);
    return turned < size ? turned : 0.0;
  };
  return {along(place.x, ground.width()), along(place.y, ground.height()), 0};
}

Cell Drift::place_of(const DriftPiece& piece, Cell cell) const {
  return mesh_.cell_at(wrapped(piece.motion.forth(mesh_.centre(cell))));
}

Cell Drift::cell_of(const DriftPiece& piece, Cell place) const {
  return mesh_.cell_at(wrapped(piece.motion.back(mesh_.centre(place))));
}

Vec3d Drift::velocity(std::int32_t plate, const Vec3d& place) const {
  const Vec3d& turn = plates_[static_cast<std::size_t>(plate)].turn;
  return mesh_.ground().is_sphere() ? cross(turn, place) : turn;
}

void Drift::leave_map(DriftPiece& piece, const Vec3d& by) const {
  const Ground& ground = mesh_.ground();
  if (ground.is_sphere() || (ground.wraps_x() && ground.wraps_y())) return;
  for (Cell cell = 0; cell < mesh_.count(); ++cell) {
    if (!piece.cells[cell].here) continue;
    const Vec3d to = wrapped(piece.motion.forth(mesh_.centre(cell))) + by;
    const bool outside_x = !ground.wraps_x() && (to.x < 0 || to.x >= ground.width());
    const bool outside_y = !ground.wraps_y() && (to.y < 0 || to.y >= ground.height());
    if (outside_x || outside_y) piece.cells[cell] = {};
  }
}

void Drift::move(double million_years) {
  for (DriftPiece& piece : pieces_) {
    const Vec3d& turn = plates_[static_cast<std::size_t>(piece.plate)].turn;
    leave_map(piece, turn * million_years);
    piece.motion.go_on(turn, million_years);
  }
}

bool Drift::overrides(const DriftPiece& piece, const DriftCell& cell, const DriftPiece& other,
                      const DriftCell& other_cell) const {
  if (cell.continental() != other_cell.continental()) return cell.continental();
  if (cell.continental()) {
    constexpr float clearly = 2.5F;
    if (cell.mass > clearly * other_cell.mass) return true;
    if (other_cell.mass > clearly * cell.mass) return false;
  }
  return plates_[static_cast<std::size_t>(piece.plate)].buoyancy > plates_[static_cast<std::size_t>(other.plate)].buoyancy;
}

void Drift::settle(Cell place, std::uint32_t piece, Cell cell) {
  if (piece_[place] < 0) {
    piece_[place] = static_cast<std::int32_t>(piece);
    cell_[place] = cell;
    return;
  }
  const std::uint32_t there = piece_of(place);
  const DriftCell &old = pieces_[there].cells[cell_[place]], &crust = pieces_[piece].cells[cell];
  const bool same_plate = pieces_[piece].plate == pieces_[there].plate;
  const bool wins =
      same_plate ? crust.continental() && !old.continental() : overrides(pieces_[piece], crust, pieces_[there], old);
  if (!same_plate) {
    const bool collision = old.continental() && crust.continental();
    if (wins)
      losses_.push_back({place, there, cell_[place], pieces_[piece].plate, collision});
    else
      losses_.push_back({place, piece, cell, pieces_[there].plate, collision});
  }
  if (!wins) return;
  piece_[place] = static_cast<std::int32_t>(piece);
  cell_[place] = cell;
}

void Drift::cover() {
  piece_.assign(mesh_.count(), -1);
  cell_.assign(mesh_.count(), no_cell);
  losses_.clear();
  std::vector<std::uint32_t> seen(mesh_.count(), ~0u);
  std::vector<Cell> places;
  for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
    places.clear();
    const auto add = [&](Cell place) {
      if (seen[place] == p) return;
      seen[place] = p;
      places.push_back(place);
    };
    for (Cell cell = 0; cell < mesh_.count(); ++cell) {
      if (!pieces_[p].cells[cell].here) continue;
      const Cell place = place_of(pieces_[p], cell);
      add(place);
      for (const PlateMesh::Way& way : mesh_.links(place)) add(way.to);
    }
    for (const Cell place : places) {
      const Cell cell = cell_of(pieces_[p], place);
      if (pieces_[p].cells[cell].here) settle(place, p, cell);
    }
  }
}

/// Which cells of a piece are on top somewhere.
std::vector<bool> Drift::seen_of(std::uint32_t piece) const {
  std::vector<bool> seen(mesh_.count(), false);
  for (Cell place = 0; place < mesh_.count(); ++place)
    if (piece_[place] == static_cast<std::int32_t>(piece)) seen[cell_[place]] = true;
  return seen;
}

/// What was overridden is gone: the cells seen from the places that were lost, and those that lie in them. So are cells that no
/// place sees and that lie beside none which is seen, or below another piece of the plate: they would come out again one day.
void Drift::sink() {
  std::vector<std::vector<const Loss*>> losses(pieces_.size());
  for (const Loss& loss : losses_)
    if (plate_at(loss.place) != pieces_[loss.piece].plate) losses[loss.piece].push_back(&loss);
  std::vector<std::uint32_t> lost(mesh_.count(), ~0u);
  for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
    DriftPiece& piece = pieces_[p];
    const std::vector<bool> seen = seen_of(p);
    for (const Loss* loss : losses[p]) {
      lost[loss->place] = p;
      if (!seen[loss->cell]) piece.cells[loss->cell] = {};
    }
    for (Cell cell = 0; cell < mesh_.count(); ++cell) {
      if (!piece.cells[cell].here || seen[cell]) continue;
      const auto links = mesh_.links(cell);
      const auto is_seen = [&](const PlateMesh::Way& way) { return seen[way.to]; };
      const Cell place = place_of(piece, cell);
      const bool below = piece_[place] >= 0 && piece_of(place) != p && plate_at(place) == piece.plate;
      if (below || lost[place] == p || std::none_of(links.begin(), links.end(), is_seen)) piece.cells[cell] = {};
    }
  }
}

}  // namespace craton::crust
