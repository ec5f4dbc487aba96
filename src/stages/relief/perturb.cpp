// Heights are taken from displaced places: u = x + N₁(x, y) · d, v = y + N₂(x, y) · d (Strazdiņš, after Olsen 2004,
// "Realtime procedural terrain generation"). Two independent noises displace in all directions. With one value for
// both axes, as Strazdiņš tried Perlin noise (2.8.3), all shifts are along one diagonal; he chose a salted gradient noise
// (2.8.2): the noise's own value moves the places that it is asked at, salt = N(x, y), u = x + N(salt + 912) · d, v = y + N(salt
// + 333) · d, read here as N at the place itself, moved by that many lengths along all axes.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "base/pool.h"
#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/noise_on.h"
#include "stages/relief/catmull_rom_rows.h"
#include "surface/flat_array.h"
#include "surface/unset_memory.h"

namespace craton {
namespace {

enum class PerturbForm { independent, diagonal, salted };

struct PerturbParams {
  Change<float> layer = "height";
  Field distance = 18.0;
  double limit = 100;
  PerturbForm form = PerturbForm::independent;
  const NoiseSpec* noise = nullptr;
  double frequency = 0.02;
  double salt = 50;
  Field strength = 1.0;
};

/// What salt is added to, for each axis.
constexpr std::array<double, 3> salt_offsets{912, 333, 128};

constexpr double most_cells = 8192;

double distance_bound(const PerturbParams& params, bool varies) { return varies ? params.limit : params.distance.constant(); }

Result<void> check_distance(const PerturbParams& params, bool varies, double spacing, const std::string& path) {
  if (distance_bound(params, varies) / spacing <= most_cells) return {};
  return Error{ErrorCode::invalid_value, path + (varies ? "/limit" : "/distance"),
               "more than 8192 cells at this resolution; take a coarser one, or a smaller distance"};
}

std::uint32_t reach_in_cells(double distance, double spacing) {
  return static_cast<std::uint32_t>(std::ceil(std::min(distance / spacing, most_cells))) + 2;
}

/// Perlin noise, unless the recipe has another.
NoiseSpec noise_of(const PerturbParams& params) {
  if (params.noise) return *params.noise;
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", params.frequency);
  return perlin;
}

/// A noise for each axis: x and y, and z on spheres. Or one for all.
struct Displacement {
  std::vector<Noise> noises;
  Field distance, strength;
  float limit = 0;
  double farthest = 0;  ///< the same, as the planner knows it
  double salt = 0;      ///< metres; 0: none

  const Noise& noise(std::size_t axis) const { return noises[std::min(axis, noises.size() - 1)]; }
  bool diagonal() const { return noises.size() == 1 && salt == 0; }

  /// How far a place is moved where the noise has this value, in units.
  std::int64_t salted(float value, std::size_t axis) const {
    return static_cast<std::int64_t>(std::floor((double{value} + salt_offsets[axis]) * salt * units_per_metre + 0.5));
  }

