// Lands and waters. Connected land is cut at isthmuses between parts that are continents each; connected water at straits, into
// oceans and seas: basins of the distance to the coast. Gulfs and bays are what a disc cannot reach that rolls along the coast
// from outside, if it is as large as the half-disc upon its mouth (United Nations Convention on the Law of the Sea, article 10).
#include <cmath>

#include "stages/places/region_finder.h"

namespace craton {
namespace {

std::vector<bool> shape_of(const std::vector<std::uint8_t>& land, bool wanted) {
  std::vector<bool> shape(land.size());
  for (std::size_t i = 0; i < land.size(); ++i) shape[i] = (land[i] != 0) == wanted;
  return shape;
}

/// Numbers 1 … of parts of one kind of surface, and the connected piece in which each lies.
struct Parts {
  std::vector<std::uint32_t> numbers;
  std::vector<std::int32_t> piece{-1};  // of part 0, which is none

  std::uint32_t count() const { return static_cast<std::uint32_t>(piece.size() - 1); }
};

/// Those of every connected piece for itself: two seas on either side of an isthmus finer than the mesh are not one.
Parts split_pieces(const PlaceMesh& mesh, const std::vector<std::int32_t>& piece_at, const std::vector<bool>& shape,
                   const std::vector<double>& inside, std::size_t pieces, const NeckRules& rules) {
  std::vector<std::vector<std::uint32_t>> cells(pieces);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (shape[cell] && piece_at[cell] >= 0) cells[static_cast<std::size_t>(piece_at[cell])].push_back(cell);
  Parts parts{std::vector<std::uint32_t>(mesh.size(), 0)};
  const double few = rules.least_area;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    if (cells[piece].empty()) continue;
    double area = 0;
    for (const std::uint32_t cell : cells[piece]) area += mesh.area(cell);
    std::uint32_t made = 1;
    std::vector<std::uint32_t> numbers;
    if (area >= 2 * few) {
      std::vector<bool> alone(mesh.size(), false);
      for (const std::uint32_t cell : cells[piece]) alone[cell] = true;
      made = split_at_necks(mesh, alone, inside, rules, numbers);
    }
    for (const std::uint32_t cell : cells[piece]) parts.numbers[cell] = parts.count() + (made == 1 ? 1 : numbers[cell]);
    parts.piece.insert(parts.piece.end(), made, static_cast<std::int32_t>(piece));
  }
  return parts;
}

/// Seas that are too large for one name are cut at wider passages.
void split_large(const PlaceMesh& mesh, const std::vector<double>& inside, const GeographyRules& rules, Parts& seas) {
  for (const double neck : {0.75, 0.88, 0.97}) {
    const std::vector<double> areas = areas_of(mesh, seas.numbers, seas.count());
    for (std::uint32_t sea = 1; sea < areas.size(); ++sea) {
      if (areas[sea] <= rules.largest_sea * mesh.whole_area()) continue;
      std::vector<bool> shape(mesh.size());
      for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) shape[cell] = seas.numbers[cell] == sea;
      std::vector<std::uint32_t> numbers;
      const std::uint32_t made =
          split_at_necks(mesh, shape, inside, {.neck = neck, .least_area = 0.5 * rules.ocean * mesh.whole_area()}, numbers);
      for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
        if (numbers[cell] > 1) seas.numbers[cell] = seas.count() + numbers[cell] - 1;
      seas.piece.insert(seas.piece.end(), made - 1, seas.piece[sea]);
    }
  }
}

/// A narrow part of a sea and its way into the open.
struct Inlet {
  std::vector<std::uint32_t> cells;
  std::uint32_t sea = 0;
  double area = 0, mouth = 0;  // m², m
  std::uint32_t mouths = 0;    // how many there are
};

class InletFinder {
 public:
  InletFinder(const PlaceMesh& mesh, const std::vector<bool>& water, const std::vector<double>& inside)
      : mesh_(mesh), water_(water), inside_(inside) {}

  /// What a disc of this width cannot reach, in parts that lie in one sea each.
  std::vector<Inlet> find(const Parts& seas, double width) const {
    const std::vector<bool> open = reached(0.5 * width);
    std::vector<bool> narrow(mesh_.size());
    for (std::uint32_t cell = 0; cell < mesh_.size(); ++cell) narrow[cell] = water_[cell] && !open[cell];
    std::vector<std::uint32_t> numbers;
    const std::uint32_t count = number_parts(mesh_, narrow, numbers);
    std::vector<Inlet> inlets;
    const std::vector<std::vector<std::uint32_t>> cells = cells_of(numbers, count);
    for (std::uint32_t part = 1; part <= count; ++part)
      if (cells[part].size() >= 6) inlets.push_back(inlet_of(cells[part], part, numbers, open, seas));
    return inlets;
  }

