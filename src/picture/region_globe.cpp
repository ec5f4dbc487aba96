// What Fusek's viewer (source 002) shows: Voronoi regions of the sphere or of its cube, their borders and sites.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <craton/picture/category_colours.h>
#include <craton/picture/globe.h>
#include <craton/picture/layer_picture.h>
#include <craton/surface/voronoi_regions.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/globe_camera.h"
#include "picture/strokes.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using picture::GlobeCamera;

constexpr std::uint32_t samples = 3;
constexpr Rgb8 paper{0xf7, 0xf6, 0xf1}, ink{0x26, 0x22, 0x1e};

Rgb8 mixed(Rgb8 a, Rgb8 b, double share) {
  const double t = std::clamp(share, 0.0, 1.0);
  const auto part = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * t));
  };
  return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)};
}

/// The colour of each cell, as maps of the layer have it.
class CellColours {
 public:
  explicit CellColours(const Layer& layer) : layer_(layer), categories_(category_colours(layer.info().categories)) {
    const LayerRange range = layer.range();
    low_ = range.min;
    high_ = range.max;
    coast_ = layer.info().unit == "m";
  }
  Rgb8 operator()(Cell cell) const {
    if (layer_.type() == LayerType::integer) return integer_colour(layer_.integers()[cell]);
    if (layer_.type() == LayerType::category) return categories_[layer_.categories()[cell]];
    const double value = double{layer_.numbers()[cell]};
    if (!coast_) return mixed({0xf3, 0xec, 0xd2}, {0x2c, 0x4a, 0x68}, (value - low_) / std::max(high_ - low_, 1e-30));
    // Blue below the sea, brown above it, darker away from it.
    if (value < 0) return mixed({0xbf, 0xdb, 0xe8}, {0x16, 0x30, 0x5c}, value / std::min(low_, -1e-9));
    return mixed({0xe8, 0xdd, 0xb8}, {0x5a, 0x35, 0x1a}, value / std::max(high_, 1e-9));
  }

 private:
  const Layer& layer_;
  std::vector<Rgb8> categories_;
  double low_ = 0, high_ = 1;
  bool coast_ = false;
};

/// Where a ray meets a cube whose corners fill the picture.
std::optional<Vec3d> hit_cube(const GlobeCamera::Ray& ray) {
  constexpr double half = 0.6;
  double enter = 0, leave = 1e9;
  const std::array<double, 3> from{ray.from.x, ray.from.y, ray.from.z}, along{ray.along.x, ray.along.y, ray.along.z};
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(along[i]) < 1e-12) {
      if (std::abs(from[i]) > half) return std::nullopt;
      continue;
    }
    const double a = (-half - from[i]) / along[i], b = (half - from[i]) / along[i];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  if (enter > leave) return std::nullopt;
  return ray.from + ray.along * enter;
}

class RegionView {
 public:
  static Result<RegionView> make(const CubeSphere& sphere, const Layer& layer, const RegionGlobeOptions& options,
                                 const Execution& execution) {
    RegionView view(sphere, layer, options);
    if (view.border_ > 0 || options.plates.any()) {
      CRATON_TRY(RegionNeighbours neighbours,
                 region_neighbours(sphere, {.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel}));
      view.neighbours_ = std::move(neighbours);
    }
    if (options.plates.any()) view.find_edges(options.plates.plate->integers());
    return view;
  }