  /// Values of the noise from cell `first` on become metres · scale. Noises that leave −1 … 1 are held to it: nothing is moved
  /// further than it was said.
  void scale(Cell first, std::size_t count, float scale, float* values) const {
    const float most = limit;
    if (!distance.varies() && !strength.varies()) {
      const float far = distance[0] < most ? distance[0] : most;
      return hold_and_scale(values, count, far * strength[0] * scale);
    }
    visit_fields(
        first,
        [=](auto metres, auto share) {
          for (std::size_t i = 0; i < count; ++i) {
            const float above = values[i] > -1 ? values[i] : -1;
            const float held = above < 1 ? above : 1;
            const float far = metres[i] < most ? metres[i] : most;
            values[i] = held * (far * share[i] * scale);
          }
        },
        distance, strength);
  }
};

Result<Displacement> displacement_on(const Domain& domain, const PerturbParams& params, const StageContext& context) {
  Displacement displacement{.distance = params.distance,
                            .strength = params.strength,
                            .limit = static_cast<float>(distance_bound(params, params.distance.varies())),
                            .farthest = distance_bound(params, params.distance.varies()),
                            .salt = params.form == PerturbForm::salted ? params.salt : 0};
  const std::size_t axes = std::holds_alternative<CubeSphere>(domain) ? 3 : 2;
  constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
  for (std::size_t axis = 0; axis < (params.form == PerturbForm::independent ? axes : 1); ++axis) {
    CRATON_TRY(Noise noise, make_noise_on(domain, noise_of(params), context.seed.child(names[axis]), context.path + "/noise"));
    displacement.noises.push_back(std::move(noise));
  }
  return displacement;
}

// ---- planes and tori: block by block, small enough for noises and heights to stay in the cache

/// Tall ones, for what a noise has to know of an axis is worked out once a block.
constexpr std::uint32_t block_width = displaced_capacity, block_height = 128;

struct GridBlock {
  std::uint32_t column, row, width, height;
};

/// Displacements of a block, along both axes.
struct BlockNoise {
  std::array<FlatArray<float>, 2> axes;
  std::vector<Point2> places;

