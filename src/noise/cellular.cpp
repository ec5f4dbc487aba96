// Cellular noise (Worley 1996, "A Cellular Texture Basis Function"): every cell of a square lattice holds one feature point;
// a place is told by its distances to the nearest points.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/cellular.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cellular_grid-inl.h"
#include "noise/cellular_points-inl.h"
#include "noise/common_params.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

template <template <class, class, bool> class Filler, class Metric, class Call, class... Arguments>
void with_output(const CellularOctave& octave, const Call& call, Arguments&... arguments) {
  using namespace cellular;
  if (octave.output == CellularOutput::value || octave.output == CellularOutput::id) {
    Filler<Metric, NearestFace, false> filler(octave, arguments...);
    return call(filler);
  }
  if (octave.output == CellularOutput::second_id) {
    Filler<Metric, SecondFace, false> filler(octave, arguments...);
    return call(filler);
  }
  if (octave.nearest == 1) {
    Filler<Metric, NearestDistances<1>, false> filler(octave, arguments...);
    return call(filler);
  }
  if (octave.nearest == 2) {
    Filler<Metric, NearestDistances<2>, false> filler(octave, arguments...);
    return call(filler);
  }
  Filler<Metric, NearestDistances<4>, false> filler(octave, arguments...);
  call(filler);
}

template <template <class, class, bool> class Filler, class Call, class... Arguments>
void with_filler(const CellularOctave& octave, const Call& call, Arguments&... arguments) {
  using namespace cellular;
  if (octave.output == CellularOutput::border) {
    Filler<Squares, NearestDistances<1>, true> filler(octave, arguments...);
    return call(filler);
  }
  if (octave.distance == CellularDistance::manhattan) return with_output<Filler, Sums>(octave, call, arguments...);
  if (octave.distance == CellularDistance::chebyshev) return with_output<Filler, Largest>(octave, call, arguments...);
  with_output<Filler, Squares>(octave, call, arguments...);
}

void fill_chunk(const CellularOctave& octave, const CellularGrid& grid, const Chunk& chunk) {
  with_filler<cellular::BlockFiller>(
      octave, [](auto& filler) HWY_ATTR { filler.fill(); }, grid, chunk);
}

void fill_points(const CellularOctave& octave, int dimensions, const CellularPoints& points, float* out, bool add) {
  with_filler<cellular::PointFiller>(
      octave, [=](auto& filler) HWY_ATTR { filler.fill(out, add); }, dimensions, points);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_points);

class CellularGridEvaluator final : public GridEvaluator {
 public:
  CellularGridEvaluator(const Generator& generator, const CellularOctave& octave, const OctaveSpec& spec, const GridShape& shape)
      : generator_(generator), octave_(octave), shape_(shape) {
    grid_.dimensions = shape.dimensions;
    for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
      grid_.cells_per_sample[a] = static_cast<double>(spec.axis[a].cells_per_wrap) * static_cast<double>(shape.step[a]) * 0x1p-64;
      by_points_ = by_points_ || grid_.cells_per_sample[a] > (octave.output == CellularOutput::distance ? 0.95 : 0.55);
    }
    if (by_points_) return;
    for (std::size_t a = 0; a < 3; ++a)
      grid_.axis[a] = a < static_cast<std::size_t>(shape.dimensions)
                          ? make_cellular_axis(spec.seed, spec.axis[a], shape, a, octave.scale[shape.dimensions - 2].radius)
                          : no_cellular_axis();
  }

  void fill(const Chunk& chunk) const override {
    if (by_points_) return fill_displaced(chunk, {});  // cells about as narrow as samples share little
    HWY_DYNAMIC_DISPATCH(fill_chunk)(octave_, grid_, chunk);
  }
  void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
    fill_by_points(generator_, shape_, chunk, displacement);
  }

 private:
  const Generator& generator_;
  CellularOctave octave_;
  GridShape shape_;
  CellularGrid grid_;
  bool by_points_ = false;
};

class CellularGenerator final : public Generator {
 public:
  CellularGenerator(const CellularOctave& octave, const OctaveSpec& spec) : octave_(octave), spec_(spec) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override {
    return std::make_unique<CellularGridEvaluator>(*this, octave_, spec_, shape);
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    CellularPoints points;
    make_cellular_points(spec_.seed, spec_.axis, batch, octave_.scale[batch.dimensions - 2].radius, points);
    HWY_DYNAMIC_DISPATCH(fill_points)(octave_, batch.dimensions, points, out.data, add);
  }
  bool wraps() const override {
    return std::all_of(spec_.axis.begin(), spec_.axis.end(), [](const AxisLattice& axis) { return axis.period == 0; });
  }
  ValueRange range() const override {
    const bool number = octave_.output == CellularOutput::id || octave_.output == CellularOutput::second_id;
    return number ? ValueRange{0, 0x1p24F - 1} : Generator::range();
  }

 private:
  CellularOctave octave_;
  OctaveSpec spec_;
};

Error refused(std::string_view path, std::string_view name, std::string_view message) {
  const std::string place = path.empty() || path == "--" ? std::string(path) : std::string(path) + "/";
  return {ErrorCode::invalid_value, place + std::string(name), std::string(message)};
}

Result<std::unique_ptr<Generator>> make_cellular(const ParamValues& values, std::string_view path, const OctaveSpec& spec) {
  CRATON_TRY(CellularParams params, params_from<CellularParams>(values, path));
  const auto is_zero = [](double weight) { return weight == 0; };
  if (std::all_of(params.weights.begin(), params.weights.end(), is_zero))
    return refused(path, "weights", "at least one weight must differ from 0");
  if (params.output == CellularOutput::border && params.distance != CellularDistance::euclidean)
    return refused(path, "distance", "the distance to the border is euclidean, and no other");
  if ((params.output == CellularOutput::id || params.output == CellularOutput::second_id) && spec.weight != 1)
    return refused(path, "output", "numbers of cells cannot be weighted, as in a fractal sum");
  return std::unique_ptr<Generator>(std::make_unique<CellularGenerator>(make_cellular_octave(params, spec.weight), spec));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CellularParams>() {
  static const ParamInfo list[] = {
      frequency_param<&CellularParams::frequency>(),
      number_param<&CellularParams::jitter>(
          "jitter", 0, 1, "", "How far points leave the centres of their cells: 0 not at all, 1 as far as the cells reach."),
      choice_param<&CellularParams::distance>("distance", "How distances are measured; squared is euclidean without its root."),
      choice_param<&CellularParams::output>(
          "output",
          "distance: the weighted distances; value: the nearest point's own random value; id, second_id: the number of the "
          "nearest or second nearest point, 0 … 2^24 − 1; border: the distance to the border between cells."),
      numbers_param<&CellularParams::weights>(
          "weights", -1000, 1000, max_cellular_weights, "",
          "Weights of the distances to the nearest, second nearest, … point; −1, 1 makes ridges between cells."),
      period_param<&CellularParams::period>(),
  };
  return list;
}

const GeneratorKind& cellular_noise() {
  static const GeneratorKind kind{
      {"cellular",
       "Cellular noise",
       "One random point in each cell of a square lattice; values are weighted distances to the nearest points, or tell the "
       "nearest point itself.",
       "Worley 1996",
       0b110,
       params_of<CellularParams>(),
       {}},
      make_cellular};
  return kind;
}

}  // namespace craton
#endif
