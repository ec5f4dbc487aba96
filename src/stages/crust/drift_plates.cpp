// What becomes of plates: those whose continents collide slow down and are welded together, pieces that are cut off join others,
// and large plates, above all those with large continents, break up again (Wilson 1966, "Did the Atlantic close and then
// re-open?", Nature 211).
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/crust/plan_drift.h"
#include "stages/crust/region_growth.h"

namespace craton::crust {
namespace {

using relief::Dice;
using Pair = std::pair<std::int32_t, std::int32_t>;

Pair pair_of(std::int32_t one, std::int32_t other) { return {std::min(one, other), std::max(one, other)}; }

/// Cells that are linked and alike, as lists.
template <class Alike>
std::vector<std::vector<Cell>> connected(const PlateMesh& mesh, Alike&& alike) {
  std::vector<bool> seen(mesh.count(), false);
  std::vector<std::vector<Cell>> parts;
  for (Cell start = 0; start < mesh.count(); ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    parts.push_back({start});
    std::vector<Cell>& part = parts.back();
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const PlateMesh::Way& way : mesh.links(part[i]))
        if (!seen[way.to] && alike(part[i], way.to)) {
          seen[way.to] = true;
          part.push_back(way.to);
        }
  }
  return parts;
}

double area_of(const PlateMesh& mesh, const std::vector<Cell>& cells) {
  double area = 0;
  for (const Cell cell : cells) area += mesh.area(cell);
  return area;
}

Vec3d middle_of(const PlateMesh& mesh, const std::vector<Cell>& cells) {
  Vec3d sum;
  for (const Cell cell : cells) sum = sum + mesh.ground().between(mesh.centre(cells[0]), mesh.centre(cell));
  return mesh.ground().onto(mesh.centre(cells[0]) + sum * (1 / static_cast<double>(cells.size())));
}

Cell farthest(const PlateMesh& mesh, const std::vector<Cell>& cells, Cell from) {
  Cell best = from;
  double most = -1;
  for (const Cell cell : cells) {
    const double far = mesh.ground().distance(mesh.centre(from), mesh.centre(cell));
    if (far > most) {
      most = far;
      best = cell;
    }
  }
  return best;
}

}  // namespace

std::vector<double> Drift::plate_areas() const {
  std::vector<double> areas(plates_.size(), 0);
  for (Cell place = 0; place < mesh_.count(); ++place) areas[static_cast<std::size_t>(plate_at(place))] += mesh_.area(place);
  return areas;
}

double Drift::collided(std::int32_t one, std::int32_t other) const {
  const auto found = collided_.find(pair_of(one, other));
  return found == collided_.end() ? 0 : found->second;
}

void Drift::raise_belts() {
  const auto raise = [&](DriftCell& crust, float by, float most) {
    if (crust.continental() && crust.belt < most) crust.belt = std::min(crust.belt + by, most);
  };
  for (const Loss& loss : losses_) {
    if (!crust_at(loss.place).continental()) continue;
    DriftPiece& piece = pieces_[piece_of(loss.place)];
    const Cell cell = cell_[loss.place];
    const float most = loss.collision ? 2600.0F : 900.0F;
    raise(piece.cells[cell], 0.6F * most, most);
    for (const PlateMesh::Way& way : mesh_.links(cell)) raise(piece.cells[way.to], 0.25F * most, 0.7F * most);
  }
}

void Drift::weld(std::int32_t plate, std::int32_t into) {
  for (DriftPiece& piece : pieces_)
    if (piece.plate == plate) piece.plate = into;
  plates_[static_cast<std::size_t>(plate)].alive = false;
  std::map<Pair, double> kept;
  for (const auto& [pair, area] : collided_) {
    const Pair now = pair_of(pair.first == plate ? into : pair.first, pair.second == plate ? into : pair.second);
    if (now.first != now.second) kept[now] += area;
  }
  collided_ = std::move(kept);
}

