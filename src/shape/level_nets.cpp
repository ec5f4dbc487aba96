// Surface nets of chunks among chunks of other levels. A net has a vertex in each cell and a polygon around each edge that the
// surface cuts, through the cells that meet there. Where levels meet, eight cells of the finer chunk are one, edges are those of
// the coarser chunk, and every chunk keeps to its own side: its polygons end at the border, at a vertex on the edge and one in
// each of the two squares beside it, which both sides see alike. Around the upright line where four chunks meet and not all are
// of one level, squares between chunks of the same level have such a vertex too, and all polygons that pass through them.
#include <algorithm>

#include "shape/level_points.h"

namespace craton::shape {
namespace {

/// A cube of points, of the stride's size or twice that.
struct NetCell {
  Corner at{};
  int size = 1;
  friend bool operator==(const NetCell&, const NetCell&) = default;
};

/// Gathers crossings to one vertex.
class Gathering {
 public:
  void add(const Crossing& crossing) {
    ++count_;
    for (std::size_t k = 0; k < 3; ++k) {
      sum_[k] += crossing.twice[k];
      fall_[k] += crossing.normal[k];
    }
    if (crossing.twice[2] < highest_) return;
    highest_ = crossing.twice[2];
    ground_ = crossing.ground;
  }
  bool empty() const { return count_ == 0; }
  VoxelVertex vertex() const {
    // On a grid of 1/256 voxels, so that the places of neighbouring chunks are equal wherever they are moved to.
    std::array<float, 3> place{};
    for (std::size_t k = 0; k < 3; ++k) {
      const int shifted = sum_[k] * 256 + count_ + (1 << 12) * 512 * count_;  // not negative: rounds downwards
      const int parts = shifted / (2 * std::max(count_, 1));                  // of 256
      place[k] = static_cast<float>(parts) / 256 - (1 << 12) + 0.5F;
    }
    return vertex_at(place, fall_, ground_);
  }

 private:
  int count_ = 0, highest_ = -(1 << 20);
  Corner sum_{}, fall_{};
  GroundId ground_ = 0;
};

class LevelNets {
 public:
  LevelNets(const LevelPoints& points, VoxelMesh& mesh)
      : points_(points), mesh_(mesh), crossings_(points, mesh), stride_(points.stride()) {}

  void run() {
    const int side = points_.side();
    for (int z = -stride_; z < points_.height(); z += stride_)
      for (int y = 0; y <= side; y += stride_)
        for (int x = 0; x <= side; x += stride_)
          for (std::size_t axis = 0; axis < 3; ++axis) visit({x, y, z}, axis);
  }

 private:
  static Corner moved(Corner at, std::size_t axis, int by) {
    at[axis] += by;
    return at;
  }

  void visit(const Corner& from, std::size_t axis) {
    Corner to = moved(from, axis, stride_);
    if (to[0] > points_.side() || to[1] > points_.side()) return;
    if (!points_.is_cut(from, to)) {
      // Of borders between chunks of one level, each chunk has those where it begins.
      const bool owned = from[0] < points_.side() && from[1] < points_.side();
      if (owned && points_.solid(from) != points_.solid(to)) add_ring(from, axis);
      return;
    }
    if (points_.is_coarse(from, to)) {
      if (from[axis] % (2 * stride_) != 0) return;
      to = moved(from, axis, 2 * stride_);
    }
    if (points_.solid(from) != points_.solid(to)) add_sector(from, to, axis);
  }

  /// The cell of the stride's size there, or that of twice the size which it is part of.
  NetCell cell_at(const Corner& at) const {
    const auto even = [&](int place) { return place - ((place / stride_) & 1) * stride_; };
    const NetCell joined{{even(at[0]), even(at[1]), even(at[2])}, 2 * stride_};
    return points_.side() > stride_ && points_.is_joined(joined.at[0], joined.at[1]) ? joined : NetCell{at, stride_};
  }

