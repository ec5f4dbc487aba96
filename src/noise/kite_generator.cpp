// Kite and hat noise (source 001) on the lattice of simplex noise: what both kinds share, but their kernels.
#include "noise/kite_generator.h"

#include <algorithm>
#include <optional>

#include "noise/kite_grid.h"
#include "noise/kite_periodic.h"

namespace craton {
namespace {

/// Points of a batch, with their hats where there are some.
struct KitePoints {
  SimplexPoints points;
  HatPoints hats;

  const HatPoints* make(const SimplexLattice& lattice, const KiteOctave& octave, Seed seed, const HatTiling* tiling,
                        const PointBatch& batch) {
    if (!tiling) {
      make_simplex_points(lattice, batch, points);
      return nullptr;
    }
    PointCells cells;
    make_simplex_points(lattice, batch, points, &cells);
    find_hats_of_points(*tiling, octave, seed, cells, points, hats);
    return &hats;
  }
};

class KiteGridEvaluator final : public GridEvaluator {
 public:
  KiteGridEvaluator(const Generator& generator, const KiteOctave& octave, const SimplexLattice& lattice, const HatTiling* tiling,
                    const GridShape& shape)
      : generator_(generator), octave_(octave), grid_{SimplexGrid(lattice, shape), tiling} {
    if (!tiling) return;
    if (const std::optional<HatBox> box = hat_box_of(grid_.simplex)) grid_.cover.emplace(*tiling, *box);
  }

  void fill(const Chunk& chunk) const override {
    if (shares_corners())
      fill_kite_chunk(octave_, grid_, chunk);
    else
      fill_blocks(chunk);
  }
  void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
    for_each_part(chunk, [&](const Chunk& part, std::size_t first) {
      if (displacement && shares_corners() && fill_kite_part(octave_, grid_, part, displacement.from(first), chunk.size[0]))
        return;
      for_each_row(part, [&](const Chunk& row, std::uint32_t j) {
        fill_by_points(generator_, grid_.simplex.shape, row, displacement.from(first + std::size_t{j} * chunk.size[0]));
      });
    });
  }
  void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                   std::array<float*, max_dimensions> slope) const override {
    const SlopePlaces out{value, slope};
    if (!displacement && shares_corners()) return fill_kite_slopes(octave_, grid_, chunk, out);
    for_each_part(chunk, [&](const Chunk& part, std::size_t first) {
      if (displacement && shares_corners() && fill_kite_slope_part(octave_, grid_, chunk, part, displacement.from(first), out))
        return;
      for_each_row(part, [&](const Chunk& row, std::uint32_t j) {
        const std::size_t sample = first + std::size_t{j} * chunk.size[0];
        fill_slopes_by_points(generator_, grid_.simplex.shape, row, displacement.from(sample), out.from(sample));
      });
    });
  }

 private:
  static constexpr std::uint32_t part_width = 128, part_height = 16;
  static constexpr std::uint32_t block_width = 32, block_height = 16;
  static_assert(block_width * block_height <= PointBatch::capacity);

  /// Where cells are narrower than samples, each sample is a point; blocks of them still share the search for hats.
  void fill_blocks(const Chunk& chunk) const {
    PointBatch batch;
    BatchValues values;
    for (std::uint32_t y = 0; y < chunk.size[1]; y += block_height)
      for (std::uint32_t x = 0; x < chunk.size[0]; x += block_width) {
        const std::uint32_t width = std::min(block_width, chunk.size[0] - x), height = std::min(block_height, chunk.size[1] - y);
        batch.count = std::size_t{width} * height;
        for (std::size_t i = 0; i < batch.count; ++i) {
          batch.position[0][i] = grid_.simplex.shape.position(0, std::uint64_t{chunk.begin[0]} + x + i % width);
          batch.position[1][i] = grid_.simplex.shape.position(1, std::uint64_t{chunk.begin[1]} + y + i / width);
        }
        generator_.at_points(batch, values, false);
        for (std::uint32_t j = 0; j < height; ++j) {
          float* out = chunk.out + x + (y + j) * chunk.row_stride;
          const float* addend = chunk.addend ? chunk.addend + x + (y + j) * chunk.addend_row_stride : nullptr;
          for (std::uint32_t i = 0; i < width; ++i) {
            const float value = values[std::size_t{j} * width + i];
            out[i] = addend ? addend[i] + value : value;
          }
        }
      }
  }
  static constexpr double most_cells_per_sample = 0.7;  ///< tables of the row kernel reach that far

