#include <craton/lab/sweep.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include <craton/measure/measure.h>

#include "base/text.h"
#include "lab/figures.h"
#include "lab/svg.h"

namespace craton {
namespace {

using namespace lab;
using Json = nlohmann::ordered_json;

Error in_point(const SweepAxis& axis, std::size_t value, Error error) {
  error.path = error.path.empty() ? concat({axis.name, "=", axis.values[value]}) : error.path;
  return error;
}

Result<std::uint64_t> combinations(const SweepRequest& request) {
  std::uint64_t count = std::max<std::size_t>(request.seeds.size(), 1);
  count *= request.repeats;
  for (const SweepAxis& axis : request.axes) {
    if (axis.values.empty()) return Error{ErrorCode::invalid_value, axis.name, "has no value"};
    count *= axis.values.size();
    if (count > request.most_runs) break;
  }
  if (request.repeats < 1) return Error{ErrorCode::invalid_value, "repeat", "allowed 1 and more"};
  if (count > request.most_runs)
    return Error{ErrorCode::invalid_value, "runs",
                 concat({"these are more than ", std::to_string(request.most_runs), " worlds; take fewer values or seeds"})};
  return count;
}

/// Which of all_measures() are asked for.
Result<std::vector<std::size_t>> measures_of(const SweepRequest& request) {
  std::vector<std::string_view> keys;
  for (const MeasureInfo& info : all_measures()) keys.push_back(info.key);
  std::vector<std::size_t> found;
  for (const std::string& name : request.measures) {
    const auto at = std::find(keys.begin(), keys.end(), name);
    if (at == keys.end())
      return Error{ErrorCode::unknown_name, "measure",
                   concat({"found \"", name, "\", allowed ", joined(keys), suggestion(nearest_name(name, keys))})};
    found.push_back(static_cast<std::size_t>(at - keys.begin()));
  }
  return found;
}

bool knows_the_sea(const Plan& plan) {
  return std::any_of(plan.stages.begin(), plan.stages.end(), [](const PlannedStage& stage) { return stage.entry->info.sea; });
}

class Sweep {
 public:
  Sweep(const SweepRequest& request, const RecipeTerms& terms, const AssetSource* assets, const Execution& execution)
      : request_(request), terms_(terms), assets_(assets), execution_(execution) {
    table_.axes = request.axes;
    table_.measures = request.measures;
  }

  Result<SweepTable> run() {
    CRATON_TRY(const std::uint64_t count, combinations(request_));
    CRATON_TRY(measures_, measures_of(request_));
    std::vector<std::size_t> point(request_.axes.size(), 0);
    do {
      CRATON_TRY(const Recipe recipe, recipe_at(point));
      const std::vector<std::uint64_t> own{recipe.seed};
      for (const std::uint64_t seed : request_.seeds.empty() ? own : request_.seeds)
        for (std::uint32_t repeat = 0; repeat < request_.repeats; ++repeat) {
          CRATON_TRY(make(recipe, point, seed, repeat));
          if (execution_.progress)
            execution_.progress->report(static_cast<double>(table_.runs.size()) / static_cast<double>(count));
        }
    } while (next(point));
    return std::move(table_);
  }

 private:
  Result<Recipe> recipe_at(const std::vector<std::size_t>& point) const {
    Recipe recipe = request_.recipe;
    for (std::size_t a = 0; a < point.size(); ++a) {
      const SweepAxis& axis = request_.axes[a];
      const Result<void> set = set_in_recipe(recipe, concat({axis.name, "=", axis.values[point[a]]}), terms_);
      if (!set) return in_point(axis, point[a], set.error());
    }
    return recipe;
  }

  bool next(std::vector<std::size_t>& point) const {
    for (std::size_t a = point.size(); a-- > 0;) {
      if (++point[a] < request_.axes[a].values.size()) return true;
      point[a] = 0;
    }
    return false;
  }

