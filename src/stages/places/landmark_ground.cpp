#include <algorithm>
#include <array>
#include <cmath>

#include "stages/places/landmark_finder.h"
#include "stages/places/place_lots.h"

namespace craton {
namespace {

/// The ground around a cell.
struct Around {
  float slope = 0;       ///< the steepest way to a neighbour, m/m
  float below_mean = 0;  ///< how far the neighbours' mean lies above it, m
  bool coast = false, lowest = true;
};

template <Topology T>
Around around_of(const T& topology, std::span<const float> heights, Cell cell) {
  Around around;
  float sum = 0, count = 0;
  topology.for_each_link(cell, [&](Link link) {
    const float rise = heights[link.to] - heights[cell];
    around.slope = std::max(around.slope, std::abs(rise) / link.length);
    around.coast |= heights[link.to] < 0;
    around.lowest &= rise > 0;
    sum += rise;
    count += 1;
  });
  around.below_mean = count > 0 ? sum / count : 0;
  return around;
}

/// What a cell of the mesh knows: its best cell for each kind, and its ground.
struct Block {
  std::array<float, landmark_kind_count> score{};  // 0: none
  std::array<Cell, landmark_kind_count> cell{};
  float highest = -1, lowest = 0;
  Cell top = no_cell;
  double sum = 0;
  std::uint32_t land = 0, cells = 0;

  float mean() const { return static_cast<float>(sum / std::max(cells, 1U)); }
  void offer(LandmarkKind kind, Cell at, float value) {
    const auto i = static_cast<std::size_t>(kind);
    if (!(value > score[i])) return;
    score[i] = value;
    cell[i] = at;
  }
};

/// What could stand everywhere stands here and there.
float chance_of(LandmarkKind kind) {
  switch (kind) {
    case LandmarkKind::monument: return 0.12F;
    case LandmarkKind::big_tree:
    case LandmarkKind::boulder: return 0.25F;
    case LandmarkKind::arch:
    case LandmarkKind::pond:
    case LandmarkKind::fissure: return 0.3F;
    case LandmarkKind::cave_mouth: return 0.25F;
    default: return 2;
  }
}

template <Topology T>
class GroundSearch {
 public:
  GroundSearch(const T& topology, const PlaceMesh& mesh, const LandmarkGround& ground, Seed seed)
      : topology_(topology), mesh_(mesh), ground_(ground), lots_(mesh, seed), blocks_(mesh.size()), seen_(mesh.size(), 0) {}

  Result<std::vector<Candidate>> find(const Execution& execution) {
    CRATON_TRY(mesh_.each_fine(execution, [&](Cell cell, std::uint32_t at) { look_at(cell, at); }));
    float world_top = 0;
    for (const Block& block : blocks_) world_top = std::max(world_top, block.highest);
    for (std::uint32_t at = 0; at < mesh_.size(); ++at) look_at_top(at, world_top);
    std::vector<Candidate> all;
    for (std::uint32_t at = 0; at < mesh_.size(); ++at) {
      const Block& block = blocks_[at];
      for (std::size_t i = 0; i < landmark_kind_count; ++i) {
        const auto kind = static_cast<LandmarkKind>(i);
        if (!(block.score[i] > 0) || !(lots_.lot(at, number(kind) + 100) < chance_of(kind))) continue;
        // Far out at sea an island is what is seen, not its trees.
        const bool lone_rock = block.land * 25 < block.cells && kind != LandmarkKind::islet && kind != LandmarkKind::volcano;
        if (!lone_rock) all.push_back({kind, block.cell[i], block.score[i]});
      }
    }
    return all;
  }

 private:
  static std::uint32_t number(LandmarkKind kind) { return static_cast<std::uint32_t>(kind); }

  /// A cell, and the chance that each kind stands there: near its spot, and more in some parts of the world than in others.
  struct Here {
    Cell cell = 0;
    std::uint32_t at = 0;
    Vec3d place{};
  };
  float chance(const Here& here, LandmarkKind kind) const {
    return lots_.nearness(here.at, number(kind), here.place) * (0.4F + 0.6F * lots_.lot(here.at, number(kind)));
  }

  void look_at(Cell cell, std::uint32_t at) {
    Block& block = blocks_[at];
    const float height = ground_.heights[cell];
    ++block.cells;
    if (height < 0) return;
    ++block.land;
    block.sum += double{height};
    if (height > block.highest) {
      block.highest = height;
      block.top = cell;
    }
    if (!ground_.volcanoes.empty() && ground_.volcanoes[cell] > 0.3F)
      block.offer(LandmarkKind::volcano, cell, height * ground_.volcanoes[cell]);
    if (!ground_.lakes.empty() && ground_.lakes[cell] != 0) return;
    if (!ground_.rivers.empty() && ground_.rivers[cell]) return;
    const Around around = around_of(topology_, ground_.heights, cell);
    const Cover cover = ground_.covers[cell];
    const Here here{cell, at, topology_.centre(cell)};
    offer_rock(here, around, cover, block);
    offer_life(here, around, cover, block);
  }

