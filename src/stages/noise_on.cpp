#include "stages/noise_on.h"

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "base/text.h"

namespace craton {
namespace {

Result<Noise> make_noise(const NoiseSpec& spec, Seed seed, const NoiseRepeat& repeat, int dimensions, const std::string& path) {
  Result<Noise> noise = Noise::make(spec, seed, repeat);
  if (!noise) return Error{noise.error().code, concat({path, "/", noise.error().path}), noise.error().message};
  if (!noise->has_dimension(dimensions))
    return Error{ErrorCode::unsupported, path,
                 concat({"this noise has no ", std::to_string(dimensions), "D form, as this domain needs"})};
  return noise;
}

NoiseRepeat repeat_of(const Domain& domain) {
  NoiseRepeat repeat{};
  if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, repeat.begin());
  return repeat;
}

Result<void> in_runs(const CubeSphere& sphere, const Noise& noise, const Execution& execution, FinishRun finish) {
  constexpr std::uint64_t block_cells = 4096;
  return parallel_blocks(sphere.cell_count(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<float, block_cells> values;
    const std::span<float> run(values.data(), static_cast<std::size_t>(end - begin));
    noise_at_cells(sphere, noise, static_cast<Cell>(begin), run);
    finish(begin, run);
  });
}

}  // namespace

Result<Noise> make_noise_on(const Domain& domain, const NoiseSpec& spec, Seed seed, const std::string& path) {
  return make_noise(spec, seed, repeat_of(domain), std::holds_alternative<CubeSphere>(domain) ? 3 : 2, path);
}

Result<void> check_noise_on(const DomainSpec& domain, const NoiseSpec& spec, const std::string& path) {
  NoiseRepeat repeat{};
  if (domain.kind == "torus") {
    CRATON_TRY(const Domain torus, make_domain(domain, Seed{}, 0, "/domain"));
    repeat = repeat_of(torus);
  }
  const Result<Noise> noise = make_noise(spec, Seed{}, repeat, domain.kind == "sphere" ? 3 : 2, path);
  if (!noise) return noise.error();
  return {};
}

Grid2 noise_grid(const PlaneTile& tile) {
  return {.origin = tile.position(0),
          .step = {tile.step(), tile.step()},
          .width = tile.stored_width(),
          .height = tile.stored_height()};
}

Grid2 noise_grid(const Torus& torus) {
  return {.origin = torus.position(0),
          .step = {torus.step(), torus.step()},
          .width = torus.size().width,
          .height = torus.size().height};
}

Grid2 part_of(const Grid2& grid, std::uint32_t column, std::uint32_t row, std::uint32_t width, std::uint32_t height) {
  return {.origin = {grid.origin.x + column * grid.step.x, grid.origin.y + row * grid.step.y},
          .step = grid.step,
          .width = width,
          .height = height};
}

void noise_at_cells(const CubeSphere& sphere, const Noise& noise, Cell first, std::span<float> out) {
  constexpr std::size_t batch = 1024;
  std::array<Point3, batch> places;
  for (std::size_t done = 0; done < out.size(); done += batch) {
    const std::size_t count = std::min(batch, out.size() - done);
    for (std::size_t i = 0; i < count; ++i) places[i] = sphere.position(static_cast<Cell>(first + done + i));
    (void)noise.points(std::span<const Point3>(places.data(), count), out.subspan(done, count), Execution{.threads = 1});
  }
}

Result<void> noise_in_runs(const Domain& domain, const Noise& noise, std::span<float> room, const Execution& execution,
                           FinishRun finish) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return in_runs(*sphere, noise, execution, finish);
  const auto* tile = std::get_if<PlaneTile>(&domain);
  return grid_in_runs(noise, tile ? noise_grid(*tile) : noise_grid(std::get<Torus>(domain)), room, execution, finish);
}

Result<void> fill_with_noise(const Domain& domain, const Noise& noise, std::span<float> out, const Execution& execution) {
  return noise_in_runs(domain, noise, out, execution, [&](std::uint64_t first, std::span<float> values) {
    if (values.data() != out.data() + first)
      std::copy(values.begin(), values.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
  });
}

NoiseSpec rough_noise(double length, int octaves) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 1 / length);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", perlin}}};
  sum.params.set("octaves", std::int64_t{octaves});
  return sum;
}

}  // namespace craton
