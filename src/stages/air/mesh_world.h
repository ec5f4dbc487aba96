#pragma once

#include <string>

#include "stages/air/climate_mesh.h"
#include "stages/air/mesh_rows.h"
#include "stages/air/winds.h"
#include "stages/fields.h"
#include "stages/layer_spans.h"

/// What stages of the air share: the mesh of a surface, its ground, and loops over rows of fine cells.
namespace craton::air {

inline constexpr int usual_mesh = 64;

/// The mesh of a surface on which a climate is found. Where `belts` is not 0 climates lie that many degrees farther north. An
/// error with `path`/belts where that is no number.
Result<ClimateMesh> mesh_of(const Surface& surface, int size, const LatitudeParams& place, const Field& belts,
                            const std::string& path, const Execution& execution);
inline constexpr std::string_view belts_doc =
    "Degrees by which climates lie farther north than latitudes put them: a noise lets belts wander. The same in `temperature`, "
    "`currents`, `wind` and `rain`. Nothing at edges where a map closes from one hemisphere to the other; nothing on planes.";

struct MeshGround {
  std::vector<float> land, ground;  ///< share of land, and mean height in km with the sea at 0

  GroundBelow below() const { return {land, ground}; }
};
/// An error with `path` where a height is no number.
Result<MeshGround> ground_on(const ClimateMesh& mesh, std::span<const float> heights, const std::string& path,
                             const Execution& execution);
/// Means of a layer; an error with `path` where it holds what is no number.
Result<void> means_on(const ClimateMesh& mesh, std::span<const float> layer, const std::string& path, const Execution& execution,
                      std::vector<float>& means);

/// Calls body(first cell, values of the fields) for each row of fine cells, on all threads.
template <class Body>
Result<void> for_mesh_rows(const MeshRows& rows, std::uint32_t width, const Execution& execution, Body&& body);

}  // namespace craton::air

#include "base/parallel.h"

namespace craton::air {

template <class Body>
Result<void> for_mesh_rows(const MeshRows& rows, std::uint32_t width, const Execution& execution, Body&& body) {
  return parallel_blocks(rows.rows(), rows_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    MeshRows::Work work = rows.work();
    for (std::uint64_t row = begin; row < end; ++row) {
      rows.read(row, work);
      body(static_cast<Cell>(row * width), work.values);
    }
  });
}

}  // namespace craton::air
