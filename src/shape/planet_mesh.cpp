#include <craton/shape/planet_mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <craton/surface/sample.h>

#include "base/math_kernels.h"
#include "base/parallel.h"
#include "base/text.h"
#include "surface/cube_faces.h"
#include "surface/vectors.h"
#include "surface/warp.h"

namespace craton {
namespace {

constexpr std::array<std::string_view, 3> kind_names{"cube", "uv", "ico"};
constexpr std::uint32_t most_parts = 2048;

/// Directions, and triangles counter-clockwise seen from outside.
struct Ball {
  std::vector<Vec3d> directions;
  std::vector<std::uint32_t> triangles;

  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangles.insert(triangles.end(), {a, b, c, a, c, d});
  }
};

/// Places of edges and corners belong to several faces: by their whole numbers on the cube they are the same one.
class CubeBall {
 public:
  CubeBall(std::uint32_t parts, double theta) : parts_(static_cast<std::int64_t>(parts)), theta_(theta) {}

  Ball make() {
    for (std::uint32_t face = 0; face < face_count; ++face)
      for (std::int64_t row = 0; row < parts_; ++row)
        for (std::int64_t column = 0; column < parts_; ++column)
          ball_.quad(at(face, column, row), at(face, column, row + 1), at(face, column + 1, row + 1), at(face, column + 1, row));
    return std::move(ball_);
  }

 private:
  std::uint32_t at(std::uint32_t face, std::int64_t column, std::int64_t row) {
    const auto right = static_cast<double>(2 * column - parts_), down = static_cast<double>(2 * row - parts_);
    const Vec3d whole = from_frame_of(cube_faces[face], {right, down, static_cast<double>(parts_)});
    const std::array<std::int32_t, 3> key{static_cast<std::int32_t>(whole.x), static_cast<std::int32_t>(whole.y),
                                          static_cast<std::int32_t>(whole.z)};
    const auto [found, added] = known_.try_emplace(key, static_cast<std::uint32_t>(ball_.directions.size()));
    if (added) ball_.directions.push_back(direction_of({face, warped_at(column), warped_at(row)}));
    return found->second;
  }
  /// A share of the face, so that the same places of coarser meshes have the same bits.
  double warped_at(std::int64_t i) const { return static_cast<double>(i) / static_cast<double>(parts_); }
  Vec3d direction_of(const FacePlace& place) const {
    return direction_on_face(place.face, warp_of(2 * place.a - 1, theta_), warp_of(2 * place.b - 1, theta_));
  }

  std::int64_t parts_;
  double theta_;
  Ball ball_;
  std::map<std::array<std::int32_t, 3>, std::uint32_t> known_;
};

Ball uv_ball(std::uint32_t parts) {
  constexpr double pi = 3.141592653589793;
  Ball ball;
  const std::uint32_t around = 4 * parts, rows = 2 * parts;
  ball.directions.push_back({0, 0, 1});
  for (std::uint32_t row = 1; row < rows; ++row)
    for (std::uint32_t column = 0; column < around; ++column) {
      const double down = pi * (static_cast<double>(row) / rows), east = 2 * pi * (static_cast<double>(column) / around);
      const double out = math::kernel::sin(down);
      ball.directions.push_back({out * math::kernel::cos(east), out * math::kernel::sin(east), math::kernel::cos(down)});
    }
  ball.directions.push_back({0, 0, -1});
  const auto last = static_cast<std::uint32_t>(ball.directions.size() - 1);
  const auto at = [&](std::uint32_t row, std::uint32_t column) { return 1 + (row - 1) * around + column % around; };
  for (std::uint32_t column = 0; column < around; ++column) {
    ball.triangles.insert(ball.triangles.end(), {0, at(1, column), at(1, column + 1)});
    ball.triangles.insert(ball.triangles.end(), {last, at(rows - 1, column + 1), at(rows - 1, column)});
    for (std::uint32_t row = 1; row + 1 < rows; ++row)
      ball.quad(at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1));
  }
  return ball;
}

class IcoBall {
 public:
  explicit IcoBall(std::uint32_t parts) : parts_(parts) {}

  Ball make() {
    for (const auto& corners : faces)
      for (std::uint32_t row = 0; row < parts_; ++row)
        for (std::uint32_t i = 0; i <= row; ++i) {
          ball_.triangles.insert(ball_.triangles.end(),
                                 {at(corners, row, i), at(corners, row + 1, i), at(corners, row + 1, i + 1)});
          if (i < row)
            ball_.triangles.insert(ball_.triangles.end(),
                                   {at(corners, row, i), at(corners, row + 1, i + 1), at(corners, row, i + 1)});
        }
    return std::move(ball_);
  }

