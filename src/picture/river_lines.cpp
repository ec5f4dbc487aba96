// Water is reckoned along rivers from what the table says: what a river brings at its mouth, less what its tributaries bring
// where they join, spread evenly over its length. So widths are right wherever a path runs, and no layer is needed but to tell
// how large rivers are at their source.
#include "picture/river_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "surface/periods.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton::picture {
namespace {

using Path = ObjectColumn::Path;

struct Table {
  const std::vector<Path>* paths = nullptr;
  const std::vector<std::int64_t>* joins = nullptr;
  const std::vector<double>*discharges = nullptr, *widths = nullptr, *sinuosities = nullptr;
};

/// A river on its way to a line.
struct Course {
  Path path;                   // z = 0 on planes and maps
  std::vector<double> along;   // metres from the source, of each corner
  std::vector<double> inflow;  // m³/year that tributaries bring at each corner; empty: none
  double discharge = 0, width = 0;
  bool winding = false;                      // its bends are meant
  double importance = 0;                     // metres: its own length, or that of a longer river that runs into it
  std::optional<std::size_t> trunk = {};     // the river that it joins
  std::optional<std::size_t> joins_at = {};  // the corner of the trunk where it does; none where a lake lies between
  bool leaves = false;                       // a distributary: it begins at the trunk instead

  double length() const { return along.empty() ? 0 : along.back(); }
};

double distance(const Vec3d& a, const Vec3d& b) {
  const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return std::sqrt(x * x + y * y + z * z);
}

/// What the domain tells about distances.
struct Space {
  explicit Space(const Domain& domain)
      : flat(!std::holds_alternative<CubeSphere>(domain)), spacing(craton::spacing(domain)), periods(domain) {}
  /// The same place may lie whole periods apart.
  double apart(const Vec3d& a, const Vec3d& b) const { return distance(periods.shortest({a.x - b.x, a.y - b.y, a.z - b.z}), {}); }
  bool flat;
  double spacing;
  Periods periods;
};

std::vector<Course> courses_of(const Table& table, const Space& space) {
  std::vector<Course> courses(table.paths->size());
  for (std::size_t i = 0; i < courses.size(); ++i) {
    Course& course = courses[i];
    course.path = (*table.paths)[i];
    if (space.flat)
      for (Vec3d& place : course.path) place.z = 0;
    for (std::size_t k = 0; k < course.path.size(); ++k)
      course.along.push_back(k == 0 ? 0 : course.along.back() + distance(course.path[k - 1], course.path[k]));
    course.importance = course.length();
    if (table.discharges) course.discharge = std::max((*table.discharges)[i], 0.0);
    if (table.widths) course.width = std::max((*table.widths)[i], 0.0);
    course.winding = table.sinuosities && (*table.sinuosities)[i] > 1.01;
    // Each comes after the one it joins.
    if (table.joins && (*table.joins)[i] >= 0 && static_cast<std::size_t>((*table.joins)[i]) < i)
      course.trunk = static_cast<std::size_t>((*table.joins)[i]);
  }
  return courses;
}

/// Distributaries, behind all rivers; each shows where its river does.
void add_distributaries(const ObjectTable& table, const Space& space, std::vector<Course>& courses) {
  const std::size_t rivers = courses.size();
  const Table columns{table.values<Path>("path"), table.values<std::int64_t>("river"), table.values<double>("discharge"),
                      table.values<double>("width")};
  const auto* from = table.values<std::int64_t>("from");
  if (!columns.paths || !columns.joins || !from) return;
  std::vector<Course> all = courses_of({columns.paths, nullptr, columns.discharges, columns.widths}, space);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Course& course = all[i];
    const std::int64_t river = (*columns.joins)[i], other = (*from)[i];
    if (river < 0 || static_cast<std::size_t>(river) >= rivers || other >= static_cast<std::int64_t>(i) || course.path.empty())
      course.path.clear();
    else
      course.trunk = other < 0 ? static_cast<std::size_t>(river) : rivers + static_cast<std::size_t>(other);
    course.leaves = true;
    if (course.trunk) course.importance = courses[static_cast<std::size_t>(river)].importance;
  }
  courses.insert(courses.end(), all.begin(), all.end());
}

