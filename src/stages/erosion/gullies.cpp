// Gullies by points: no water runs. Octave by octave, waves across the slope are carved into it, their phases from marks
// scattered around (as in phasor noise: Tricard et al. 2019). The slope is taken at the octave's own scale, of the ground as
// carved so far: it vanishes at crests and in valleys, so that gullies lead down into those of the octave before, and branch. A
// gully that is no steeper along its way than the slope it lies in holds no water.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>
#include <craton/base/math.h>

#include "base/aligned.h"
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/erosion/gully_rows.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct GulliesParams {
  Change<float> layer = "height";
  Read<float> from_river = "";
  Write<float> wear = "";
  Field strength = 0.9;
  double longest = 64, shortest = 4;
  double falling = 0.5, sharpness = 0.6, patches = 1;
};

constexpr std::size_t padding = 64;  // floats before and after what vectors read
constexpr double carved_share = 1.6;
constexpr double two_pi = 6.283185307179586;
constexpr double fine_length = 24;     // metres: shorter gullies
constexpr float fine_strength = 0.6F;  // are no deeper, or ground looks like fur

struct Octave {
  std::int64_t length = 0;              ///< units
  std::uint32_t half = 1, quarter = 1;  ///< samples

  double metres() const { return static_cast<double>(length) / units_per_metre; }
};

/// Those that samples can show. Halves of halves: a coarse level has the long ones of a fine level, at the same places.
std::vector<Octave> octaves(const GulliesParams& params, std::int64_t step) {
  std::vector<Octave> list;
  auto length = static_cast<std::int64_t>(std::floor(params.longest * units_per_metre));
  const auto shortest = static_cast<std::int64_t>(std::floor(params.shortest * units_per_metre));
  for (; length >= std::max(shortest, 4 * step); length /= 2) {
    const auto samples = [&](std::int64_t units) {
      return static_cast<std::uint32_t>(std::max<std::int64_t>((units + step / 2) / step, 1));
    };
    list.push_back({length, samples(length / 2), samples(length / 4)});
  }
  return list;
}

/// Where marks lie: one in each square of a lattice.
class Marks {
 public:
  Marks(Seed seed, std::int64_t length) : seed_(seed.value), length_(length) {}

  /// The nine around every sample of a row, for as many rows as lie in one row of squares.
  class Row {
   public:
    Row(const Marks& marks, std::int64_t x, std::int64_t step, std::size_t count)
        : marks_(marks), x_(x), step_(step), count_(count), stride_(count + padding), values_(27 * stride_) {}

    /// For the row at y.
    void move_to(std::int64_t y, GullyRow& row) {
      const std::int64_t down = floor_div(y, marks_.length_);
      if (!made_ || down != down_) make(down);
      row.marks = around_.data();
      row.within = marks_.part(y - down * marks_.length_);
    }

   private:
    void make(std::int64_t down) {
      made_ = true;
      down_ = down;
      for (std::size_t k = 0; k < 9; ++k) {
        float* x = &values_[3 * k * stride_];
        float *y = x + stride_, *turn = y + stride_;
        const auto right = static_cast<std::int64_t>(k % 3) - 1, below = static_cast<std::int64_t>(k / 3) - 1;
        for (std::size_t i = 0; i < count_;) {
          const std::int64_t first = x_ + step_ * static_cast<std::int64_t>(i), across = floor_div(first, marks_.length_);
          const Mark mark = marks_.mark(across + right, down + below);
          const std::int64_t end = (across + 1) * marks_.length_;
          for (std::int64_t at = first; at < end && i < count_; at += step_, ++i) {
            x[i] = marks_.part(at - across * marks_.length_) - (static_cast<float>(right) + mark.x);
            y[i] = static_cast<float>(below) + mark.y;
            turn[i] = mark.turn;
          }
        }
        around_[k] = {x, y, turn};
      }
    }

    const Marks& marks_;
    std::int64_t x_, step_, down_ = 0;
    bool made_ = false;
    std::size_t count_, stride_;
    std::vector<float> values_;
    std::array<GullyMarks, 9> around_{};
  };