void Drift::collide(double million_years) {
  constexpr double wide = 0.2e6;  // square kilometres in a step: continents meet along a good part of their coasts
  constexpr double slows = 30;    // million years
  constexpr double enough = 550;  // kilometres
  struct Meeting {
    double area = 0, closing = 0;
  };
  std::map<Pair, Meeting> meetings;
  for (const Loss& loss : losses_) {
    const std::int32_t plate = pieces_[loss.piece].plate;
    if (!loss.collision || plate == loss.winner) continue;
    Meeting& meeting = meetings[pair_of(plate, loss.winner)];
    const Vec3d& at = mesh_.centre(loss.place);
    meeting.area += mesh_.area(loss.place);
    meeting.closing += mesh_.area(loss.place) * length(velocity(plate, at) - velocity(loss.winner, at));
  }
  const std::vector<double> areas = plate_areas();
  for (const auto& [pair, meeting] : meetings) {
    const double share = std::min(meeting.area / wide, 1.0);
    collided_[pair] += share * meeting.closing / meeting.area * million_years;
    const auto one = static_cast<std::size_t>(pair.first), other = static_cast<std::size_t>(pair.second);
    const double whole = std::max(areas[one] + areas[other], 1.0), held = std::min(share * million_years / slows, 0.6);
    const Vec3d mean = plates_[one].turn * (areas[one] / whole) + plates_[other].turn * (areas[other] / whole);
    for (const std::size_t p : {one, other}) plates_[p].turn = plates_[p].turn + (mean - plates_[p].turn) * held;
  }
  for (const auto& [pair, meeting] : meetings) {
    if (collided(pair.first, pair.second) < enough) continue;
    const auto one = static_cast<std::size_t>(pair.first), other = static_cast<std::size_t>(pair.second);
    const std::size_t large = areas[one] >= areas[other] ? one : other, small = large == one ? other : one;
    const double share = areas[small] / std::max(areas[one] + areas[other], 1.0);
    plates_[large].turn = plates_[large].turn + (plates_[small].turn - plates_[large].turn) * share;
    plates_[large].speed += (plates_[small].speed - plates_[large].speed) * share;
    weld(static_cast<std::int32_t>(small), static_cast<std::int32_t>(large));
    return;  // other pairs may have changed: they are welded in later steps
  }
}

/// Places of a plate go to another one, with the crust that lies there.
void Drift::give(const std::vector<Cell>& places, std::int32_t plate, std::int32_t to) {
  std::vector<bool> given(mesh_.count(), false);
  for (const Cell place : places) given[place] = true;
  const std::size_t count = pieces_.size();
  for (std::size_t p = 0; p < count; ++p) {
    if (pieces_[p].plate != plate) continue;
    DriftPiece part{to, pieces_[p].motion, std::vector<DriftCell>(mesh_.count())};
    enum : std::uint8_t { unseen = 0, stays = 1, goes = 2 };
    std::vector<std::uint8_t> seen(mesh_.count(), unseen);
    for (Cell place = 0; place < mesh_.count(); ++place)
      if (piece_[place] == static_cast<std::int32_t>(p)) seen[cell_[place]] |= given[place] ? goes : stays;
    bool any = false;
    for (Cell cell = 0; cell < mesh_.count(); ++cell) {
      if (!pieces_[p].cells[cell].here) continue;
      const bool away = seen[cell] == unseen ? bool{given[place_of(pieces_[p], cell)]} : (seen[cell] & goes) != 0;
      if (!away) continue;
      any = true;
      part.cells[cell] = pieces_[p].cells[cell];
      if (!(seen[cell] & stays)) pieces_[p].cells[cell] = {};
    }
    if (!any) continue;
    for (const Cell place : places)
      if (piece_[place] == static_cast<std::int32_t>(p)) piece_[place] = static_cast<std::int32_t>(pieces_.size());
    pieces_.push_back(std::move(part));
  }
}