/// The corner of a path nearest to a place.
std::size_t nearest_corner(const Path& path, const Vec3d& place, const Space& space) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < path.size(); ++k)
    if (const double apart = space.apart(path[k], place); apart < least) {
      least = apart;
      nearest = k;
    }
  return nearest;
}

void find_confluences(std::vector<Course>& courses, const Space& space) {
  for (std::size_t i = courses.size(); i-- > 0;) {
    Course& course = courses[i];
    if (!course.trunk || course.path.empty() || courses[*course.trunk].path.empty()) continue;
    if (course.leaves) {
      course.joins_at = nearest_corner(courses[*course.trunk].path, course.path.front(), space);
      continue;
    }
    Course& trunk = courses[*course.trunk];
    trunk.importance = std::max(trunk.importance, course.importance);
    const std::size_t corner = nearest_corner(trunk.path, course.path.back(), space);
    trunk.inflow.resize(trunk.path.size());
    trunk.inflow[corner] += course.discharge;
    if (space.apart(trunk.path[corner], course.path.back()) < space.spacing) course.joins_at = corner;
  }
}

/// m³/year at each corner.
std::vector<double> discharges_along(const Course& course, double at_source) {
  double tributaries = 0;
  for (const double inflow : course.inflow) tributaries += inflow;
  at_source = std::min(at_source, std::max(course.discharge - tributaries, 0.0));
  const double local = std::max(course.discharge - tributaries - at_source, 0.0);
  std::vector<double> all;
  double sum = at_source;
  for (std::size_t k = 0; k < course.path.size(); ++k) {
    if (!course.inflow.empty()) sum += course.inflow[k];
    all.push_back(std::min(sum + local * course.along[k] / std::max(course.length(), 1e-9), course.discharge));
  }
  return all;
}

std::optional<Cell> cell_at(const Domain& domain, const Vec3d& place) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return sphere->cell_at(place);
  const auto units = [](double metres) { return static_cast<std::int64_t>(std::floor(metres * units_per_metre + 0.5)); };
  const Point2 position{units(place.x), units(place.y)};
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return tile->nearest(position);
  return std::get<Torus>(domain).nearest(position);
}

bool holds_numbers(const Layer* layer, const Domain& domain) {
  return layer && layer->type() == LayerType::number && layer->size() == cell_count(domain);
}

double discharge_at_source(const Domain& domain, const Waters& waters, const Course& course) {
  if (!holds_numbers(waters.discharge, domain)) return 0;
  const std::optional<Cell> cell = cell_at(domain, course.path.front());
  const double found = cell ? double{waters.discharge->numbers()[*cell]} : 0;
  return std::isfinite(found) ? std::max(found, 0.0) : 0;
}

bool begins_at_lake(const Domain& domain, const Waters& waters, const Course& course) {
  if (!holds_numbers(waters.lake_depth, domain)) return false;
  const std::optional<Cell> cell = cell_at(domain, course.path.front());
  if (!cell) return false;
  const std::span<const float> depth = waters.lake_depth->numbers();
  bool lake = depth[*cell] > 0;
  std::visit([&](const auto& topology) { topology.for_each_link(*cell, [&](Link link) { lake = lake || depth[link.to] > 0; }); },
             domain);
  return lake;
}

/// Evenly spaced samples of something that is known at each corner.
template <class Value, class Mix>
std::vector<Value> resampled(const Course& course, const std::vector<Value>& corners, std::size_t count, Mix mix) {
  std::vector<Value> out;
  out.reserve(count);
  std::size_t k = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = course.length() * static_cast<double>(i) / static_cast<double>(count - 1);
    while (k + 2 < course.along.size() && course.along[k + 1] < at) ++k;
    const double span = course.along[k + 1] - course.along[k];
    out.push_back(mix(corners[k], corners[k + 1], span > 0 ? std::clamp((at - course.along[k]) / span, 0.0, 1.0) : 0));
  }
  return out;
}