  /// Arrows of plates whose centres are seen.
  std::vector<picture::Stroke> arrows() const {
    constexpr double longest = 0.2, least_facing = 0.12;  // radii
    std::vector<picture::Stroke> strokes;
    const ObjectTable* table = options_.plates.table;
    const auto* centres = values_of<Vec3d>(table, "centre");
    const auto *motions = values_of<Vec3d>(table, "motion"), *rotations = values_of<Vec3d>(table, "rotation");
    if (!centres || (!motions && !rotations) || options_.cube) return strokes;
    std::vector<Vec3d> moves(centres->size());
    double fastest = 0;
    for (std::size_t p = 0; p < moves.size(); ++p) {
      moves[p] = rotations ? cross((*rotations)[p], normalised((*centres)[p])) : (*motions)[p];
      fastest = std::max(fastest, length(moves[p]));
    }
    for (std::size_t p = 0; fastest > 0 && p < moves.size(); ++p) {
      const Vec3d centre = normalised((*centres)[p]), half = moves[p] * (0.5 * longest / fastest);
      if (dot(centre, camera_.out()) < least_facing) continue;
      const auto tail = camera_.spot(normalised(centre - half)), neck = camera_.spot(normalised(centre + half * 0.4)),
                 tip = camera_.spot(normalised(centre + half));
      const auto width = static_cast<float>(std::max(0.012 / pixel_, 1.2));
      const auto at = [](double pixel) { return static_cast<float>(pixel); };
      strokes.push_back({at(tail[0]), at(tail[1]), 0.5F * width, at(neck[0]), at(neck[1]), width});
      strokes.push_back({at(neck[0]), at(neck[1]), 3 * width, at(tip[0]), at(tip[1]), 0.3F});
    }
    return strokes;
  }

  Rgb8 at(double x, double y) const {
    const std::optional<Vec3d> place = place_at(x, y);
    if (!place) return paper;
    const Cell cell = sphere_.nearest(*place);
    if (options_.faces && near_edge(*place)) return ink;
    if (options_.sites && length(sphere_.direction(cell) - *place) < site_radius()) return ink;
    const Rgb8 own = options_.by_face ? face_colours[cell / (sphere_.resolution() * sphere_.resolution())] : colours_(cell);
    const Rgb8 ground = shaded(edges_.empty() || edges_[cell] == 0 ? own : mixed(own, ink, 0.38), x, y, *place);
    return border_ > 0 && at_border(*place, cell) ? mixed(ground, ink, border_) : ground;
  }

 private:
  static constexpr std::array<Rgb8, 6> face_colours{
      {{0xd9, 0x8c, 0x5f}, {0x7f, 0xa6, 0xc9}, {0xc9, 0xb4, 0x58}, {0x8f, 0xb0, 0x7a}, {0xe6, 0xe2, 0xd6}, {0x9a, 0x86, 0xae}}};
  /// Regions with a neighbour of another plate.
  void find_edges(std::span<const std::int32_t> plate) {
    edges_.assign(plate.size(), 0);
    for (Cell cell = 0; cell < plate.size(); ++cell)
      for (std::uint32_t i = neighbours_.first[cell]; i < neighbours_.first[cell + 1]; ++i)
        if (plate[neighbours_.cells[i]] != plate[cell]) edges_[cell] = 1;
  }
  RegionView(const CubeSphere& sphere, const Layer& layer, const RegionGlobeOptions& options)
      : sphere_(sphere), options_(options), camera_(options.size, options.centre, 40, 0.97), colours_(layer) {
    pixel_ = 2 / (0.97 * std::min(options.size.width, options.size.height));
    // Lines around regions of few pixels would cover them.
    if (options.borders) border_ = smooth_step(3.0, 10.0, sphere.spacing() / sphere.radius() / pixel_);
  }
  /// Of the sphere whose cells are drawn there.
  std::optional<Vec3d> place_at(double x, double y) const {
    const GlobeCamera::Ray ray = camera_.ray(x, y);
    std::optional<Vec3d> at;
    if (options_.cube) {
      at = hit_cube(ray);
    } else if (const std::optional<double> hit = GlobeCamera::hit(ray)) {
      at = ray.from + ray.along * *hit;
    }
    if (!at) return at;
    // Without the warp cells are even squares of the cube.
    if (!options_.warp) at = direction_of(unwarped_place(*at), sphere_.theta());
    return *at * (1 / length(*at));
  }
  /// Taken as it stands on the cube, without a warp.
  static FacePlace unwarped_place(const Vec3d& at) {
    constexpr double tiny = 1e-3;  // a warp that hardly warps
    return face_place_of(at, tiny);
  }
  double site_radius() const { return std::max(0.11 * sphere_.spacing() / sphere_.radius(), 1.6 * pixel_); }
  bool near_edge(const Vec3d& at) const {
    std::array<double, 3> parts{std::abs(at.x), std::abs(at.y), std::abs(at.z)};
    std::sort(parts.begin(), parts.end());
    return parts[2] - parts[1] < 2.2 * pixel_;
  }
  /// Half a line's width nearer to the bisector with a neighbour.
  bool at_border(const Vec3d& at, Cell cell) const {
    const Vec3d mine = sphere_.direction(cell);
    const double own = dot(mine, at);
    for (std::uint32_t i = neighbours_.first[cell]; i < neighbours_.first[cell + 1]; ++i) {
      const Vec3d other = sphere_.direction(neighbours_.cells[i]);
      const double apart = length(other - mine);
      if (apart > 0 && (own - dot(other, at)) / apart < 0.55 * pixel_) return true;
    }
    return false;
  }
  Rgb8 shaded(Rgb8 colour, double x, double y, const Vec3d&) const {
    if (options_.cube) return colour;
    const double dx = (x - 0.5 * options_.size.width) * pixel_, dy = (y - 0.5 * options_.size.height) * pixel_;
    const double light = 1 - 0.28 * std::pow(std::min(dx * dx + dy * dy, 1.0), 2);
    const auto part = [&](std::uint8_t level) { return static_cast<std::uint8_t>(std::lround(level * light)); };
    return {part(colour.r), part(colour.g), part(colour.b)};
  }