/// Plates in several parts: the largest goes on, small ones join the plate that they touch most, others become plates.
void Drift::part_pieces() {
  const double to_stand_alone = 0.02 * mesh_.total_area();
  const auto parts = connected(mesh_, [&](Cell one, Cell other) { return plate_at(one) == plate_at(other); });
  std::vector<double> largest(plates_.size(), 0);
  for (const std::vector<Cell>& part : parts) {
    double& most = largest[static_cast<std::size_t>(plate_at(part[0]))];
    most = std::max(most, area_of(mesh_, part));
  }
  const double too_small = 6 * mesh_.spacing() * mesh_.spacing();
  for (const std::vector<Cell>& part : parts) {
    const std::int32_t plate = plate_at(part[0]);
    const double area = area_of(mesh_, part);
    const bool main = area == largest[static_cast<std::size_t>(plate)];
    if (main && area > too_small) continue;
    if (!main && area > to_stand_alone) {
      plates_.push_back(plates_[static_cast<std::size_t>(plate)]);
      give(part, plate, static_cast<std::int32_t>(plates_.size()) - 1);
      continue;
    }
    std::vector<int> touches(plates_.size(), 0);
    for (const Cell place : part)
      for (const PlateMesh::Way& way : mesh_.links(place))
        if (plate_at(way.to) != plate) ++touches[static_cast<std::size_t>(plate_at(way.to))];
    const auto most = std::max_element(touches.begin(), touches.end());
    if (*most > 0) give(part, plate, static_cast<std::int32_t>(most - touches.begin()));
  }
  const std::vector<double> areas = plate_areas();
  for (std::size_t p = 0; p < plates_.size(); ++p)
    if (areas[p] <= 0) plates_[p].alive = false;
}

void Drift::weigh_continents() {
  const auto parts = connected(mesh_, [&](Cell one, Cell other) {
    return plate_at(one) == plate_at(other) && crust_at(one).continental() && crust_at(other).continental();
  });
  for (const std::vector<Cell>& part : parts) {
    if (!crust_at(part[0]).continental()) continue;
    const auto area = static_cast<float>(area_of(mesh_, part));
    for (const Cell place : part) pieces_[piece_of(place)].cells[cell_[place]].mass = area;
  }
}

/// Seas of a few cells that continents have closed around are filled up.
void Drift::fill_pools() {
  constexpr std::size_t few = 4;
  const auto parts =
      connected(mesh_, [&](Cell one, Cell other) { return crust_at(one).continental() == crust_at(other).continental(); });
  for (const std::vector<Cell>& part : parts) {
    if (part.size() > few || crust_at(part[0]).continental()) continue;
    for (const Cell place : part)
      for (const PlateMesh::Way& way : mesh_.links(place)) {
        const DriftCell beside = crust_at(way.to);
        if (!beside.continental() || crust_at(place).continental()) continue;
        DriftCell& crust = pieces_[piece_of(place)].cells[cell_[place]];
        crust.province = beside.province;
        crust.rise = beside.rise;
        crust.mass = beside.mass;
      }
  }
}

