// Chooses where the camera stands. Candidates over the whole ground and all around are judged by what they would show along
// some columns of the picture, on a coarse copy of the heights: what painters and photographers look for, put into numbers.
#include <array>
#include <vector>

#include <craton/base/floor_div.h>

#include "picture/view/camera.h"

namespace craton::view {
namespace {

constexpr int columns_seen = 15;

/// Heights averaged to about 192 cells across: enough to see by, and quick.
class Coarse {
 public:
  explicit Coarse(const Ground& ground) : ground_(ground) {
    const std::uint32_t longest = std::max(ground.columns(), ground.rows());
    factor_ = std::max(1u, longest / 192);
    columns_ = std::max(2u, ground.columns() / factor_);
    rows_ = std::max(2u, ground.rows() / factor_);
    heights_.resize(std::size_t{columns_} * rows_);
    for (std::uint32_t row = 0; row < rows_; ++row)
      for (std::uint32_t column = 0; column < columns_; ++column) {
        float sum = 0;
        for (std::uint32_t j = 0; j < factor_; ++j)
          for (std::uint32_t i = 0; i < factor_; ++i) sum += ground.cell(column * factor_ + i, row * factor_ + j);
        heights_[std::size_t{row} * columns_ + column] = sum / static_cast<float>(factor_ * factor_);
      }
  }
  double step() const { return ground_.step() * factor_; }
  /// Water lies flat.
  float seen(double x, double y) const {
    const float h = height(x, y);
    return ground_.has_water() ? std::max(h, 0.0F) : h;
  }
  float height(double x, double y) const {
    const double u = x / step() - 0.5, v = -y / step() - 0.5;
    const std::int64_t i = floor_int(u), j = floor_int(v);
    const auto fu = static_cast<float>(u - static_cast<double>(i)), fv = static_cast<float>(v - static_cast<double>(j));
    return mixed(mixed(at(i, j), at(i + 1, j), fu), mixed(at(i, j + 1), at(i + 1, j + 1), fu), fv);
  }
  bool inside(double x, double y) const {
    return (ground_.wraps_x() || (x >= 0 && x <= ground_.width())) && (ground_.wraps_y() || (-y >= 0 && -y <= ground_.depth()));
  }

