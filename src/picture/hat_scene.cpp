#include "picture/hat_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <craton/noise/hat_tiling.h>

namespace craton::picture {
namespace {

constexpr double unskew = (3 - std::numbers::sqrt3) / 6;  // G
constexpr double skew = (std::numbers::sqrt3 - 1) / 2;    // F
constexpr std::size_t most_hats = 300000;

/// Corners of kites in sixths of lattice steps, where all of them are whole.
using Corner = std::pair<std::int64_t, std::int64_t>;
constexpr std::int64_t step[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};

/// Vertex, middle of a side, centre, middle of the next side: counterclockwise in the lattice's own sense.
std::array<Corner, 4> corners_of(const Kite& kite, const HatVertex& origin) {
  const std::int64_t a = 6 * (kite.vertex.a - origin.a), b = 6 * (kite.vertex.b - origin.b);
  const auto& one = step[kite.k];
  const auto& next = step[(kite.k + 1) % 6];
  return {Corner{a, b}, Corner{a + 3 * one[0], b + 3 * one[1]}, Corner{a + 2 * (one[0] + next[0]), b + 2 * (one[1] + next[1])},
          Corner{a + 3 * next[0], b + 3 * next[1]}};
}

/// The sides that only one of the hat's kites has, as one closed line.
std::vector<Corner> outline_of(const Hat& hat, const HatVertex& origin) {
  std::map<Corner, std::vector<Corner>> ways;
  for (const Kite& kite : hat.kites()) {
    const auto corners = corners_of(kite, origin);
    for (std::size_t i = 0; i < 4; ++i) {
      const Corner from = corners[i], to = corners[(i + 1) % 4];
      auto& back = ways[to];
      if (const auto found = std::find(back.begin(), back.end(), from); found != back.end())
        back.erase(found);
      else
        ways[from].push_back(to);
    }
  }
  std::vector<Corner> line;
  const auto start = std::find_if(ways.begin(), ways.end(), [](const auto& way) { return !way.second.empty(); });
  for (Corner at = start->first; line.empty() || at != start->first; at = ways[at].front()) line.push_back(at);
  return line;
}

// ---- colours

constexpr Rgb8 metatile_fill[4] = {{0xa8, 0xc4, 0xd8}, {0xe3, 0xa8, 0x57}, {0xf2, 0xe6, 0xcf}, {0xd9, 0xc3, 0xa1}};
constexpr Rgb8 mirrored_fill{0x24, 0x4a, 0x68};
constexpr Rgb8 turn_fill[6] = {{0xe8, 0xb4, 0xa0}, {0xe6, 0xcf, 0x98}, {0xbf, 0xd3, 0x9f},
                               {0x9f, 0xcf, 0xc4}, {0xa9, 0xbf, 0xdd}, {0xcf, 0xb3, 0xd6}};

Rgb8 darker(Rgb8 colour) {
  const auto part = [](std::uint8_t level) { return static_cast<std::uint8_t>(level * 0.45 + 6); };
  return {part(colour.r), part(colour.g), part(colour.b)};
}

Rgb8 fill_of(const Hat& hat, HatColours colours) {
  if (colours == HatColours::turn) return hat.mirrored ? darker(turn_fill[hat.turn]) : turn_fill[hat.turn];
  return hat.mirrored ? mirrored_fill : metatile_fill[static_cast<std::size_t>(hat.metatile)];
}

/// From the lattice around a vertex to the picture.
struct Projection {
  double centre_x, centre_y, site_x, site_y, pixels_per_cell;

