// Snyder 1987, "Map projections: a working manual": orthographic (20-3 …) and Mollweide (31-1 …), on a sphere. Robinson 1974 by
// his table, with smooth curves between its rows. Šavrič, Patterson & Jenny 2019, "The Equal Earth map projection", eq. 3.
#include "picture/globe_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "base/parallel.h"
#include "picture/equirectangular.h"
#include "picture/oklab.h"
#include "picture/relief_paint.h"
#include "surface/vectors.h"

namespace craton::picture {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double room = 0.985;        // of the picture: the rest is left around the globe
constexpr std::uint32_t samples = 3;  // along each side of a pixel

Vec3d unit_at(double latitude, double longitude) {
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}

/// The parametric latitude of an ellipse: 2 θ + sin 2 θ = π sin φ.
double mollweide_angle(double latitude) {
  const double wanted = pi * std::sin(latitude);
  double angle = latitude;
  for (int i = 0; i < 30; ++i) {
    const double slope = 2 + 2 * std::cos(2 * angle);
    if (slope < 1e-9) break;  // a pole
    const double step = (2 * angle + std::sin(2 * angle) - wanted) / slope;
    angle = std::clamp(angle - step, -pi / 2, pi / 2);
    if (std::abs(step) < 1e-12) break;
  }
  return angle;
}

/// A parallel of a map whose parallels are straight: in halves of the width.
struct Parallel {
  double half_length = 1, height = 0;
};

Parallel robinson(double latitude) {
  constexpr std::array<double, 19> lengths{1,      0.9986, 0.9954, 0.99,   0.9822, 0.973,  0.96,   0.9427, 0.9216, 0.8962,
                                           0.8679, 0.835,  0.7986, 0.7597, 0.7186, 0.6732, 0.6213, 0.5722, 0.5322};
  constexpr std::array<double, 19> heights{0,      0.062,  0.124,  0.186,  0.248,  0.31,   0.372,  0.434,  0.4958, 0.5571,
                                           0.6176, 0.6769, 0.7346, 0.7903, 0.8435, 0.8936, 0.9394, 0.9761, 1};
  const double at = std::abs(latitude) / pi * 36;
  const auto row = static_cast<std::size_t>(std::clamp(std::floor(at), 0.0, 17.0));
  const double t = at - static_cast<double>(row);
  // Catmull & Rom 1974; beyond the equator the table is its own mirror.
  const auto between = [&](const std::array<double, 19>& values, double mirror) {
    const double a = row > 0 ? values[row - 1] : mirror * values[1], b = values[row], c = values[row + 1];
    const double d = row + 2 < values.size() ? values[row + 2] : 2 * c - b;
    return b + 0.5 * t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * (b - c) + d - a)));
  };
  const double height = 0.5072 * between(heights, -1);
  return {between(lengths, 1), latitude < 0 ? -height : height};
}

Parallel equal_earth(double latitude) {
  constexpr double a1 = 1.340264, a2 = -0.081106, a3 = 0.000893, a4 = 0.003796;
  const double theta = std::asin(std::sqrt(3) / 2 * std::sin(latitude)), t2 = theta * theta, t6 = t2 * t2 * t2;
  const double slope = 9 * a4 * t6 * t2 + 7 * a3 * t6 + 3 * a2 * t2 + a1;
  // Over the half width, 2 √3 π / (3 a1).
  const double half = 2 * std::sqrt(3) * pi / (3 * a1);
  return {std::cos(theta) * a1 / slope, theta * (a1 + a2 * t2 + t6 * (a3 + a4 * t2)) / half};
}

Parallel mercator(double latitude) { return {1, std::asinh(std::tan(latitude)) / pi}; }

Parallel parallel_of(Projection projection, double latitude) {
  if (projection == Projection::mercator) return mercator(latitude);
  return projection == Projection::robinson ? robinson(latitude) : equal_earth(latitude);
}

/// The northernmost parallel of a map; that of Mercator's makes a square of it.
double last_latitude(Projection projection) { return projection == Projection::mercator ? std::atan(std::sinh(pi)) : pi / 2; }