  Result<void> make(Recipe recipe, const std::vector<std::size_t>& point, std::uint64_t seed, std::uint32_t repeat) {
    recipe.seed = seed;
    CRATON_TRY(const Plan plan, plan_recipe(recipe, terms_));
    const Execution alone{.threads = execution_.threads, .progress = nullptr, .cancel = execution_.cancel};
    CRATON_TRY(const World world, make_world(recipe, plan, {.execution = alone, .assets = assets_}));
    SweepRun run{.point = point, .seed = seed, .repeat = repeat};
    for (const StageReport& report : world.reports) {
      const auto known = std::find(table_.stages.begin(), table_.stages.end(), report.id);
      const auto place = static_cast<std::size_t>(known - table_.stages.begin());
      if (known == table_.stages.end()) table_.stages.push_back(report.id);
      if (run.milliseconds.size() <= place) run.milliseconds.resize(place + 1);
      run.milliseconds[place] = 1000 * report.seconds;
      run.milliseconds_in_all += 1000 * report.seconds;
    }
    if (repeat > 0) {
      run.measured = table_.runs.back().measured;  // the same world
    } else if (!measures_.empty()) {
      const std::optional<double> sea = request_.sea_level    ? request_.sea_level
                                        : knows_the_sea(plan) ? std::optional(0.0)
                                                              : std::nullopt;
      CRATON_TRY(const std::vector<Measured> all, measure_relief(world.surface, request_.layer, {.sea_level = sea}, alone));
      for (const std::size_t each : measures_) run.measured.push_back(all[each].value);
    }
    table_.runs.push_back(std::move(run));
    return {};
  }