/// Two halves grow towards each other through ground of uneven hardness; where they meet, the plate breaks.
void Drift::rift(std::int32_t plate, Dice& dice) {
  std::vector<Cell> all, continent;
  float heaviest = 0;
  for (Cell place = 0; place < mesh_.count(); ++place)
    if (plate_at(place) == plate) {
      all.push_back(place);
      if (crust_at(place).continental()) heaviest = std::max(heaviest, crust_at(place).mass);
    }
  for (const Cell place : all)
    if (crust_at(place).continental() && crust_at(place).mass > 0.6F * heaviest) continent.push_back(place);
  const bool through_continent = area_of(mesh_, continent) > 0.3 * area_of(mesh_, all);
  const std::vector<Cell>& within = through_continent ? continent : all;
  const Cell any = within[static_cast<std::size_t>(dice.unit() * static_cast<double>(within.size()))];
  const Cell one = farthest(mesh_, within, any), other = farthest(mesh_, within, one);
  std::vector<std::int32_t> half(mesh_.count(), 2);
  for (const Cell place : all) half[place] = no_region;
  RegionGrowth growth(mesh_, half);
  growth.start(one, 0);
  growth.start(other, 1);
  const double faster = dice.between(0.7, 1.4);
  growth.grow([&](Cell, Cell to, std::int32_t region) { return double{hardness_[to]} * (region == 0 ? 1 : faster); },
              [](Cell, std::int32_t) { return true; });
  std::vector<Cell> parts[2], between;
  for (const Cell place : all) {
    if (half[place] == 0 || half[place] == 1) parts[half[place]].push_back(place);
    if (half[place] != 0) continue;
    for (const PlateMesh::Way& way : mesh_.links(place))
      if (half[way.to] == 1) between.push_back(way.to);
  }
  const double areas[2] = {area_of(mesh_, parts[0]), area_of(mesh_, parts[1])}, least = 0.012 * mesh_.total_area();
  if (areas[0] < least || areas[1] < least || between.empty()) return;
  const Vec3d middle = middle_of(mesh_, between), up = mesh_.ground().up(middle);
  Vec3d apart = mesh_.ground().between(middle_of(mesh_, parts[0]), middle_of(mesh_, parts[1]));
  apart = unit(apart - up * dot(apart, up)) * (speed_ * dice.between(30, 75));
  const Vec3d turn = mesh_.ground().is_sphere() ? cross(middle, apart) * (1 / dot(middle, middle)) : apart;
  DriftPlate made = plates_[static_cast<std::size_t>(plate)];
  DriftPlate& old = plates_[static_cast<std::size_t>(plate)];
  const double share = areas[0] / (areas[0] + areas[1]);
  made.turn = made.turn + turn * share;
  made.buoyancy = dice.unit();
  old.turn = old.turn - turn * (1 - share);
  old.speed = length(old.turn);
  made.speed = length(made.turn);
  plates_.push_back(made);
  give(parts[1], plate, static_cast<std::int32_t>(plates_.size()) - 1);
}

/// A small plate takes some ground along a border of a larger one.
void Drift::cut_off(std::int32_t plate, Dice& dice) {
  std::vector<Cell> along;
  for (const MeshSide& side : mesh_.sides()) {
    if (plate_at(side.cell) == plate_at(side.other)) continue;
    if (plate_at(side.cell) == plate) along.push_back(side.cell);
    if (plate_at(side.other) == plate) along.push_back(side.other);
  }
  if (along.empty()) return;
  double room = mesh_.total_area() * 0.02 * dice.between(0.2, 1);
  std::vector<std::int32_t> part(mesh_.count(), no_region);
  RegionGrowth growth(mesh_, part);
  growth.start(along[static_cast<std::size_t>(dice.unit() * static_cast<double>(along.size()))], 0);
  std::vector<Cell> taken;
  growth.grow(
      [&](Cell from, Cell to, std::int32_t) {
        if (room <= 0 || plate_at(to) != plate) return -1.0;
        return double{hardness_[to]} * (crust_at(from).continental() == crust_at(to).continental() ? 1 : 6);
      },
      [&](Cell place, std::int32_t) {
        if (room <= 0) return false;
        room -= mesh_.area(place);
        taken.push_back(place);
        return true;
      });
  const Vec3d middle = mesh_.centre(taken[0]), up = mesh_.ground().up(middle);
  const Vec3d any{dice.between(-1, 1), dice.between(-1, 1), mesh_.ground().is_sphere() ? dice.between(-1, 1) : 0};
  const Vec3d aside = unit(any - up * dot(any, up)) * (speed_ * dice.between(20, 60));
  DriftPlate made = plates_[static_cast<std::size_t>(plate)];
  made.turn = made.turn + (mesh_.ground().is_sphere() ? cross(middle, aside) * (1 / dot(middle, middle)) : aside);
  made.speed = length(made.turn);
  made.buoyancy = dice.unit();
  plates_.push_back(made);
  give(taken, plate, static_cast<std::int32_t>(plates_.size()) - 1);
}

