#pragma once

#include <span>
#include <string>

#include <craton/base/params.h>
#include <craton/noise/noise.h>
#include <craton/surface/domain.h>

#include "noise/grid_in_runs.h"

/// Noises on domains: in the plane on tiles; closed with the map on tori; in space on spheres, so that there is no seam.
namespace craton {

/// A noise as the domain needs it. `path` is that of its spec, for errors.
Result<Noise> make_noise_on(const Domain& domain, const NoiseSpec& spec, Seed seed, const std::string& path);
/// Whether it can be made, before there is a domain.
Result<void> check_noise_on(const DomainSpec& domain, const NoiseSpec& spec, const std::string& path);

/// Samples of the cells in their order, the margin of a tile included.
Grid2 noise_grid(const PlaneTile& tile);
Grid2 noise_grid(const Torus& torus);
/// Some of these samples.
Grid2 part_of(const Grid2& grid, std::uint32_t column, std::uint32_t row, std::uint32_t width, std::uint32_t height);

/// The values of the cells first … first + out.size() − 1.
void noise_at_cells(const CubeSphere& sphere, const Noise& noise, Cell first, std::span<float> out);

/// Values of all cells, run by run, while they are still in the cache: `finish(first, run)` is told of those of cells first …,
/// once for each cell, from worker threads. They may lie in `room`, which is as large as a layer, or elsewhere.
Result<void> noise_in_runs(const Domain& domain, const Noise& noise, std::span<float> room, const Execution& execution,
                           FinishRun finish);
/// Values of all cells.
Result<void> fill_with_noise(const Domain& domain, const Noise& noise, std::span<float> out, const Execution& execution);

/// A fractal sum of Perlin noises, the longest of `length` metres.
NoiseSpec rough_noise(double length, int octaves);

}  // namespace craton
