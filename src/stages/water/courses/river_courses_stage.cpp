// The courses of rivers between their source and mouth: meanders (Howard & Knutson 1984, with the wavelength of Leopold & Wolman
// 1960), the bends that they leave behind, and braided reaches (Leopold & Wolman 1957).
#include <algorithm>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/courses/side_waters.h"

namespace craton {
namespace {

struct RiverCoursesParams : ChangeRivers {
  Read<float> layer = "height", discharge = "discharge";
  Field sinuosity = 1.6;
  double wavelength = 10.9, steepest = 0.004, floor = 8, braiding = 1, oxbows = 1;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable oxbows_table = "oxbows", braids_table = "braids";
};

double length_of(const CourseLine& line) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) sum += distance(line[i].at, line[i + 1].at);
  return sum;
}

/// The lines as they wander, and how much they do.
void write_paths(Hydrography& waters, const CourseSpace& space, const RiverReaches& reaches, const std::vector<double>& lengths,
                 const std::vector<double>& meandering, const std::vector<double>& braided) {
  std::vector<double> sinuosity;
  for (std::size_t river = 0; river < reaches.river_count(); ++river) {
    ObjectColumn::Path path;
    for (const CourseCorner& corner : reaches.lines[river])
      path.push_back(corner.kept ? corner.point : space.point(corner.at, corner.height));
    waters.rivers[river].path = std::move(path);
    sinuosity.push_back(lengths[river] > 0 ? length_of(reaches.lines[river]) / lengths[river] : 1);
  }
  waters.tell({"sinuosity", "", "How many times longer its path is than before it wandered.", std::move(sinuosity)});
  waters.tell({"meandering", "m", "Length of the valley in which it meanders.", meandering});
  waters.tell({"braided", "m", "Length of the path on which it is braided.", braided});
}

}  // namespace

template <>
std::span<const RowColumn<Oxbow>> columns_of<Oxbow>() {
  static const RowColumn<Oxbow> list[] = {
      row_column<&Oxbow::river>("river", "", "Row of the river that left it."),
      row_column<&Oxbow::level>("level", "m", "Height of the surface."),
      row_column<&Oxbow::area>("area", "m2", "Of the surface."),
      row_column<&Oxbow::width>("width", "m", "In its middle."),
      row_column<&Oxbow::middle>("path", "m", "Along its middle."),
      row_column<&Oxbow::shore>("shore", "m", "Around it, counterclockwise, closed."),
  };
  return list;
}

template <>
std::span<const RowColumn<Braid>> columns_of<Braid>() {
  static const RowColumn<Braid> list[] = {
      row_column<&Braid::river>("river", "", "Row of the river that it leaves and comes back to."),
      row_column<&Braid::path>("path", "m", "From a corner of the river's path to a later one; never rises."),
  };
  return list;
}

namespace {

Result<void> run(RiverCoursesParams& params, StageContext& context) {
  Hydrography& waters = params.waters;
  const CourseSpace space(context.domain());
  const RiverInput input{waters.rivers, params.layer, params.discharge, params.lake};
  const CourseRules rules{params.sinuosity, params.wavelength, params.steepest, params.floor, params.braiding, params.oxbows};
  RiverReaches reaches(space, input, rules);
  std::vector<double> lengths;
  for (const CourseLine& line : reaches.lines) lengths.push_back(length_of(line));
  CRATON_TRY(const PlaceNoise noise,
             PlaceNoise::make(context.domain(), context.seed.child("bends"), 3 * space.spacing(), reaches.longest_wave() * 3));
  RiverCourses courses(space, reaches, noise, rules);
  CRATON_TRY(courses.refine(context.execution));
  std::vector<double> braided;
  const std::vector<Braid> braids = braids_of(space, reaches, context.seed.child("braids"), courses.index(), braided);
  const std::vector<Oxbow> oxbows =
      oxbows_of(space, reaches, courses.old_bends(), params.oxbows, context.seed.child("oxbows"), courses.index());
  write_paths(waters, space, reaches, lengths, courses.meandering(), braided);
  CRATON_TRY(params.rivers.set(waters.river_table()));
  CRATON_TRY(params.oxbows_table.set(table_of_rows("oxbows", "Oxbow lakes: bends that rivers left.", oxbows)));
  return params.braids_table.set(table_of_rows("braids", "Side channels of braided rivers.", braids));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<RiverCoursesParams>() {
  using P = RiverCoursesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      field_param<&P::sinuosity>(
          "sinuosity", 1, 5, "",
          "How many times longer than its valley a meandering river is, about; 1 leaves rivers as they are."),
      number_param<&P::wavelength>("wavelength", 1, 1000, "", "Length of a meander, in widths of the river: 10.9 on Earth."),
      number_param<&P::steepest>("steepest", 0, 10, "m/m", "Rivers steeper than this do not meander, and fully at half of it."),
      number_param<&P::floor>("floor", 0, 1e4, "m",
                              "Ground no more than this above or below a river is the floor of its valley, where it wanders."),
      number_param<&P::braiding>(
          "braiding", 0, 1000, "",
          "Rivers are braided where their slope times this is above that of braided rivers on Earth; 0: nowhere."),
      number_param<&P::oxbows>("oxbows", 0, 1, "", "Which share of the bends that rivers leave are lakes."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<RiverCoursesParams>() {
  return tables_with_waters<RiverCoursesParams, &RiverCoursesParams::oxbows_table, &RiverCoursesParams::braids_table>();
}

const StageEntry& river_courses_stage() {
  static const StageEntry entry = waters_stage_of<run>({
      .id = "river_courses",
      .title = "Courses of rivers",
      .doc = "Lets rivers meander where their valley is flat and wide, leave oxbow lakes behind, and part into several "
             "channels where they are steep and large. Rivers still join, never cross and never rise; the ground and the "
             "cells of rivers stay as they are.",
      .cite = "Howard & Knutson 1984; Leopold & Wolman 1957, 1960",
  });
  return entry;
}

}  // namespace craton