/// The number of plates stays about what was asked for; a plate with half of all continents does not stay long.
void Drift::break_up(double million_years) {
  Dice dice(relief::cell_random(seed_, steps_, 0, 0));
  const std::vector<double> areas = plate_areas();
  std::vector<double> continental(plates_.size(), 0);
  for (Cell place = 0; place < mesh_.count(); ++place)
    if (crust_at(place).continental()) continental[static_cast<std::size_t>(plate_at(place))] += mesh_.area(place);
  std::size_t alive = 0, best = 0;
  double most = -1;
  for (std::size_t p = 0; p < plates_.size(); ++p) {
    if (!plates_[p].alive) continue;
    ++alive;
    const double value = (areas[p] + 1.5 * continental[p]) * dice.between(0.6, 1);
    if (value > most) {
      most = value;
      best = p;
    }
  }
  const double large = std::max(continental[best] / std::max(continents_, 1.0) - 0.35, areas[best] / mesh_.total_area() - 0.22);
  const double missing = 1 - static_cast<double>(alive) / static_cast<double>(wanted_plates_);
  const auto plate = static_cast<std::int32_t>(best);
  if (dice.unit() < million_years * (0.12 * std::max(missing, 0.0) + 0.4 * std::max(large, 0.0)))
    rift(plate, dice);
  else if (dice.unit() < million_years * 0.5 * missing)
    cut_off(plate, dice);
}

/// Plates that collided regain their speed. Where a map ends, continents stop.
void Drift::change_motions(double million_years) {
  constexpr double recovers = 60;  // million years
  for (DriftPlate& plate : plates_) {
    const double moves = length(plate.turn);
    if (moves <= 0 || plate.speed <= 0) continue;
    const double wanted = moves + (plate.speed - moves) * std::min(million_years / recovers, 1.0);
    plate.turn = plate.turn * std::min(wanted / moves, 1.25);
  }
  const Ground& ground = mesh_.ground();
  if (ground.is_sphere()) return;
  const double edge = 2 * mesh_.spacing();
  for (Cell place = 0; place < mesh_.count(); ++place) {
    if (!crust_at(place).continental()) continue;
    Vec3d& turn = plates_[static_cast<std::size_t>(plate_at(place))].turn;
    const Vec3d& at = mesh_.centre(place);
    if (!ground.wraps_x() && ((at.x < edge && turn.x < 0) || (at.x > ground.width() - edge && turn.x > 0))) turn.x = 0;
    if (!ground.wraps_y() && ((at.y < edge && turn.y < 0) || (at.y > ground.height() - edge && turn.y > 0))) turn.y = 0;
  }
}

/// Small pieces melt into the largest one of their plate, empty ones go.
void Drift::tidy() {
  constexpr std::size_t too_few = 6;
  std::vector<std::size_t> seen(pieces_.size(), 0);
  for (Cell place = 0; place < mesh_.count(); ++place) ++seen[piece_of(place)];
  std::vector<std::size_t> main(plates_.size(), pieces_.size());
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    std::size_t& best = main[static_cast<std::size_t>(pieces_[p].plate)];
    if (best == pieces_.size() || seen[p] > seen[best]) best = p;
  }
  for (Cell place = 0; place < mesh_.count(); ++place) {
    const std::size_t from = piece_of(place), to = main[static_cast<std::size_t>(pieces_[from].plate)];
    if (seen[from] >= too_few || to == from) continue;
    const Cell cell = cell_of(pieces_[to], place);
    pieces_[to].cells[cell] = pieces_[from].cells[cell_[place]];
    piece_[place] = static_cast<std::int32_t>(to);
    cell_[place] = cell;
  }
  std::vector<std::int32_t> number(pieces_.size(), -1);
  std::vector<DriftPiece> kept;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const bool stays = seen[p] >= too_few || (seen[p] > 0 && main[static_cast<std::size_t>(pieces_[p].plate)] == p);
    if (!stays) continue;
    number[p] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(pieces_[p]));
  }
  pieces_ = std::move(kept);
  for (std::int32_t& piece : piece_) piece = number[static_cast<std::size_t>(piece)];
}

}  // namespace craton::crust
