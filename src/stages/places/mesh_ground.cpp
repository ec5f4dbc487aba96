#include <limits>

#include "stages/places/region_finder.h"

namespace craton {
namespace {

/// The value that more than half of a stream holds, if one does (Boyer & Moore 1981).
struct Majority {
  std::int32_t value = -1;
  std::int32_t lead = 0;

  void add(std::int32_t next) {
    if (lead == 0) value = next;
    lead += next == value ? 1 : -1;
  }
};

struct Tally {
  double height = 0;
  std::uint32_t land = 0, cells = 0;
  Majority land_piece, sea_piece;
  std::array<std::uint32_t, cover_count> covers{};
};

std::uint8_t commonest(const std::array<std::uint32_t, cover_count>& covers) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < cover_count; ++i)
    if (covers[i] > covers[best]) best = i;
  return static_cast<std::uint8_t>(best);
}

}  // namespace

Result<MeshGround> mesh_ground(const PlaceMesh& mesh, const MeshInput& input, const Execution& execution) {
  const std::uint32_t size = mesh.size();
  constexpr float high = std::numeric_limits<float>::max();
  MeshGround ground{.mean = std::vector<float>(size),
                    .highest = std::vector<float>(size, -high),
                    .deepest = std::vector<float>(size, high),
                    .top = std::vector<Cell>(size),
                    .bottom = std::vector<Cell>(size),
                    .land = std::vector<std::uint8_t>(size),
                    .land_piece = std::vector<std::int32_t>(size, -1),
                    .sea_piece = std::vector<std::int32_t>(size, -1),
                    .cover = std::vector<std::uint8_t>(size)};
  std::vector<Tally> tallies(size);
  CRATON_TRY(mesh.each_fine(execution, [&](Cell fine, std::uint32_t at) {
    Tally& tally = tallies[at];
    const float height = input.heights[fine];
    ++tally.cells;
    if (height >= 0) {
      ++tally.land;
      tally.height += double{height};
      if (!input.pieces.empty() && input.pieces[fine] >= 0) tally.land_piece.add(input.pieces[fine]);
      if (!input.covers.empty()) ++tally.covers[static_cast<std::size_t>(input.covers[fine])];
    } else if (!input.pieces.empty() && input.pieces[fine] >= 0) {
      tally.sea_piece.add(input.pieces[fine]);
    }
    if (height > ground.highest[at]) {
      ground.highest[at] = height;
      ground.top[at] = fine;
    }
    if (height < ground.deepest[at]) {
      ground.deepest[at] = height;
      ground.bottom[at] = fine;
    }
  }));
  for (std::uint32_t at = 0; at < size; ++at) {
    const Tally& tally = tallies[at];
    ground.mean[at] = static_cast<float>(tally.height / std::max(tally.cells, 1U));
    ground.land[at] = 2 * tally.land >= tally.cells ? 1 : 0;
    ground.land_piece[at] = tally.land_piece.value;
    ground.sea_piece[at] = tally.sea_piece.value;
    ground.cover[at] = commonest(tally.covers);
  }
  return ground;
}

std::vector<std::vector<std::uint32_t>> cells_of(const std::vector<std::uint32_t>& numbers, std::uint32_t count) {
  std::vector<std::vector<std::uint32_t>> cells(count + 1);
  for (std::uint32_t cell = 0; cell < numbers.size(); ++cell)
    if (numbers[cell] != 0) cells[numbers[cell]].push_back(cell);
  return cells;
}

}  // namespace craton