/// The ends stay; each round widens what a sample is the mean of by half a sample's square.
template <class Value, class Mix>
void smooth(std::vector<Value>& values, int rounds, Mix mix) {
  for (int round = 0; round < rounds; ++round) {
    Value before = values[0];
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
      const Value here = values[i];
      values[i] = mix(here, mix(before, values[i + 1], 0.5), 0.5);
      before = here;
    }
  }
}

double mixed(double a, double b, double share) { return a + (b - a) * share; }

class LineMaker {
 public:
  LineMaker(const Domain& domain, const Waters& waters, const std::vector<Course>& courses, double metres_per_pixel,
            double longest_side, const WaterOptions& options)
      : domain_(domain), waters_(waters), pixel_(metres_per_pixel) {
    double longest = 0;
    for (const Course& course : courses) {
      longest = std::max(longest, course.length() / pixel_);
      largest_ = std::max(largest_, course.discharge);
    }
    // A map of short rivers has narrow ones; large maps are looked at from farther away.
    width_ = options.width > 0 ? options.width : std::min(std::max(longest / 90, 1.2), 0.115 * std::sqrt(longest_side));
    least_length_ = options.least_length > 0 ? options.least_length : 0.8 * std::sqrt(longest_side);
    least_width_ = options.least_width > 0 ? options.least_width : 0.7 + longest_side / 8000;
  }

  /// Rivers too short for the map are left out; those that are hardly long enough stay behind the great ones.
  double strength(const Course& course) const {
    if (course.path.size() < 2 || !(course.length() > 0)) return 0;
    const double lengths = course.importance / pixel_ / least_length_;
    return 0.7 * smooth_step(0.6, 1.4, lengths) + 0.3 * smooth_step(1, 4, lengths);
  }

  RiverLine line(const Course& course) const {
    RiverLine line{.places = {}, .widths = {}, .strength = strength(course)};
    if (!(line.strength > 0)) return line;
    const double along = blur(course), step = std::max(0.8 * pixel_, along / 2.5);
    const auto count = static_cast<std::size_t>(std::clamp(std::ceil(course.length() / step), 2.0, 1e7)) + 1;
    const auto rounds = static_cast<int>(std::ceil(2 * (along / step) * (along / step)));
    line.places = resampled(course, course.path, count, between);
    smooth(line.places, rounds, between);
    line.widths = resampled(course, widths(course), count, mixed);
    smooth(line.widths, rounds, mixed);
    return line;
  }