  BlockNoise() {
    const UnsetMemory unset;
    for (FlatArray<float>& axis : axes) axis = FlatArray<float>(std::size_t{block_width} * block_height);
  }
};

/// Values of the noise become those where they move it to, for both axes.
void add_salt(const Grid2& samples, const Displacement& displacement, const GridBlock& block, BlockNoise& noise) {
  const std::size_t count = std::size_t{block.width} * block.height;
  const std::span<float> salt = noise.axes[0].span().first(count);
  noise.places.resize(count);
  for (const std::size_t axis : {std::size_t{1}, std::size_t{0}}) {  // the salt goes last
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t moved = displacement.salted(salt[i], axis);
      noise.places[i] = {samples.origin.x + samples.step.x * static_cast<std::int64_t>(block.column + i % block.width) + moved,
                         samples.origin.y + samples.step.y * static_cast<std::int64_t>(block.row + i / block.width) + moved};
    }
    (void)displacement.noise(0).points(noise.places, noise.axes[axis].span().first(count), Execution{.threads = 1});
  }
}

void perturb_block(const LayerRows& rows, const Grid2& samples, const Displacement& displacement, std::int64_t reach,
                   const GridBlock& block, BlockNoise& noise, float* out) {
  for (std::size_t axis = 0; axis < displacement.noises.size(); ++axis) {
    const std::span<float> values = noise.axes[axis].span().first(std::size_t{block.width} * block.height);
    (void)displacement.noises[axis].grid(part_of(samples, block.column, block.row, block.width, block.height), values,
                                         Execution{.threads = 1});
  }
  if (displacement.salt > 0) add_salt(samples, displacement, block, noise);
  const auto per_cell = static_cast<float>(1 / metres_from_units(samples.step.x));
  for (std::uint32_t j = 0; j < block.height; ++j) {
    const Cell first = (block.row + j) * samples.width + block.column;
    float* right = noise.axes[0].data() + std::size_t{j} * block.width;
    float* down = displacement.diagonal() ? right : noise.axes[1].data() + std::size_t{j} * block.width;
    displacement.scale(first, block.width, per_cell, right);
    if (down != right) displacement.scale(first, block.width, per_cell, down);
    displaced_run(rows, reach, block.column, block.row + j, block.width, right, down, out + first);
  }
}

/// `rim` cells at the border of the grid are left as they are.
Result<void> perturb_grid(LayerRows rows, const Grid2& samples, const Displacement& displacement, std::uint32_t reach,
                          std::uint32_t rim, std::span<float> out, const Execution& execution) {
  rows.width = samples.width;
  rows.height = samples.height;
  const std::uint32_t width = samples.width - 2 * rim, height = samples.height - 2 * rim;
  const std::uint64_t across = (width + block_width - 1) / block_width;
  const std::uint64_t blocks = across * ((height + block_height - 1) / block_height);
  Pool<BlockNoise> room;
  return parallel_blocks(blocks, 1, execution, [&](std::uint64_t index, std::uint64_t) {
    const auto right = static_cast<std::uint32_t>(index % across) * block_width;
    const auto down = static_cast<std::uint32_t>(index / across) * block_height;
    const GridBlock block{rim + right, rim + down, std::min(block_width, width - right), std::min(block_height, height - down)};
    perturb_block(rows, samples, displacement, reach, block, *Pool<BlockNoise>::Lease(room), out.data());
  });
}

void copy_rim(const Grid2& samples, std::uint32_t rim, std::span<const float> in, std::span<float> out) {
  const std::size_t width = samples.width, height = samples.height;
  for (std::size_t row = 0; row < height; ++row) {
    const auto copy = [&](std::size_t first, std::size_t count) {
      std::copy_n(in.data() + row * width + first, count, out.data() + row * width + first);
    };
    if (row < rim || row >= height - rim) {
      copy(0, width);
    } else {
      copy(0, rim);
      copy(width - rim, rim);
    }
  }
}

/// The outermost cells of a margin that is as wide as the stage looks would need what lies beyond; nobody will see them.
Result<void> perturb(const PlaneTile& tile, const Displacement& displacement, std::span<const float> in, std::span<float> out,
                     const Execution& execution) {
  const std::uint32_t reach = reach_in_cells(double{displacement.limit}, tile.spacing());
  const std::uint32_t planned = reach_in_cells(displacement.farthest, tile.spacing());
  const std::uint32_t rim = tile.halo() >= planned ? planned : 0;
  const Grid2 samples = noise_grid(tile);
  copy_rim(samples, rim, in, out);
  return perturb_grid({.values = in.data()}, samples, displacement, reach, rim, out, execution);
}

Result<void> perturb(const Torus& torus, const Displacement& displacement, std::span<const float> in, std::span<float> out,
                     const Execution& execution) {
  const std::uint32_t reach = reach_in_cells(double{displacement.limit}, torus.spacing());
  return perturb_grid({.values = in.data(), .wraps_x = torus.wraps_x(), .wraps_y = torus.wraps_y()}, noise_grid(torus),
                      displacement, reach, 0, out, execution);
}

// ---- spheres: a vector in space, laid onto the ground

float displaced_value(const CubeSphere& sphere, std::span<const float> in, Cell cell, Vec3d metres) {
  if (metres == Vec3d{}) return in[cell];
  const Vec3d up = sphere.direction(cell);
  const double lift = metres.x * up.x + metres.y * up.y + metres.z * up.z;
  const double radius = sphere.radius() - lift;
  return sample(sphere, in, {up.x * radius + metres.x, up.y * radius + metres.y, up.z * radius + metres.z}, Sampling::cubic);
}

Result<void> perturb(const CubeSphere& sphere, const Displacement& displacement, std::span<const float> in, std::span<float> out,
                     const Execution& execution) {
  constexpr std::uint64_t block_cells = 1024;
  return parallel_blocks(in.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::array<float, block_cells>, 3> metres;
    const auto count = static_cast<std::size_t>(end - begin);
    const auto first = static_cast<Cell>(begin);
    for (std::size_t axis = 0; axis < displacement.noises.size(); ++axis) {
      noise_at_cells(sphere, displacement.noises[axis], first, {metres[axis].data(), count});
      if (displacement.salt == 0) displacement.scale(first, count, 1, metres[axis].data());
    }
    if (displacement.salt > 0) {
      std::vector<Point3> places(count);
      for (std::size_t axis = 3; axis-- > 0;) {  // the salt goes last
        for (std::size_t i = 0; i < count; ++i) {
          const Point3 at = sphere.position(static_cast<Cell>(first + i));
          const std::int64_t moved = displacement.salted(metres[0][i], axis);
          places[i] = {at.x + moved, at.y + moved, at.z + moved};
        }
        (void)displacement.noise(0).points(places, {metres[axis].data(), count}, {.threads = 1});
      }
      for (auto& along : metres) displacement.scale(first, count, 1, along.data());
    }
    if (displacement.diagonal()) metres[1] = metres[2] = metres[0];
    for (std::size_t i = 0; i < count; ++i)
      out[begin + i] = displaced_value(sphere, in, static_cast<Cell>(first + i), {metres[0][i], metres[1][i], metres[2][i]});
  });
}

