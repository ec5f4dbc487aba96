// A sine along one axis, whose phase may be a noise: sin(2π (x·frequency + phase)). With turbulence as phase it makes marble
// and clouds (Perlin 1985).
#include "noise/common_params.h"
#include "noise/steps.h"

namespace craton {
namespace {

enum class Axis { x, y, z, w };

struct WaveParams {
  double frequency = 0.01;
  Axis axis = Axis::x;
  double phase = 0;
};

/// How far a place is between two crests, 0 … 1.
class Sawtooth final : public Generator {
 public:
  Sawtooth(const OctaveSpec& octave, std::size_t axis) : lattice_(octave.axis[axis]), axis_(axis) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    for (std::size_t i = 0; i < batch.count; ++i) {
      const float value = fraction(batch.position[axis_][i], batch.displacement, i);
      out[i] = add ? out[i] + value : value;
    }
  }
  bool has_slopes() const override { return true; }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override {
    at_points(batch, out.value, false);
    for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a)
      for (std::size_t i = 0; i < batch.count; ++i) out.slope[a][i] = a == axis_ ? lattice_.cells_per_metre : 0;
  }
  ValueRange range() const override { return {0, 1}; }
  bool wraps() const override { return lattice_.period == 0; }

 private:
  float fraction(std::int64_t position, const Displacement& displacement, std::size_t sample) const {
    AxisPlace place = lattice_.place(position);
    if (displacement) place = lattice_.displaced(place, displacement.metres[axis_][sample]);
    return place.fraction_as_float();
  }

  class Grid final : public GridEvaluator {
   public:
    Grid(const Sawtooth& generator, const GridShape& shape) : generator_(generator), shape_(shape) {}

    void fill(const Chunk& chunk) const override { fill_displaced(chunk, {}); }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      const std::size_t axis = generator_.axis_;
      std::size_t sample = 0;
      for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
        for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
          float* out = chunk.out + j * chunk.row_stride + k * chunk.slice_stride;
          const float* addend =
              chunk.addend ? chunk.addend + j * chunk.addend_row_stride + k * chunk.addend_slice_stride : nullptr;
          for (std::uint32_t i = 0; i < chunk.size[0]; ++i, ++sample) {
            const std::array<std::uint32_t, max_dimensions> index{i, j, k, 0};
            const std::int64_t position = shape_.position(axis, std::uint64_t{chunk.begin[axis]} + index[axis]);
            const float value = generator_.fraction(position, displacement, sample);
            out[i] = addend ? addend[i] + value : value;
          }
        }
    }
    void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                     std::array<float*, max_dimensions> slope) const override {
      Chunk compact = chunk;
      compact.out = value;
      compact.addend = nullptr;
      fill_displaced(compact, displacement);
      const std::size_t count = std::size_t{chunk.size[0]} * chunk.size[1] * chunk.size[2];
      for (std::size_t a = 0; a < static_cast<std::size_t>(shape_.dimensions); ++a)
        for (std::size_t i = 0; i < count; ++i) slope[a][i] = a == generator_.axis_ ? generator_.lattice_.cells_per_metre : 0;
    }

   private:
    const Sawtooth& generator_;
    GridShape shape_;
  };

  AxisLattice lattice_;
  std::size_t axis_;
};

Result<std::unique_ptr<Generator>> make_sawtooth(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(const WaveParams params, params_from<WaveParams>(values, path));
  return std::unique_ptr<Generator>(std::make_unique<Sawtooth>(octave, static_cast<std::size_t>(params.axis)));
}

Result<Value> compile_wave(Compiler& compiler, const Place& place) {
  CRATON_TRY(const WaveParams params, params_from<WaveParams>(place.spec->params, place.path));
  if (static_cast<int>(params.axis) >= compiler.dimensions())
    return compiler.error(place, "axis", ErrorCode::unsupported,
                          "a noise in " + std::to_string(compiler.dimensions()) + "D has no such axis");
  static const GeneratorKind sawtooth{wave_noise().info, make_sawtooth};
  CRATON_TRY(const Value along, compile_sum(compiler, place, place, sawtooth, 1, std::array{1.0}));
  compiler.is_plain_sum(place, {});
  CRATON_TRY(const Value phase, compiler.number(place, "phase", params.phase));
  if (phase.range.low < -0x1p20F || phase.range.high > 0x1p20F)
    return compiler.error(place, "phase", ErrorCode::invalid_value, "must stay within ±2^20 turns");
  CRATON_TRY(const Value turns, compiler.element(place, Element::add, {along, phase}, {},
                                                 {along.range.low + phase.range.low, along.range.high + phase.range.high}));
  return compiler.element(place, Element::sine, {turns}, {}, {-1, 1});
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Axis>() {
  static constexpr std::string_view names[] = {"x", "y", "z", "w"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<WaveParams>() {
  static const ParamInfo list[] = {
      number_param<&WaveParams::frequency>("frequency", min_frequency, max_frequency, "1/m", "Waves per metre."),
      choice_param<&WaveParams::axis>("axis", "Along which axis the wave runs."),
      or_noise(number_param<&WaveParams::phase>("phase", -1e6, 1e6, "turns", "Shift of the wave.")),
  };
  return list;
}

const NodeKind& wave_noise() {
  static const NodeKind kind{{"wave",
                              "Wave",
                              "A sine along one axis; with turbulence as its phase it makes marble and clouds.",
                              "Perlin 1985",
                              0b1111,
                              params_of<WaveParams>(),
                              {}},
                             compile_wave};
  return kind;
}

}  // namespace craton