  const SweepRequest& request_;
  const RecipeTerms& terms_;
  const AssetSource* assets_;
  const Execution& execution_;
  std::vector<std::size_t> measures_;
  SweepTable table_;
};

/// Means over all runs of a point that have a value.
template <class Value>
std::vector<SweepPoint> points_of(const SweepTable& table, const Value& value) {
  std::vector<SweepPoint> points;
  std::vector<std::vector<double>> values;
  for (const SweepRun& run : table.runs) {
    const std::optional<double> found = value(run);
    if (!found) continue;
    if (points.empty() || points.back().point != run.point) {
      points.push_back({.point = run.point});
      values.emplace_back();
    }
    values.back().push_back(*found);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].count = static_cast<std::uint32_t>(values[i].size());
    double sum = 0, squares = 0;
    for (const double each : values[i]) sum += each;
    points[i].mean = sum / points[i].count;
    for (const double each : values[i]) squares += (each - points[i].mean) * (each - points[i].mean);
    points[i].deviation = points[i].count > 1 ? std::sqrt(squares / (points[i].count - 1)) : 0;
  }
  return points;
}

/// Quoted where it must be.
std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string digits(double value) { return Json(value).dump(); }

double rounded(double value, double steps) { return std::round(value * steps) / steps; }

// ---- figures

constexpr double plot_width = 620, plot_height = 380, left = 66, right = 590, top = 40, bottom = 320;

std::optional<double> number_of(const std::string& text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

/// A line of a figure.
struct Line {
  std::string name;
  std::vector<SweepPoint> points;
};

class Plot {
 public:
  Plot(const SweepTable& table, std::string title, std::string unit)
      : table_(table), title_(std::move(title)), unit_(std::move(unit)) {
    if (table.axes.empty()) return;
    for (const std::string& value : table.axes[0].values)
      if (!number_of(value)) named_ = true;
  }

  void add(std::string name, std::vector<SweepPoint> points) {
    if (!points.empty()) lines_.push_back({std::move(name), std::move(points)});
  }

  LabFigure figure(std::string name) const {
    Svg svg(plot_width, plot_height, title_);
    svg.text(left, 24, title_, Anchor::start, "h");
    const Axis x = across(), y = upward();
    svg.axes(x, y, named_ || table_.axes.empty() ? "" : table_.axes[0].name, unit_);
    if (named_) svg.rect(left - 1, bottom + 1, right - left + 30, 24, "#f7f5ef");
    for (std::size_t i = 0; named_ && i < table_.axes[0].values.size(); ++i)
      svg.text(x.at(static_cast<double>(i)), bottom + 19, table_.axes[0].values[i], Anchor::middle, "m");
    for (std::size_t i = 0; i < lines_.size(); ++i) draw(svg, x, y, lines_[i], colour_of_noise(i), i);
    return {std::move(name), svg.finish()};
  }

 private:
  double place(const SweepPoint& point) const {
    if (table_.axes.empty()) return 0;
    const std::size_t i = point.point[0];
    return named_ ? static_cast<double>(i) : *number_of(table_.axes[0].values[i]);
  }

  Axis across() const {
    double low = 1e300, high = -1e300;
    for (const Line& line : lines_)
      for (const SweepPoint& point : line.points) {
        low = std::min(low, place(point));
        high = std::max(high, place(point));
      }
    if (!(low < high)) return {low - 1, low + 1, left, right};
    const double room = 0.03 * (high - low);
    return {low - room, high + room, left, right};
  }

  Axis upward() const {
    double low = 1e300, high = -1e300;
    for (const Line& line : lines_)
      for (const SweepPoint& point : line.points) {
        low = std::min(low, point.mean - point.deviation);
        high = std::max(high, point.mean + point.deviation);
      }
    if (!(low <= high)) return {0, 1, bottom, top};
    const double room = high > low ? 0.08 * (high - low) : 0.1 * std::max(std::abs(high), 1e-9);
    return {low - room, high + room, bottom, top};
  }

  void draw(Svg& svg, const Axis& x, const Axis& y, const Line& line, std::string_view colour, std::size_t number) const {
    std::vector<std::pair<double, double>> path;
    for (const SweepPoint& point : line.points) {
      const double px = x.at(place(point)), py = y.at(point.mean);
      path.emplace_back(px, py);
      if (point.deviation > 0) {
        const double high = y.at(point.mean + point.deviation), low = y.at(point.mean - point.deviation);
        svg.line(px, low, px, high, "err");
        for (const double end : {low, high}) svg.line(px - 3, end, px + 3, end, "err");
      }
      svg.rect(px - 3, py - 3, 6, 6, colour);
    }
    if (!named_) svg.path(path, colour, 2);
    if (line.name.empty()) return;
    const double column = left + 150.0 * static_cast<double>(number % 3), row = bottom + 46 + 0.0;
    if (number > 2) return;  // the rest is in the table
    svg.rect(column, row - 8, 14, 4, colour);
    svg.text(column + 20, row, line.name, Anchor::start, "m");
  }

  const SweepTable& table_;
  std::string title_, unit_;
  bool named_ = false;
  std::vector<Line> lines_;
};

/// Points of one value of the second axis each; what further axes say is one line more.
void add_lines(Plot& plot, const SweepTable& table, const std::vector<SweepPoint>& points) {
  std::map<std::vector<std::size_t>, std::vector<SweepPoint>> lines;
  for (const SweepPoint& point : points)
    lines[point.point.size() > 1 ? std::vector<std::size_t>(point.point.begin() + 1, point.point.end())
                                 : std::vector<std::size_t>{}]
        .push_back(point);
  for (auto& [rest, line] : lines) {
    std::string name;
    for (std::size_t a = 0; a < rest.size(); ++a)
      name += concat({name.empty() ? "" : ", ", table.axes[a + 1].name, "=", table.axes[a + 1].values[rest[a]]});
    plot.add(name, line);
  }
}

}  // namespace

Result<SweepTable> run_sweep(const SweepRequest& request, const RecipeTerms& terms, const AssetSource* assets,
                             const Execution& execution) {
  return Sweep(request, terms, assets, execution).run();
}

std::vector<SweepPoint> sweep_points(const SweepTable& table, std::size_t measure) {
  // Repeats are the same worlds.
  return points_of(table, [&](const SweepRun& run) { return run.repeat == 0 ? run.measured[measure] : std::nullopt; });
}

std::vector<SweepPoint> sweep_times(const SweepTable& table, std::size_t stage) {
  return points_of(table, [&](const SweepRun& run) -> std::optional<double> {
    if (stage >= table.stages.size()) return run.milliseconds_in_all;
    return stage < run.milliseconds.size() ? std::optional(run.milliseconds[stage]) : std::nullopt;
  });
}

std::string sweep_csv(const SweepTable& table) {
  std::string text;
  for (const SweepAxis& axis : table.axes) text += csv_cell(axis.name) + ",";
  text += "seed,repeat";
  for (const std::string& measure : table.measures) text += "," + csv_cell(measure);
  for (const std::string& stage : table.stages) text += "," + csv_cell("ms " + stage);
  text += ",ms\n";
  for (const SweepRun& run : table.runs) {
    for (std::size_t a = 0; a < run.point.size(); ++a) text += csv_cell(table.axes[a].values[run.point[a]]) + ",";
    text += concat({std::to_string(run.seed), ",", std::to_string(run.repeat)});
    for (const std::optional<double>& value : run.measured) text += "," + (value ? digits(*value) : std::string());
    for (std::size_t s = 0; s < table.stages.size(); ++s)
      text += "," + (s < run.milliseconds.size() ? digits(rounded(run.milliseconds[s], 1e4)) : std::string());
    text += "," + digits(rounded(run.milliseconds_in_all, 1e4)) + "\n";
  }
  return text;
}

std::string sweep_json(const SweepTable& table) {
  Json json{{"axes", Json::array()}, {"measures", table.measures}, {"stages", table.stages}};
  for (const SweepAxis& axis : table.axes) json["axes"].push_back({{"name", axis.name}, {"values", axis.values}});
  const auto add_points = [&](Json& into, const std::vector<SweepPoint>& points) {
    for (const SweepPoint& point : points) {
      Json values = Json::array();
      for (std::size_t a = 0; a < point.point.size(); ++a) values.push_back(table.axes[a].values[point.point[a]]);
      into.push_back({{"values", values}, {"count", point.count}, {"mean", point.mean}, {"deviation", point.deviation}});
    }
  };
  json["means"] = Json::object();
  for (std::size_t m = 0; m < table.measures.size(); ++m)
    add_points(json["means"][table.measures[m]] = Json::array(), sweep_points(table, m));
  add_points(json["milliseconds"] = Json::array(), sweep_times(table, table.stages.size()));
  json["runs"] = Json::array();
  for (const SweepRun& run : table.runs) {
    Json values = Json::array(), measured = Json::array(), times = Json::array();
    for (std::size_t a = 0; a < run.point.size(); ++a) values.push_back(table.axes[a].values[run.point[a]]);
    for (const std::optional<double>& value : run.measured) measured.push_back(value ? Json(*value) : Json());
    for (const double each : run.milliseconds) times.push_back(rounded(each, 1e4));
    json["runs"].push_back({{"values", values},
                            {"seed", std::to_string(run.seed)},
                            {"repeat", run.repeat},
                            {"measured", measured},
                            {"milliseconds", times}});
  }
  return json.dump(1) + "\n";
}

std::vector<LabFigure> sweep_figures(const SweepTable& table) {
  std::vector<LabFigure> figures;
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    Plot plot(table, table.measures[m], "");
    add_lines(plot, table, sweep_points(table, m));
    figures.push_back(plot.figure(table.measures[m]));
  }
  Plot times(table, "milliseconds by stage", "ms");
  if (table.axes.size() > 1) {
    add_lines(times, table, sweep_times(table, table.stages.size()));
  } else {
    times.add("all stages", sweep_times(table, table.stages.size()));
    for (std::size_t s = 0; s < table.stages.size(); ++s) times.add(table.stages[s], sweep_times(table, s));
  }
  figures.push_back(times.figure("milliseconds"));
  return figures;
}

}  // namespace craton