/// In linear light.
class LinearPicture {
 public:
  explicit LinearPicture(const Rgb8Image& image) : image_(image) {
    for (std::size_t i = 0; i < decoded_.size(); ++i)
      decoded_[i] = static_cast<float>(srgb_decoded(static_cast<double>(i) / 255));
  }
  std::array<float, 3> linear(Rgb8 colour) const { return {decoded_[colour.r], decoded_[colour.g], decoded_[colour.b]}; }

  /// Between four pixels, at parts of the width and of the height; columns go around.
  std::array<float, 3> at(double across, double down) const {
    const double x = across * image_.width - 0.5;
    const double y = std::clamp(down * image_.height - 0.5, 0.0, image_.height - 1.0);
    const double left = std::floor(x), top = std::floor(y);
    const auto column = [&](double c) {
      const auto at = static_cast<std::int64_t>(c), width = static_cast<std::int64_t>(image_.width);
      return static_cast<std::uint32_t>(at < 0 ? at + width : at >= width ? at - width : at);
    };
    const auto row = static_cast<std::uint32_t>(top), below = std::min(row + 1, image_.height - 1);
    const auto right_share = static_cast<float>(x - left), below_share = static_cast<float>(y - top);
    const std::array<float, 3> a = linear(image_.at(column(left), row)), b = linear(image_.at(column(left + 1), row)),
                               c = linear(image_.at(column(left), below)), d = linear(image_.at(column(left + 1), below));
    std::array<float, 3> mixed;
    for (std::size_t i = 0; i < 3; ++i) {
      const float upper = a[i] + (b[i] - a[i]) * right_share, lower = c[i] + (d[i] - c[i]) * right_share;
      mixed[i] = upper + (lower - upper) * below_share;
    }
    return mixed;
  }
  std::array<float, 3> at(const Vec3d& direction) const {
    const auto x = static_cast<float>(direction.x), y = static_cast<float>(direction.y), z = static_cast<float>(direction.z);
    const double longitude = double{quick_atan2(y, x)}, latitude = double{quick_atan2(z, std::sqrt(x * x + y * y))};
    return at(longitude / (2 * pi) + 0.5, 0.5 - latitude / pi);
  }

 private:
  const Rgb8Image& image_;
  std::array<float, 256> decoded_;
};

}  // namespace

GlobeMap::GlobeMap(Projection projection, GridSize size, const LatLon& centre)
    : projection_(projection),
      size_(size),
      longitude_(projection == Projection::equirectangular ? 0 : centre.longitude * pi / 180),
      middle_x_(0.5 * size.width),
      middle_y_(0.5 * size.height),
      half_(0.5 * size.width) {
  const double latitude = centre.latitude * pi / 180;
  out_ = unit_at(latitude, longitude_);
  east_ = {-std::sin(longitude_), std::cos(longitude_), 0};
  north_ = {-std::sin(latitude) * std::cos(longitude_), -std::sin(latitude) * std::sin(longitude_), std::cos(latitude)};
  if (projection == Projection::orthographic) half_ = room * 0.5 * std::min(size.width, size.height);
  if (projection == Projection::mollweide) half_ = room * std::min(0.5 * size.width, 1.0 * size.height);
  const bool square = projection == Projection::mercator;
  if (projection != Projection::robinson && projection != Projection::equal_earth && !square) return;
  high_ = parallel_of(projection, last_latitude(projection)).height;
  half_ = (square ? 1 : room) * std::min(0.5 * size.width, 0.5 * size.height / high_);
  // The latitude of each height, by halving.
  constexpr std::size_t steps = 4096;
  for (std::size_t i = 0; i <= steps; ++i) {
    double low = 0, high = last_latitude(projection);
    for (int k = 0; k < 50; ++k) {
      const double middle_latitude = 0.5 * (low + high);
      (parallel_of(projection, middle_latitude).height < high_ * static_cast<double>(i) / steps ? low : high) = middle_latitude;
    }
    latitudes_.push_back(0.5 * (low + high));
  }
}

