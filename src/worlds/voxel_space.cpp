// Overhangs, ravines and caves (000's outlook): heights displaced sideways by a noise, or a noise in space added to them; tunnels
// where two noises are both near zero. Noises in space are sampled coarsely: they cost the most.
#include "worlds/voxel_space.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/smooth_step.h"

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

std::size_t level_count(const Model& model) {
  return static_cast<std::size_t>(model.params.chunk_height / CoarseField::pace + 2);
}

void fill_by_noise(const Model& model, SpaceScratch& scratch, Columns& columns) {
  const auto most = static_cast<float>(model.params.overhang_reach);
  const auto [lowest, highest] = std::minmax_element(columns.height.begin(), columns.height.end());
  const auto end_of = [&](float height) { return std::min(voxels_below(model, height) + 1, model.params.chunk_height); };
  scratch.field[0].sample(*model.overhang[0], model, columns.frame, voxels_below(model, *lowest - most), end_of(*highest + most));
  float* levels = scratch.levels[0].data();
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const float height = columns.height[i], reach = reach_at(model, columns.ground, i);
    const int low = voxels_below(model, height - reach), high = end_of(height + reach), width = columns.frame.width;
    if (low < high) scratch.field[0].column(static_cast<int>(i) % width, static_cast<int>(i) / width, low, high, levels);
    fill_column(columns, i, low, high, [&](int z) { return middle_of(model, z) < height + reach * at_level(levels, z); });
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

/// Voxels of four levels where both noises are near zero.
std::uint64_t tunnel_bits(const float* first, const float* second, int level, float width) {
  const float a0 = first[level], a1 = first[level + 1], b0 = second[level], b1 = second[level + 1];
  if (std::min(a0, a1) > width || std::max(a0, a1) < -width || std::min(b0, b1) > width || std::max(b0, b1) < -width) return 0;
  std::uint64_t bits = 0;
  for (int k = 0; k < CoarseField::pace; ++k) {
    const float share = static_cast<float>(k) / CoarseField::pace, a = mixed(a0, a1, share), b = mixed(b0, b1, share);
    bits |= std::uint64_t{a * a + b * b < width * width} << k;
  }
  return bits;
}

}  // namespace

void CoarseField::sample(const Noise& noise, const Model& model, const Frame& frame, int low, int high) {
  const std::int64_t x0 = floor_div(frame.x, pace), y0 = floor_div(frame.y, pace);
  width_ = static_cast<int>(floor_div(frame.x + frame.width - 1, pace) - x0) + 2;
  height_ = static_cast<int>(floor_div(frame.y + frame.height - 1, pace) - y0) + 2;
  first_ = low / pace;
  depth_ = std::max(high - 1, low) / pace + 2 - first_;
  x_offset_ = static_cast<int>(frame.x - x0 * pace);
  y_offset_ = static_cast<int>(frame.y - y0 * pace);
  const std::int64_t step = model.step * pace;
  const Grid3 grid{.origin = {x0 * step, y0 * step, (first_ * pace - model.sea) * model.step},
                   .step = {step, step, step},
                   .width = static_cast<std::uint32_t>(width_),
                   .height = static_cast<std::uint32_t>(height_),
                   .depth = static_cast<std::uint32_t>(depth_)};
  const auto columns = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_),
             levels = static_cast<std::size_t>(depth_);
  samples_.resize(columns * levels);
  by_column_.resize(columns * levels);
  (void)noise.grid(grid, samples_, here).ok();
  for (std::size_t z = 0; z < levels; ++z)
    for (std::size_t c = 0; c < columns; ++c) by_column_[c * levels + z] = samples_[z * columns + c];
}

void CoarseField::column(int x, int y, int low, int high, float* values) const {
  const int px = x + x_offset_, py = y + y_offset_;
  const float fx = static_cast<float>(px % pace) / pace, fy = static_cast<float>(py % pace) / pace;
  const auto levels = static_cast<std::size_t>(depth_);
  const float* near = &by_column_[static_cast<std::size_t>(py / pace * width_ + px / pace) * levels];
  const float* far = near + static_cast<std::size_t>(width_) * levels;
  const std::size_t begin = static_cast<std::size_t>(low / pace - first_),
                    end = static_cast<std::size_t>((high - 1) / pace + 2 - first_);
  values += first_;
  for (std::size_t z = begin; z < end; ++z)
    values[z] = mixed(mixed(near[z], near[levels + z], fx), mixed(far[z], far[levels + z], fx), fy);
}

void fill_space(const Model& model, ColumnScratch& columns_scratch, SpaceScratch& scratch, Columns& columns) {
  columns.solid.resize(static_cast<std::size_t>(columns.words) * columns.count());
  for (std::vector<float>& levels : scratch.levels) levels.resize(level_count(model));
  if (model.params.overhangs == VoxelOverhangs::noise)
    fill_by_noise(model, scratch, columns);
  else if (model.params.overhangs == VoxelOverhangs::displaced)
    fill_displaced(model, columns_scratch, scratch, columns);
  else
    fill_to_heights(model, columns);
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
  const std::size_t count = columns.count();
  scratch.carved.assign(columns.solid.size(), 0);
  int highest = 0;
  std::vector<int>& tops = scratch.tops;
  tops.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    tops[i] = top_of(columns, i);
    highest = std::max(highest, tops[i]);
  }
  for (std::size_t k = 0; k < 2; ++k) scratch.field[k].sample(*model.caves[k], model, columns.frame, 0, highest);
  const auto tunnel = static_cast<float>(model.params.caves) * 0.3F;
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int x = static_cast<int>(i) % columns.frame.width, y = static_cast<int>(i) / columns.frame.width;
    for (std::size_t k = 0; k < 2; ++k) scratch.field[k].column(x, y, 0, tops[i], scratch.levels[k].data());
    for (int w = 0; 64 * w < tops[i]; ++w) {
      const std::uint64_t solid = columns.solid_at(w, i) & ~range_bits(0, 2, w);  // the floor stays whole
      std::uint64_t carved = 0;
      for (int z = 64 * w; z < std::min(tops[i], 64 * w + 64); z += CoarseField::pace)
        carved |= tunnel_bits(scratch.levels[0].data(), scratch.levels[1].data(), z / CoarseField::pace, tunnel) << (z % 64);
      carved &= solid;
      if (carved != 0) carved &= ~beside_water(columns, scratch.waters, w, i);
      scratch.carved[static_cast<std::size_t>(w) * count + i] = carved;
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
