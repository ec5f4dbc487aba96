#pragma once

#include <cstddef>
#include <cstdint>

namespace craton::voxels {

/// How many voxels lie between two samples of a noise in space.
inline constexpr int field_pace = 4;
/// Levels of samples whose voxels fill half a word.
inline constexpr int levels_per_half = 32 / field_pace;

/// A row of columns between two rows of samples of a field: values of level z at column x are near[(z − first) · pitch + x],
/// likewise far, and `share` of the way lies between them.
struct FieldRow {
  const float *near, *far;
  float share;
  std::size_t pitch;
  int first;
};

/// Levels from `begin` to before `end` of `count` columns. Bits are written in halves of words: voxel 4 z + k is a bit of
/// bits[z / 8 · stride + x]. Rows of floats and bits have room for a vector beyond their end.
struct FieldLevels {
  int begin, end;
  std::size_t count, stride;
};

/// Sets the bits of voxels where a² + b² < width².
void find_tunnels(const FieldRow& a, const FieldRow& b, const FieldLevels& levels, float width, std::uint32_t* bits);

/// Heights and reaches of a row of columns; voxels have their middle at floor + (z + ½) · voxel.
struct OverhangRow {
  const float *height, *reach;
  float floor, voxel;
  float threshold = 0;  ///< of ledges
  float ceiling = 0;    ///< above the floor
};
/// Sets the bits of voxels whose middle lies below height + reach · field.
void find_overhangs(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits);
/// Sets the bits of voxels whose middle lies below height, or below height + reach where the field is above the threshold.
void find_ledges(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits);

/// Up to `ceiling`, whatever the reach but 0. Sets the bits of voxels whose middle lies below height, or where ½ + ½ field is
/// below 1 − z / h, z the height above the floor and h that of the ceiling (Sepp 2016, fig. 49).
void find_rising(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits);
/// Likewise where the field is above the threshold (fig. 48).
void find_everywhere(const FieldRow& field, const OverhangRow& columns, const FieldLevels& levels, std::uint32_t* bits);

}  // namespace craton::voxels
