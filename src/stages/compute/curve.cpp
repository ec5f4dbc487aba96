// Heights through a curve (monotone_curve.h).
#include "base/number_text.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"

namespace craton {
namespace {

struct CurveStageParams {
  Change<float> layer = "height";
  std::vector<double> points{0, 0, 1000, 1000};
  CurveForm form = CurveForm::smooth;
  CurveBeyond beyond = CurveBeyond::straight;
  Field strength = 1.0;
};

/// Numbers are written so that reading them gives the same ones.
std::string formula_of(const CurveStageParams& params) {
  const bool smooth = params.form == CurveForm::smooth, flat = params.beyond == CurveBeyond::flat;
  std::string points;
  for (const double number : params.points) points += concat({", ", number_text(number)});
  return concat({"toward(x, ", smooth ? "curve" : "lines", flat ? "_flat" : "", "(x", points, "), strength)"});
}

Result<void> run(const CurveStageParams& params, StageContext& context) {
  CRATON_TRY(MonotoneCurve::check(params.points, context.path_of("points")));
  return evaluate(formula_of(params), {{"x", std::span<const float>(params.layer.values())}, {"strength", params.strength}},
                  params.layer, context.execution);
}

Result<void> check(const CurveStageParams& params, const StageSpec&, const DomainSpec&, const std::string& path) {
  return MonotoneCurve::check(params.points, path + "/points");
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