double GlobeMap::latitude_at(double y) const {
  const double at = std::min(std::abs(y) / high_, 1.0) * static_cast<double>(latitudes_.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), latitudes_.size() - 2);
  const double latitude = latitudes_[i] + (latitudes_[i + 1] - latitudes_[i]) * (at - static_cast<double>(i));
  return y < 0 ? -latitude : latitude;
}

std::optional<Vec3d> GlobeMap::along_parallel(double x, double y) const {
  if (std::abs(y) >= high_) return std::nullopt;
  const double latitude = latitude_at(y), around = x / parallel_of(projection_, latitude).half_length;
  if (std::abs(around) >= 1) return std::nullopt;
  return unit_at(latitude, longitude_ + pi * around);
}

std::optional<Vec3d> GlobeMap::direction(Spot spot) const {
  if (projection_ == Projection::equirectangular)
    return unit_at((0.5 - spot.y / size_.height) * pi, (spot.x / size_.width - 0.5) * 2 * pi);
  const double x = (spot.x - middle_x_) / half_;
  if (projection_ == Projection::orthographic) {
    const double y = (middle_y_ - spot.y) / half_, across = x * x + y * y;
    if (across >= 1) return std::nullopt;
    const double z = std::sqrt(1 - across);
    return Vec3d{east_.x * x + north_.x * y + out_.x * z, east_.y * x + north_.y * y + out_.y * z,
                 east_.z * x + north_.z * y + out_.z * z};
  }
  if (!latitudes_.empty()) return along_parallel(x, (middle_y_ - spot.y) / half_);
  const double y = 2 * (middle_y_ - spot.y) / half_;  // the ellipse is half as high as it is wide
  if (x * x + y * y >= 1) return std::nullopt;
  const double angle = std::asin(y);
  const double latitude = std::asin(std::clamp((2 * angle + std::sin(2 * angle)) / pi, -1.0, 1.0));
  return unit_at(latitude, longitude_ + pi * x / std::cos(angle));
}

std::optional<GlobeMap::MapRow> GlobeMap::row(double y) const {
  const double up = (middle_y_ - y) / half_;
  if (projection_ == Projection::equirectangular)
    return MapRow{(0.5 - y / size_.height) * pi, middle_x_, 0, 2 * pi / size_.width};
  if (!latitudes_.empty()) {
    if (std::abs(up) >= high_) return std::nullopt;
    const double latitude = latitude_at(up);
    return MapRow{latitude, middle_x_, longitude_, pi / (half_ * parallel_of(projection_, latitude).half_length)};
  }
  if (std::abs(2 * up) >= 1) return std::nullopt;  // the ellipse is half as high as it is wide
  const double angle = std::asin(2 * up);
  const double latitude = std::asin(std::clamp((2 * angle + std::sin(2 * angle)) / pi, -1.0, 1.0));
  return MapRow{latitude, middle_x_, longitude_, pi / (half_ * std::cos(angle))};
}

std::optional<GlobeMap::Spot> GlobeMap::spot(const Vec3d& direction) const {
  if (projection_ == Projection::orthographic) {
    if (dot(direction, out_) <= 0) return std::nullopt;
    return Spot{middle_x_ + half_ * dot(direction, east_), middle_y_ - half_ * dot(direction, north_)};
  }
  const double latitude = std::atan2(direction.z, std::hypot(direction.x, direction.y));
  const double around = std::remainder(std::atan2(direction.y, direction.x) - longitude_, 2 * pi);
  if (projection_ == Projection::equirectangular)
    return Spot{(around / (2 * pi) + 0.5) * size_.width, (0.5 - latitude / pi) * size_.height};
  if (!latitudes_.empty()) {
    if (std::abs(latitude) > last_latitude(projection_)) return std::nullopt;
    const Parallel parallel = parallel_of(projection_, latitude);
    return Spot{middle_x_ + half_ * around / pi * parallel.half_length, middle_y_ - half_ * parallel.height};
  }
  const double angle = mollweide_angle(latitude);
  return Spot{middle_x_ + half_ * around / pi * std::cos(angle), middle_y_ - 0.5 * half_ * std::sin(angle)};
}

