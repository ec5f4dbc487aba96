#include "stages/air/upwind_transport.h"

#include <algorithm>

namespace craton::air {
namespace {

constexpr float megametres_a_day = 0.0864F;  // in 1 m/s; and square ones in 10⁶ m²/s

}  // namespace

UpwindTransport::UpwindTransport(const ClimateMesh& mesh, std::span<const Vec3f> wind, std::span<const float> eddies)
    : mesh_(&mesh) {
  const std::size_t cells = mesh.count();
  others_.resize(4 * cells);
  takes_.assign(4 * cells, 0);
  for (auto* list : {&leaves_, &comes_, &beyond_, &wind_in_, &wind_out_}) list->assign(cells, 0);
  for (std::size_t cell = 0; cell < cells; ++cell)
    for (std::uint32_t side = 0; side < 4; ++side) {
      const std::int32_t to = mesh.across(cell, side);
      const bool open = to == ClimateMesh::beyond;
      const auto other = open ? cell : static_cast<std::size_t>(to);
      others_[4 * cell + side] = static_cast<std::int32_t>(other);
      // Seen from the other side the same number with the other sign, bit for bit.
      const float out = 0.5F * megametres_a_day * dot(wind[cell] + wind[other], mesh.normal(cell, side));
      const Vec3f& normal = mesh.normal(cell, side);
      const float mixed =
          open ? 0.0F
               : 0.5F * megametres_a_day * (eddies[cell] + eddies[other]) * std::sqrt(dot(normal, normal)) / mesh.way(cell, side);
      const float in = std::max(-out, 0.0F);
      if (open)
        beyond_[cell] += in;
      else
        takes_[4 * cell + side] = in + mixed;
      comes_[cell] += in + mixed;
      leaves_[cell] += std::max(out, 0.0F) + mixed;
      wind_in_[cell] += in;
      wind_out_[cell] += std::max(out, 0.0F);
    }
}

}  // namespace craton::air
