#pragma once

#include <string_view>

#include "base/parallel.h"
#include "stages/air/climate_mesh.h"
#include "stages/air/mesh_rows.h"
#include "stages/air/winds.h"
#include "stages/fields.h"

/// What stages of the air share: the mesh of a world, its ground, and loops over rows of fine cells.
namespace craton::air {

inline constexpr int usual_mesh = 64;

/// The mesh of the world on which a climate is found. Where `belts` is not 0 climates lie that many degrees farther north. An
/// error where that is no number.
Result<ClimateMesh> mesh_of(const StageContext& context, int size, const LatitudeParams& place, const Field& belts);
inline constexpr std::string_view belts_doc =
    "Degrees by which climates lie farther north than latitudes put them: a noise lets belts wander. The same in `temperature`, "
    "`currents`, `wind` and `rain`. Nothing at edges where a map closes from one hemisphere to the other; nothing on planes.";

struct MeshGround {
  std::vector<float> land, ground;  ///< share of land, and mean height in km with the sea at 0

  GroundBelow below() const { return {land, ground}; }
};
/// Of the stage's parameter `layer`; an error where a height is no number.
Result<MeshGround> ground_on(const ClimateMesh& mesh, std::span<const float> heights, const StageContext& context);
/// Means of the layer of a parameter; an error where it holds what is no number.
Result<std::vector<float>> means_on(const ClimateMesh& mesh, std::span<const float> layer, std::string_view param,
                                    const StageContext& context);

/// Calls body(first cell, values of the fields) for each row of fine cells, on all threads.
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
