// Crust that comes into being. Where plates part a ridge lies in the middle of the gap, and gives sea floor to both: at a
// distance from it the floor is as old as the plate took to come so far. Continents keep their area (reference: Cawood et al.
// 2013, "The continental record and the generation of continental crust", GSA Bulletin 125: what collisions and trenches take,
// arcs and terranes give back).
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "stages/crust/plan_drift.h"

namespace craton::crust {

/// All places without crust, with the two nearest plates.
std::vector<std::pair<Cell, Drift::Gap>> Drift::gaps() const {
  using Step = std::tuple<double, Cell, Cell>;  // distance, gap, shore
  std::priority_queue<Step, std::vector<Step>, std::greater<>> front;
  std::vector<std::int32_t> number(mesh_.count(), -1);
  std::vector<std::pair<Cell, Gap>> found;
  for (Cell place = 0; place < mesh_.count(); ++place)
    if (piece_[place] < 0) {
      number[place] = static_cast<std::int32_t>(found.size());
      found.emplace_back(place, Gap{});
    }
  const auto reach = [&](Cell gap, Cell shore) {
    const Vec3d from = wrapped(motion_at(shore).forth(mesh_.centre(cell_[shore])));
    front.push({mesh_.ground().distance(from, mesh_.centre(gap)), gap, shore});
  };
  for (const auto& [place, gap] : found)
    for (const PlateMesh::Way& way : mesh_.links(place))
      if (piece_[way.to] >= 0) reach(place, way.to);
  while (!front.empty()) {
    const auto [distance, place, shore] = front.top();
    front.pop();
    Gap& gap = found[static_cast<std::size_t>(number[place])].second;
    if (gap.near.place == no_cell)
      gap.near = {distance, shore};
    else if (gap.other.place == no_cell && plate_at(shore) != plate_at(gap.near.place))
      gap.other = {distance, shore};
    else
      continue;
    const Cell from = shore;
    for (const PlateMesh::Way& way : mesh_.links(place))
      if (piece_[way.to] < 0) reach(way.to, from);
  }
  return found;
}

/// What fills a gap, and which piece it joins.
void Drift::decide(Cell place, Gap& gap, double million_years) const {
  gap.piece = piece_of(gap.near.place);
  const DriftCell& beside = crust_at(gap.near.place);
  gap.crust = {.here = true, .birth = beside.birth};
  const Ground& ground = mesh_.ground();
  if (gap.other.place != no_cell) {
    const std::int32_t one = plate_at(gap.near.place), other = plate_at(gap.other.place);
    const Vec3d way = unit(ground.between(mesh_.centre(gap.other.place), mesh_.centre(gap.near.place)));
    const double opening = dot(velocity(one, mesh_.centre(place)) - velocity(other, mesh_.centre(place)), way);
    if (opening > 1) {
      const double near = std::max(gap.near.distance - mesh_.spacing() / 2, 0.0);
      const double far = std::max(gap.other.distance - mesh_.spacing() / 2, near);
      const double width = near + far, share = width > 0 ? 1 - 2 * near / width : 0.0;
      gap.crust.birth = static_cast<float>(now_ - share * million_years);
    } else if (beside.continental() && !crust_at(gap.other.place).continental()) {
      gap.crust.birth = crust_at(gap.other.place).birth;
    }
    return;
  }
  // A crack inside a plate.
  int continent = 0, all = 0;
  for (const PlateMesh::Way& way : mesh_.links(place)) {
    ++all;
    continent += piece_[way.to] >= 0 && crust_at(way.to).continental();
  }
  if (beside.continental() && 2 * continent > all) gap.crust = beside;
}

void Drift::fill_gaps(double million_years) {
  std::vector<std::pair<Cell, Gap>> found = gaps();
  std::vector<const Gap*> gap_at(mesh_.count(), nullptr);
  for (auto& [place, gap] : found) {
    if (gap.near.place == no_cell) continue;
    decide(place, gap, million_years);
    gap_at[place] = &gap;
  }
  for (const auto& [place, gap] : found) {
    if (gap.near.place == no_cell) continue;
    DriftPiece& piece = pieces_[gap.piece];
    const Cell middle = cell_of(piece, place);
    piece.cells[middle] = gap.crust;
    piece_[place] = static_cast<std::int32_t>(gap.piece);
    cell_[place] = middle;
    // Cells of the piece that lie in gaps, though none is seen from the middle of one: no holes are left.
    for (const PlateMesh::Way& way : mesh_.links(middle)) {
      DriftCell& crust = piece.cells[way.to];
      if (crust.here) continue;
      const Gap* there = gap_at[place_of(piece, way.to)];
      if (there && there->piece == gap.piece) crust = there->crust;
    }
  }
}

double Drift::continental_area() const {
  double area = 0;
  for (Cell place = 0; place < mesh_.count(); ++place)
    if (crust_at(place).continental()) area += mesh_.area(place);
  return area;
}

double Drift::continental_crust() const {
  double area = 0;
  for (const DriftPiece& piece : pieces_)
    for (Cell cell = 0; cell < mesh_.count(); ++cell)
      if (piece.cells[cell].continental()) area += mesh_.area(cell);
  return area;
}

/// What continents lost comes back where their coasts are hollow, as near to the collisions as it can.
void Drift::grow_continents() {
  double missing = continents_ - continental_crust();
  if (missing <= 0) return;
  std::vector<Cell> collisions;
  for (const Loss& loss : losses_)
    if (loss.collision) collisions.push_back(loss.place);
  struct Candidate {
    double cost;
    Cell place, from;
    bool operator<(const Candidate& other) const { return std::tie(cost, place) < std::tie(other.cost, other.place); }
  };
  std::vector<Candidate> candidates;
  for (Cell place = 0; place < mesh_.count(); ++place) {
    if (crust_at(place).continental()) continue;
    int beside = 0;
    Cell from = no_cell;
    for (const PlateMesh::Way& way : mesh_.links(place))
      if (plate_at(way.to) == plate_at(place) && crust_at(way.to).continental()) {
        ++beside;
        if (from == no_cell || crust_at(way.to).mass > crust_at(from).mass) from = way.to;
      }
    if (beside < 3) continue;
    double nearest = collisions.empty() ? 0 : 6000;
    for (const Cell other : collisions)
      nearest = std::min(nearest, mesh_.ground().distance(mesh_.centre(place), mesh_.centre(other)));
    candidates.push_back({nearest - 700.0 * beside, place, from});
  }
  std::sort(candidates.begin(), candidates.end());
  for (const Candidate& candidate : candidates) {
    if (missing <= 0) break;
    const DriftCell& from = crust_at(candidate.from);
    DriftPiece& piece = pieces_[piece_of(candidate.place)];
    DriftCell& crust = piece.cells[cell_[candidate.place]];
    crust.province = from.province;
    crust.rise = from.rise;
    crust.mass = from.mass;
    missing -= mesh_.area(cell_[candidate.place]);
  }
}

}  // namespace craton::crust
