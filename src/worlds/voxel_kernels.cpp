// Distances to cells and blending of biomes: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "worlds/voxel_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "worlds/voxel_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, voxels::most_lanes>;
using V = hn::Vec<D>;

void approach(const voxels::ColumnPlaces& columns, const voxels::CellShape& cell, float* nearest) {
  const D d;
  const V x_low = hn::Set(d, cell.x_low), x_high = hn::Set(d, cell.x_high);
  const V y_low = hn::Set(d, cell.y_low), y_high = hn::Set(d, cell.y_high);
  for (std::size_t i = 0; i < columns.count; i += hn::Lanes(d)) {
    const V x = hn::Load(d, columns.x + i), y = hn::Load(d, columns.y + i);
    const V dx = hn::Max(hn::Max(hn::Sub(x_low, x), hn::Sub(x, x_high)), hn::Zero(d));
    const V dy = hn::Max(hn::Max(hn::Sub(y_low, y), hn::Sub(y, y_high)), hn::Zero(d));
    V distance = hn::Mul(hn::Sqrt(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy))), hn::Set(d, 0x1p-10F));
    if (columns.rough[0])
      for (int k = 0; k < 2; ++k)
        distance = hn::Add(distance, hn::Mul(hn::Load(d, columns.rough[k] + i), hn::Set(d, cell.mix[k])));
    hn::Store(hn::Min(hn::Load(d, nearest + i), distance), d, nearest + i);
  }
}

/// 1 where a biome is as near as the nearest, 0 at the blending width; smooth between.
HWY_INLINE V share_at(V distance, V nearest, V per_width) {
  const D d;
  const V one = hn::Set(d, 1.0F);
  const V t = hn::Max(hn::Sub(one, hn::Mul(hn::Sub(distance, nearest), per_width)), hn::Zero(d));
  return hn::Mul(hn::Mul(t, t), hn::Sub(hn::Set(d, 3.0F), hn::Add(t, t)));
}

// With F the union of the others' shares f, v = v_own (1 − F) + F v̄, where v̄ is the mean of all biomes, weighted by their
// blending s (own) or s g / (s (1 − g) + g) with g = f / F (others). One neighbour alone has g = 1 and the weight s: the rule of
// the source, but smooth. Several enter and leave with weight 0, even the sea's 1000 grows no faster than its share, and at a
// border both sides count the same weights: no steps anywhere.
void blend(const voxels::BlendBiome* biomes, std::size_t biome_count, float width, std::size_t count,
           const voxels::BlendResult& out) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0F), per_width = hn::Set(d, 1 / width);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    V nearest = hn::Load(d, biomes[0].distance + i);
    auto own = hn::Zero(di);
    V own_amplification = hn::Set(d, biomes[0].amplification), own_base = hn::Set(d, biomes[0].base);
    V own_blending = hn::Set(d, biomes[0].blending);
    for (std::size_t b = 1; b < biome_count; ++b) {
      const V distance = hn::Load(d, biomes[b].distance + i);
      const auto nearer = hn::Lt(distance, nearest);
      nearest = hn::IfThenElse(nearer, distance, nearest);
      own = hn::IfThenElse(hn::RebindMask(di, nearer), hn::Set(di, static_cast<std::int32_t>(b)), own);
      own_amplification = hn::IfThenElse(nearer, hn::Set(d, biomes[b].amplification), own_amplification);
      own_base = hn::IfThenElse(nearer, hn::Set(d, biomes[b].base), own_base);
      own_blending = hn::IfThenElse(nearer, hn::Set(d, biomes[b].blending), own_blending);
    }
    const auto share_of = [&](std::size_t b) HWY_ATTR {
      const auto is_own = hn::RebindMask(d, hn::Eq(own, hn::Set(di, static_cast<std::int32_t>(b))));
      return hn::IfThenZeroElse(is_own, share_at(hn::Load(d, biomes[b].distance + i), nearest, per_width));
    };
    V apart = one;
    for (std::size_t b = 0; b < biome_count; ++b) apart = hn::Mul(apart, hn::Sub(one, share_of(b)));
    const V joined = hn::Sub(one, apart);
    const V per_joined = hn::IfThenElse(hn::Gt(joined, hn::Zero(d)), joined, one);
    V weights = own_blending, amplifications = hn::Mul(own_blending, own_amplification), bases = hn::Mul(own_blending, own_base);
    for (std::size_t b = 0; b < biome_count; ++b) {
      const V g = hn::Min(hn::Div(share_of(b), per_joined), one), s = hn::Set(d, biomes[b].blending);
      const V weight = hn::Div(hn::Mul(s, g), hn::Add(hn::Mul(s, hn::Sub(one, g)), g));
      weights = hn::Add(weights, weight);
      amplifications = hn::Add(amplifications, hn::Mul(weight, hn::Set(d, biomes[b].amplification)));
      bases = hn::Add(bases, hn::Mul(weight, hn::Set(d, biomes[b].base)));
    }
    const V amplification = hn::Div(amplifications, weights), base = hn::Div(bases, weights);
    hn::Store(hn::Add(own_amplification, hn::Mul(joined, hn::Sub(amplification, own_amplification))), d, out.amplification + i);
    hn::Store(hn::Add(own_base, hn::Mul(joined, hn::Sub(base, own_base))), d, out.base + i);
    hn::Store(own, di, out.own + i);
  }
}