 private:
  struct Mark {
    float x, y, turn;
  };
  Mark mark(std::int64_t x, std::int64_t y) const {
    const std::uint64_t hash =
        mix64(mix64(seed_ ^ static_cast<std::uint64_t>(x)) + 0xd1b54a32d192ed03U * static_cast<std::uint64_t>(y));
    const auto chance = [&](int shift) { return static_cast<float>((hash >> shift) & 0xffff) * 0x1p-16F; };
    return {0.15F + 0.7F * chance(0), 0.15F + 0.7F * chance(16), chance(32)};
  }
  /// Of a square's side.
  float part(std::int64_t units) const { return static_cast<float>(static_cast<double>(units) / static_cast<double>(length_)); }

  std::uint64_t seed_;
  std::int64_t length_;
};

/// A rectangle of numbers that vectors may read beyond.
class Sheet {
 public:
  Sheet(std::uint32_t width, std::uint32_t height) : width_(width), values_(std::size_t{width} * height + 2 * padding, 0.0F) {}
  float* row(std::int64_t y) { return values_.data() + padding + y * width_; }
  const float* row(std::int64_t y) const { return values_.data() + padding + y * width_; }
  std::span<float> all() { return {values_.data() + padding, values_.size() - 2 * padding}; }

 private:
  std::int64_t width_;
  AlignedVector<float> values_;
};

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "gullies by points run on planes alone"}; }

/// Carves octave after octave; what lies nearer to the rim of the tile than the octaves so far have looked is not known any more.
class Carver {
 public:
  Carver(const GulliesParams& params, const PlaneTile& tile, StageContext& context)
      : params_(params), context_(context), grid_(noise_grid(tile)), own_(grid_.width, grid_.height) {}

  /// Whether the tile is wide enough for one more.
  bool knows(const Octave& octave) const { return 2 * (edge_ + octave.half) < std::min<std::int64_t>(grid_.width, grid_.height); }

  Result<void> carve(const Octave& octave, const Sheet& before, Sheet& after) {
    edge_ += octave.half;
    // Some slopes are cut up, others are not: by long patches that all octaves share, and by their own.
    if (!broad_) CRATON_TRY(fill_with(rough_noise(900, 3), "patches", broad_.emplace(grid_.width, grid_.height)));
    CRATON_TRY(fill_with(rough_noise(6 * octave.metres(), 2), "patches " + std::to_string(octave.length), own_));
    const Marks marks(context_.seed.child("marks " + std::to_string(octave.length)), octave.length);
    const auto count = static_cast<std::size_t>(grid_.width - 2 * edge_);
    return parallel_blocks(static_cast<std::uint64_t>(grid_.height - 2 * edge_), 32, context_.execution,
                           [&](std::uint64_t begin, std::uint64_t end) {
                             Marks::Row around(marks, grid_.origin.x + grid_.step.x * edge_, grid_.step.x, count);
                             std::vector<float> strength(count + padding), from_river(count + padding), out(count + padding);
                             for (std::uint64_t y = begin; y < end; ++y)
                               carve_row(octave, edge_ + static_cast<std::int64_t>(y), before, around, strength, from_river, out,
                                         after);
                           });
  }

 private:
  Result<void> fill_with(const NoiseSpec& spec, const std::string& name, Sheet& sheet) const {
    CRATON_TRY(const Noise noise, Noise::make(spec, context_.seed.child(name)));
    return noise.grid(grid_, sheet.all(), context_.execution);
  }