// ---- the stage

Result<void> run(const PerturbParams& params, StageContext& context) {
  CRATON_TRY(check_distance(params, params.distance.varies(), spacing(context.domain()), context.path));
  CRATON_TRY(const Displacement displacement, displacement_on(context.domain(), params, context));
  std::optional<UnsetMemory> unset(std::in_place);
  Layer displaced(params.layer->info(), params.layer->size());
  unset.reset();
  const std::span<const float> in = params.layer.values();
  CRATON_TRY(std::visit(
      [&](const auto& topology) { return perturb(topology, displacement, in, displaced.numbers(), context.execution); },
      context.domain()));
  params.layer->swap_values(displaced);
  return {};
}

Reach reach(const PerturbParams& params, const StageSpec& spec, double spacing) {
  const bool varies = spec.layer("distance") != nullptr;
  return Reach::stencil(reach_in_cells(distance_bound(params, varies), spacing));
}

Result<void> check(const PerturbParams& params, const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  CRATON_TRY(check_distance(params, spec.layer("distance") != nullptr, extent.spacing, path));
  if (params.noise && spec.params.find("frequency"))
    return Error{ErrorCode::invalid_value, path + "/frequency", "the noise that is given has a frequency of its own"};
  return check_noise_on(domain, noise_of(params), path + "/noise");
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<PerturbForm>() {
  static constexpr std::string_view names[] = {"independent", "diagonal", "salted"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<PerturbParams>() {
  static const ParamInfo list[] = {
      layer_param<&PerturbParams::layer>("layer", "What is displaced."),
      field_param<&PerturbParams::distance>("distance", 0, 1e7, "m",
                                            "How far heights are fetched from, along each axis, at most."),
      number_param<&PerturbParams::limit>(
          "limit", 0, 1e7, "m", "Where the distance is a layer: larger ones count as this, which says how far the stage looks."),
      choice_param<&PerturbParams::form>("form",
                                         "A noise of its own for each axis; one value for all, which shifts along one diagonal "
                                         "only; or one noise whose own value "
                                         "moves the places that it is asked at, as Strazdins has it."),
      number_param<&PerturbParams::salt>(
          "salt", 0.001, 1e6, "m",
          "Where the form is salted: how far a value of 1 moves; his offsets 912 and 333 count in this too."),
      number_param<&PerturbParams::frequency>("frequency", 1e-9, 1, "1/m",
                                              "Of the Perlin noise that displaces, where no other is given."),
      noise_param<&PerturbParams::noise>(
          "noise", "Another noise that displaces, with its own frequency; its values are held to −1 … 1.", "perlin"),
      field_param<&PerturbParams::strength>("strength", 0, 1, "", "Multiplies the distance; 0 leaves a cell as it is: a mask."),
  };
  return list;
}

const StageEntry& perturb_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "perturb",
      .title = "Perturbation",
      .doc = "Takes each height from a place displaced by noise, which bends straight and round shapes into natural "
             "ones. Between cells heights are interpolated by cubics through their values. On a sphere the displacement "
             "is a vector in space, laid onto the ground. Beyond the borders of a map that does not wrap, the "
             "border's own heights go on.",
      .cite = "Strazdiņš; Olsen 2004; Catmull & Rom 1974",
      .reach_doc = "stencil: distance / spacing + 2 cells",
  });
  return entry;
}

}  // namespace craton