double GlobeMap::pixels_per_radian() const {
  switch (projection_) {
    case Projection::orthographic: return half_;
    case Projection::mollweide:
    case Projection::robinson:
    case Projection::mercator:
    case Projection::equal_earth: return half_ / pi;
    default: return size_.width / (2 * pi);
  }
}

std::uint32_t GlobeMap::width_around() const {
  // Where a pixel sees least of the ground: at the middle of a globe; along the meridian of an ellipse.
  const double pixels = projection_ == Projection::orthographic      ? 2 * pi * half_
                        : projection_ != Projection::equirectangular ? 2.5 * half_
                                                                     : size_.width;
  return 2 * static_cast<std::uint32_t>(std::clamp(std::ceil(pixels / 2), 64.0, 8192.0));
}

namespace {

/// Rows of a picture in another projection, several samples a pixel.
class Projector {
 public:
  Projector(const GlobeMap& map, const LinearPicture& from, const LatLon& centre, Rgb8 beside)
      : map_(map),
        from_(from),
        out_(unit_at(centre.latitude * pi / 180, centre.longitude * pi / 180)),
        around_(from.linear(beside)) {}

  void row(std::uint32_t y, std::span<Rgb8> pixels) const {
    std::vector<std::array<float, 3>> sums(pixels.size());
    for (std::uint32_t down = 0; down < samples; ++down) {
      const double at = y + (down + 0.5) / samples;
      if (map_.has_straight_parallels())
        add_parallel(map_.row(at), sums);
      else
        add_row(at, sums);
    }
    constexpr float share = 1.0F / (samples * samples);
    constexpr std::uint32_t half = 0x80000000U;  // rounds to the nearest level
    for (std::size_t x = 0; x < pixels.size(); ++x)
      pixels[x] = {encode_.level(share * sums[x][0], half), encode_.level(share * sums[x][1], half),
                   encode_.level(share * sums[x][2], half)};
  }

 private:
  static void add(std::array<float, 3>& sum, const std::array<float, 3>& colour) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += colour[i];
  }
  void add_parallel(const std::optional<GlobeMap::MapRow>& parallel, std::vector<std::array<float, 3>>& sums) const {
    const double down = parallel ? 0.5 - parallel->latitude / pi : 0;
    for (std::uint32_t k = 0; k < samples * sums.size(); ++k) {
      const double turn = parallel ? ((k + 0.5) / samples - parallel->middle) * parallel->a_pixel : pi;
      if (!(std::abs(turn) < pi)) {
        add(sums[k / samples], around_);
        continue;
      }
      double across = (turn + parallel->central) / (2 * pi) + 0.5;
      across -= std::floor(across);
      add(sums[k / samples], from_.at(across, down));
    }
  }
  /// A globe, which darkens a little towards its edge.
  void add_row(double y, std::vector<std::array<float, 3>>& sums) const {
    for (std::uint32_t k = 0; k < samples * sums.size(); ++k) {
      const std::optional<Vec3d> place = map_.direction({(k + 0.5) / samples, y});
      std::array<float, 3> colour = place ? from_.at(*place) : around_;
      if (place) {
        const double low = 1 - dot(*place, out_);
        for (float& part : colour) part *= static_cast<float>(1 - 0.45 * low * low);
      }
      add(sums[k / samples], colour);
    }
  }

  const GlobeMap& map_;
  const LinearPicture& from_;
  Vec3d out_;
  std::array<float, 3> around_;
  Encoder encode_;
};

}  // namespace

Result<Rgb8Image> projected(const Rgb8Image& equirectangular, Projection projection, GridSize size, const LatLon& centre,
                            Rgb8 beside, const Execution& execution) {
  const GlobeMap map(projection, size, centre);
  const LinearPicture from(equirectangular);
  const Projector projector(map, from, centre, beside);
  Rgb8Image image(size.width, size.height);
  CRATON_TRY(parallel_blocks(size.height, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      projector.row(y, std::span(image.pixels).subspan(std::size_t{y} * size.width, size.width));
  }));
  return image;
}

}  // namespace craton::picture