  ScenePoint operator()(const Corner& corner) const {
    const double a = static_cast<double>(corner.first) / 6, b = static_cast<double>(corner.second) / 6, shared = (a + b) * unskew;
    return {centre_x + (a - shared - site_x) * pixels_per_cell, centre_y + (b - shared - site_y) * pixels_per_cell};
  }
};

ScenePoint middle_of(const std::array<Corner, 4>& corners, const Projection& project) {
  ScenePoint sum;
  for (const Corner& corner : corners) {
    const ScenePoint point = project(corner);
    sum.x += point.x / 4;
    sum.y += point.y / 4;
  }
  return sum;
}

void add_legend(const HatPictureOptions& options, double strip, HatScene& scene) {
  const double size = strip * 0.36, side = strip * 0.36, baseline = scene.picture_height + strip * 0.62;
  double x = strip * 0.4;
  const auto add = [&](Rgb8 fill, const std::string& text) {
    scene.swatches.push_back({x, baseline - side * 0.85, side, fill});
    scene.captions.push_back({text, x + side * 1.4, baseline, size, ink});
    x += side * 1.4 + size * (0.62 * static_cast<double>(text.size()) + 1.4);
  };
  if (options.colours == HatColours::metatile) {
    add(metatile_fill[0], "H");
    add(mirrored_fill, "mirrored");
    add(metatile_fill[1], "T");
    add(metatile_fill[2], "P");
    add(metatile_fill[3], "F");
    return;
  }
  for (int turn = 0; turn < 6; ++turn) add(turn_fill[turn], std::to_string(60 * turn) + "°");
  add(darker(turn_fill[0]), "mirrored: dark");
}

Result<HatBox> box_of(const HatPictureOptions& options, const KiteSite& site, double pixels_per_cell, double picture_height) {
  const double half_x = options.width / 2.0 / pixels_per_cell + 2, half_y = picture_height / 2 / pixels_per_cell + 2;
  const double shared = (half_x + half_y) * skew;
  const auto reach_a = static_cast<std::int64_t>(std::ceil(half_x + shared)),
             reach_b = static_cast<std::int64_t>(std::ceil(half_y + shared));
  if (reach_a > 4096 || reach_b > 4096)
    return Error{ErrorCode::invalid_value, "cells", "a picture shows 4000 cells at most, in either direction"};
  const HatVertex v = site.kite.vertex;
  const auto inside = [](std::int64_t at, std::int64_t reach) {
    return at >= INT64_MIN + reach + 2 && at <= INT64_MAX - reach - 2;
  };
  if (!inside(v.a, reach_a) || !inside(v.b, reach_b))
    return Error{ErrorCode::unsupported, "at", "the picture would go beyond the end of the world"};
  return HatBox{{v.a - reach_a, v.b - reach_b}, {v.a + reach_a, v.b + reach_b}};
}

}  // namespace

Result<void> go_on(const Execution& execution) {
  if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  return {};
}

Result<HatScene> make_hat_scene(const HatPictureOptions& options, const Execution& execution) {
  if (options.width < 16 || options.height < 16 || options.width > largest_page_side || options.height > largest_page_side)
    return Error{ErrorCode::invalid_value, "size", "a picture of hats has 16 to 32000 pixels a side"};
  if (!(options.cells_across >= 0.5 && options.cells_across <= 4000))
    return Error{ErrorCode::invalid_value, "cells", "a picture shows 0.5 to 4000 cells across"};
  if (options.ground.width > 0 &&
      (options.legend || options.ground.width != options.width || options.ground.height != options.height))
    return Error{ErrorCode::invalid_value, "ground", "must be as large as the picture, which has no legend then"};
  HatScene scene;
  scene.width = options.width;
  scene.height = options.height;
  const double strip = options.legend ? std::clamp(options.height * 0.045, 22.0, 60.0) : 0;
  scene.picture_height = options.height - strip;
  const double pixels_per_cell = options.width / options.cells_across;
  scene.line = std::clamp(pixels_per_cell * 0.032, 0.25, 4.0);

  const KiteSite site = kite_site_of(options.centre, options.frequency);
  const HatVertex origin = site.kite.vertex;
  CRATON_TRY(const HatBox box, box_of(options, site, pixels_per_cell, scene.picture_height));
  const Result<std::vector<Hat>> hats = HatTiling(options.seed).hats(box);
  if (!hats) return Error{hats.error().code, hats.error().path == "box" ? "cells" : hats.error().path, hats.error().message};
  const Projection project{options.width / 2.0, scene.picture_height / 2, site.x, site.y, pixels_per_cell};
  const double margin = 3 * pixels_per_cell;
  for (const Hat& hat : *hats) {
    CRATON_TRY(go_on(execution));
    const ScenePoint at = project({6 * (hat.vertex.a - origin.a), 6 * (hat.vertex.b - origin.b)});
    if (at.x < -margin || at.y < -margin || at.x > options.width + margin || at.y > scene.picture_height + margin) continue;
    if (scene.hats.size() >= most_hats)
      return Error{ErrorCode::invalid_value, "cells", "more than 300000 hats; show fewer cells"};
    SceneHat drawn{{}, fill_of(hat, options.colours)};
    for (const Corner& corner : outline_of(hat, origin)) drawn.outline.push_back(project(corner));
    scene.hats.push_back(std::move(drawn));
    const auto kites = hat.kites();
    for (std::size_t p = 0; p < 8; ++p) {
      const auto corners = corners_of(kites[p], origin);
      if (options.kites || options.numbers)
        for (std::size_t i = 0; i < 4; ++i) scene.kite_lines.push_back({project(corners[i]), project(corners[(i + 1) % 4])});
      if (!options.numbers) continue;
      const ScenePoint middle = middle_of(corners, project);
      scene.numbers.push_back(
          {std::to_string(p + 1), middle.x, middle.y, pixels_per_cell * 0.15, hat.mirrored ? Rgb8{0xff, 0xff, 0xff} : ink});
    }
  }
  if (options.legend) add_legend(options, strip, scene);
  return scene;
}

}  // namespace craton::picture