  /// The four cells around an edge, in the order in which they turn about its axis.
  std::array<Corner, 4> around(const Corner& at, std::size_t axis) const {
    constexpr int turn[4][2] = {{-1, -1}, {0, -1}, {0, 0}, {-1, 0}};
    std::array<Corner, 4> cells{};
    for (std::size_t i = 0; i < 4; ++i)
      cells[i] = moved(moved(at, (axis + 1) % 3, turn[i][0] * stride_), (axis + 2) % 3, turn[i][1] * stride_);
    return cells;
  }
  /// The axis along which one goes from a cell around an edge to the next one.
  static std::size_t across(std::size_t axis, std::size_t i) { return (axis + 1 + i % 2) % 3; }

  void add_ring(const Corner& at, std::size_t axis) {
    const std::array<Corner, 4> cells = around(at, axis);
    polygon_.clear();
    std::size_t different = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const NetCell cell = cell_at(cells[i]), next = cell_at(cells[(i + 1) % 4]);
      if (cell == next) continue;
      ++different;
      polygon_.push_back(vertex_of(cell));
      const std::size_t wall = across(axis, i);
      if (has_vertex(cell, wall, at[wall])) polygon_.push_back(vertex_in_square(cell, wall, at[wall]));
    }
    if (different < 3) return;
    if (polygon_.size() > 4) turn(points_.solid(at));
    fill(points_.solid(at));
  }

  /// Whether the square between two cells at a border to a chunk of the same level lies beside a line where levels meet.
  bool has_vertex(const NetCell& cell, std::size_t wall, int place) const {
    if (wall == 2 || (place != 0 && place != points_.side())) return false;
    const std::size_t along = 1 - wall;
    for (const int end : {cell.at[along], cell.at[along] + cell.size}) {
      Corner foot{};
      foot[wall] = place;
      foot[along] = end;
      if ((end == 0 || end == points_.side()) && points_.is_cut(foot, moved(foot, 2, stride_))) return true;
    }
    return false;
  }

  /// What of the polygon around an edge lies in this chunk.
  void add_sector(const Corner& from, const Corner& to, std::size_t axis) {
    const std::array<Corner, 4> cells = around(from, axis);
    const auto inside = [&](std::size_t i) {
      const Corner& at = cells[i % 4];
      return at[0] >= 0 && at[1] >= 0 && at[0] < points_.side() && at[1] < points_.side();
    };
    std::size_t first = 0;
    while (!inside(first) || inside(first + 3)) ++first;
    polygon_.clear();
    const bool up = points_.solid(from);
    polygon_.push_back(up ? crossings_.between(from, to) : crossings_.between(to, from));
    const std::size_t before = across(axis, (first + 3) % 4);
    polygon_.push_back(vertex_in_square(cell_at(cells[first % 4]), before, from[before]));
    std::size_t i = first;
    for (; inside(i); ++i) {
      const NetCell cell = cell_at(cells[i % 4]);
      if (i == first || !(cell == cell_at(cells[(i + 3) % 4]))) polygon_.push_back(vertex_of(cell));
    }
    const std::size_t behind = across(axis, (i + 3) % 4);
    polygon_.push_back(vertex_in_square(cell_at(cells[(i + 3) % 4]), behind, from[behind]));
    turn(up);
    fill(up);
  }

  std::array<float, 3> place_of(std::uint32_t vertex) const {
    const VoxelVertex& at = mesh_.vertices[vertex];
    return {at.x, at.y, at.z};
  }

  /// Whether a triangle, in the order of the eye, looks against the normals of its vertices.
  bool is_folded(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const std::array<float, 3> p = place_of(a), q = place_of(b), r = place_of(c);
    const float ux = q[0] - p[0], uy = q[1] - p[1], uz = q[2] - p[2], vx = r[0] - p[0], vy = r[1] - p[1], vz = r[2] - p[2];
    float along = 0;
    for (const std::uint32_t vertex : {a, b, c}) {
      const VoxelVertex& at = mesh_.vertices[vertex];
      along += (uy * vz - uz * vy) * static_cast<float>(at.normal_x) + (uz * vx - ux * vz) * static_cast<float>(at.normal_y) +
               (ux * vy - uy * vx) * static_cast<float>(at.normal_z);
    }
    return along < 0;
  }