 private:
  std::vector<bool> reached(double radius) const {
    std::vector<double> far(mesh_.size(), never);
    for (std::uint32_t cell = 0; cell < mesh_.size(); ++cell)
      if (water_[cell] && inside_[cell] >= radius) far[cell] = 0;
    spread(mesh_, far,
           [&](std::uint32_t from, const Link& link) { return water_[link.to] && water_[from] ? double{link.length} : never; });
    std::vector<bool> open(mesh_.size());
    for (std::uint32_t cell = 0; cell < mesh_.size(); ++cell) open[cell] = far[cell] <= radius;
    return open;
  }

  Inlet inlet_of(const std::vector<std::uint32_t>& cells, std::uint32_t part, const std::vector<std::uint32_t>& numbers,
                 const std::vector<bool>& open, const Parts& seas) const {
    Inlet inlet{.cells = cells, .sea = seas.numbers[cells.front()]};
    std::vector<std::uint32_t> rim;  // cells of it at the open water
    for (const std::uint32_t cell : cells) {
      inlet.area += mesh_.area(cell);
      bool at_rim = false;
      for (const Link& link : mesh_.links(cell)) at_rim |= open[link.to] && numbers[link.to] != part;
      if (at_rim) rim.push_back(cell);
    }
    inlet.mouth = static_cast<double>(rim.size()) * mesh_.spacing();
    inlet.mouths = clusters(rim);
    return inlet;
  }

  /// In how many groups of neighbours cells lie.
  std::uint32_t clusters(std::vector<std::uint32_t> cells) const {
    std::sort(cells.begin(), cells.end());
    std::vector<bool> seen(cells.size(), false);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (seen[i]) continue;
      ++count;
      std::vector<std::size_t> waiting{i};
      seen[i] = true;
      while (!waiting.empty()) {
        const std::size_t at = waiting.back();
        waiting.pop_back();
        for (const Link& link : mesh_.links(cells[at])) {
          const auto found = std::lower_bound(cells.begin(), cells.end(), link.to);
          if (found == cells.end() || *found != link.to) continue;
          const auto next = static_cast<std::size_t>(found - cells.begin());
          if (seen[next]) continue;
          seen[next] = true;
          waiting.push_back(next);
        }
      }
    }
    return count;
  }

  const PlaceMesh& mesh_;
  const std::vector<bool>& water_;
  const std::vector<double>& inside_;
};

struct NamedWater {
  std::string_view kind;
  std::uint32_t number;  // in Parts
};

/// Takes gulfs, bays and straits out of their seas.
std::vector<NamedWater> cut_inlets(const PlaceMesh& mesh, const std::vector<bool>& water, const std::vector<double>& inside,
                                   const GeographyRules& rules, Parts& seas) {
  const InletFinder finder(mesh, water, inside);
  const double side = std::sqrt(mesh.whole_area());
  const std::vector<double> sea_areas = areas_of(mesh, seas.numbers, seas.count());
  std::vector<NamedWater> named;
  std::vector<bool> taken(mesh.size(), false);
  for (const bool gulf : {true, false}) {
    const double width = (gulf ? rules.gulf : rules.bay) * side;
    for (const Inlet& inlet : finder.find(seas, width)) {
      const bool free = std::none_of(inlet.cells.begin(), inlet.cells.end(), [&](std::uint32_t cell) { return taken[cell]; });
      if (!free || inlet.sea == 0 || inlet.mouths == 0) continue;
      if (inlet.sea >= sea_areas.size()) continue;  // of a gulf that was cut out before
      if (inlet.area > 0.4 * sea_areas[inlet.sea]) continue;
      const bool strait = inlet.mouths == 2 && inlet.area >= 0.2 * width * width;
      const bool bay = inlet.mouths == 1 && inlet.area >= 0.3 * width * width &&
                       inlet.area >= 0.3927 * inlet.mouth * inlet.mouth;  // π/8: the half-disc upon its mouth
      if (!strait && !bay) continue;
      for (const std::uint32_t cell : inlet.cells) {
        taken[cell] = true;
        seas.numbers[cell] = seas.count() + 1;
      }
      seas.piece.push_back(seas.piece[inlet.sea]);
      named.push_back({strait ? "strait" : gulf ? "gulf" : "bay", seas.count()});
    }
  }
  return named;
}

class RegionList {
 public:
  RegionList(const PlaceMesh& mesh, const MeshGround& ground, const std::vector<Piece>& pieces)
      : mesh_(mesh), ground_(ground), pieces_(pieces) {}

