#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <craton/surface/coords.h>

/// The six faces of the cube and how they are joined. Only the table of coords.h is written down; the joints are derived from it
/// by the compiler.
namespace craton {

/// An axis of space (0 x, 1 y, 2 z) with a sign.
struct SignedAxis {
  std::uint32_t axis = 0;
  int sign = 1;

  constexpr SignedAxis operator-() const { return {axis, -sign}; }
  friend constexpr bool operator==(const SignedAxis&, const SignedAxis&) = default;
};

/// direction = u · right + v · down + out.
struct CubeFace {
  SignedAxis right, down, out;
};

inline constexpr std::uint32_t face_count = 6;
inline constexpr std::array<CubeFace, face_count> cube_faces{{
    {{1, 1}, {2, -1}, {0, 1}},    // front  ( 1,  u, −v)
    {{0, -1}, {2, -1}, {1, 1}},   // right  (−u,  1, −v)
    {{1, -1}, {2, -1}, {0, -1}},  // back   (−1, −u, −v)
    {{0, 1}, {2, -1}, {1, -1}},   // left   ( u, −1, −v)
    {{1, 1}, {0, 1}, {2, 1}},     // top    ( v,  u,  1)
    {{1, 1}, {0, -1}, {2, -1}},   // bottom (−v,  u, −1)
}};

/// A vector in the frame of a face: how far to the right, downwards and outwards it points.
struct FaceVector {
  double right = 0, down = 0, out = 0;
};

inline FaceVector in_frame_of(const CubeFace& face, const Vec3d& vector) {
  const std::array<double, 3> values{vector.x, vector.y, vector.z};
  const auto along = [&](SignedAxis axis) { return axis.sign > 0 ? values[axis.axis] : -values[axis.axis]; };
  return {along(face.right), along(face.down), along(face.out)};
}

inline Vec3d from_frame_of(const CubeFace& face, const FaceVector& vector) {
  std::array<double, 3> values{};
  const auto put = [&](SignedAxis axis, double value) { values[axis.axis] = axis.sign > 0 ? value : -value; };
  put(face.right, vector.right);
  put(face.down, vector.down);
  put(face.out, vector.out);
  return {values[0], values[1], values[2]};
}

/// The face that a direction falls into; the lower one on edges.
inline std::uint32_t face_of(const Vec3d& direction) {
  const std::array<double, face_count> outwards{direction.x, direction.y, -direction.x, -direction.y, direction.z, -direction.z};
  std::uint32_t face = 0;
  for (std::uint32_t other = 1; other < face_count; ++other)
    if (outwards[other] > outwards[face]) face = other;
  return face;
}

enum class Edge : std::uint32_t { left, right, top, bottom };

/// What lies beyond an edge: the neighbouring face, and how its columns and rows continue those of this one. `depth` counts cells
/// from the edge on, `along` those beside it.
struct Fold {
  std::uint32_t face = 0;
  bool depth_is_column = false;  ///< otherwise depth is the neighbour's row, and along its column
  bool depth_backwards = false;  ///< entered at the neighbour's last column or row
  bool along_backwards = false;
};

constexpr Fold fold_over(const CubeFace& face, Edge edge) {
  const bool sideways = edge == Edge::left || edge == Edge::right;
  const SignedAxis axis = sideways ? face.right : face.down;
  const SignedAxis beyond = edge == Edge::left || edge == Edge::top ? -axis : axis;
  const SignedAxis along = sideways ? face.down : face.right;
  const SignedAxis deeper = -face.out;  // the cube turns away from this face there

  Fold fold;
  while (!(cube_faces[fold.face].out == beyond)) ++fold.face;
  const CubeFace& next = cube_faces[fold.face];
  fold.depth_is_column = next.right.axis == deeper.axis;
  const SignedAxis depth_axis = fold.depth_is_column ? next.right : next.down;
  const SignedAxis along_axis = fold.depth_is_column ? next.down : next.right;
  fold.depth_backwards = depth_axis.sign != deeper.sign;
  fold.along_backwards = along_axis.sign != along.sign;
  return fold;
}

inline constexpr auto cube_folds = [] {
  std::array<std::array<Fold, 4>, face_count> folds{};
  for (std::uint32_t face = 0; face < face_count; ++face)
    for (std::uint32_t edge = 0; edge < 4; ++edge) folds[face][edge] = fold_over(cube_faces[face], static_cast<Edge>(edge));
  return folds;
}();

struct FaceCell {
  std::uint32_t face = 0, column = 0, row = 0;
};

/// The cell at (column, row) of a face of `side` × `side` cells, which may lie up to `side` cells beyond an edge; none beyond
/// two.
inline std::optional<FaceCell> folded_cell(std::uint32_t face, std::int64_t column, std::int64_t row, std::int64_t side) {
  const auto at = [](std::uint32_t there, std::int64_t a, std::int64_t b) {
    return FaceCell{there, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
  };
  const bool beside = column < 0 || column >= side, above_or_below = row < 0 || row >= side;
  if (!beside && !above_or_below) return at(face, column, row);
  if (beside && above_or_below) return std::nullopt;

  const std::int64_t across = beside ? column : row, along = beside ? row : column;
  const std::int64_t depth = across < 0 ? -1 - across : across - side;
  if (depth >= side) return std::nullopt;
  const Fold& fold = cube_folds[face][(beside ? 0U : 2U) + (across < 0 ? 0U : 1U)];
  const std::int64_t depth_there = fold.depth_backwards ? side - 1 - depth : depth;
  const std::int64_t along_there = fold.along_backwards ? side - 1 - along : along;
  return fold.depth_is_column ? at(fold.face, depth_there, along_there) : at(fold.face, along_there, depth_there);
}

}  // namespace craton
