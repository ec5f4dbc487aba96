#include "stages/places/place_list.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <craton/surface/outline.h>

#include "stages/places/places_stages.h"
#include "stages/water/hydrography.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr std::size_t most_points = 400;

// How wide squares are in which things have one name: wide for what is large and few, narrow for what is many.
constexpr int region_level = 2, landmark_level = 4, water_level = 5;

/// The mean of the points of a line.
Vec3d mean_of(std::span<const Vec3d> line) {
  Vec3d sum{};
  for (const Vec3d& point : line) sum = sum + point;
  return sum * (1 / static_cast<double>(line.size()));
}

/// Moves a line by whole periods so that its middle lies on the map, and tells the middle.
Vec3d brought_home(const PlaceMesh& mesh, ObjectColumn::Path& line) {
  const Vec3d middle = line[line.size() / 2], home = mesh.home(middle);
  if (!mesh.sphere())
    for (Vec3d& point : line) point = point + (home - middle);
  return home;
}

/// At most so many points, the first and the last among them.
ObjectColumn::Path thinned(const ObjectColumn::Path& line, std::size_t most) {
  if (line.size() <= most) return line;
  ObjectColumn::Path few;
  for (std::size_t i = 0; i < most; ++i) few.push_back(line[i * (line.size() - 1) / (most - 1)]);
  return few;
}

/// The line through the middle of a ring along which it is longest (the first of its principal axes, by powers of their matrix).
ObjectColumn::Path long_axis(const PlaceMesh& mesh, std::span<const Vec3d> ring, Vec3d& middle) {
  Vec3d sum{};
  for (const Vec3d& point : ring) sum = sum + (mesh.beside(point, ring[0]) - ring[0]);
  const Vec3d centre = ring[0] + sum * (1 / static_cast<double>(ring.size()));
  Vec3d axis{1, 0.37, 0.11};
  for (int round = 0; round < 24; ++round) {
    Vec3d next{};
    for (const Vec3d& point : ring) {
      const Vec3d off = mesh.beside(point, ring[0]) - centre;
      next = next + off * dot(off, axis);
    }
    const double size = length(next);
    if (!(size > 0)) break;
    axis = next * (1 / size);
  }
  double least = 0, most = 0;
  for (const Vec3d& point : ring) {
    const double along = dot(mesh.beside(point, ring[0]) - centre, axis);
    least = std::min(least, along);
    most = std::max(most, along);
  }
  const double from = 0.8 * least, to = 0.8 * most;
  ObjectColumn::Path line;
  for (int i = 0; i < 5; ++i) line.push_back(mesh.on_ground(centre + axis * (from + (to - from) * i * 0.25)));
  middle = centre;
  return line;
}

class Gatherer {
 public:
  Gatherer(const NamedTables& tables, const PlaceMesh& mesh, std::size_t most) : tables_(tables), mesh_(mesh), most_(most) {}

  std::vector<PlaceToName> gather() {
    add_regions();
    add_rivers();
    add_lakes();
    add_landmarks();
    return std::move(all_);
  }

 private:
  void add_regions() {
    const ObjectTable* table = tables_.regions;
    const auto* kind = values_of<std::string>(table, "kind");
    const auto* place = values_of<Vec3d>(table, "place");
    const auto* line = values_of<ObjectColumn::Path>(table, "line");
    const auto* area = values_of<double>(table, "area");
    if (!kind || !place || !line || !area) return;
    for (std::size_t row = 0; row < table->rows(); ++row)
      if (const PlaceKind* known = find_place_kind((*kind)[row]))
        all_.push_back({.kind = known,
                        .place = (*place)[row],
                        .line = (*line)[row],
                        .size = (*area)[row],
                        .table = regions_table,
                        .row = row,
                        .key_place = (*place)[row],
                        .key_level = region_level});
  }

