// Overhangs, ravines and caves (000's outlook): heights displaced sideways by a noise, or a noise in space above them, with a
// threshold that rises with height or a constant one; tunnels where two noises are both near zero.
#include "worlds/voxel_space.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/smooth_step.h"
#include "worlds/voxel_kernels.h"

namespace craton::voxels {
namespace {

const Execution here{.threads = 1};

float mixed(float a, float b, float share) { return a + (b - a) * share; }

/// Height of the middle of a voxel, in metres.
float middle_of(const Model& model, int z) { return model.floor + (static_cast<float>(z) + 0.5F) * model.voxel; }

/// How far a column's slopes may hang over: the flat sea and deserts are to stay flat.
float reach_at(const Model& model, const ColumnGround& ground, std::size_t i) {
  return static_cast<float>(model.params.overhang_reach) * std::min(ground.amplification[i] * 2.5F, 1.0F);
}

/// Sets the voxels of a column: solid up to `low`, none from `high` on, and between them as `test` says.
template <class Test>
void fill_column(Columns& columns, std::size_t i, int low, int high, const Test& test) {
  for (int w = 0; w < columns.words; ++w) {
    std::uint64_t bits = range_bits(0, low, w);
    for (int z = std::max(low, 64 * w); z < std::min(high, 64 * w + 64); ++z) bits |= std::uint64_t{test(z)} << (z % 64);
    columns.solid_at(w, i) = bits;
  }
}

float at_level(const float* levels, int z) {
  const int level = z / CoarseField::pace;
  return mixed(levels[level], levels[level + 1], static_cast<float>(z % CoarseField::pace) / CoarseField::pace);
}

bool reaches_ceiling(const Model& model) {
  return model.params.overhangs == VoxelOverhangs::rising || model.params.overhangs == VoxelOverhangs::everywhere;
}

std::size_t level_count(const Model& model) {
  return static_cast<std::size_t>(model.params.chunk_height / CoarseField::pace + 2);
}

/// How far overhangs may reach at every column, and between which voxels that decides; heights with room for a vector.
void find_bands(const Model& model, SpaceScratch& scratch, const Columns& columns) {
  const std::size_t count = columns.count(), padded = count + most_lanes;
  scratch.reach.resize(padded);
  scratch.limit.resize(padded);
  scratch.low.resize(padded);
  scratch.high.resize(padded);
  std::fill(scratch.reach.begin() + columns.frame.count(), scratch.reach.end(), 0.0F);
  std::fill(scratch.limit.begin() + columns.frame.count(), scratch.limit.end(), 0.0F);
  for (std::size_t i = 0; i < count; ++i) scratch.reach[i] = reach_at(model, columns.ground, i);
  const auto count_below_limit = [&](AlignedVector<std::int32_t>& out) {
    count_voxels(scratch.limit.data(), model.floor, model.voxel, model.params.chunk_height, count, out.data());
  };
  const float below = reaches_ceiling(model) ? 0.0F : 1.0F;
  for (std::size_t i = 0; i < count; ++i) scratch.limit[i] = columns.height[i] - below * scratch.reach[i];
  count_below_limit(scratch.low);
  for (std::size_t i = 0; i < count; ++i) scratch.limit[i] = columns.height[i] + scratch.reach[i];
  count_below_limit(scratch.high);
  for (std::size_t i = 0; i < count; ++i) scratch.high[i] = std::min(scratch.high[i] + 1, model.params.chunk_height);
  if (reaches_ceiling(model))
    for (std::size_t i = 0; i < count; ++i)
      if (scratch.reach[i] > 0) scratch.high[i] = model.params.chunk_height;
  std::copy(columns.height.begin(), columns.height.end(), scratch.limit.begin());
}

/// Bits of a row of columns, as halves of words that are empty at first.
FieldLevels begin_row(const Columns& columns, int low, int high, SpaceScratch& scratch) {
  const auto width = static_cast<std::size_t>(columns.frame.width), stride = (width + most_lanes - 1) / most_lanes * most_lanes;
  scratch.bits.assign(2 * static_cast<std::size_t>(columns.words) * stride, 0);
  return {low / CoarseField::pace, (high - 1) / CoarseField::pace + 1, width, stride};
}
std::uint64_t word_of(const SpaceScratch& scratch, const FieldLevels& levels, int word, std::size_t x) {
  const std::uint32_t* half = &scratch.bits[2 * static_cast<std::size_t>(word) * levels.stride + x];
  return half[0] | std::uint64_t{half[levels.stride]} << 32;
}

void fill_by_noise(const Model& model, SpaceScratch& scratch, Columns& columns) {
  find_bands(model, scratch, columns);
  const auto width = static_cast<std::size_t>(columns.frame.width);
  const int end = columns.frame.count();
  if (std::all_of(scratch.reach.begin(), scratch.reach.begin() + end, [](float reach) { return reach == 0; })) {
    // The flat sea: no noise moves it.
    for (std::size_t i = 0; i < columns.count(); ++i)
      fill_column(columns, i, scratch.low[i], scratch.high[i], [&](int z) { return middle_of(model, z) < columns.height[i]; });
    return;
  }
  const int lowest = *std::min_element(scratch.low.begin(), scratch.low.begin() + end);
  const int highest = *std::max_element(scratch.high.begin(), scratch.high.begin() + end);
  scratch.field[0].sample(*model.overhang[0], model, columns.frame, lowest, highest);
  for (int y = 0; y < columns.frame.height; ++y) {
    const std::size_t first = static_cast<std::size_t>(y) * width;
    const std::int32_t *low = &scratch.low[first], *high = &scratch.high[first];
    const FieldLevels levels =
        begin_row(columns, *std::min_element(low, low + width), *std::max_element(high, high + width), scratch);
    const OverhangRow row{&scratch.limit[first],
                          &scratch.reach[first],
                          model.floor,
                          model.voxel,
                          static_cast<float>(model.params.overhang_threshold),
                          static_cast<float>(model.params.chunk_height) * model.voxel};
    const auto find = model.params.overhangs == VoxelOverhangs::noise      ? find_overhangs
                      : model.params.overhangs == VoxelOverhangs::constant ? find_ledges
                      : model.params.overhangs == VoxelOverhangs::rising   ? find_rising
                                                                           : find_everywhere;
    find(scratch.field[0].row(y), row, levels, scratch.bits.data());
    for (int w = 0; w < columns.words; ++w)
      for (std::size_t x = 0; x < width; ++x)
        columns.solid_at(w, first + x) =
            range_bits(0, low[x], w) | (word_of(scratch, levels, w, x) & range_bits(low[x], high[x], w));
  }
}

/// Heights between columns.
class HeightsAround {
 public:
  HeightsAround(const Columns& wide, int margin) : wide_(wide), margin_(margin) {}
  /// So many voxels away from a column of the inner frame. Columns and displacements are kept apart: their sum would be rounded
  /// otherwise in another frame.
  float at(int x, int y, float dx, float dy) const {
    const float fx = std::floor(dx), fy = std::floor(dy);
    const auto width = static_cast<std::size_t>(wide_.frame.width);
    const auto px = static_cast<std::size_t>(x + margin_ + static_cast<int>(fx));
    const auto py = static_cast<std::size_t>(y + margin_ + static_cast<int>(fy));
    const float* corner = &wide_.height[py * width + px];
    return mixed(mixed(corner[0], corner[1], dx - fx), mixed(corner[width], corner[width + 1], dx - fx), dy - fy);
  }