  const CubeSphere& sphere_;
  RegionNeighbours neighbours_;  // where borders or plates are drawn
  std::vector<std::uint8_t> edges_;
  RegionGlobeOptions options_;
  GlobeCamera camera_;
  CellColours colours_;
  double pixel_ = 0;   // in radii
  double border_ = 0;  // how dark borders are
};

}  // namespace

Result<Rgb8Image> region_globe_picture(const CubeSphere& sphere, const Layer& layer, const RegionGlobeOptions& options,
                                       const Execution& execution) {
  CRATON_TRY(picture::check_globe_view(options.size, options.centre));
  CRATON_TRY(const RegionView view, RegionView::make(sphere, layer, options, execution));
  Rgb8Image image(options.size.width, options.size.height);
  CRATON_TRY(parallel_blocks(options.size.height, 4, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < options.size.width; ++x) {
        std::array<std::uint32_t, 3> sum{};
        for (std::uint32_t row = 0; row < samples; ++row)
          for (std::uint32_t column = 0; column < samples; ++column) {
            const Rgb8 colour = view.at(x + (column + 0.5) / samples, y + (row + 0.5) / samples);
            sum[0] += colour.r;
            sum[1] += colour.g;
            sum[2] += colour.b;
          }
        const auto part = [&](std::size_t i) {
          return static_cast<std::uint8_t>((sum[i] + samples * samples / 2) / (samples * samples));
        };
        image.at(x, y) = {part(0), part(1), part(2)};
      }
  }));
  if (!options.plates.any()) return image;
  constexpr Rgb8 red{0x8c, 0x1f, 0x28};
  std::vector<picture::Stroke> arrows = view.arrows();
  const auto paint = [&](Rgb8 colour) {
    return picture::paint_strokes(arrows, image.width, image.height, execution,
                                  [&image, colour](std::uint32_t y, std::span<const float> covers) {
                                    for (std::uint32_t x = 0; x < image.width; ++x)
                                      if (covers[x] > 0)
                                        image.at(x, y) = mixed(image.at(x, y), colour, std::min(double{covers[x]}, 1.0));
                                  });
  };
  CRATON_TRY(paint(red));
  return image;
}

}  // namespace craton
