#pragma once

#include "base/parallel.h"
#include "stages/crust/crust_noise.h"

namespace craton::crust {

inline constexpr std::uint64_t cells_at_once = 4096;

/// Calls body(first cell, last cell, work) for blocks of cells, with the places of the cells in `work.places`; each block has
/// room of its own.
template <class Work, class Body>
Result<void> for_blocks_of_cells(const Domain& domain, const Ground& ground, const Execution& execution, Body&& body) {
  return std::visit(
      [&](const auto& topology) {
        return parallel_blocks(topology.cell_count(), 2 * cells_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
          Work work;
          for (std::uint64_t first = begin; first < end; first += cells_at_once) {
            const std::uint64_t last = std::min(end, first + cells_at_once);
            work.places.clear();
            for (std::uint64_t cell = first; cell < last; ++cell)
              work.places.add_metres(ground, topology.centre(static_cast<Cell>(cell)));
            body(static_cast<Cell>(first), static_cast<Cell>(last), work);
          }
        });
      },
      domain);
}

/// Waves shorter than this cannot be seen on a domain: two cells, in kilometres of the crust.
inline double shortest_wave(const Domain& domain, const Ground& ground) { return 2 * spacing(domain) / ground.metres_a_unit(); }

/// Planes have no whole on which plates could lie.
inline Result<void> check_crust_domain(const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return {};
  return Error{ErrorCode::unsupported, path, "plates need a whole world: a sphere, or a map (torus)"};
}

}  // namespace craton::crust
