// Fritsch & Carlson (1980), "Monotone piecewise cubic interpolation", with the slopes of Fritsch & Butland (1984), "A method for
// constructing local monotone piecewise cubic interpolants": the weighted harmonic mean of the slopes to both neighbours, and 0
// at a turn. Between two points the curve never leaves their values. In doubles, so that rounding does not turn it either.
#include <algorithm>
#include <array>

#include "stages/all_stages.h"
#include "stages/relief/change.h"

namespace craton {
namespace {

enum class CurveForm { smooth, linear };
enum class CurveBeyond { straight, flat };

struct CurveStageParams {
  Change<float> layer = "height";
  std::vector<double> points{0, 0, 1000, 1000};
  CurveForm form = CurveForm::smooth;
  CurveBeyond beyond = CurveBeyond::straight;
  Field strength = 1.0;
};

constexpr double nearest_points = 1e-3;

/// y + d (slope + d (bend + d twist)) at d metres after x.
struct Piece {
  double x = 0, y = 0, slope = 0, bend = 0, twist = 0;
};

/// Before the first point, from point to point, and after the last one.
struct Curve {
  std::vector<float> knots;  ///< the points' x: as many as are at or below a height, that piece is its
  std::vector<Piece> pieces;
};

struct Point {
  double x, y;
};

double secant(const Point& a, const Point& b) { return (b.y - a.y) / (b.x - a.x); }

double slope_at(std::span<const Point> points, std::size_t i) {
  if (i == 0) return secant(points[0], points[1]);
  const double before = secant(points[i - 1], points[i]);
  if (i + 1 == points.size()) return before;
  const double after = secant(points[i], points[i + 1]);
  if (!(before * after > 0)) return 0;
  const double near = points[i].x - points[i - 1].x, far = points[i + 1].x - points[i].x;
  const double w_before = 2 * far + near, w_after = far + 2 * near;
  return (w_before + w_after) / (w_before / before + w_after / after);
}

Piece piece_between(const Point& a, const Point& b, double slope_a, double slope_b) {
  const double width = b.x - a.x, straight = secant(a, b);
  return {.x = a.x,
          .y = a.y,
          .slope = slope_a,
          .bend = (3 * straight - 2 * slope_a - slope_b) / width,
          .twist = (slope_a + slope_b - 2 * straight) / (width * width)};
}

Curve make_curve(const CurveStageParams& params) {
  std::vector<Point> points;
  Curve curve;
  for (std::size_t i = 0; i + 1 < params.points.size(); i += 2) {
    // Heights are floats: a point between two of them would be passed by none.
    const auto x = static_cast<float>(params.points[i]);
    points.push_back({x, params.points[i + 1]});
    curve.knots.push_back(x);
  }
  const std::size_t last = points.size() - 1;
  const double keep = params.beyond == CurveBeyond::straight ? 1 : 0;
  curve.pieces.push_back({.x = points[0].x, .y = points[0].y, .slope = keep * slope_at(points, 0)});
  for (std::size_t i = 0; i < last; ++i) {
    const Point &a = points[i], &b = points[i + 1];
    curve.pieces.push_back(params.form == CurveForm::linear ? Piece{.x = a.x, .y = a.y, .slope = secant(a, b)}
                                                            : piece_between(a, b, slope_at(points, i), slope_at(points, i + 1)));
  }
  curve.pieces.push_back({.x = points[last].x, .y = points[last].y, .slope = keep * slope_at(points, last)});
  return curve;
}

/// Some cells in a row, so that looking for pieces is a loop over vectors.
struct CurveRun {
  static constexpr std::size_t capacity = 256;
  std::array<std::int32_t, capacity> piece;
  std::array<float, capacity> value;

  void fill(const Curve& curve, const float* heights, std::size_t count) {
    std::fill_n(piece.begin(), count, 0);
    for (const float knot : curve.knots)
      for (std::size_t i = 0; i < count; ++i) piece[i] += heights[i] >= knot ? 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Piece& p = curve.pieces[static_cast<std::size_t>(piece[i])];
      const double d = double{heights[i]} - p.x;
      value[i] = static_cast<float>(p.y + d * (p.slope + d * (p.bend + d * p.twist)));
    }
  }
};

void shape_cells(const Curve& curve, const Field& strength, std::span<float> heights, Cell begin, Cell end) {
  CurveRun run;
  for (Cell first = begin; first < end; first += CurveRun::capacity) {
    const std::size_t count = std::min<std::size_t>(CurveRun::capacity, end - first);
    float* at = heights.data() + first;
    run.fill(curve, at, count);
    const float* value = run.value.data();
    visit_fields(
        first,
        [=](auto share) {
          CRATON_CELLS_APART
          for (std::size_t i = 0; i < count; ++i) at[i] = by_strength(at[i], value[i], share[i]);
        },
        strength);
  }
}

Result<void> check_points(const std::vector<double>& points, const std::string& path) {
  const std::string place = path + "/points";
  if (points.size() < 4 || points.size() % 2 != 0)
    return Error{ErrorCode::invalid_value, place, "write x0, y0, x1, y1, … of at least two points"};
  for (std::size_t i = 2; i < points.size(); i += 2)
    if (!(points[i] - points[i - 2] >= nearest_points && static_cast<float>(points[i]) > static_cast<float>(points[i - 2])))
      return Error{ErrorCode::invalid_value, place + "/" + std::to_string(i),
                   "x must grow from point to point, by a millimetre at least"};
  return {};
}

Result<void> run(const CurveStageParams& params, StageContext& context) {
  CRATON_TRY(check_points(params.points, context.path));
  const std::span<float> heights = params.layer.values();
  const Curve curve = make_curve(params);
  constexpr std::uint64_t block_cells = 1 << 15;
  return parallel_blocks(heights.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    shape_cells(curve, params.strength, heights, static_cast<Cell>(begin), static_cast<Cell>(end));
  });
}

Result<void> check(const CurveStageParams& params, const StageSpec&, const DomainSpec&, const std::string& path) {
  return check_points(params.points, path);
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<CurveForm>() {
  static constexpr std::string_view names[] = {"smooth", "linear"};
  return names;
}
template <>
inline std::span<const std::string_view> choice_names<CurveBeyond>() {
  static constexpr std::string_view names[] = {"straight", "flat"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<CurveStageParams>() {
  static const ParamInfo list[] = {
      layer_param<&CurveStageParams::layer>("layer", "What goes through the curve."),
      numbers_param<&CurveStageParams::points>("points", -1e6, 1e6, 64, "m",
                                               "x0, y0, x1, y1, …: old and new height of the curve's points, with growing x."),
      choice_param<&CurveStageParams::form>(
          "form", "How the points are joined: by a smooth curve that turns only where the points do, or by straight lines."),
      choice_param<&CurveStageParams::beyond>("beyond", "Beyond the outermost points: straight on, or flat."),
      field_param<&CurveStageParams::strength>("strength", 0, 1, "",
                                               "0 leaves a cell as it is, 1 takes the curve's height: a mask."),
  };
  return list;
}

const StageEntry& curve_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "curve",
      .title = "Heights through a curve",
      .doc = "Gives each height another one, by a curve through points: plains below steep mountains, a shelf around "
             "the continents, the hypsometry of a planet. Where the points rise, the curve rises.",
      .cite = "Fritsch & Carlson 1980; Fritsch & Butland 1984",
  });
  return entry;
}

}  // namespace craton