 private:
  static std::int64_t on_axis(std::int64_t i, std::int64_t n, bool wraps) {
    if (!wraps) return std::min(std::max<std::int64_t>(i, 0), n - 1);
    return wrapped(i, n);
  }
  float at(std::int64_t i, std::int64_t j) const {
    return heights_[static_cast<std::size_t>(on_axis(j, rows_, ground_.wraps_y()) * columns_ +
                                             on_axis(i, columns_, ground_.wraps_x()))];
  }
  const Ground& ground_;
  std::uint32_t factor_ = 1, columns_ = 0, rows_ = 0;
  std::vector<float> heights_;
};

/// What one column of a picture shows, all as tangents of elevation.
struct Column {
  float skyline = 0, nearest = -1;
  float shares[5] = {};  ///< how much of the picture lies in each band of distance
  float water = 0;       ///< how much of it is water
  float edge = 0;        ///< how much lies beyond the tile, below the horizon
  float depth = 0;       ///< how far away the skyline is: 0 at one's feet, 1 at the end of sight
};

struct Limits {
  double near_by = 0, far_away = 0;
  float bottom = -0.3F;  ///< tangent of the lower border of the picture, if the horizon is in the middle
};

Column look_along(const Coarse& coarse, double x, double y, double height, double azimuth, const Limits& limits) {
  const Vec towards = direction_to(azimuth, 0);
  Column column;
  float highest = limits.bottom;
  double r = limits.near_by;
  const double grow = std::pow(limits.far_away / limits.near_by, 1.0 / 60);
  bool first = true;
  for (int i = 0; i < 60; ++i, r *= grow) {
    const double px = x + towards.x * r, py = y + towards.y * r;
    if (!coarse.inside(px, py)) break;
    const float ground = coarse.seen(px, py);
    const auto tangent = static_cast<float>((double{ground} - height) / r);
    if (tangent <= highest) continue;
    const float gained = tangent - highest;
    if (first) column.nearest = tangent;
    first = false;
    const auto band = static_cast<std::size_t>(std::min(4, i / 12));
    column.shares[band] += gained;
    if (coarse.height(px, py) < 0) column.water += gained;
    highest = tangent;
    column.depth = static_cast<float>(i) / 59;
  }
  column.skyline = highest;
  column.edge = std::max(0.0F, -highest);
  return column;
}

struct Judged {
  double score = -1e9, pitch = 0;
};

/// 1 at `best`, falling to 0 at a distance of `width`.
double liking(double value, double best, double width) { return std::max(0.0, 1 - std::abs(value - best) / width); }

Judged judge(const std::array<Column, columns_seen>& columns, double half_height) {
  double mean = 0, top = -1, water = 0, edge = 0, blocked = 0, depth = 0;
  std::array<double, 5> bands{};
  for (const Column& c : columns) {
    mean += double{c.skyline} / columns_seen;
    top = std::max(top, double{c.skyline});
    depth += double{c.depth} / columns_seen;
    water += double{c.water} / columns_seen;
    edge += double{c.edge} / columns_seen;
    for (std::size_t b = 0; b < 5; ++b) bands[b] += double{c.shares[b]} / columns_seen;
    // A slope that starts at one's feet.
    if (c.shares[0] > 1.1 * half_height) blocked += 1.0 / columns_seen;
  }
  double variance = 0, steps = 0;
  for (std::size_t i = 0; i < columns_seen; ++i) {
    variance += (double{columns[i].skyline} - mean) * (double{columns[i].skyline} - mean) / columns_seen;
    if (i > 0) steps += std::abs(double{columns[i].skyline - columns[i - 1].skyline});
  }
  double total = 1e-6, layers = 0;
  for (const double b : bands) total += b;
  for (const double b : bands) {
    const double share = b / total;
    if (share > 1e-4) layers -= share * std::log(share);
  }
  // Highest peaks a fifth below the upper border, and about two fifths of sky.
  const double tan_pitch = std::max(top - 0.62 * half_height, mean - 0.28 * half_height);
  Judged result;
  result.pitch = std::min(tan_pitch, 0.2);
  const double sky = 0.5 - (mean - result.pitch) / (2 * half_height);
  const double peak = top / half_height;
  result.score = 1.6 * liking(peak, 0.75, 1.0) + 1.2 * std::min(1.0, std::sqrt(variance) / (0.22 * half_height)) +
                 0.4 * std::min(1.0, steps / (1.2 * half_height)) + 1.0 * layers / std::log(5.0) + 0.8 * liking(sky, 0.38, 0.3) +
                 0.5 * liking(water / total, 0.2, 0.3) + 1.5 * std::min(1.0, depth / 0.75) - 3 * blocked - 4 * edge / half_height;
  return result;
}

double turn_towards(double dx, double dy) { return std::atan2(dx, dy) * 180 / 3.14159265358979; }

struct Search {
  const Ground& ground;
  const ViewOptions& options;
  Coarse coarse;
  double fov, half_height;

  double extent() const { return std::min(ground.width(), ground.depth()); }
  double far_away() const {
    return std::max(ground.width(), ground.depth()) * (ground.wraps_x() || ground.wraps_y() ? 0.8 : 1.0);
  }

  Judged judged(double x, double y, double height, double azimuth) const {
    std::array<Column, columns_seen> columns;
    const double clearance = std::max(height - double{coarse.seen(x, y)}, 0.1 * ground.step());
    const Limits limits{1.5 * clearance, far_away(), static_cast<float>(-1.6 * half_height)};
    for (int i = 0; i < columns_seen; ++i) {
      const double turn = ((i + 0.5) / columns_seen - 0.5) * fov * 0.96;
      columns[static_cast<std::size_t>(i)] = look_along(coarse, x, y, height, azimuth + turn, limits);
    }
    return judge(columns, half_height);
  }

