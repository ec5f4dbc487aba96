// Geomorphing (Hoppe 1998, "Smooth view-dependent level-of-detail control"; Strugar 2009): every vertex knows where it lies on
// the coarser level. With diagonals that take turns a coarser triangle is a union of finer ones, so that it is met exactly.
#include <craton/base/floor_div.h>
#include <craton/shape/terrain_morph.h>

#include <cmath>
#include <optional>

#include "base/fp_mode.h"
#include "base/text.h"
#include "shape/ground_colour.h"
#include "shape/plane_samples.h"

namespace craton {
namespace {

/// Two samples of the coarser level; a vertex lies in their middle. The same one twice: it lies on it.
struct Ends {
  Cell a, b;
};

/// Where a place between samples lies on the coarser level's triangles.
std::optional<Ends> ends_at(const PlaneSamples& coarser, Point2 place) {
  const PlaneTile& tile = coarser.place();
  const std::int64_t step = tile.step(), half = step / 2;
  const std::int64_t x = wrapped(place.x - tile.origin().x, step), y = wrapped(place.y - tile.origin().y, step);
  if ((x != 0 && x != half) || (y != 0 && y != half)) return {};
  Point2 a{place.x - x, place.y - y}, b{place.x + x, place.y + y};
  if (x != 0 && y != 0 && !falls_by_turns(a, step)) std::swap(a.y, b.y);
  const std::optional<Cell> first = coarser.at(a), last = coarser.at(b);
  if (!first || !last) return {};
  return Ends{*first, *last};
}

template <std::size_t N>
std::array<float, N> middle(const std::array<float, N>& a, const std::array<float, N>& b) {
  std::array<float, N> result{};
  for (std::size_t i = 0; i < N; ++i) result[i] = 0.5F * (a[i] + b[i]);
  return result;
}

}  // namespace

Result<TerrainMorph> terrain_morph(const Mesh& mesh, const Surface& surface, const TerrainPatch& patch, const Surface& coarser,
                                   const TerrainMeshOptions& options) {
  const FloatingPointMode ieee;
  if (options.cut != CellCut::alternate || options.skirt > 0)
    return Error{ErrorCode::invalid_value, "options", "a mesh that morphs needs diagonals that alternate, and no skirt"};
  CRATON_TRY(const PlaneSamples own, plane_samples(surface, options.height, "surface"));
  CRATON_TRY(const PlaneSamples next, plane_samples(coarser, options.height, "coarser"));
  CRATON_TRY(const TerrainPatch whole, within(patch, own.place()));
  if (next.place().step() != 2 * own.place().step())
    return Error{ErrorCode::invalid_value, "coarser", "its step is not twice as long"};
  const GroundColour ground(coarser, next);
  const Point2 corner = own.place().position(own.place().cell(whole.column, whole.row));
  const double spacing = own.place().spacing();
  TerrainMorph morph;
  for (const std::array<float, 3>& at : mesh.positions) {
    const auto along = [&](float metres) { return std::llround(double{metres} / spacing) * own.place().step(); };
    const std::optional<Ends> ends = ends_at(next, {corner.x + along(at[0]), corner.y + along(at[1])});
    if (!ends) return Error{ErrorCode::invalid_value, "coarser", "it does not hold the samples of the patch"};
    morph.heights.push_back(0.5F * (next.height(ends->a) + next.height(ends->b)));
    morph.normals.push_back(middle(next.normal(ends->a), next.normal(ends->b)));
    if (mesh.colours.empty()) continue;
    const std::array<std::uint8_t, 4> a = ground.at(ends->a), b = ground.at(ends->b);
    std::array<std::uint8_t, 4> colour{};
    for (std::size_t i = 0; i < 4; ++i) colour[i] = static_cast<std::uint8_t>((a[i] + b[i] + 1) / 2);
    morph.colours.push_back(colour);
  }
  return morph;
}

void apply_morph(const TerrainMorph& morph, std::span<const float> shares, Mesh& mesh) {
  for (std::size_t i = 0; i < shares.size() && i < mesh.positions.size(); ++i) {
    const float share = shares[i];
    const auto mixed = [&](float own, float other) { return own * (1 - share) + other * share; };
    mesh.positions[i][2] = mixed(mesh.positions[i][2], morph.heights[i]);
    for (std::size_t k = 0; k < 3 && i < mesh.normals.size(); ++k)
      mesh.normals[i][k] = mixed(mesh.normals[i][k], morph.normals[i][k]);
    for (std::size_t k = 0; k < 4 && i < morph.colours.size(); ++k)
      mesh.colours[i][k] = static_cast<std::uint8_t>(
          mixed(static_cast<float>(mesh.colours[i][k]), static_cast<float>(morph.colours[i][k])) + 0.5F);
  }
}

}  // namespace craton