  void carve_row(const Octave& octave, std::int64_t y, const Sheet& before, Marks::Row& around, std::vector<float>& strength,
                 std::vector<float>& from_river, std::vector<float>& out, Sheet& after) const {
    const std::size_t count = out.size() - padding;
    const auto cell = static_cast<Cell>(y * grid_.width + edge_);
    if (params_.strength.varies())
      std::copy_n(params_.strength.values().begin() + cell, count, strength.begin());
    else
      std::fill(strength.begin(), strength.end(), params_.strength[0]);
    const double step = static_cast<double>(grid_.step.x) / units_per_metre;
    GullyRow row{.height = before.row(y) + edge_,
                 .north = before.row(y - octave.half) + edge_,
                 .south = before.row(y + octave.half) + edge_,
                 .near_north = before.row(y - octave.quarter) + edge_,
                 .near_south = before.row(y + octave.quarter) + edge_,
                 .half = octave.half,
                 .quarter = octave.quarter,
                 .half_metres = static_cast<float>(2 * octave.half * step),
                 .quarter_metres = static_cast<float>(2 * octave.quarter * step),
                 .broad = broad_->row(y) + edge_,
                 .own = own_.row(y) + edge_,
                 .patches = static_cast<float>(params_.patches),
                 .strength = strength.data(),
                 .most_strength = octave.metres() < fine_length ? fine_strength : 10.0F};
    row.depth = static_cast<float>(carved_share * math::pow(octave.metres() / params_.longest, params_.falling) *
                                   octave.metres() / two_pi);
    row.sharpness = static_cast<float>(params_.sharpness);
    if (params_.from_river) {
      std::copy_n(params_.from_river.values().begin() + cell, count, from_river.begin());
      row.from_river = from_river.data();
      row.river_fade = static_cast<float>(1.1 * octave.metres());
    }
    around.move_to(grid_.origin.y + grid_.step.y * y, row);
    carve_gully_row(row, count, out.data());
    std::copy_n(out.begin(), count, after.row(y) + edge_);
  }

  const GulliesParams& params_;
  StageContext& context_;
  Grid2 grid_;
  std::optional<Sheet> broad_;
  Sheet own_;
  std::int64_t edge_ = 0;
};

Result<void> run(const GulliesParams& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  const Grid2 grid = noise_grid(*tile);
  const std::span<float> height = params.layer;
  Sheet before(grid.width, grid.height), after(grid.width, grid.height);
  std::ranges::copy(height, before.all().begin());
  std::ranges::copy(height, after.all().begin());
  Carver carver(params, *tile, context);
  for (const Octave& octave : octaves(params, tile->step())) {
    if (!carver.knows(octave)) break;
    CRATON_TRY(carver.carve(octave, before, after));
    std::swap(before, after);
  }
  const std::span<float> ground = before.all(), wear = params.wear;
  for (std::size_t i = 0; i < wear.size(); ++i) wear[i] = height[i] - ground[i];
  std::ranges::copy(ground, height.begin());
  return {};
}

Reach reach(const GulliesParams& params, double metres) {
  std::uint32_t cells = 0;
  for (const Octave& octave : octaves(params, static_cast<std::int64_t>(std::floor(metres * units_per_metre + 0.5))))
    cells += octave.half;
  return Reach::stencil(cells);
}

Result<void> check(const GulliesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return not_a_plane(path);
  if (params.shortest > params.longest)
    return Error{ErrorCode::invalid_value, path + "/shortest", "must not be more than the longest"};
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GulliesParams>() {
  using P = GulliesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground.", "m"),
      optional_layer_param<&P::from_river>("from_river", "How far it is to the water: gullies end before it. \"\": none."),
      optional_result_param<&P::wear>("wear", "How much was carved away.", "m"),
      field_param<&P::strength>("strength", 0, 2, "",
                                "How deep gullies are: from 1 on they may hold water; the shortest stay below 0.6."),
      number_param<&P::longest>("longest", 4, 1024, "m",
                                "From one gully of the largest to the next; each further size is half of it."),
      number_param<&P::shortest>("shortest", 1, 1024, "m", "None are nearer to each other."),
      number_param<&P::falling>("falling", 0, 2, "", "Gullies of half the size are weaker by half to this power: 0 makes fur."),
      number_param<&P::sharpness>("sharpness", 0, 1, "", "0: as wide as the spurs between them; 1: narrow."),
      number_param<&P::patches>("patches", 0, 1, "", "How much less some slopes are cut than others."),
  };
  return list;
}

const StageEntry& gullies_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "gullies",
      .title = "Gullies",
      .doc = "Cuts branching gullies into slopes, point by point and without any water, from a hundred metres down to a few: for "
             "the near ground of endless land.",
      .cite = "Tricard et al. 2019; Clay John 2020; Johansen 2026",
      .reach_doc = "half of all gullies' lengths, the largest first",
  });
  return entry;
}

}  // namespace craton
