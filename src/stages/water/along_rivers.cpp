#include "stages/water/along_rivers.h"

#include "base/text.h"
#include "stages/water/rivers/river_path.h"
#include "surface/flat_array.h"

namespace craton {

template <>
std::span<const RowColumn<Waterfall>> columns_of<Waterfall>() {
  static const RowColumn<Waterfall> list[] = {
      row_column<&Waterfall::river>("river", "", "Row of its river."),
      row_column<&Waterfall::at>("at", "m", "Its lip, where it is steepest."),
      row_column<&Waterfall::drop>("height", "m", "From top to foot."),
      row_column<&Waterfall::discharge>("discharge", "m3/year", "The water that falls."),
      row_column<&Waterfall::high>("top", "m", "Height of the water above it."),
      row_column<&Waterfall::low>("foot", "m", "Height of the water below it."),
      row_column<&Waterfall::length>("length", "m", "From top to foot along the river."),
  };
  return list;
}

template <>
std::span<const RowColumn<Spring>> columns_of<Spring>() {
  static const RowColumn<Spring> list[] = {
      row_column<&Spring::river>("river", "", "Row of the river that begins there; -1: none."),
      row_column<&Spring::kind>("kind", "", "source: of a river; slope: at the foot of one; karst: either in soft rock."),
      row_column<&Spring::at>("at", "m", "On the ground."),
      row_column<&Spring::discharge>("discharge", "m3/year", "Its water."),
  };
  return list;
}

template <>
std::span<const RowColumn<Cave>> columns_of<Cave>() {
  static const RowColumn<Cave> list[] = {
      row_column<&Cave::river>("river", "", "Row of its river."),
      row_column<&Cave::sink>("sink", "m", "Where it sinks into the ground."),
      row_column<&Cave::spring>("spring", "m", "Where it comes out."),
      row_column<&Cave::discharge>("discharge", "m3/year", "Its water, where it sinks."),
      row_column<&Cave::length>("length", "m", "From sink to spring."),
      row_column<&Cave::path>("path", "m", "Of the water, with heights that never rise."),
      row_column<&Cave::cells>("cells", "", "Above it, from sink to spring."),
  };
  return list;
}

namespace {

bool is_row(std::int64_t river, std::size_t rivers) { return river >= 0 && static_cast<std::uint64_t>(river) < rivers; }

std::string broken_law_of(const Waterfall& fall, std::size_t rivers) {
  if (!is_row(fall.river, rivers)) return "has no river";
  if (!(fall.low < fall.high) || fall.drop != fall.high - fall.low) return "does not fall";
  return "";
}

std::string broken_law_of(const Spring& spring, std::size_t rivers, FlatArray<std::uint8_t>& begun) {
  if (spring.river == -1) return "";
  if (!is_row(spring.river, rivers)) return "has no river";
  return begun[static_cast<std::size_t>(spring.river)]++ == 0 ? "" : "begins a river that another begins";
}

std::string broken_law_of(const Cave& cave, std::size_t rivers, const Domain& domain) {
  if (!is_row(cave.river, rivers)) return "has no river";
  return broken_line(domain, cave.cells, cave.path);
}

}  // namespace

std::string broken_law_along(std::span<const Waterfall> waterfalls, std::span<const Spring> springs, std::span<const Cave> caves,
                             std::size_t rivers, const Domain& domain) {
  const auto told = [](std::string_view what, std::size_t row, std::string_view broken) {
    return concat({what, " ", std::to_string(row), " ", broken});
  };
  for (std::size_t i = 0; i < waterfalls.size(); ++i)
    if (const std::string broken = broken_law_of(waterfalls[i], rivers); !broken.empty()) return told("waterfall", i, broken);
  FlatArray<std::uint8_t> begun(rivers);
  for (std::size_t i = 0; i < springs.size(); ++i)
    if (const std::string broken = broken_law_of(springs[i], rivers, begun); !broken.empty()) return told("spring", i, broken);
  for (std::size_t i = 0; i < caves.size(); ++i)
    if (const std::string broken = broken_law_of(caves[i], rivers, domain); !broken.empty())
      return told("underground river", i, broken);
  return "";
}

}  // namespace craton