void shape(const voxels::LandShape& land, std::size_t count, float* amplification, float* base) {
  const D d;
  const V one = hn::Set(d, 1.0F), zero = hn::Zero(d), bias = hn::Set(d, land.bias);
  const V height = hn::Set(d, land.height), depth = hn::Set(d, land.depth), ruggedness = hn::Set(d, land.ruggedness);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    V scale = one;
    if (land.rugged) {
      const V rugged = hn::Mul(hn::Load(d, land.rugged + i), hn::Set(d, 1.6F));
      scale = hn::Add(one, hn::Mul(ruggedness, hn::Min(hn::Max(rugged, hn::Sub(zero, one)), one)));
    }
    if (land.land) {
      const V t = hn::Add(hn::Load(d, land.land + i), bias);
      const V u = hn::Min(hn::Mul(hn::Abs(t), hn::Set(d, 2.5F)), one), rise = hn::Mul(u, hn::Sub(hn::Set(d, 2.0F), u));
      const V there = hn::Mul(hn::IfThenElse(hn::Gt(t, zero), height, hn::Sub(zero, depth)), rise);
      hn::Store(hn::Add(hn::Load(d, base + i), there), d, base + i);
      const V inland = hn::Min(hn::Max(hn::Mul(t, hn::Set(d, 4.0F)), zero), one);
      scale = hn::Mul(scale, hn::Mul(hn::Mul(inland, inland), hn::Sub(hn::Set(d, 3.0F), hn::Add(inland, inland))));
    }
    hn::Store(hn::Mul(hn::Load(d, amplification + i), scale), d, amplification + i);
  }
}

void raise(const voxels::ColumnRelief& columns, std::size_t count, float* height) {
  const D d;
  const V half = hn::Set(d, 0.5F), contrast = hn::Set(d, columns.contrast), one = hn::Set(d, 1.0F);
  const V relief = hn::Set(d, columns.relief), shelf = hn::Set(d, columns.shelf);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const V noise = hn::Load(d, columns.noise + i);
    const V share = hn::Min(hn::Max(hn::Add(half, hn::Mul(contrast, noise)), hn::Zero(d)), one);
    const V raised = hn::Mul(hn::Mul(hn::Load(d, columns.amplification + i), share), relief);
    const V above = hn::Add(hn::Load(d, columns.base + i), raised), away = hn::Abs(above);
    hn::Store(hn::Mul(above, hn::Div(away, hn::Add(away, shelf))), d, height + i);
  }
}

void count_below(const float* height, float floor, float voxel, int most, std::size_t count, std::int32_t* tops) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V low = hn::Set(d, floor), size = hn::Set(d, voxel), one = hn::Set(d, 1.0F), high = hn::Set(d, static_cast<float>(most));
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const V voxels = hn::Floor(hn::Div(hn::Sub(hn::Load(d, height + i), low), size));
    hn::Store(hn::ConvertTo(di, hn::Min(hn::Max(voxels, one), high)), di, tops + i);
  }
}

void round_all(const float* value, float scale, std::size_t count, std::int32_t* out) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V by = hn::Set(d, scale), half = hn::Set(d, 0.5F);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    hn::Store(hn::ConvertTo(di, hn::Floor(hn::Add(hn::Mul(hn::Load(d, value + i), by), half))), di, out + i);
}

void peaks_of(const float* field, std::size_t width, std::size_t height, std::int32_t* peaks) {
  const D d;
  const hn::RebindToSigned<D> di;
  const std::size_t pitch = width + 2;
  for (std::size_t y = 0; y < height; ++y)
    // A vector beyond the end of a row is overwritten by the next row.
    for (std::size_t x = 0; x < width; x += hn::Lanes(d)) {
      const float* at = field + (y + 1) * pitch + x + 1;
      const V value = hn::LoadU(d, at);
      const V beside = hn::Max(hn::LoadU(d, at - 1), hn::LoadU(d, at + 1));
      const V before = hn::Max(hn::Max(hn::LoadU(d, at - pitch - 1), hn::LoadU(d, at - pitch)), hn::LoadU(d, at - pitch + 1));
      const V after = hn::Max(hn::Max(hn::LoadU(d, at + pitch - 1), hn::LoadU(d, at + pitch)), hn::LoadU(d, at + pitch + 1));
      const auto peak = hn::Gt(value, hn::Max(beside, hn::Max(before, after)));
      hn::StoreU(hn::VecFromMask(di, hn::RebindMask(di, peak)), di, peaks + y * width + x);
    }
}

using D64 = hn::CappedTag<std::uint64_t, voxels::most_lanes / 2>;
using V64 = hn::Vec<D64>;