  void offer_rock(const Here& here, const Around& around, Cover cover, Block& block) const {
    using Kind = LandmarkKind;
    const bool bare = cover == Cover::desert || cover == Cover::none || cover == Cover::tundra;
    const float drop = around.slope * static_cast<float>(mesh_.spacing());
    if (around.slope > 0.02F && drop > 50 && cover != Cover::ice)
      block.offer(Kind::cave_mouth, here.cell, around.slope * (0.5F + 0.5F * chance(here, Kind::cave_mouth)));
    if (around.slope > 0.01F && (around.coast || cover == Cover::desert))
      block.offer(Kind::arch, here.cell, around.slope * (0.5F + 0.5F * chance(here, Kind::arch)));
    if (bare && around.below_mean > 0 && around.slope > 0.01F)
      block.offer(Kind::fissure, here.cell, around.below_mean * (0.7F + 0.3F * chance(here, Kind::fissure)));
    const float cold = cover == Cover::tundra || cover == Cover::forest ? 1.0F : cover == Cover::plain || bare ? 0.5F : 0.0F;
    if (cold > 0 && around.slope < 0.1F && !around.coast)
      block.offer(Kind::boulder, here.cell, cold * chance(here, Kind::boulder));
  }

  void offer_life(const Here& here, const Around& around, Cover cover, Block& block) const {
    using Kind = LandmarkKind;
    const bool trees = cover == Cover::forest || cover == Cover::jungle;
    const float seen = cover == Cover::savanna || cover == Cover::plain ? 1.0F : trees ? 0.6F : 0.0F;
    if (seen > 0 && around.slope < 0.3F) block.offer(Kind::big_tree, here.cell, seen * chance(here, Kind::big_tree));
    const bool dry = cover == Cover::desert;
    if (around.lowest && !dry && cover != Cover::ice) block.offer(Kind::pond, here.cell, chance(here, Kind::pond));
    const bool near_lake = touches_lake(here.cell);
    if (dry && (around.lowest || near_lake))
      block.offer(Kind::oasis, here.cell, (near_lake ? 1.0F : 0.5F) + 0.5F * chance(here, Kind::oasis));
    if (cover != Cover::ice && cover != Cover::swamp && around.slope < 0.2F)
      block.offer(Kind::monument, here.cell, (around.coast ? 1.0F : 0.7F) * chance(here, Kind::monument));
  }

  bool touches_lake(Cell cell) const {
    bool found = false;
    if (!ground_.lakes.empty()) topology_.for_each_link(cell, [&](Link link) { found |= ground_.lakes[link.to] != 0; });
    return found;
  }

  /// What lies around a cell of the mesh, three cells far.
  struct Ring {
    float next_top = 0;       // of all within
    float top = 0, mean = 0;  // of the outermost
    float land = 0;           // part of all within
  };
  Ring ring_of(std::uint32_t at) {
    Ring ring;
    ++round_;
    open_.assign(1, at);
    seen_[at] = round_;
    std::size_t begin = 0;
    float sum = 0, count = 0, land = 0, cells = 0;
    for (int depth = 0; depth < 3; ++depth) {
      const std::size_t end = open_.size();
      for (std::size_t i = begin; i < end; ++i)
        for (const Link& link : mesh_.links(open_[i])) {
          if (seen_[link.to] == round_) continue;
          seen_[link.to] = round_;
          open_.push_back(link.to);
          const Block& block = blocks_[link.to];
          ring.next_top = std::max(ring.next_top, block.highest);
          land += static_cast<float>(block.land);
          cells += static_cast<float>(block.cells);
          if (depth < 2) continue;
          ring.top = std::max(ring.top, block.highest);
          sum += block.mean();
          count += 1;
        }
      begin = end;
    }
    ring.mean = count > 0 ? sum / count : 0;
    ring.land = cells > 0 ? land / cells : 1;
    return ring;
  }

  bool above_neighbours(std::uint32_t at) const {
    return std::all_of(mesh_.links(at).begin(), mesh_.links(at).end(),
                       [&](const Link& link) { return blocks_[link.to].highest < blocks_[at].highest; });
  }

  /// Tops above all that is around them: cones that stand alone are volcanoes (where it is not known which are), others peaks;
  /// low ones in flat country hillocks; and tops of small lands in wide waters.
  void look_at_top(std::uint32_t at, float world_top) {
    Block& block = blocks_[at];
    if (block.top == no_cell || !above_neighbours(at)) return;
    const Ring ring = ring_of(at);
    if (ring.land < 0.02F) return block.offer(LandmarkKind::islet, block.top, 1 - 20 * ring.land);
    if (!(ring.next_top < block.highest)) return;
    const float rise = block.highest - ring.mean, alone = block.highest - ring.top;
    const bool cone = ground_.volcanoes.empty() && alone > 0.5F * rise;
    if (cone && rise > std::max(200.0F, 0.25F * world_top)) return block.offer(LandmarkKind::volcano, block.top, alone);
    if (rise > std::max(60.0F, 0.15F * world_top)) return block.offer(LandmarkKind::lone_peak, block.top, rise + alone);
    if (rise > 5 && rise < 120) block.offer(LandmarkKind::hillock, block.top, alone / rise);
  }

  const T& topology_;
  const PlaceMesh& mesh_;
  const LandmarkGround& ground_;
  PlaceLots lots_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> seen_, open_;
  std::uint32_t round_ = 0;
};

}  // namespace

Result<std::vector<Candidate>> ground_candidates(const Domain& domain, const PlaceMesh& mesh, const LandmarkGround& ground,
                                                 Seed seed, const Execution& execution) {
  return std::visit([&](const auto& topology) { return GroundSearch(topology, mesh, ground, seed).find(execution); }, domain);
}

}  // namespace craton