  /// Rivers by length: a map has thousands, so the longest are picked before their lines are copied.
  void add_rivers() {
    const ObjectTable* table = tables_.rivers;
    const auto* path = values_of<ObjectColumn::Path>(table, "path");
    const auto* metres = values_of<double>(table, "length");
    if (!path || !metres) return;
    for (const std::size_t row : largest(*metres)) {
      if ((*path)[row].empty()) continue;
      ObjectColumn::Path line = thinned((*path)[row], most_points);
      const Vec3d middle = brought_home(mesh_, line), mean = mean_of((*path)[row]);
      all_.push_back({.kind = find_place_kind("river"),
                      .place = middle,
                      .line = std::move(line),
                      .size = (*metres)[row],
                      .table = rivers_table,
                      .row = row,
                      .key_place = mean,
                      .key_level = water_level});
    }
  }

  void add_lakes() {
    const ObjectTable* table = tables_.lakes;
    const auto* shore = values_of<ObjectColumn::Path>(table, "shore");
    const auto* deepest = values_of<Vec3d>(table, "deepest");
    const auto* area = values_of<double>(table, "area");
    if (!deepest || !area) return;
    for (const std::size_t row : largest(*area)) {
      const Vec3d home = mesh_.home((*deepest)[row]);
      PlaceToName lake{.kind = find_place_kind("lake"),
                       .place = home,
                       .size = (*area)[row],
                       .table = lakes_table,
                       .row = row,
                       .key_place = home,
                       .key_level = water_level};
      if (shore)
        if (const auto rings = rings_of((*shore)[row]); !rings.empty()) {
          lake.line = long_axis(mesh_, rings[0], lake.place);
          lake.place = brought_home(mesh_, lake.line);
          lake.key_place = lake.place;
        }
      all_.push_back(std::move(lake));
    }
  }

  void add_landmarks() {
    const ObjectTable* table = tables_.landmarks;
    const auto* kind = values_of<std::string>(table, "kind");
    const auto* place = values_of<Vec3d>(table, "place");
    if (!kind || !place) return;
    for (std::size_t row = 0; row < table->rows(); ++row)
      if (const PlaceKind* known = find_place_kind((*kind)[row]))
        all_.push_back({.kind = known,
                        .place = (*place)[row],
                        .table = landmarks_table,
                        .row = row,
                        .key_place = (*place)[row],
                        .key_level = landmark_level});
  }

  std::vector<std::size_t> largest(const std::vector<double>& sizes) const {
    std::vector<std::size_t> rows(sizes.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : a < b; });
    if (rows.size() > most_) rows.resize(most_);
    return rows;
  }

  const NamedTables& tables_;
  const PlaceMesh& mesh_;
  std::size_t most_;
  std::vector<PlaceToName> all_;
};

/// The place of a kind in the list of kinds.
std::size_t number_of(const PlaceToName& place) { return static_cast<std::size_t>(place.kind - all_place_kinds().data()); }

/// How many times a number can be halved: ranks fall with its doublings, so that each holds twice as many as the one before.
int doublings(std::size_t number) {
  int count = 0;
  for (; number > 1; number /= 2) ++count;
  return count;
}

}  // namespace

std::vector<PlaceToName> places_to_name(const NamedTables& tables, const PlaceMesh& mesh, std::size_t most) {
  std::vector<PlaceToName> all = Gatherer(tables, mesh, most).gather();
  std::stable_sort(all.begin(), all.end(), [](const PlaceToName& a, const PlaceToName& b) {
    return number_of(a) != number_of(b) ? number_of(a) < number_of(b) : a.size > b.size;
  });
  std::vector<PlaceToName> kept;
  std::size_t in_kind = 0;
  const PlaceKind* kind = nullptr;
  for (PlaceToName& place : all) {
    if (place.kind != kind) in_kind = 0;
    kind = place.kind;
    if (in_kind >= most) continue;
    ++in_kind;
    // Of continents and oceans there are few, and all matter.
    place.rank = std::min(10, kind->rank + (kind->rank == 1 ? doublings(in_kind) / 2 : doublings(in_kind)));
    kept.push_back(std::move(place));
  }
  std::stable_sort(kept.begin(), kept.end(), [](const PlaceToName& a, const PlaceToName& b) { return a.rank < b.rank; });
  return kept;
}

}  // namespace craton
