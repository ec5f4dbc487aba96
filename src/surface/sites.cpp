#include <craton/surface/sites.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/fp_mode.h"
#include "base/text.h"
#include "surface/cube_faces.h"
#include "surface/site_search.h"
#include "surface/sites_table.h"
#include "surface/warp.h"

namespace craton {

namespace {

constexpr double least_radius = 1, largest_radius = 1e9;
constexpr double beside_border = 0x1p-20;

Error no_sphere(std::string_view what) {
  return {ErrorCode::invalid_value, std::string(what), "only spheres have sites and a radius that stages can set"};
}

Result<void> move_sites(const ObjectTable& table, Domain& domain) {
  auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return no_sphere(sites_table);
  const auto *right = table.values<double>("right"), *down = table.values<double>("down");
  if (!right || !down || right->size() != sphere->cell_count())
    return Error{ErrorCode::invalid_value, std::string(sites_table),
                 concat({"found ", std::to_string(table.rows()), " rows, allowed one of \"right\" and \"down\" for each of ",
                         std::to_string(sphere->cell_count()), " cells"})};
  const FloatingPointMode ieee;
  const std::uint32_t side = sphere->resolution();
  // Along a column (or row) the warp is that of one number.
  std::vector<Vec3f> sites(sphere->cell_count());
  const auto place = [&](std::uint32_t index, double offset) {
    const double inside = std::clamp(offset, beside_border, 1 - beside_border);
    return warp_of(2 * ((index + inside) / side) - 1, sphere->theta());
  };
  for (Cell c = 0; c < sites.size(); ++c) {
    if (!((*right)[c] >= 0 && (*right)[c] <= 1 && (*down)[c] >= 0 && (*down)[c] <= 1))
      return Error{ErrorCode::invalid_value, std::string(sites_table),
                   concat({"the site of cell ", std::to_string(c), " lies outside it; offsets are 0 … 1"})};
    const Vec3d at = direction_on_face(c / side / side, place(c % side, (*right)[c]), place(c / side % side, (*down)[c]));
    sites[c] = {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)};
  }
  CRATON_TRY(CubeSphere moved, with_sites(*sphere, sites));
  *sphere = std::move(moved);
  return {};
}

Result<void> resize(const ObjectTable& table, Domain& domain) {
  auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return no_sphere(globe_table);
  const auto* radius = table.values<double>("radius");
  if (!radius || radius->size() != 1 || !((*radius)[0] >= least_radius && (*radius)[0] <= largest_radius))
    return Error{ErrorCode::invalid_value, std::string(globe_table), "allowed is one row with a \"radius\" of 1 … 1e9 m"};
  *sphere = with_radius(*sphere, (*radius)[0]);
  return {};
}

}  // namespace

Result<void> apply_sites(const ObjectTable& table, Domain& domain) {
  if (table.columns.empty()) return {};  // promised by a cache, not there yet
  if (table.name == sites_table) return move_sites(table, domain);
  if (table.name == globe_table) return resize(table, domain);
  return {};
}

Result<void> set_sites(Surface& surface, std::span<const SiteOffset> offsets) {
  std::vector<double> right, down;
  for (const SiteOffset& offset : offsets) {
    right.push_back(offset.right);
    down.push_back(offset.down);
  }
  return surface.set_objects({.name = std::string(sites_table),
                              .doc = "Where the sites of cells lie; row = cell.",
                              .columns = {{"right", "", "0 … 1 in its cell, to the right.", std::move(right)},
                                          {"down", "", "0 … 1 in its cell, down.", std::move(down)}}});
}

Result<void> set_radius(Surface& surface, double radius) {
  return surface.set_objects({.name = std::string(globe_table),
                              .doc = "The size of the planet.",
                              .columns = {{"radius", "m", "From the centre to the surface.", std::vector<double>{radius}}}});
}

}  // namespace craton
