#include "picture/view/mesh.h"

#include <vector>

namespace craton::view {
namespace {

constexpr float pixels_between = 2.4F;  // points, across the picture
constexpr std::size_t most_radii = 3600;

/// Turns from the camera's azimuth, in radians: a full circle, the last as the first.
std::vector<float> turns_of(const Camera& camera) {
  const float half = std::atan(camera.half_width) * 1.02F + 0.01F, fine = camera.pixel_angle * pixels_between;
  std::vector<float> right;
  float turn = 0;
  for (; turn < half; turn += fine) right.push_back(turn);
  for (float step = fine; turn < pi; turn += step) {
    right.push_back(turn);
    step = std::min(step * 1.12F, 0.03F);
  }
  std::vector<float> all{-pi};
  for (std::size_t i = right.size() - 1; i > 0; --i) all.push_back(-right[i]);
  all.insert(all.end(), right.begin(), right.end());
  all.push_back(pi);
  return all;
}

std::vector<float> radii_of(double clearance, double reach, float pixel_angle, double finest) {
  const auto make = [&](double share) {
    std::vector<float> radii{0};
    for (double r = 0.05 * clearance; r < reach; r += std::max(finest, share * std::sqrt(r * r + clearance * clearance)))
      radii.push_back(static_cast<float>(r));
    radii.push_back(static_cast<float>(reach));
    return radii;
  };
  double share = double{pixel_angle} * 1.2 * double{pixels_between};
  std::vector<float> radii = make(share);
  while (radii.size() > most_radii) radii = make(share *= static_cast<double>(radii.size()) / (0.98 * most_radii));
  return radii;
}

/// How far it is from a place to the border of the ground.
double to_border(double place, double towards, double low, double high) {
  if (towards > 1e-9) return (high - place) / towards;
  if (towards < -1e-9) return (low - place) / towards;
  return 1e30;
}

}  // namespace

Result<Tracer> mesh_around(const Ground& ground, const Stand& stand, const Camera& camera, double reach,
                           const Execution& execution) {
  const double clearance = std::max(stand.height - double{ground.smooth(stand.x, stand.y).value}, 0.02 * ground.step());
  const std::vector<float> turns = turns_of(camera);
  const std::vector<float> radii = radii_of(clearance, reach, camera.pixel_angle, ground.step() / 256);
  const float azimuth = radians(stand.azimuth);
  const auto fill = [&](std::uint32_t row, Vec* vertices) {
    const double east = std::sin(double{azimuth + turns[row]}), north = std::cos(double{azimuth + turns[row]});
    double border = reach;
    if (!ground.wraps_x()) border = std::min(border, to_border(stand.x, east, 0, ground.width()));
    if (!ground.wraps_y()) border = std::min(border, to_border(stand.y, north, -ground.depth(), 0));
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const double r = std::min(double{radii[i]}, border);
      const double spacing = i + 1 < radii.size() ? double{radii[i + 1] - radii[i]} : r * 0.01;
      const double x = r * east, y = r * north;
      vertices[i] = {static_cast<float>(x), static_cast<float>(y), ground.fine(stand.x + x, stand.y + y, 2 * spacing).value};
    }
  };
  return Tracer::make(static_cast<std::uint32_t>(radii.size()), static_cast<std::uint32_t>(turns.size()), execution, fill);
}

Result<Tracer> mesh_of_all(const Ground& ground, const Stand& stand, const float* base, const Execution& execution) {
  const std::uint32_t side = base ? 1 : 0;
  const std::uint32_t finer = std::min(16u, std::max(1u, 1280 / std::max(ground.columns(), ground.rows())));
  const double spacing = ground.step() / finer;
  const auto points = [&](std::uint32_t cells, bool wraps) { return (wraps ? cells : cells - 1) * finer + 1 + 2 * side; };
  const std::uint32_t columns = points(ground.columns(), ground.wraps_x()), rows = points(ground.rows(), ground.wraps_y());
  const auto fill = [&](std::uint32_t row, Vec* vertices) {
    const auto inner = [&](std::uint32_t i, std::uint32_t count) { return std::min(std::max(i, side), count - 1 - side) - side; };
    for (std::uint32_t i = 0; i < columns; ++i) {
      const double x = inner(i, columns) * spacing, y = -(inner(row, rows) * spacing);
      const bool below = side && (i == 0 || row == 0 || i == columns - 1 || row == rows - 1);
      const float z = below ? *base : ground.fine(x, y, 2 * spacing).value;
      vertices[i] = {static_cast<float>(x - stand.x), static_cast<float>(y - stand.y), z};
    }
  };
  return Tracer::make(columns, rows, execution, fill);
}

}  // namespace craton::view
