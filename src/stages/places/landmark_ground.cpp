#include <algorithm>
#include <array>
#include <cmath>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/places/landmark_finder.h"

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

template <Topology T>
class GroundSearch {
 public:
  GroundSearch(const T& topology, const PlaceMesh& mesh, const LandmarkGround& ground, Seed seed)
      : topology_(topology), mesh_(mesh), ground_(ground), seed_(seed), blocks_(mesh.size()) {}

  Result<std::vector<Candidate>> find(const Execution& execution) {
    CRATON_TRY(mesh_.each_fine(execution, [&](Cell cell, std::uint32_t at) { look_at(cell, blocks_[at]); }));
    for (std::uint32_t at = 0; at < mesh_.size(); ++at) look_at_top(at);
    std::vector<Candidate> all;
    for (const Block& block : blocks_)
      for (std::size_t kind = 0; kind < landmark_kind_count; ++kind)
        if (block.score[kind] > 0) all.push_back({static_cast<LandmarkKind>(kind), block.cell[kind], block.score[kind]});
    return all;
  }

 private:
  /// 0 … 1, another for each kind.
  float lot(Cell cell, LandmarkKind kind) const {
    return fraction_as_float(mix64(seed_.value + (std::uint64_t{cell} << 5U) + static_cast<std::uint64_t>(kind)));
  }

  void look_at(Cell cell, Block& block) const {
    const float height = ground_.heights[cell];
    ++block.cells;
    if (height < 0) return;
    ++block.land;
    block.sum += double{height};
    if (height > block.highest) {
      block.highest = height;
      block.top = cell;
    }
    if (!ground_.lakes.empty() && ground_.lakes[cell] != 0) return;
    const Around around = around_of(topology_, ground_.heights, cell);
    const Cover cover = ground_.biomes.empty() ? Cover::none : ground_.covers[ground_.biomes[cell]];
    offer_rock(cell, around, cover, block);
    offer_life(cell, around, cover, block);
  }

  void offer_rock(Cell cell, const Around& around, Cover cover, Block& block) const {
    using Kind = LandmarkKind;
    const bool bare = cover == Cover::desert || cover == Cover::none || cover == Cover::tundra;
    const float drop = around.slope * static_cast<float>(mesh_.spacing());
    if (around.slope > 0.02F && drop > 50 && cover != Cover::ice)
      block.offer(Kind::cave_mouth, cell, around.slope * (0.5F + 0.5F * lot(cell, Kind::cave_mouth)));
    if (around.slope > 0.01F && (around.coast || cover == Cover::desert))
      block.offer(Kind::arch, cell, around.slope * (0.5F + 0.5F * lot(cell, Kind::arch)));
    if (bare && around.below_mean > 0 && around.slope > 0.01F)
      block.offer(Kind::fissure, cell, around.below_mean * (0.7F + 0.3F * lot(cell, Kind::fissure)));
    const float cold = cover == Cover::tundra || cover == Cover::forest ? 1.0F : cover == Cover::plain || bare ? 0.5F : 0.0F;
    if (cold > 0 && around.slope < 0.1F && !around.coast) block.offer(Kind::boulder, cell, cold * lot(cell, Kind::boulder));
  }

  void offer_life(Cell cell, const Around& around, Cover cover, Block& block) const {
    using Kind = LandmarkKind;
    const bool trees = cover == Cover::forest || cover == Cover::jungle;
    const float seen = cover == Cover::savanna || cover == Cover::plain ? 1.0F : trees ? 0.6F : 0.0F;
    if (seen > 0 && around.slope < 0.3F) block.offer(Kind::big_tree, cell, seen * lot(cell, Kind::big_tree));
    const bool dry = cover == Cover::desert;
    if (around.lowest && !dry && cover != Cover::ice) block.offer(Kind::pond, cell, lot(cell, Kind::pond));
    const bool near_lake = touches_lake(cell);
    if (dry && (around.lowest || near_lake))
      block.offer(Kind::oasis, cell, (near_lake ? 1.0F : 0.5F) + 0.5F * lot(cell, Kind::oasis));
    if (cover != Cover::ice && cover != Cover::swamp && around.slope < 0.2F)
      block.offer(Kind::monument, cell, (around.coast ? 1.0F : 0.7F) * lot(cell, Kind::monument));
  }

  bool touches_lake(Cell cell) const {
    bool found = false;
    if (!ground_.lakes.empty()) topology_.for_each_link(cell, [&](Link link) { found |= ground_.lakes[link.to] != 0; });
    return found;
  }

  /// Tops above all that is around them: cones that stand alone are volcanoes, others peaks; low ones in flat country hillocks;
  /// and tops of small lands in wide waters.
  void look_at_top(std::uint32_t at) {
    Block& block = blocks_[at];
    if (block.top == no_cell) return;
    float next_top = 0, mean = block.mean(), land = static_cast<float>(block.land) / static_cast<float>(block.cells), count = 1;
    for (const Link& link : mesh_.links(at)) {
      const Block& other = blocks_[link.to];
      next_top = std::max(next_top, other.highest);
      mean += other.mean();
      land += static_cast<float>(other.land) / static_cast<float>(std::max(other.cells, 1U));
      count += 1;
    }
    mean /= count;
    land /= count;
    const float rise = block.highest - mean, alone = block.highest - next_top;
    if (land < 0.06F) return block.offer(LandmarkKind::islet, block.top, 1 - 10 * land);
    if (!(alone > 0)) return;
    if (rise > 400 && alone > 0.35F * rise) return block.offer(LandmarkKind::volcano, block.top, alone);
    if (rise > 250) return block.offer(LandmarkKind::lone_peak, block.top, rise + alone);
    if (rise > 15 && rise < 120) block.offer(LandmarkKind::hillock, block.top, alone / rise);
  }

  const T& topology_;
  const PlaceMesh& mesh_;
  const LandmarkGround& ground_;
  Seed seed_;
  std::vector<Block> blocks_;
};

}  // namespace

Result<std::vector<Candidate>> ground_candidates(const Domain& domain, const PlaceMesh& mesh, const LandmarkGround& ground,
                                                 Seed seed, const Execution& execution) {
  return std::visit([&](const auto& topology) { return GroundSearch(topology, mesh, ground, seed).find(execution); }, domain);
}

}  // namespace craton
