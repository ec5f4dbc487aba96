// A user's table of biomes: rectangles that must cover the whole of it, each place once (Sepp 2016 has seven of rain and
// temperature, Erstu, source 003, describes one of rain and drainage). All borders are drawn through; then every small rectangle
// must have exactly one owner.
#include "stages/life/table_grid.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "base/text.h"

namespace craton {
namespace {

using Entry = BiomeTable::Entry;
using Axis = BiomeTable::Axis;

Error refuse(const std::string& path, std::string message) { return {ErrorCode::invalid_value, path, std::move(message)}; }

std::string range_text(const Axis& axis, double low, double high) {
  return concat({axis.quantity, " ", number_text(low, 9), " … ", number_text(high, 9)});
}

Result<void> check_axis(const Axis& axis, const std::string& path) {
  if (std::find(std::begin(table_quantities), std::end(table_quantities), axis.quantity) == std::end(table_quantities))
    return refuse(path, concat({"there is no quantity \"", axis.quantity, "\"; there are ", joined(table_quantities)}));
  if (std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high) return {};
  return refuse(path, concat({axis.quantity, " runs from ", number_text(axis.low, 9), " to ", number_text(axis.high, 9),
                              "; it must run upwards"}));
}

Result<void> check_range(const Axis& axis, double low, double high, const std::string& path) {
  if (low >= axis.low && high <= axis.high && low < high) return {};
  return refuse(path, concat({"found ", range_text(axis, low, high), ", allowed are ranges within ", number_text(axis.low, 9),
                              " … ", number_text(axis.high, 9), " that run upwards"}));
}

Result<void> check_entries(const BiomeTable& table, const std::string& path) {
  CRATON_TRY(check_axis(table.x, path));
  CRATON_TRY(check_axis(table.y, path));
  if (table.x.quantity == table.y.quantity)
    return refuse(path, concat({"both axes are \"", table.x.quantity, "\"; a table has two quantities"}));
  if (table.entries.empty()) return refuse(path, "the table has no entries");
  if (table.entries.size() > most_table_entries)
    return refuse(path, concat({"more than ", std::to_string(most_table_entries), " entries"}));
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const Entry& entry = table.entries[i];
    const std::string place = concat({path, "/", std::to_string(i)});
    CRATON_TRY(check_range(table.x, entry.x_low, entry.x_high, concat({place, "/", table.x.quantity})));
    CRATON_TRY(check_range(table.y, entry.y_low, entry.y_high, concat({place, "/", table.y.quantity})));
  }
  return {};
}

std::vector<double> borders(const BiomeTable& table, double Entry::*low, double Entry::*high, const Axis& axis) {
  std::vector<double> all{axis.low, axis.high};
  for (const Entry& entry : table.entries) all.insert(all.end(), {entry.*low, entry.*high});
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Owners of the small rectangles, row by row.
Result<std::vector<std::size_t>> owners_of(const BiomeTable& table, const std::vector<double>& xs, const std::vector<double>& ys,
                                           const std::string& path) {
  constexpr std::size_t nobody = ~std::size_t{0};
  std::vector<std::size_t> owners((xs.size() - 1) * (ys.size() - 1), nobody);
  const auto region = [&](std::size_t x, std::size_t y) {
    return concat({range_text(table.x, xs[x], xs[x + 1]), ", ", range_text(table.y, ys[y], ys[y + 1])});
  };
  const auto place_of = [](const std::vector<double>& all, double value) {
    return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), value) - all.begin());
  };
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const Entry& entry = table.entries[i];
    const std::size_t x_end = place_of(xs, entry.x_high), y_end = place_of(ys, entry.y_high);
    for (std::size_t y = place_of(ys, entry.y_low); y < y_end; ++y)
      for (std::size_t x = place_of(xs, entry.x_low); x < x_end; ++x) {
        std::size_t& owner = owners[y * (xs.size() - 1) + x];
        if (owner != nobody)
          return refuse(concat({path, "/", std::to_string(i)}),
                        concat({"\"", entry.name, "\" overlaps \"", table.entries[owner].name, "\" (entry ",
                                std::to_string(owner), ") at ", region(x, y)}));
        owner = i;
      }
  }
  const auto gap = std::find(owners.begin(), owners.end(), nobody);
  if (gap == owners.end()) return owners;
  const auto place = static_cast<std::size_t>(gap - owners.begin());
  return refuse(path, concat({"no entry covers ", region(place % (xs.size() - 1), place / (xs.size() - 1))}));
}

/// Borders between cells as floats; two that become one float leave an empty cell, which is never asked for.
std::vector<float> inner_borders(const std::vector<double>& all) {
  std::vector<float> inner;
  for (std::size_t i = 1; i + 1 < all.size(); ++i) inner.push_back(static_cast<float>(all[i]));
  return inner;
}

std::size_t cell_of(const std::vector<float>& inner, float value) {
  std::size_t cell = 0;
  for (const float border : inner) cell += value >= border;
  return cell;
}

}  // namespace

Result<TableGrid> TableGrid::make(const BiomeTable& table, const std::string& path) {
  CRATON_TRY(check_entries(table, path));
  const std::vector<double> xs = borders(table, &Entry::x_low, &Entry::x_high, table.x);
  const std::vector<double> ys = borders(table, &Entry::y_low, &Entry::y_high, table.y);
  CRATON_TRY(const std::vector<std::size_t> owners, owners_of(table, xs, ys, path));
  TableGrid grid;
  grid.names_ = {"sea"};
  std::vector<std::uint8_t> class_of_entry;
  for (const Entry& entry : table.entries) {
    const auto found = std::find(grid.names_.begin(), grid.names_.end(), entry.name);
    class_of_entry.push_back(static_cast<std::uint8_t>(found - grid.names_.begin()));
    if (found == grid.names_.end()) grid.names_.push_back(entry.name);
  }
  grid.columns_ = inner_borders(xs);
  grid.rows_ = inner_borders(ys);
  for (const std::size_t owner : owners) grid.classes_.push_back(class_of_entry[owner]);
  return grid;
}

std::uint8_t TableGrid::at(float x, float y) const {
  return classes_[cell_of(rows_, y) * (columns_.size() + 1) + cell_of(columns_, x)];
}

}  // namespace craton