  /// Turns the polygon so that it begins where fewest of its triangles fold over.
  void turn(bool up) {
    const std::size_t count = polygon_.size();
    std::size_t best = 0, least = count;
    for (std::size_t first = 0; first < count; ++first) {
      std::size_t folded = 0;
      for (std::size_t i = 1; i + 1 < count; ++i) {
        const std::uint32_t second = polygon_[(first + i) % count], third = polygon_[(first + i + 1) % count];
        folded += is_folded(polygon_[first], up ? second : third, up ? third : second) ? 1U : 0U;
      }
      if (folded >= least) continue;
      least = folded;
      best = first;
    }
    std::rotate(polygon_.begin(), polygon_.begin() + static_cast<std::ptrdiff_t>(best), polygon_.end());
  }

  /// Triangles of the polygon, but for those of no extent: vertices of an edge and of a square may fall together.
  void fill(bool up) {
    const auto place = [&](std::size_t i) { return place_of(polygon_[i]); };
    for (std::size_t i = 1; i + 1 < polygon_.size(); ++i) {
      if (place(0) == place(i) || place(i) == place(i + 1) || place(i + 1) == place(0)) continue;
      const std::size_t second = up ? i : i + 1, third = up ? i + 1 : i;
      add_triangle(mesh_, polygon_[0], polygon_[second], polygon_[third]);
    }
  }

  void gather(const Corner& from, const Corner& to, Gathering& gathering) const {
    const bool up = points_.solid(from);
    if (up != points_.solid(to)) gathering.add(up ? points_.crossing(from, to) : points_.crossing(to, from));
  }

  /// The mean of the cuts of a cell's edges, those inside it included where it is of twice the size.
  std::uint32_t vertex_of(const NetCell& cell) {
    const auto [found, is_new] = index_.try_emplace(key_of(cell.at), static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (!is_new) return found->second;
    Gathering gathering;
    const Corner end{cell.at[0] + cell.size, cell.at[1] + cell.size, cell.at[2] + cell.size};
    for (int z = cell.at[2]; z <= end[2]; z += stride_)
      for (int y = cell.at[1]; y <= end[1]; y += stride_)
        for (int x = cell.at[0]; x <= end[0]; x += stride_)
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const Corner to = moved({x, y, z}, axis, stride_);
            if (to[axis] <= end[axis]) gather({x, y, z}, to, gathering);
          }
    mesh_.vertices.push_back(gathering.vertex());
    return found->second;
  }

  /// In the side of a cell that lies in a wall: the mean of the cuts of its four edges, or its middle.
  std::uint32_t vertex_in_square(const NetCell& cell, std::size_t wall, int place) {
    Corner corner = cell.at;
    corner[wall] = place;
    const auto [found, is_new] =
        index_.try_emplace(key_of(corner, static_cast<int>(wall) + 1), static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (!is_new) return found->second;
    const std::size_t u = (wall + 1) % 3, v = (wall + 2) % 3;
    const Corner right = moved(corner, u, cell.size), top = moved(corner, v, cell.size), far = moved(right, v, cell.size);
    Gathering gathering;
    gather(corner, right, gathering);
    gather(top, far, gathering);
    gather(corner, top, gathering);
    gather(right, far, gathering);
    if (gathering.empty())
      gathering.add({{corner[0] + far[0], corner[1] + far[1], corner[2] + far[2]}, {0, 0, 1}, ground_near(corner, far)});
    mesh_.vertices.push_back(gathering.vertex());
    return found->second;
  }

  /// The highest ground of a square without cuts at its corners' edges.
  GroundId ground_near(const Corner& from, const Corner& to) const {
    for (int z = to[2]; z >= from[2]; --z)
      for (int y = from[1]; y <= to[1]; ++y)
        for (int x = from[0]; x <= to[0]; ++x)
          if (points_.solid({x, y, z})) return points_.ground({x, y, z});
    return 1;
  }

  const LevelPoints& points_;
  VoxelMesh& mesh_;
  CrossingVertices crossings_;
  int stride_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  ///< of cells, and of squares by wall
  std::vector<std::uint32_t> polygon_;
};

}  // namespace

void add_level_nets(const LevelPoints& points, VoxelMesh& mesh) { LevelNets(points, mesh).run(); }

}  // namespace craton::shape
