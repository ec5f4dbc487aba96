#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/recipe/make.h>

#include "worlds/path_crossings.h"

/// The laws of rivers, recounted by plain code that shares nothing with the stages.
namespace craton::worlds_test {

/// A world, and its tables by columns.
struct RiverWorld {
  World world;
  const Domain& domain = world.surface.domain();
  std::span<const float> height = world.surface.layer("height")->numbers(),
                         discharge = world.surface.layer("discharge")->numbers();
  std::span<const std::int32_t> lake = world.surface.layer("lake")->integers(), river = world.surface.layer("river")->integers();

  template <class Value>
  const std::vector<Value>& column(std::string_view table, std::string_view of) const {
    return std::get<std::vector<Value>>(world.surface.objects(table)->column(of)->values);
  }
  const std::vector<ObjectColumn::Cells>& cells = column<ObjectColumn::Cells>("rivers", "cells");
  const std::vector<ObjectColumn::Path>& paths = column<ObjectColumn::Path>("rivers", "path");
  const std::vector<std::string>& mouths = column<std::string>("rivers", "mouth");
  const std::vector<std::int64_t>&joins = column<std::int64_t>("rivers", "joins"),
        &ends_in = column<std::int64_t>("rivers", "lake"), &orders = column<std::int64_t>("rivers", "order"),
        &outlets = column<std::int64_t>("lakes", "outlet");

  double area(Cell cell) const {
    return std::visit([&](const auto& topology) { return topology.area(cell); }, domain);
  }
  std::vector<Link> links(Cell cell) const {
    std::vector<Link> all;
    std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](Link link) { all.push_back(link); }); }, domain);
    return all;
  }
  float linked(Cell a, Cell b) const {  ///< the length of the link; 0: none
    for (const Link& link : links(a))
      if (link.to == b) return link.length;
    return 0;
  }
  bool border(Cell cell) const {
    if (std::holds_alternative<CubeSphere>(domain)) return false;
    std::uint32_t width = 0, rows = 0;
    bool open_x = true, open_y = true;
    if (const auto* torus = std::get_if<Torus>(&domain)) {
      width = torus->size().width, rows = torus->size().height;
      open_x = !torus->wraps_x(), open_y = !torus->wraps_y();
    } else {
      width = std::get<PlaneTile>(domain).stored_width(), rows = std::get<PlaneTile>(domain).stored_height();
    }
    return (open_x && (cell % width == 0 || cell % width == width - 1)) ||
           (open_y && (cell / width == 0 || cell / width == rows - 1));
  }
  bool ends(Cell cell) const { return height[cell] < 0 || border(cell) || (lake[cell] != 0 && closed(lake[cell] - 1)); }
  bool closed(std::int32_t row) const { return outlets[static_cast<std::size_t>(row)] < 0; }
};

inline void run_down_along_links(const RiverWorld& w) {
  for (std::size_t i = 0; i < w.cells.size(); ++i) {
    ASSERT_GE(w.cells[i].size(), 2U);
    for (std::size_t k = 0; k + 1 < w.cells[i].size(); ++k) {
      ASSERT_GT(w.linked(w.cells[i][k], w.cells[i][k + 1]), 0) << "river " << i;
      ASSERT_EQ(w.river[w.cells[i][k]], static_cast<std::int32_t>(i + 1)) << "a cell of two rivers";
    }
    const auto height = [&](const Vec3d& at) {
      const auto* sphere = std::get_if<CubeSphere>(&w.domain);
      return sphere ? std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) - sphere->radius() : at.z;
    };
    const double rounding = std::holds_alternative<CubeSphere>(w.domain) ? 1e-6 : 0;
    for (std::size_t k = 0; k + 1 < w.paths[i].size(); ++k)
      ASSERT_LE(height(w.paths[i][k + 1]), height(w.paths[i][k]) + rounding) << "river " << i << " rises";
  }
}

