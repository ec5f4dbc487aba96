#pragma once

#include <span>
#include <string>
#include <vector>

#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

namespace craton {

/// The middle of a cell with a height: (x, y, height) on planes and maps, on a sphere as far from the centre as the ground there.
/// On a sphere it is the middle of the cell and not its site, so that lines between neighbours keep apart.
Vec3d river_point(const Domain& domain, Cell cell, float height);

/// A line through cells in the order of a river, with its corners cut (Chaikin 1974) except at the first, the last, and those
/// that are `pinned`. It stays within a third of a cell of the links, so that lines that do not cross as links do not cross at
/// all, and heights that do not rise along the cells do not rise along the line. On maps that close onto themselves it runs on
/// beyond the border instead of jumping to the other side.
ObjectColumn::Path river_path(const Domain& domain, std::span<const Cell> cells, std::span<const float> heights,
                              const std::vector<bool>& pinned);

/// How high a place of a path lies: on spheres from their radius on.
double height_on(const Domain& domain, const Vec3d& place);
/// Metres along cells.
double length_of(const Domain& domain, std::span<const Cell> cells);
float length_between(const Domain& domain, Cell from, Cell to);

/// Cuts a path off between two cells that follow each other on it: after the corner of the first, before that of the second.
void cut_path(const Domain& domain, Cell before, Cell cell, ObjectColumn::Path& path);
/// The point of a path above or below a place, also whole periods of the map away; null: none.
const Vec3d* point_at(const Domain& domain, const ObjectColumn::Path& path, const Vec3d& place);
/// Makes the end of a path a point of another at its place, bit for bit, at most whole periods away.
void meet_at(const Domain& domain, const Vec3d& point, Vec3d& end);
/// Whether it is one, bit for bit, at most whole periods away.
bool ends_on(const Domain& domain, const Vec3d& end, const ObjectColumn::Path& path);
/// The law that a river's line breaks, in words: it runs along linked cells and never rises. "" where it holds.
std::string broken_line(const Domain& domain, std::span<const Cell> cells, const ObjectColumn::Path& path);
bool are_linked(const Domain& domain, Cell a, Cell b);
/// Puts a path behind another, moved by whole periods of the map to where that one ends.
void append_path(const Domain& domain, ObjectColumn::Path rest, ObjectColumn::Path& path);

}  // namespace craton
