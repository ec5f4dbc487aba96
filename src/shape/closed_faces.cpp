// Merged faces whose neighbours share whole sides with them. On every line of the lattice along which sides run, all of them are
// divided at all their ends: what is left between two ends is the same for all. Of lines in the borders of a chunk it is not
// known what the next chunk does there: they are divided everywhere.
#include <craton/shape/voxel_faces.h>

#include <algorithm>
#include <array>

#include "shape/quad_axes.h"

namespace craton {
namespace {

using Corner = std::array<int, 3>;

/// A place on a line along an axis: lines in order, then places.
std::uint64_t place_on_line(std::size_t axis, const Corner& at) {
  const std::size_t one = axis == 0 ? 1 : 0, other = axis == 2 ? 1 : 2;
  return (static_cast<std::uint64_t>(axis) << 48 | static_cast<std::uint64_t>(at[one]) << 32 |
          static_cast<std::uint64_t>(at[other]) << 16) |
         static_cast<std::uint64_t>(at[axis]);
}

struct Rectangle {
  std::array<Corner, 4> corners;    ///< from u to v
  std::array<std::size_t, 4> axes;  ///< along which the side from each corner to the next runs
};

Rectangle rectangle_of(const VoxelQuad& quad) {
  const auto side = static_cast<std::size_t>(quad.side);
  const std::size_t u = shape::u_axes[side], v = shape::v_axes[side], across = side / 2;
  Corner low{quad.x, quad.y, quad.z};
  low[across] += side % 2 != 0 ? 1 : 0;
  Rectangle made{{low, low, low, low}, {u, v, u, v}};
  made.corners[1][u] += quad.u_length;
  made.corners[2][u] += quad.u_length;
  made.corners[2][v] += quad.v_length;
  made.corners[3][v] += quad.v_length;
  return made;
}

class Divider {
 public:
  Divider(std::span<const VoxelQuad> quads, int side) : side_(side) {
    ends_.reserve(8 * quads.size());
    for (const VoxelQuad& quad : quads) {
      const Rectangle at = rectangle_of(quad);
      for (std::size_t k = 0; k < 4; ++k)
        for (const std::size_t end : {k, (k + 1) % 4}) ends_.push_back(place_on_line(at.axes[k], at.corners[end]));
    }
    std::sort(ends_.begin(), ends_.end());
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  }

  /// Calls `f` with the places between two corners, in their order.
  template <class F>
  void divide(std::size_t axis, const Corner& from, const Corner& to, const F& f) const {
    const int first = from[axis], last = to[axis], sign = first < last ? 1 : -1;
    if (in_border(axis, from)) {
      for (int t = first + sign; t != last; t += sign) f(t);
      return;
    }
    const auto low = std::upper_bound(ends_.begin(), ends_.end(), place_on_line(axis, sign > 0 ? from : to));
    const auto high = std::lower_bound(ends_.begin(), ends_.end(), place_on_line(axis, sign > 0 ? to : from));
    const auto place = [](std::uint64_t end) { return static_cast<int>(end & 0xFFFF); };
    if (sign > 0)
      for (auto end = low; end < high; ++end) f(place(*end));
    else
      for (auto end = high; end > low; --end) f(place(*(end - 1)));
  }

 private:
  bool in_border(std::size_t axis, const Corner& at) const {
    return (axis != 0 && (at[0] == 0 || at[0] == side_)) || (axis != 1 && (at[1] == 0 || at[1] == side_));
  }

  int side_;
  std::vector<std::uint64_t> ends_;
};

/// One rectangle of a mesh, corner by corner.
class Outline {
 public:
  Outline(const VoxelQuad& quad, int level, VoxelMesh& mesh)
      : quad_(quad), level_(level), mesh_(mesh), base_(static_cast<std::uint32_t>(mesh.vertices.size())) {
    const auto side = static_cast<std::size_t>(quad.side);
    normal_[side / 2] = side % 2 != 0 ? 127 : -127;
  }

  int shade(std::size_t corner) const { return quad_.shade >> (2 * corner) & 3; }

  void add(const std::array<float, 3>& at, float shade) {
    const auto size = static_cast<float>(1 << level_);
    mesh_.vertices.push_back({at[0] * size, at[1] * size, at[2] * size, normal_[0], normal_[1], normal_[2], quad_.ground,
                              static_cast<std::uint8_t>(shade + 0.5F)});
  }

  /// A fan around the vertex that was added last.
  void fill() {
    const std::uint32_t middle = static_cast<std::uint32_t>(mesh_.vertices.size()) - 1, count = middle - base_;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = base_ + i, b = base_ + (i + 1) % count;
      const bool turned = shape::backwards[static_cast<std::size_t>(quad_.side)];
      mesh_.triangles.insert(mesh_.triangles.end(), {middle, turned ? b : a, turned ? a : b});
    }
  }

 private:
  const VoxelQuad& quad_;
  int level_;
  VoxelMesh& mesh_;
  std::uint32_t base_;
  std::array<std::int8_t, 3> normal_{};
};

std::array<float, 3> floats(const Corner& at) {
  return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
}

}  // namespace

void add_closed_quads(std::span<const VoxelQuad> quads, int side, VoxelMesh& mesh, int level) {
  const Divider divider(quads, side);
  for (const VoxelQuad& quad : quads) {
    const Rectangle at = rectangle_of(quad);
    bool divided = false;
    for (std::size_t k = 0; k < 4; ++k)
      divider.divide(at.axes[k], at.corners[k], at.corners[(k + 1) % 4], [&](int) { divided = true; });
    if (!divided) {
      add_quads({&quad, 1}, mesh, level);
      continue;
    }
    Outline outline(quad, level, mesh);
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t next = (k + 1) % 4, axis = at.axes[k];
      outline.add(floats(at.corners[k]), static_cast<float>(outline.shade(k)));
      divider.divide(axis, at.corners[k], at.corners[next], [&](int place) {
        std::array<float, 3> there = floats(at.corners[k]);
        there[axis] = static_cast<float>(place);
        const float share = (there[axis] - static_cast<float>(at.corners[k][axis])) /
                            static_cast<float>(at.corners[next][axis] - at.corners[k][axis]);
        outline.add(there, static_cast<float>(outline.shade(k)) * (1 - share) + static_cast<float>(outline.shade(next)) * share);
      });
    }
    std::array<float, 3> middle{};
    float shade = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::array<float, 3> corner = floats(at.corners[k]);
      for (std::size_t i = 0; i < 3; ++i) middle[i] += corner[i] / 4;
      shade += static_cast<float>(outline.shade(k)) / 4;
    }
    outline.add(middle, shade);
    outline.fill();
  }
}

}  // namespace craton