  /// The ground right below and around, so that no hill is cut by the lens.
  double foot(double x, double y) const {
    double highest = ground.has_water() ? 0 : -1e9;
    const double reach = std::max(coarse.step(), 2 * ground.step());
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i)
        highest = std::max(highest, double{ground.smooth(x + i * reach * 0.5, y + j * reach * 0.5).value});
    return highest;
  }
  Stand search() const;
  void try_at(double x, double y, Stand& best, double& best_score) const;
};

void Search::try_at(double x, double y, Stand& best, double& best_score) const {
  const double relief = std::max(double{ground.highest() - ground.lowest()}, ground.step());
  const double base = foot(x, y);
  for (const double clearance : {0.06, 0.12, 0.24, 0.4}) {
    const double height = options.eye_height ? *options.eye_height * ground.exaggeration()
                                             : base + std::max(clearance * relief, 2.5 * ground.step());
    const int turns = options.azimuth || options.look ? 1 : 18;
    for (int turn = 0; turn < turns; ++turn) {
      double azimuth = 20.0 * turn;
      if (options.azimuth) azimuth = *options.azimuth;
      const Judged found = judged(x, y, height, azimuth);
      // Low over the land, unless height shows much more.
      const double score = found.score - 0.8 * clearance;
      if (score <= best_score) continue;
      best_score = score;
      best = {x, y, height, azimuth, std::atan(found.pitch) * 180 / 3.14159265358979, fov};
    }
    if (options.eye_height) break;
  }
}

Stand Search::search() const {
  Stand best;
  double best_score = -1e18;
  constexpr int places = 15;
  for (int j = 0; j < places; ++j)
    for (int i = 0; i < places; ++i)
      try_at((i + 0.5) / places * ground.width(), -(j + 0.5) / places * ground.depth(), best, best_score);
  return best;
}

}  // namespace

Stand chosen_stand(const Ground& ground, const ViewOptions& options) {
  const double fov = options.fov > 0 ? options.fov : 52;
  const double half_height = std::tan(double{radians(fov / 2)}) * options.height / options.width;
  const Search search{ground, options, Coarse(ground), fov, half_height};
  Stand stand;
  double score = -1e18;
  if (options.eye)
    search.try_at(options.eye->x, options.eye->y, stand, score);
  else
    stand = search.search();
  if (options.look) {
    const double dx = options.look->x - stand.x, dy = options.look->y - stand.y;
    stand.azimuth = turn_towards(dx, dy);
    const double there = ground.smooth(options.look->x, options.look->y).value;
    stand.pitch = std::atan2(there - stand.height, std::max(1e-3, std::sqrt(dx * dx + dy * dy))) * 180 / 3.14159265358979;
  }
  if (options.pitch && !options.look) stand.pitch = *options.pitch;
  return stand;
}

Stand block_stand(const Ground& ground, const ViewOptions& options, double base) {
  Stand stand;
  stand.fov = options.fov > 0 ? options.fov : 24;
  stand.azimuth = options.azimuth.value_or(-28);
  stand.pitch = options.pitch.value_or(-32);
  const Vec forward = direction_to(stand.azimuth, stand.pitch);
  const double half_width = std::tan(double{radians(stand.fov / 2)}), half_height = half_width * options.height / options.width;
  const double middle_z = 0.5 * (base + double{ground.highest()}) - 0.1 * (double{ground.highest()} - base);
  // As near as lets all eight corners into the picture.
  double distance = 0;
  const Vec right = direction_to(stand.azimuth + 90, 0), up = cross(right, forward);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec p{static_cast<float>((corner & 1 ? 0.5 : -0.5) * ground.width()),
                static_cast<float>((corner & 2 ? 0.5 : -0.5) * ground.depth()),
                static_cast<float>((corner & 4 ? 0.5 * double{ground.highest()} : base) - middle_z)};
    const double need = std::max(std::abs(double{dot(p, right)}) / half_width, std::abs(double{dot(p, up)}) / half_height);
    distance = std::max(distance, need * 1.04 - double{dot(p, forward)});
  }
  stand.x = 0.5 * ground.width() - double{forward.x} * distance;
  stand.y = -0.5 * ground.depth() - double{forward.y} * distance;
  stand.height = middle_z - double{forward.z} * distance;
  return stand;
}

}  // namespace craton::view