  /// Tributaries still end (and distributaries begin) where the line of their trunk was before it became smooth.
  void attach(RiverLine& line, const Course& course, const RiverLine& trunk_line, const Course& trunk) const {
    if (line.places.empty() || trunk_line.places.empty()) return;
    const auto last = static_cast<double>(trunk_line.places.size() - 1);
    const double place = last * trunk.along[*course.joins_at] / std::max(trunk.length(), 1e-9);
    const auto before = static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last - 1));
    const Vec3d now = between(trunk_line.places[before], trunk_line.places[before + 1], place - static_cast<double>(before));
    const Vec3d& was = trunk.path[*course.joins_at];
    const Vec3d move{now.x - was.x, now.y - was.y, now.z - was.z};
    const double step = course.length() / static_cast<double>(line.places.size() - 1), reach = 4 * blur(course);
    for (std::size_t i = 0; i < line.places.size(); ++i) {
      const double to_end = step * static_cast<double>(course.leaves ? i : line.places.size() - 1 - i);
      const double share = 1 - smooth_step(0, std::min(reach, course.length()), to_end);
      line.places[i] = {line.places[i].x + move.x * share, line.places[i].y + move.y * share, line.places[i].z + move.z * share};
    }
  }

  /// Waters beside rivers, which belong to one of them: as wide as they are, or as this share of how the river is drawn.
  void add_beside(const ObjectTable* table, double share, const std::vector<Course>& courses, const Space& space,
                  std::vector<RiverLine>& lines) const {
    const auto* paths = values_of<Path>(table, "path");
    const auto* rivers = values_of<std::int64_t>(table, "river");
    const auto* widths = values_of<double>(table, "width");
    if (!paths || !rivers) return;
    for (std::size_t i = 0; i < paths->size(); ++i) {
      if ((*rivers)[i] < 0 || static_cast<std::size_t>((*rivers)[i]) >= courses.size()) continue;
      const Course& river = courses[static_cast<std::size_t>((*rivers)[i])];
      RiverLine line{.places = (*paths)[i], .widths = {}, .strength = strength(river)};
      if (line.places.size() < 2 || !(line.strength > 0)) continue;
      if (space.flat)
        for (Vec3d& place : line.places) place.z = 0;
      const double symbol = largest_ > 0 ? share * width_ * std::sqrt(river.discharge / largest_) : 0;
      const double true_width = (widths ? (*widths)[i] : share * river.width) / pixel_;
      line.widths.assign(line.places.size(), std::max({symbol, true_width, 0.8 * least_width_}));
      lines.push_back(std::move(line));
    }
  }

 private:
  /// Over how many metres a line is made smooth: what the map cannot show, and the eight directions that rivers have where they
  /// are drawn from cell to cell. Finer paths have bends that are meant, and so have rivers that a stage let wander.
  double blur(const Course& course) const {
    if (course.winding) return std::max(0.8 * pixel_, 0.3 * spacing(domain_));
    const double corners = course.length() / static_cast<double>(course.path.size() - 1);
    return std::max(1.4 * pixel_, std::min(7 * corners, 2.1 * spacing(domain_)));
  }

  std::vector<double> widths(const Course& course) const {
    const double at_source = course.leaves ? course.discharge : discharge_at_source(domain_, waters_, course);
    std::vector<double> all = discharges_along(course, at_source);
    const bool taper = !course.leaves && !begins_at_lake(domain_, waters_, course);
    const double taper_length = std::min(14 * pixel_, course.length() / 2);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double symbol = largest_ > 0 ? width_ * std::sqrt(all[k] / largest_) : 0;
      const double true_width = course.discharge > 0 ? course.width * std::sqrt(all[k] / course.discharge) / pixel_ : 0;
      all[k] = std::max({symbol, true_width, least_width_});
      if (taper) all[k] *= mixed(0.3, 1, smooth_step(0, 1, course.along[k] / taper_length));
    }
    return all;
  }

  const Domain& domain_;
  const Waters& waters_;
  double pixel_;
  double largest_ = 0, width_ = 1, least_width_ = 1, least_length_ = 1;  // m³/year; pixels
};

}  // namespace

Result<std::vector<RiverLine>> river_lines(const Domain& domain, const Waters& waters, double metres_per_pixel,
                                           double longest_side, const WaterOptions& options, const Execution& execution) {
  if (!waters.rivers) return std::vector<RiverLine>{};
  const Table table{waters.rivers->values<Path>("path"), waters.rivers->values<std::int64_t>("joins"),
                    waters.rivers->values<double>("discharge"), waters.rivers->values<double>("width"),
                    waters.rivers->values<double>("sinuosity")};
  if (!table.paths) return Error{ErrorCode::unsupported, "waters", "the table of rivers has no column \"path\" of lines"};
  const Space space(domain);
  std::vector<Course> courses = courses_of(table, space);
  if (waters.distributaries) add_distributaries(*waters.distributaries, space, courses);
  find_confluences(courses, space);
  const LineMaker maker(domain, waters, courses, metres_per_pixel, longest_side, options);
  std::vector<RiverLine> lines(courses.size());
  CRATON_TRY(parallel_blocks(courses.size(), 64, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) lines[i] = maker.line(courses[i]);
  }));
  for (std::size_t i = 0; i < courses.size(); ++i)
    if (courses[i].joins_at) maker.attach(lines[i], courses[i], lines[*courses[i].trunk], courses[*courses[i].trunk]);
  std::erase_if(lines, [](const RiverLine& line) { return line.places.empty(); });
  maker.add_beside(waters.braids, 0.5, courses, space, lines);
  maker.add_beside(waters.oxbows, 0.6, courses, space, lines);
  return lines;
}

}  // namespace craton::picture
