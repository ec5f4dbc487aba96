#pragma once

#include <vector>

#include "stages/air/climate_mesh.h"

namespace craton::air {

/// What wind and eddies carry from cell to cell, in square megametres a day: the steady state of
///   value · (leaves + sink) = Σ neighbours' values · takes + source
/// by first-order upwind differences (Courant, Isaacson & Rees 1952), solved by Gauss–Seidel sweeps in alternating directions
/// (fast sweeping, Zhao 2005): the sweep that goes with the wind carries a value across a whole panel. The number of sweeps is
/// fixed.
class UpwindTransport {
 public:
  /// Wind in m/s, eddy diffusivity in 10⁶ m²/s.
  UpwindTransport(const ClimateMesh& mesh, std::span<const Vec3f> wind, std::span<const float> eddies);

  /// What goes out of a cell, for what is kept (moisture).
  std::span<const float> leaves() const { return leaves_; }
  /// What comes in, for what is only moved (temperature): with it in place of `leaves` constants stay.
  std::span<const float> comes() const { return comes_; }
  /// What comes in across borders that are open; part of `comes`.
  std::span<const float> beyond() const { return beyond_; }
  /// What comes in less what goes out, by area: 1/day. Above 0 where winds meet.
  float meeting(std::size_t cell) const { return (wind_in_[cell] - wind_out_[cell]) / mesh_->area()[cell]; }

  const ClimateMesh& mesh() const { return *mesh_; }

  /// What neighbours bring to a cell.
  float brought(std::span<const float> values, std::size_t cell) const {
    const std::int32_t* other = others_.data() + 4 * cell;
    const float* take = takes_.data() + 4 * cell;
    float sum = 0;
    for (std::size_t side = 0; side < 4; ++side) sum += take[side] * values[static_cast<std::size_t>(other[side])];
    return sum;
  }

  /// Calls `update(cell)` for every cell, `rounds` times in each of four directions.
  template <class Update>
  void sweep(int rounds, Update&& update) const;

 private:
  const ClimateMesh* mesh_;
  std::vector<std::int32_t> others_;  // four a cell; itself, with nothing taken, beyond open borders
  std::vector<float> takes_, leaves_, comes_, beyond_, wind_in_, wind_out_;
};

template <class Update>
void UpwindTransport::sweep(int rounds, Update&& update) const {
  const std::size_t wide = mesh_->width(), rows = std::size_t{mesh_->panels()} * mesh_->height();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t direction = 0; direction < 4; ++direction) {
      // There and back, then both diagonals.
      const bool upwards = direction == 1 || direction == 2, leftwards = direction == 1 || direction == 3;
      for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t first = (upwards ? rows - 1 - i : i) * wide;
        if (leftwards)
          for (std::size_t j = wide; j-- > 0;) update(first + j);
        else
          for (std::size_t j = 0; j < wide; ++j) update(first + j);
      }
    }
}

}  // namespace craton::air