  /// `kind_of(part, area)` names the kind.
  template <class KindOf>
  std::vector<std::uint32_t> add(const Parts& parts, const std::vector<double>& inside, bool land, double least,
                                 const KindOf& kind_of) {
    const std::vector<std::vector<std::uint32_t>> cells = cells_of(parts.numbers, parts.count());
    const std::vector<double> areas = areas_of(mesh_, parts.numbers, parts.count());
    std::vector<std::uint32_t> region_of(parts.count() + 1, 0);
    for (std::uint32_t part = 1; part <= parts.count(); ++part) {
      if (cells[part].empty()) continue;
      if (areas[part] < least) continue;
      Region region{.kind = {}, .group = land ? "land" : "water", .axis = {}, .area = 0, .extreme = no_cell};
      for (const std::uint32_t cell : cells[part]) {
        region.area += mesh_.area(cell);
        take_extreme(cell, land, region.extreme);
      }
      region.axis = axis_of(mesh_, cells[part], parts.numbers, inside, AxisKind::area);
      region.kind = kind_of(part, region.area);
      list_.regions.push_back(std::move(region));
      list_.piece.push_back(parts.piece[part]);
      region_of[part] = static_cast<std::uint32_t>(list_.regions.size());
      seen_.resize(pieces_.size(), false);
      seen_[static_cast<std::size_t>(parts.piece[part])] = true;
    }
    std::vector<std::uint32_t> numbers(parts.numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = region_of[parts.numbers[i]];
    return numbers;
  }

  /// Islands that no cell of the mesh belongs to.
  void add_small_islands() {
    seen_.resize(pieces_.size(), false);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (seen_[i] || !pieces_[i].land) continue;
      Region region{.kind = "island", .group = "land", .axis = {}, .area = pieces_[i].area, .extreme = pieces_[i].extreme};
      region.axis.place = mesh_.home(pieces_[i].middle);
      list_.regions.push_back(std::move(region));
      list_.piece.push_back(static_cast<std::int32_t>(i));
    }
  }

  LandAndWater take() { return std::move(list_); }
  LandAndWater& list() { return list_; }

 private:
  void take_extreme(std::uint32_t cell, bool land, Cell& extreme) {
    const Cell next = land ? ground_.top[cell] : ground_.bottom[cell];
    const float height = land ? ground_.highest[cell] : -ground_.deepest[cell];
    if (extreme != no_cell && !(height > best_)) return;
    best_ = height;
    extreme = next;
  }

  const PlaceMesh& mesh_;
  const MeshGround& ground_;
  const std::vector<Piece>& pieces_;
  LandAndWater list_;
  std::vector<bool> seen_;
  float best_ = 0;
};

}  // namespace

LandAndWater find_land_and_water(const PlaceMesh& mesh, const MeshGround& ground, const std::vector<Piece>& pieces,
                                 const GeographyRules& rules) {
  RegionList list(mesh, ground, pieces);
  const std::vector<bool> land = shape_of(ground.land, true), water = shape_of(ground.land, false);
  const std::vector<double> inland = distance_inside(mesh, land), offshore = distance_inside(mesh, water);
  double land_area = 0;
  for (const Piece& piece : pieces) land_area += piece.land ? piece.area : 0;
  const double continent = std::max(rules.continent * land_area, 0.01 * mesh.whole_area());

  const Parts lands =
      split_pieces(mesh, ground.land_piece, land, inland, pieces.size(), {.neck = rules.land_neck, .least_area = continent});
  list.list().land =
      list.add(lands, inland, true, 0, [&](std::uint32_t, double area) { return area >= continent ? "continent" : "island"; });
  list.add_small_islands();

  const double ocean = rules.ocean * mesh.whole_area();
  Parts seas =
      split_pieces(mesh, ground.sea_piece, water, offshore, pieces.size(), {.neck = rules.sea_neck, .least_area = 0.1 * ocean});
  split_large(mesh, offshore, rules, seas);
  const std::vector<NamedWater> inlets = cut_inlets(mesh, water, offshore, rules, seas);
  list.list().water = list.add(seas, offshore, false, 10 * rules.least * mesh.whole_area(),
                               [&](std::uint32_t part, double area) -> std::string_view {
                                 for (const NamedWater& inlet : inlets)
                                   if (inlet.number == part) return inlet.kind;
                                 const auto parts = std::count(seas.piece.begin() + 1, seas.piece.end(), seas.piece[part]);
                                 if (parts > 1 && area < 0.2 * ocean) return "gulf";
                                 return area >= std::max(ocean, rules.least_ocean) ? "ocean" : "sea";
                               });
  return list.take();
}

}  // namespace craton