 private:
  const Columns& wide_;
  int margin_;
};

void fill_displaced(const Model& model, ColumnScratch& columns_scratch, SpaceScratch& scratch, Columns& columns) {
  const float most = static_cast<float>(model.params.overhang_reach) / model.voxel;  // voxels
  const int margin = static_cast<int>(std::floor(most)) + 2;
  find_heights(model, columns.frame.grown(margin), columns_scratch, scratch.wide);
  const auto [lowest, highest] = std::minmax_element(scratch.wide.height.begin(), scratch.wide.height.end());
  const int low = voxels_below(model, *lowest), high = std::min(voxels_below(model, *highest) + 1, model.params.chunk_height);
  for (std::size_t k = 0; k < 2; ++k) scratch.field[k].sample(*model.overhang[k], model, columns.frame, low, high);
  const HeightsAround heights(scratch.wide, margin);
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const int x = static_cast<int>(i) % columns.frame.width, y = static_cast<int>(i) / columns.frame.width;
    if (low < high)
      for (std::size_t k = 0; k < 2; ++k) scratch.field[k].column(x, y, low, high, scratch.levels[k].data());
    const float reach = reach_at(model, columns.ground, i) / model.voxel;
    fill_column(columns, i, low, high, [&](int z) {
      const float dx = reach * at_level(scratch.levels[0].data(), z), dy = reach * at_level(scratch.levels[1].data(), z);
      return middle_of(model, z) < heights.at(x, y, dx, dy);
    });
  }
}

/// Ravines lie where one noise is near zero and another is high; they end above the sea.
void cut_ravines(const Model& model, SpaceScratch& scratch, Columns& columns) {
  for (std::size_t k = 0; k < 2; ++k) {
    scratch.ravine[k].resize(columns.count());
    (void)model.ravines[k]->grid(grid_of(model, columns.frame), scratch.ravine[k], here).ok();
  }
  const auto most = static_cast<float>(model.params.ravines);
  const float half_width = 5 * 2.5F * static_cast<float>(model.params.relief_frequency / 3);  // five metres, as the noise changes
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const float across = std::abs(scratch.ravine[0][i]) / half_width;
    if (across >= 1) continue;
    const float height = columns.height[i], there = smooth_step(0.6F - most, 0.8F - most, scratch.ravine[1][i]);
    const float floor =
        std::max(height - there * (1 - across * across * across) * 0.6F * static_cast<float>(model.params.relief), 2.0F);
    const int from = voxels_below(model, floor);
    if (!(floor < height)) continue;
    for (int w = 0; w < columns.words; ++w) columns.solid_at(w, i) &= range_bits(0, from, w);
  }
}