  /// Calls use(part, first) for parts of a chunk, which meet few vertices; `first` is the part's first sample in compact arrays.
  template <class Use>
  static void for_each_part(const Chunk& chunk, const Use& use) {
    for (std::uint32_t y = 0; y < chunk.size[1]; y += part_height)
      for (std::uint32_t x = 0; x < chunk.size[0]; x += part_width) {
        use(chunk.part(x, y, part_width, part_height), std::size_t{y} * chunk.size[0] + x);
      }
  }
  template <class Use>
  static void for_each_row(const Chunk& part, const Use& use) {
    for (std::uint32_t j = 0; j < part.size[1]; ++j) {
      Chunk row = part;
      row.begin[1] += j;
      row.size[1] = 1;
      if (row.out) row.out += j * part.row_stride;
      if (row.addend) row.addend += j * part.addend_row_stride;
      use(row, j);
    }
  }

  bool shares_corners() const {
    return grid_.simplex.cells_per_sample[0] < most_cells_per_sample && grid_.simplex.cells_per_sample[1] < most_cells_per_sample;
  }

  const Generator& generator_;
  const KiteOctave& octave_;
  KiteGrid grid_;
};

class KiteGenerator final : public Generator {
 public:
  KiteGenerator(const KiteOctave& octave, const OctaveSpec& spec) : octave_(octave), seed_(spec.seed), lattice_(2, spec) {
    if (octave.hats) tiling_.emplace(spec.seed);
  }

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override {
    return std::make_unique<KiteGridEvaluator>(*this, octave_, lattice_, tiling(), shape);
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    KitePoints points;
    const HatPoints* hats = points.make(lattice_, octave_, seed_, tiling(), batch);
    fill_kite_points(octave_, points.points, hats, out.data, add);
  }
  bool has_slopes() const override { return true; }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override {
    KitePoints points;
    const HatPoints* hats = points.make(lattice_, octave_, seed_, tiling(), batch);
    fill_kite_slope_points(octave_, lattice_.cells_per_metre(), points.points, hats, out);
  }
  bool wraps() const override { return false; }

 private:
  const HatTiling* tiling() const { return tiling_ ? &*tiling_ : nullptr; }

  KiteOctave octave_;
  Seed seed_;
  SimplexLattice lattice_;
  std::optional<HatTiling> tiling_;
};

/// One over the largest sum of unit gradients that all point along their offsets, found by search (the tests repeat it), less 20
/// parts in a million for rounding.
constexpr float kite_scale = 8.390747F, hat_scale = 6.562586F;

KiteOctave make_octave(const OctaveSpec& spec, GradientSet gradients, bool hats) {
  const float scale = spec.weight * (hats ? hat_scale : kite_scale);
  KiteOctave octave{{gradients, scale * kite_factor_v}, {gradients, scale * kite_factor_side}, {}, {}, hats};
  AxisKeys keys(spec.seed, 3);
  for (std::uint64_t corner = kite_v + 1; corner < kite_corners; ++corner) octave.key[corner] = keys(corner);
  octave.hat_key = keys(kite_corners);
  return octave;
}

}  // namespace

std::unique_ptr<Generator> make_kite_generator(const OctaveSpec& spec, GradientSet gradients, bool hats) {
  const KiteOctave octave = make_octave(spec, gradients, hats);
  if (spec.axis[0].period != 0 || spec.axis[1].period != 0) return make_periodic_kites(octave, spec);
  return std::make_unique<KiteGenerator>(octave, spec);
}

}  // namespace craton