/// The bits of word `word` below each count.
HWY_INLINE V64 bits_below(V64 count, int word) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const auto first = hn::Set(di, 64 * static_cast<std::int64_t>(word)), all = hn::Set(di, 64);
  const auto rest = hn::Sub(hn::Max(hn::BitCast(di, count), first), first);
  const auto whole = hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(di, hn::Not(hn::Lt(rest, all)))));
  const V64 some = hn::Sub(hn::Shl(hn::Set(d, 1), hn::BitCast(d, hn::Min(rest, hn::Set(di, 63)))), hn::Set(d, 1));
  return hn::IfThenElse(whole, hn::Set(d, ~std::uint64_t{0}), some);
}

/// All bits, or none, as bit `plane` of each number says.
HWY_INLINE V64 spread_bit(V64 numbers, int plane) {
  const D64 d;
  return hn::Sub(hn::Zero(d), hn::And(hn::Shr(numbers, hn::Set(d, static_cast<std::uint64_t>(plane))), hn::Set(d, 1)));
}

void planes_of(const voxels::SimpleColumns& columns, const voxels::SimplePalette& palette, std::uint64_t* out) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < columns.count; i += lanes) {
    const V64 top = hn::Load(d, columns.top + i), rock_end = hn::Load(d, columns.rock_end + i);
    const V64 entries = hn::Load(d, columns.entries + i), soils = hn::ShiftRight<8>(entries);
    const auto wave = hn::Load(di, columns.wave + i);
    for (int w = 0; w < columns.words; ++w) {
      const V64 below_top = bits_below(top, w), below_surface = bits_below(hn::Sub(top, hn::Set(d, 1)), w);
      const V64 deep = bits_below(rock_end, w), floor = hn::Set(d, w == 0 ? 1 : 0);
      const V64 surface = hn::AndNot(below_surface, below_top), soil = hn::AndNot(deep, below_surface);
      const V64 bedrock = hn::And(deep, floor), rock = hn::AndNot(floor, deep);
      const V64 water = hn::AndNot(below_top, bits_below(hn::Set(d, static_cast<std::uint64_t>(columns.sea)), w));
      for (int p = 0; p < palette.planes; ++p) {
        const auto place = static_cast<std::size_t>(p * columns.words + w);
        V64 plane = hn::And(surface, spread_bit(entries, p));
        plane = hn::Or(plane, hn::And(soil, spread_bit(soils, p)));
        plane = hn::Or(plane, hn::And(water, spread_bit(hn::Set(d, palette.water), p)));
        plane = hn::Or(plane, hn::And(bedrock, spread_bit(hn::Set(d, palette.bedrock), p)));
        plane = hn::Or(plane, hn::And(rock, hn::GatherIndex(d, palette.rock + place * palette.waves, wave)));
        std::uint64_t* to = out + place * columns.count + i;
        if (i + lanes <= columns.count) {
          hn::StoreU(plane, d, to);
        } else {
          HWY_ALIGN std::uint64_t rest[voxels::most_lanes / 2] = {};
          hn::Store(plane, d, rest);
          for (std::size_t k = 0; k < lanes && i + k < columns.count; ++k) to[k] = rest[k];
        }
      }
    }
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton::voxels {
namespace {

HWY_EXPORT(approach);
HWY_EXPORT(blend);
HWY_EXPORT(shape);
HWY_EXPORT(raise);
HWY_EXPORT(count_below);
HWY_EXPORT(round_all);
HWY_EXPORT(peaks_of);
HWY_EXPORT(planes_of);

}  // namespace

void approach_cell(const ColumnPlaces& columns, const CellShape& cell, float* nearest) {
  HWY_DYNAMIC_DISPATCH(approach)(columns, cell, nearest);
}

void blend_columns(const BlendBiome* biomes, std::size_t biome_count, float width, std::size_t count, const BlendResult& out) {
  HWY_DYNAMIC_DISPATCH(blend)(biomes, biome_count, width, count, out);
}

void shape_columns(const LandShape& land, std::size_t count, float* amplification, float* base) {
  HWY_DYNAMIC_DISPATCH(shape)(land, count, amplification, base);
}

void raise_columns(const ColumnRelief& columns, std::size_t count, float* height) {
  HWY_DYNAMIC_DISPATCH(raise)(columns, count, height);
}

void count_voxels(const float* height, float floor, float voxel, int most, std::size_t count, std::int32_t* tops) {
  HWY_DYNAMIC_DISPATCH(count_below)(height, floor, voxel, most, count, tops);
}

void round_columns(const float* value, float scale, std::size_t count, std::int32_t* out) {
  HWY_DYNAMIC_DISPATCH(round_all)(value, scale, count, out);
}

void find_peaks(const float* field, std::size_t width, std::size_t height, std::int32_t* peaks) {
  HWY_DYNAMIC_DISPATCH(peaks_of)(field, width, height, peaks);
}

void write_planes(const SimpleColumns& columns, const SimplePalette& palette, std::uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(planes_of)(columns, palette, out);
}

}  // namespace craton::voxels
#endif
