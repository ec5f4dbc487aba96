// What a stroke of a brush takes from the land, once, when it is made.
#include <algorithm>
#include <cmath>

#include <craton/base/floor_div.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/terrain_edits.h>

#include "base/fp_mode.h"
#include "base/number_text.h"
#include "base/text.h"
#include "worlds/brush.h"

namespace craton {
namespace {

using namespace terrain;

Error bad(std::string_view what, std::string message) {
  return {ErrorCode::invalid_value, std::string(what), std::move(message)};
}

Result<void> check_stroke(const BrushStroke& stroke) {
  const double values[] = {stroke.params.radius, stroke.params.by, stroke.params.strength, stroke.params.falloff,
                           stroke.params.smoothness};
  const std::span<const ParamInfo> declared = params_of<BrushParams>();
  for (std::size_t i = 0; i < declared.size(); ++i)
    if (const Result<ParamValue> checked = declared[i].check(values[i], declared[i].name); !checked) return checked.error();
  if (stroke.to && !(std::abs(*stroke.to) <= most_brush_amount))
    return bad("to", concat({"found ", to_string(ParamValue(*stroke.to)), ", allowed -100000 … 100000 m"}));
  constexpr std::int64_t end = std::int64_t{1} << 62;
  if (stroke.at.x < -end || stroke.at.x > end || stroke.at.y < -end || stroke.at.y > end)
    return bad("at", "this is beyond the end of the world, 2^52 m from its origin");
  return {};
}

/// Any of the layers' first sample at or before a place.
Result<Surface> land_at(const Terrain& terrain, Point2 at, const Execution& execution) {
  return terrain.area({.level = 0, .x = floor_div(at.x, terrain.step(0)), .y = floor_div(at.y, terrain.step(0))}, execution);
}

Result<const Layer*> height_of(const Surface& surface) {
  const Layer* height = surface.layer("height");
  if (!height || height->type() != LayerType::number)
    return Error{ErrorCode::unsupported, "tool", "this world has no layer \"height\" that could be changed"};
  return height;
}

Result<void> check_biome(const Surface& land, const std::string& biome) {
  const Layer* layer = land.layer("biome");
  if (!layer || layer->type() != LayerType::category)
    return Error{ErrorCode::unsupported, "tool", "this world has no layer \"biome\" that could be painted"};
  const std::vector<std::string>& names = layer->info().categories;
  if (std::find(names.begin(), names.end(), biome) != names.end()) return {};
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view near = nearest_name(biome, candidates);
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return Error{ErrorCode::unknown_name, "biome",
               concat({"no biome is called \"", biome, "\"", near.empty() ? "" : concat({" (did you mean \"", near, "\"?)"}),
                       "; there are ", all})};
}

/// Means of the land around each node, near ones counting more (a tent as wide as two nodes lie apart).
Result<void> smooth_nodes(const Terrain& terrain, double smoothness, TerrainEdit& edit, const Execution& execution) {
  const double node_step = smoothness > 0 ? smoothness : std::max(edit.radius / 6, metres_from_units(terrain.step(0)));
  const double around = std::ceil(edit.radius / node_step) + 2;
  if (2 * around + 1 > most_brush_nodes)
    return bad("smoothness", concat({"found ", number_text(smoothness, 6), " m, allowed for this radius: at least ",
                                     number_text(edit.radius / 500, 6), " m"}));
  edit.columns = edit.rows = static_cast<std::uint32_t>(2 * around + 1);
  edit.node_step_x = edit.node_step_y = node_step;
  std::uint32_t level = 0;
  while (level + 1 < terrain.options().levels && 4 * metres_from_units(terrain.step(level + 1)) <= node_step) ++level;
  const std::int64_t step = terrain.step(level);
  const auto reach = static_cast<std::int64_t>((around + 1) * node_step * units_per_metre) + step;
  TerrainArea area{.level = level, .x = floor_div(edit.at.x - reach, step), .y = floor_div(edit.at.y - reach, step)};
  area.width = area.height = static_cast<std::uint32_t>(2 * reach / step + 2);
  CRATON_TRY(const Surface land, terrain.area(area, execution));
  CRATON_TRY(const Layer* height, height_of(land));
  const std::span<const float> heights = height->numbers();
  // Sample i of an axis lies at (first + i) · step; from the node it is so many node steps away:
  const auto tent = [&](std::int64_t sample, std::int64_t at, double node) {
    const double metres = static_cast<double>(sample * step - at) / units_per_metre;
    return std::max(0.0, 1 - std::abs(metres / node_step - node));
  };
  const auto first_near = [&](std::int64_t from, std::int64_t at, double node) {
    const auto low = static_cast<std::int64_t>(std::floor((node - 1) * node_step * units_per_metre));
    return std::max<std::int64_t>(floor_div(at + low, step) - from, 0);
  };
  const auto count = static_cast<std::int64_t>(std::ceil(2 * node_step * units_per_metre / static_cast<double>(step))) + 2;
  edit.nodes.resize(std::size_t{edit.columns} * edit.rows);
  for (std::uint32_t row = 0; row < edit.rows; ++row)
    for (std::uint32_t column = 0; column < edit.columns; ++column) {
      const double node_x = column - around, node_y = row - around;
      const std::int64_t x0 = first_near(area.x, edit.at.x, node_x), y0 = first_near(area.y, edit.at.y, node_y);
      double sum = 0, weights = 0;
      for (std::int64_t y = y0; y < std::min<std::int64_t>(y0 + count, area.height); ++y) {
        const double weight_y = tent(area.y + y, edit.at.y, node_y);
        for (std::int64_t x = x0; weight_y > 0 && x < std::min<std::int64_t>(x0 + count, area.width); ++x) {
          const double weight = weight_y * tent(area.x + x, edit.at.x, node_x);
          sum += weight * double{heights[static_cast<std::size_t>(y * area.width + x)]};
          weights += weight;
        }
      }
      if (!(weights > 0)) return bad("smoothness", "is less than the distance between two samples");
      edit.nodes[std::size_t{row} * edit.columns + column] = static_cast<float>(sum / weights);
    }
  return {};
}

/// The picture fills the square around the brush.
Result<void> stamp_nodes(const HeightMap* stamp, TerrainEdit& edit) {
  if (!stamp || stamp->values.empty()) return bad("stamp", "a stamp needs a picture of heights");
  if (stamp->width > most_brush_nodes || stamp->height > most_brush_nodes)
    return bad("stamp", concat({"found ", std::to_string(stamp->width), " by ", std::to_string(stamp->height),
                                " samples, allowed up to 1024 by 1024"}));
  edit.columns = stamp->width;
  edit.rows = stamp->height;
  edit.node_step_x = 2 * edit.radius / stamp->width;
  edit.node_step_y = 2 * edit.radius / stamp->height;
  edit.nodes = stamp->values;
  if (std::any_of(edit.nodes.begin(), edit.nodes.end(), [](float value) { return !std::isfinite(value); }))
    return bad("stamp", "holds values that are no numbers");
  return {};
}

}  // namespace

template <>
std::span<const std::string_view> choice_names<BrushTool>() {
  static constexpr std::string_view names[] = {"raise", "lower", "flatten", "smooth", "stamp", "paint"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<BrushParams>() {
  using P = BrushParams;
  static const ParamInfo list[] = {
      number_param<&P::radius>("radius", 0.01, most_brush_radius, "m", "Of the brush."),
      number_param<&P::by>("by", -most_brush_amount, most_brush_amount, "m",
                           "How far the middle is raised or lowered; how high the brightest level of a stamp is."),
      number_param<&P::strength>("strength", 0, 1, "", "How much of its effect the brush has in the middle."),
      number_param<&P::falloff>("falloff", 0, 1, "",
                                "The share of the radius within which the effect fades: 0 is a hard edge, 1 a bell."),
      number_param<&P::smoothness>("smoothness", 0, most_brush_radius, "m",
                                   "Features up to this size are smoothed away; 0: a sixth of the radius."),
  };
  return list;
}

Result<TerrainEdit> make_edit(const Terrain& terrain, const BrushStroke& stroke, const Execution& execution) {
  CRATON_TRY(check_stroke(stroke));
  TerrainEdit edit{.tool = stroke.tool, .at = stroke.at, .radius = stroke.params.radius, .amount = stroke.params.by};
  edit.strength = stroke.params.strength;
  edit.falloff = stroke.params.falloff;
  CRATON_TRY(const Surface land, land_at(terrain, stroke.at, execution));
  const FloatingPointMode ieee;
  if (stroke.tool == BrushTool::paint) {
    CRATON_TRY(check_biome(land, stroke.biome));
    edit.biome = stroke.biome;
    return edit;
  }
  CRATON_TRY(const Layer* height, height_of(land));
  if (stroke.tool == BrushTool::flatten) edit.amount = stroke.to.value_or(double{height->numbers()[0]});
  if (stroke.tool == BrushTool::smooth) CRATON_TRY(smooth_nodes(terrain, stroke.params.smoothness, edit, execution));
  if (stroke.tool == BrushTool::stamp) CRATON_TRY(stamp_nodes(stroke.stamp, edit));
  return edit;
}

}  // namespace craton
