#pragma once

#include <bit>
#include <concepts>
#include <cstring>
#include <limits>
#include <string>

#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"

/// Worlds with something of everything, for tests of files.
namespace craton::files {

inline std::string test_recipe(std::string_view world, std::string_view domain, std::uint64_t seed = 7) {
  return concat({R"({"craton": 1, "world": ")", world, R"(", "domain": )", domain, R"(, "seed": ")", std::to_string(seed),
                 R"(", "stages": [{"stage": "noise", "id": "hills", "scale": 500,
                      "noise": {"kind": "fbm", "octaves": 3, "source": {"kind": "perlin", "frequency": 0.0005}}}]})"});
}

inline constexpr std::string_view small_torus = R"({"kind": "torus", "width": 40, "height": 30, "step": 100})";
inline constexpr std::string_view small_plane =
    R"({"kind": "plane", "x": 1000000, "y": -5, "width": 33, "height": 17, "step": 2})";
inline constexpr std::string_view small_sphere = R"({"kind": "sphere", "resolution": 12, "radius": 1000000})";

/// As if the recipe had been run, but for the noise: quick, and without what noises need.
inline World bare_world(std::string_view recipe_text) {
  Recipe recipe = *recipe_from_json(recipe_text, all_terms());
  Surface surface(*make_domain(recipe.domain, Seed{recipe.seed}, 0, ""));
  Layer& height = **surface.add_layer({.name = "height", .unit = "m", .doc = "Height of the ground."});
  const std::uint64_t turn = 2 * recipe.seed + 1;
  for (std::size_t i = 0; i < height.size(); ++i)
    height.numbers()[i] = static_cast<float>(static_cast<std::int64_t>(i * turn % 1009) - 500) * 0.37f;
  return {std::move(recipe), std::move(surface), {{"hills", "noise", 0.25, false}}};
}

/// Layers of every type, objects of every type, and values that files like to lose.
inline World rich_world(std::string_view recipe_text) {
  World world = bare_world(recipe_text);
  Surface& surface = world.surface;
  Layer& odd = **surface.add_layer({.name = "odd", .unit = "°C", .doc = "Values that files like to lose."});
  const float losses[] = {-0.0f,
                          std::numeric_limits<float>::quiet_NaN(),
                          -std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::denorm_min(),
                          -std::numeric_limits<float>::max()};
  for (std::size_t i = 0; i < odd.numbers().size(); ++i) odd.numbers()[i] = losses[i % std::size(losses)];
  Layer& receiver = **surface.add_layer({.name = "receiver", .type = LayerType::integer});
  for (std::size_t i = 0; i < receiver.size(); ++i) receiver.integers()[i] = static_cast<std::int32_t>(i * 2654435761u);
  Layer& rock = **surface.add_layer(
      {.name = "rock", .type = LayerType::category, .doc = "Line one\nline two", .categories = {"granite", "", "sand \"fine\""}});
  for (std::size_t i = 0; i < rock.size(); ++i) rock.categories()[i] = static_cast<std::uint8_t>(i / 7 % 3);

  (void)surface.set_objects({"rivers",
                             "All rivers.",
                             {{"length", "m", "How long.", std::vector<double>{1.5, -0.0, 1e300}},
                              {"order", "", "", std::vector<std::int64_t>{1, -7, std::numeric_limits<std::int64_t>::min()}},
                              {"label", "", "", std::vector<std::string>{"Ålv", "", std::string("a\0b\xff", 4)}},
                              {"mouth", "m", "", std::vector<Vec3d>{{1, 2, 3}, {}, {-1e-300, 5, 6}}},
                              {"path", "m", "", std::vector<ObjectColumn::Path>{{}, {{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}}}},
                              {"cells", "", "", std::vector<ObjectColumn::Cells>{{0, 1, 2}, {}, {no_cell, 5}}}}});
  (void)surface.set_objects({"empty", "Nothing yet.", {}});
  (void)surface.set_objects({"none", "", {{"name", "", "", std::vector<std::string>{}}}});
  world.reports.push_back({"ghost", "noise", 0.125, true});
  return world;
}

inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

inline bool same_bits(const Vec3d& a, const Vec3d& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}
template <class T>
requires std::equality_comparable<T>
bool same_bits(const T& a, const T& b) { return a == b; }
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_bits(a[i], b[i])) return false;
  return true;
}

inline bool same_columns(const ObjectColumn& a, const ObjectColumn& b) {
  return a.name == b.name && a.unit == b.unit && a.doc == b.doc && a.values.index() == b.values.index() &&
         std::visit([&](const auto& values) { return same_bits(values, std::get<std::decay_t<decltype(values)>>(b.values)); },
                    a.values);
}

inline bool same_tables(std::span<const ObjectTable> a, std::span<const ObjectTable> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ObjectTable& first, const ObjectTable& second) {
    return first.name == second.name && first.doc == second.doc &&
           std::equal(first.columns.begin(), first.columns.end(), second.columns.begin(), second.columns.end(), same_columns);
  });
}

/// "" where both are the same world, bit for bit; otherwise what differs.
inline std::string difference(const World& a, const World& b) {
  const RecipeTerms terms = all_terms();
  if (!(a.recipe == b.recipe) || recipe_to_json(a.recipe, terms) != recipe_to_json(b.recipe, terms)) return "recipe";
  if (a.surface.domain().index() != b.surface.domain().index()) return "kind of domain";
  if (a.surface.cell_count() != b.surface.cell_count()) return "cells";
  const auto* sphere = std::get_if<CubeSphere>(&a.surface.domain());
  if (sphere && !same_bytes(std::as_bytes(sphere->sites()), std::as_bytes(std::get<CubeSphere>(b.surface.domain()).sites())))
    return "sites";
  const auto* tile = std::get_if<PlaneTile>(&a.surface.domain());
  if (tile) {
    const Point2 first = tile->position(0), second = std::get<PlaneTile>(b.surface.domain()).position(0);
    if (first.x != second.x || first.y != second.y) return "origin";
  }
  if (a.surface.layers().size() != b.surface.layers().size()) return "number of layers";
  for (std::size_t i = 0; i < a.surface.layers().size(); ++i) {
    const Layer &first = *a.surface.layers()[i], &second = *b.surface.layers()[i];
    if (!(first.info() == second.info())) return "info of layer " + first.name();
    if (!same_bytes(first.bytes(), second.bytes())) return "layer " + first.name();
  }
  if (!same_tables(a.surface.objects(), b.surface.objects())) return "objects";
  if (a.reports.size() != b.reports.size()) return "number of reports";
  for (std::size_t i = 0; i < a.reports.size(); ++i)
    if (a.reports[i].id != b.reports[i].id || a.reports[i].stage != b.reports[i].stage ||
        !same_bits(a.reports[i].seconds, b.reports[i].seconds) || a.reports[i].reused != b.reports[i].reused)
      return "report";
  return "";
}

}  // namespace craton::files