/// The number of voxels up to the highest solid one of every row; the most of all.
int find_row_tops(const Columns& columns, std::vector<int>& tops) {
  const auto width = static_cast<std::size_t>(columns.frame.width);
  tops.assign(static_cast<std::size_t>(columns.frame.height), 1);  // the floor
  for (std::size_t y = 0; y < tops.size(); ++y)
    for (int w = 0; w < columns.words; ++w) {
      std::uint64_t any = 0;
      for (std::size_t x = 0; x < width; ++x) any |= columns.solid_at(w, y * width + x);
      if (any != 0) tops[y] = 64 * w + static_cast<int>(std::bit_width(any));
    }
  return *std::max_element(tops.begin(), tops.end());
}

}  // namespace

void fill_space(const Model& model, ColumnScratch& columns_scratch, SpaceScratch& scratch, Columns& columns) {
  columns.solid.resize(static_cast<std::size_t>(columns.words) * columns.count());
  for (std::vector<float>& levels : scratch.levels) levels.resize(level_count(model));
  if (model.params.overhangs == VoxelOverhangs::none)
    fill_to_heights(model, columns);
  else if (model.params.overhangs == VoxelOverhangs::displaced)
    fill_displaced(model, columns_scratch, scratch, columns);
  else
    fill_by_noise(model, scratch, columns);
  if (model.params.ravines > 0) cut_ravines(model, scratch, columns);
}

std::uint64_t beside_water(const Columns& columns, const Words& waters, int word, std::size_t column) {
  const std::size_t count = columns.count(), at = static_cast<std::size_t>(word) * count + column;
  const auto width = static_cast<std::size_t>(columns.frame.width);
  const std::size_t x = column % width;
  std::uint64_t near = waters[at] | waters[at] >> 1 | waters[at] << 1;
  if (word > 0) near |= waters[at - count] >> 63;
  if (word + 1 < columns.words) near |= waters[at + count] << 63;
  if (x > 0) near |= waters[at - 1];
  if (x + 1 < width) near |= waters[at + 1];
  if (column >= width) near |= waters[at - width];
  if (column + width < count) near |= waters[at + width];
  return near;
}

void find_waters(const Model& model, SpaceScratch& scratch, const Columns& columns) {
  scratch.waters.resize(columns.solid.size());
  for (int w = 0; w < columns.words; ++w)
    for (std::size_t i = 0; i < columns.count(); ++i)
      scratch.waters[static_cast<std::size_t>(w) * columns.count() + i] = range_bits(0, model.sea, w) & ~columns.solid_at(w, i);
}

bool find_caves(const Model& model, SpaceScratch& scratch, const Columns& columns) {
  if (model.params.caves <= 0) return false;
  scratch.carved.assign(columns.solid.size(), 0);
  const int highest = find_row_tops(columns, scratch.row_tops);
  for (std::size_t k = 0; k < 2; ++k) scratch.field[k].sample(*model.caves[k], model, columns.frame, 0, highest);
  const auto tunnel = static_cast<float>(model.params.caves) * 0.3F;
  const auto width = static_cast<std::size_t>(columns.frame.width);
  std::uint64_t any = 0;
  for (int y = 0; y < columns.frame.height; ++y) {
    const int top = scratch.row_tops[static_cast<std::size_t>(y)];
    const FieldLevels levels = begin_row(columns, 0, top, scratch);
    find_tunnels(scratch.field[0].row(y), scratch.field[1].row(y), levels, tunnel, scratch.bits.data());
    for (int w = 0; 64 * w < top; ++w)
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t i = static_cast<std::size_t>(y) * width + x;
        // The floor stays whole.
        std::uint64_t carved = word_of(scratch, levels, w, x) & columns.solid_at(w, i) & ~range_bits(0, 2, w);
        if (carved == 0) continue;
        carved &= ~beside_water(columns, scratch.waters, w, i);
        scratch.carved[static_cast<std::size_t>(w) * columns.count() + i] = carved;
        any |= carved;
      }
  }
  return any != 0;
}

void take_away(const Words& taken, const VoxelTable& table, Columns& columns) {
  for (std::size_t i = 0; i < taken.size(); ++i) columns.solid[i] &= ~taken[i];
  for (std::uint64_t rest = columns.used; rest != 0; rest &= rest - 1) {
    const auto ground = static_cast<std::size_t>(std::countr_zero(rest));
    if (table.grounds[ground].liquid) continue;
    for (std::size_t i = 0; i < taken.size(); ++i) columns.masks[ground][i] &= ~taken[i];
  }
}

}  // namespace craton::voxels