inline void end_where_they_may(const RiverWorld& w) {
  bool any_end = false;
  for (Cell cell = 0; cell < w.height.size(); ++cell) any_end |= w.ends(cell);
  for (std::size_t i = 0; i < w.cells.size(); ++i) {
    const Cell mouth = w.cells[i].back(), last = w.cells[i][w.cells[i].size() - 2];
    const std::string& kind = w.mouths[i];
    if (kind == "sea") {
      ASSERT_LT(w.height[mouth], 0);
    } else if (kind == "border") {
      ASSERT_TRUE(w.border(mouth));
    } else if (kind == "lake") {
      ASSERT_TRUE(w.lake[mouth] == w.ends_in[i] + 1 && w.lake[mouth] != 0 && w.lake[last] != w.lake[mouth]);
    } else if (kind == "river") {
      ASSERT_EQ(w.river[mouth], w.joins[i] + 1);
    } else {
      ASSERT_EQ(kind, "sink");
      if (any_end) {  // it dries up
        float most = 0;
        for (const Cell cell : w.cells[i]) most = std::max(most, w.discharge[cell]);
        ASSERT_LT(w.discharge[mouth], most / 2) << "river " << i;
      } else {
        ASSERT_EQ(mouth, std::min_element(w.height.begin(), w.height.end()) - w.height.begin());
      }
    }
    std::size_t at = i, steps = 0;
    while (w.joins[at] >= 0) {
      at = static_cast<std::size_t>(w.joins[at]);
      ASSERT_LE(++steps, w.cells.size()) << "river " << i << " runs in circles";
    }
    ASSERT_TRUE(w.mouths[at] == "sea" || w.mouths[at] == "border" || w.mouths[at] == "sink" ||
                (w.mouths[at] == "lake" && w.closed(static_cast<std::int32_t>(w.ends_in[at]))))
        << "river " << i << " ends nowhere: " << w.mouths[at];
  }
}

/// Two links cross where they are the diagonals of four cells around a corner.
inline void never_cross_as_links(const RiverWorld& w) {
  std::set<std::pair<Cell, Cell>> links;
  for (const ObjectColumn::Cells& cells : w.cells)
    for (std::size_t k = 0; k + 1 < cells.size(); ++k) links.insert(std::minmax(cells[k], cells[k + 1]));
  for (const auto& [a, b] : links) {
    std::vector<Cell> both;
    for (const Link& link : w.links(a))
      if (link.to != b && w.linked(link.to, b) > 0) both.push_back(link.to);
    if (both.size() != 2) continue;  // a side of two squares has four
    ASSERT_FALSE(links.count(std::minmax(both[0], both[1]))) << "at cell " << a;
  }
}

inline std::string told(const RiverWorld& w, const Meeting& meeting) {
  const auto one = [&](const Segment& s) {
    return "river " + std::to_string(s.path) + " (" + w.mouths[s.path] + ") point " + std::to_string(s.index) + " of " +
           std::to_string(w.paths[s.path].size()) + " at " + std::to_string(s.a.x) + ", " + std::to_string(s.a.y) + " to " +
           std::to_string(s.b.x) + ", " + std::to_string(s.b.y);
  };
  return one(meeting.one) + " meets " + one(meeting.other);
}

inline void never_cross_as_lines(const RiverWorld& w) {
  const std::vector<Meeting> found = PathCrossings(w.domain, w.paths).by_squares();
  ASSERT_TRUE(found.empty()) << found.size() << " times: " << told(w, found[0]);
}

inline void join_on_the_line(const RiverWorld& w) {
  double period_x = 0, period_y = 0;
  if (const auto* torus = std::get_if<Torus>(&w.domain)) {
    period_x = static_cast<double>(torus->period()[0]) / units_per_metre;
    period_y = static_cast<double>(torus->period()[1]) / units_per_metre;
  }
  const auto equal = [](double a, double b, double period) {
    return a == b || (period > 0 && std::remainder(a - b, period) == 0);
  };
  for (std::size_t i = 0; i < w.paths.size(); ++i) {
    if (w.mouths[i] != "river") continue;
    const Vec3d& end = w.paths[i].back();
    const ObjectColumn::Path& trunk = w.paths[static_cast<std::size_t>(w.joins[i])];
    ASSERT_TRUE(std::any_of(
        trunk.begin(), trunk.end() - 1,
        [&](const Vec3d& at) { return equal(at.x, end.x, period_x) && equal(at.y, end.y, period_y) && at.z == end.z; }))
        << "river " << i << " ends beside the river it joins";
  }
}

}  // namespace craton::worlds_test
