// Widths: Leopold & Maddock 1953. Wavelengths of meanders: Leopold & Wolman 1960, λ = 10.9 w^1.01. Braided rivers: Leopold &
// Wolman 1957, S > 0.0125 Q^−0.44.
#include "stages/water/courses/river_reaches.h"

#include <algorithm>

#include <craton/base/math.h>

#include "base/smooth_step.h"
#include "surface/borders.h"

namespace craton {
namespace {

constexpr double least_wave = 6;           // cells: shorter waves cannot be told from the grid
constexpr double belt = 1.6;               // wavelengths: how far from its valley's middle a river wanders
constexpr double least_width = 0.6;        // of its trunk's: smaller tributaries follow where it runs
constexpr float least_braided = 0.5F;      // m³/s
constexpr float steepest_braided = 0.03F;  // above, water runs in steps and cascades (Montgomery & Buffington 1997)

}  // namespace

RiverReaches::RiverReaches(const CourseSpace& space, const RiverInput& input, const CourseRules& rules)
    : lines(input.rivers.size()),
      tributaries(input.rivers.size()),
      space_(space),
      input_(input),
      rules_(rules),
      floor_(input.heights.size()) {
  first_.push_back(0);
  for (const River& river : input.rivers) first_.push_back(first_.back() + river.cells.size());
  places_.resize(first_.back());
  for (std::size_t river = 0; river < lines.size(); ++river) {
    read_line(river);
    describe(river);
    find_slopes(river);
  }
  find_tributaries();
  for (std::size_t river = 0; river < lines.size(); ++river) find_freedom(river);
  release_ends();
  find_floors();
}

double RiverReaches::longest_wave() const {
  float longest = static_cast<float>(space_.spacing());
  for (const ReachPlace& place : places_) longest = std::max(longest, place.wavelength);
  return double{longest};
}

/// Each corner belongs to the nearest cell, in the river's order.
void RiverReaches::read_line(std::size_t river) {
  const ObjectColumn::Cells& cells = input_.rivers[river].cells;
  CourseLine& line = lines[river];
  std::uint32_t cell = 0;
  double along = 0;
  std::vector<double> nearest(cells.size(), 1e300);
  for (const Vec3d& point : input_.rivers[river].path) {
    const Vec3d at = space_.place(point);
    if (!line.empty()) along += distance(line.back().at, at);
    const auto apart = [&](std::uint32_t k) { return distance(at, space_.beside(space_.centre(cells[k]), at)); };
    double here = apart(cell);
    while (cell + 1 < cells.size() && apart(cell + 1) <= here) here = apart(++cell);
    line.push_back({at, space_.height(point), point, true, cell});
    if (here < nearest[cell]) {
      nearest[cell] = here;
      place(river, cell).along = along;
      place(river, cell).bed = static_cast<float>(line.back().height);
    }
  }
  // On a sphere lines between points sink below the ground's curve: heights are those of the bed, which never rise.
  for (std::size_t i = line.size() - 1; i-- > 0;) line[i].height = std::max(line[i].height, line[i + 1].height);
}

void RiverReaches::describe(std::size_t river) {
  double before = 0;
  for (std::size_t k = 0; k < cells_of(river); ++k) {
    ReachPlace& at = place(river, k);
    at.cell = input_.rivers[river].cells[k];
    at.along = std::max(at.along, before);  // a cell without a corner of its own
    before = at.along;
    // The mouth is in another water.
    const bool mouth = k + 1 == cells_of(river) && k > 0;
    const double discharge =
        mouth ? double{place(river, k - 1).discharge} : std::max(double{input_.discharge[at.cell]}, 0.0) / seconds_a_year;
    at.discharge = static_cast<float>(discharge);
    at.width = static_cast<float>(river_width(discharge * seconds_a_year));
    const double wave = rules_.wavelength * math::pow(std::max(double{at.width}, 1e-3), 1.01);
    at.wavelength = static_cast<float>(std::max(wave, least_wave * space_.spacing()));
    // What is far too small for the grid is not shown at all.
    at.freedom = static_cast<float>(smooth_step(0.04, 0.16, wave / double{at.wavelength}));
  }
}

/// Over two wavelengths up and down the river.
void RiverReaches::find_slopes(std::size_t river) {
  const std::size_t count = cells_of(river);
  std::size_t from = 0, to = 0;
  for (std::size_t k = 0; k < count; ++k) {
    ReachPlace& at = place(river, k);
    const double reach = 2 * double{at.wavelength};
    while (from + 1 < k && place(river, from + 1).along <= at.along - reach) ++from;
    while (to + 1 < count && (to < k || place(river, to).along < at.along + reach)) ++to;
    const ReachPlace &up = place(river, from), &down = place(river, to);
    at.slope = static_cast<float>(std::max(double{up.bed - down.bed}, 0.0) / std::max(down.along - up.along, space_.spacing()));
    const double threshold = 0.0125 * math::pow(std::max(double{at.discharge}, 1e-3), -0.44);
    at.braided = at.discharge >= least_braided && at.slope <= steepest_braided && rules_.braiding * double{at.slope} > threshold;
  }
}

/// The corner at which a river ends on its trunk's line. It may belong to a cell beside the one that both rivers share: lines are
/// smoother than rows of cells.
std::optional<std::uint32_t> RiverReaches::corner_joined(std::size_t river, std::size_t trunk, std::uint32_t cell) const {
  const CourseLine& line = lines[trunk];
  const Vec3d& end = lines[river].back().at;
  const double rounding = 1e-4 * space_.spacing();
  const auto is_end = [&](const CourseCorner& corner) { return distance(space_.beside(end, corner.at), corner.at) <= rounding; };
  const auto about = std::partition_point(line.begin(), line.end(), [&](const CourseCorner& at) { return at.cell + 2 < cell; });
  auto found = std::find_if(about, line.end(), is_end);
  if (found == line.end()) {
    found = std::find_if(line.begin(), about, is_end);
    if (found == about) return {};
  }
  return static_cast<std::uint32_t>(found - line.begin());
}

/// On its trunk's line bit for bit, even where a stage before has left it a little beside or above.
void RiverReaches::end_at(std::size_t river, const CourseCorner& corner) {
  CourseCorner& end = lines[river].back();
  if (space_.beside(end.point, corner.point) == corner.point) return;
  end.at = space_.beside(corner.at, end.at);
  end.height = corner.height;
  end.point = space_.beside(corner.point, end.point);
}

void RiverReaches::find_tributaries() {
  for (std::size_t river = 0; river < lines.size(); ++river)
    for (std::size_t k = 0; k + 1 < cells_of(river); ++k)
      floor_[input_.rivers[river].cells[k]] = static_cast<std::uint32_t>(first_[river] + k + 1);
  for (std::size_t river = 0; river < lines.size(); ++river) {
    if (input_.rivers[river].mouth != Mouth::river) continue;
    if (input_.rivers[river].joins < 0) continue;
    const auto trunk = static_cast<std::size_t>(input_.rivers[river].joins);
    const std::uint32_t at = floor_[input_.rivers[river].cells.back()];
    const bool on_trunk = at > first_[trunk] && at <= first_[trunk + 1];
    auto cell = on_trunk ? static_cast<std::uint32_t>(at - 1 - first_[trunk]) : 0;
    const std::optional<std::uint32_t> corner = corner_joined(river, trunk, cell);
    if (!corner) continue;
    end_at(river, lines[trunk][*corner]);
    if (!on_trunk) cell = lines[trunk][*corner].cell;
    const bool yields =
        on_trunk && double{place(river, cells_of(river) - 1).width} < least_width * double{place(trunk, cell).width};
    // Of two that join at one place neither can go its own way.
    bool alone = true;
    for (Tributary& other : tributaries[trunk])
      if (other.cell == cell || other.corner == *corner) alone = other.yields = false;
    tributaries[trunk].push_back(
        {static_cast<std::uint32_t>(river), cell, *corner, yields && alone, static_cast<std::uint32_t>(lines[river].size())});
  }
}

void RiverReaches::find_freedom(std::size_t river) {
  const std::size_t count = cells_of(river);
  std::vector<bool> holds(count, false);
  holds.front() = holds.back() = true;
  for (const Tributary& tributary : tributaries[river])
    if (!tributary.yields) holds[tributary.cell] = holds[lines[river][tributary.corner].cell] = true;
  for (std::size_t k = 0; k < count; ++k) holds[k] = holds[k] || is_water(place(river, k).cell);
  // Beds at the border run straight out of the map.
  std::vector<double> free(count, 1e300);
  double last = -1e300;
  for (std::size_t k = 0; k < count; ++k) {
    if (holds[k]) last = place(river, k).along;
    free[k] = place(river, k).along - last;
  }
  last = 1e300;
  for (std::size_t k = count; k-- > 0;) {
    if (holds[k]) last = place(river, k).along;
    free[k] = std::min(free[k], last - place(river, k).along);
  }
  for (std::size_t k = 0; k < count; ++k) {
    ReachPlace& at = place(river, k);
    const double flat = 1 - smooth_step(0.5 * rules_.steepest, rules_.steepest, double{at.slope});
    const double wanted = smooth_step(1.0, 1.1, double{rules_.sinuosity[at.cell]});
    at.freedom *= static_cast<float>(flat * wanted * smooth_step(0.0, 0.8 * double{at.wavelength}, double{free[k]}) *
                                     (at.braided ? 0.3 : 1));
  }
}

/// The ends of small tributaries are no obstacle for the trunk, as far as no other river joins them.
void RiverReaches::release_ends() {
  for (std::size_t trunk = 0; trunk < lines.size(); ++trunk)
    for (Tributary& tributary : tributaries[trunk]) {
      const ReachPlace& at = place(trunk, tributary.cell);
      if (!tributary.yields || !(at.freedom > 0)) continue;
      const std::size_t river = tributary.river, count = cells_of(river);
      std::size_t highest = 2;  // the source is kept, and the cells and corners where others join
      std::uint32_t first = 1;
      for (const Tributary& other : tributaries[river]) {
        highest = std::max<std::size_t>(highest, other.cell + 2);
        first = std::max(first, other.corner + 2);
      }
      const Vec3d mouth = space_.centre(at.cell);
      std::size_t from = count - 1;
      while (from > highest) {
        const Vec3d centre = space_.centre(place(river, from - 1).cell);
        if (distance(space_.beside(centre, mouth), mouth) > belt * double{at.wavelength} + space_.spacing()) break;
        if (is_water(place(river, from - 1).cell)) break;
        floor_[place(river, --from).cell] = 0;
      }
      CourseLine& line = lines[river];
      while (tributary.released > 1 && line[tributary.released - 1].cell >= from) --tributary.released;
      if (from == count - 1) tributary.released = static_cast<std::uint32_t>(line.size() - 1);
      tributary.released = std::max(tributary.released, first);
    }
}

/// Neither water nor the map's border, nor beside one.
bool RiverReaches::has_room(Cell cell) const {
  return std::visit(
      [&](const auto& topology) {
        bool room = !is_water(cell) && !at_border(topology, cell);
        topology.for_each_link(cell, [&](Link link) { room = room && !is_water(link.to); });
        return room;
      },
      space_.domain());
}

/// From all rivers at once, so that between two of them each has half.
void RiverReaches::find_floors() {
  std::vector<Cell> open;
  for (std::size_t river = 0; river < lines.size(); ++river)
    for (std::size_t k = 0; k + 1 < cells_of(river); ++k)
      if (floor_[place(river, k).cell] == first_[river] + k + 1) open.push_back(place(river, k).cell);
  for (std::size_t next = 0; next < open.size(); ++next) {
    const std::uint32_t number = floor_[open[next]];
    const ReachPlace& from = places_[number - 1];
    const Vec3d middle = space_.centre(from.cell);
    const double reach = std::max(from.freedom > 0 ? belt * double{from.wavelength} : 0.0, 1.6 * space_.spacing());
    const auto claim = [&](Link link) {
      if (floor_[link.to] != 0 || !has_room(link.to)) return;
      const float above = input_.heights[link.to] - from.bed;
      if (above > static_cast<float>(rules_.floor) || above < -static_cast<float>(rules_.floor)) return;
      const Vec3d centre = space_.centre(link.to);
      if (distance(space_.beside(centre, middle), middle) > reach) return;
      floor_[link.to] = number;
      open.push_back(link.to);
    };
    std::visit([&](const auto& topology) { topology.for_each_link(open[next], claim); }, space_.domain());
  }
}

}  // namespace craton