 private:
  using Corners = std::array<std::uint32_t, 3>;
  // (0, ±1, ±φ) and the like; seen from outside the corners of a face run counter-clockwise.
  static constexpr double golden = 1.618033988749895;
  static constexpr std::array<std::array<double, 3>, 12> places{{{-1, golden, 0},
                                                                 {1, golden, 0},
                                                                 {-1, -golden, 0},
                                                                 {1, -golden, 0},
                                                                 {0, -1, golden},
                                                                 {0, 1, golden},
                                                                 {0, -1, -golden},
                                                                 {0, 1, -golden},
                                                                 {golden, 0, -1},
                                                                 {golden, 0, 1},
                                                                 {-golden, 0, -1},
                                                                 {-golden, 0, 1}}};
  static constexpr std::array<Corners, 20> faces{
      {{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
       {3, 9, 4},  {3, 4, 2}, {3, 2, 6}, {3, 6, 8},  {3, 8, 9},   {4, 9, 5}, {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}}};

  /// Row 0 is the first corner, the last row the side between the others.
  std::uint32_t at(const Corners& corners, std::uint32_t row, std::uint32_t i) {
    std::array<std::array<std::uint32_t, 2>, 3> key{{{corners[0], parts_ - row}, {corners[1], row - i}, {corners[2], i}}};
    for (auto& [corner, weight] : key)
      if (weight == 0) corner = 12;  // places on edges do not know the third corner
    std::sort(key.begin(), key.end());
    const auto [found, added] = known_.try_emplace(key, static_cast<std::uint32_t>(ball_.directions.size()));
    if (added) {
      Vec3d sum;
      for (const auto& [corner, weight] : key)
        if (weight > 0)
          sum = sum + Vec3d{places[corner][0], places[corner][1], places[corner][2]} * (static_cast<double>(weight) / parts_);
      ball_.directions.push_back(normalised(sum));
    }
    return found->second;
  }

  std::uint32_t parts_;
  Ball ball_;
  std::map<std::array<std::array<std::uint32_t, 2>, 3>, std::uint32_t> known_;
};

Ball ball_of(const PlanetMeshOptions& options, const CubeSphere& sphere) {
  switch (options.kind) {
    case PlanetMeshKind::cube: return CubeBall(options.parts, sphere.theta()).make();
    case PlanetMeshKind::uv: return uv_ball(options.parts);
    case PlanetMeshKind::ico: break;
  }
  return IcoBall(options.parts).make();
}

/// The mean of the triangles around each place, by their areas.
void add_normals(const std::vector<Vec3d>& places, Mesh& mesh) {
  std::vector<Vec3d> sums(places.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const Vec3d &a = places[mesh.triangles[i]], &b = places[mesh.triangles[i + 1]], &c = places[mesh.triangles[i + 2]];
    const Vec3d across = cross(b - a, c - a);
    for (std::size_t k = 0; k < 3; ++k) sums[mesh.triangles[i + k]] = sums[mesh.triangles[i + k]] + across;
  }
  mesh.normals.reserve(places.size());
  for (const Vec3d& sum : sums) {
    const Vec3d normal = normalised(sum);
    mesh.normals.push_back({static_cast<float>(normal.x), static_cast<float>(-normal.y), static_cast<float>(normal.z)});
  }
}

}  // namespace

std::span<const std::string_view> planet_mesh_kind_names() { return kind_names; }

Result<Mesh> planet_mesh(const Surface& planet, const PlanetMeshOptions& options, const Execution& execution) {
  const auto* sphere = std::get_if<CubeSphere>(&planet.domain());
  if (!sphere) return Error{ErrorCode::unsupported, "", "the world is no planet: it lies on no sphere"};
  const Layer* height = planet.layer(options.height);
  if (!height || height->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, "height", concat({"the planet has no layer \"", options.height, "\" of numbers"})};
  if (options.parts < 1 || options.parts > most_parts)
    return Error{ErrorCode::invalid_value, "parts",
                 concat({"found ", std::to_string(options.parts), ", allowed 1 … ", std::to_string(most_parts)})};
  if (!(options.exaggeration >= 0 && options.exaggeration <= 1000))
    return Error{ErrorCode::invalid_value, "exaggeration", "allowed 0 … 1000"};
  Ball ball;
  CRATON_TRY(parallel_blocks(1, 1, {.threads = 1}, [&](std::uint64_t, std::uint64_t) { ball = ball_of(options, *sphere); }));
  Mesh mesh;
  mesh.positions.resize(ball.directions.size());
  mesh.triangles = std::move(ball.triangles);
  const double scale = options.exaggeration / sphere->radius();
  CRATON_TRY(parallel_blocks(ball.directions.size(), 1024, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      Vec3d& place = ball.directions[i];
      float metres = sample(*sphere, height->numbers(), place, Sampling::linear);
      if (!options.sea_floor) metres = std::max(metres, 0.0F);
      place = place * std::max(1 + scale * double{metres}, 0.01);
      mesh.positions[i] = {static_cast<float>(place.x), static_cast<float>(-place.y), static_cast<float>(place.z)};
    }
  }));
  CRATON_TRY(parallel_blocks(1, 1, {.threads = 1}, [&](std::uint64_t, std::uint64_t) { add_normals(ball.directions, mesh); }));
  return mesh;
}

}  // namespace craton
