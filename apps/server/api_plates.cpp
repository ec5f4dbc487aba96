// Where plates are and how they move, for arrows.
#include <cmath>

#include "api_world.h"
#include "services.h"

namespace craton::server {
namespace {

double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A plate on a sphere: its middle, and how that moves.
Json on_sphere(const Vec3d& centre, const Vec3d& motion) {
  const double length = std::sqrt(dot(centre, centre));
  if (!(length > 0)) return Json::object();
  const Vec3d out{centre.x / length, centre.y / length, centre.z / length};
  const LatLon place = lat_lon_of(out);
  const double around = std::hypot(out.x, out.y);
  // At a pole every direction is south or north; east is then that of the meridian of Greenwich.
  const Vec3d east = around > 1e-12 ? Vec3d{-out.y / around, out.x / around, 0} : Vec3d{0, 1, 0};
  const Vec3d north{out.y * east.z - out.z * east.y, out.z * east.x - out.x * east.z, out.x * east.y - out.y * east.x};
  return {{"lat", place.latitude}, {"lon", place.longitude}, {"motion", {dot(motion, east), dot(motion, north)}}};
}

Json on_map(const Vec3d& centre, const Vec3d& motion) {
  return {{"x", centre.x}, {"y", centre.y}, {"motion", {motion.x, -motion.y}}};  // y runs to the south
}

Result<Response> plates(Services& services, const WorldRecord& record) {
  CRATON_TRY(const std::shared_ptr<const World> world, services.worlds.objects(record));
  const Surface& surface = world->surface;
  Json list = Json::array();
  std::string unit;
  if (const ObjectTable* table = surface.objects("plates")) {
    const auto *centres = table->values<Vec3d>("centre"), *motions = table->values<Vec3d>("motion"),
               *rotations = table->values<Vec3d>("rotation");
    const bool sphere = std::holds_alternative<CubeSphere>(surface.domain());
    if (motions) unit = table->column("motion")->unit;
    for (std::size_t i = 0; centres && i < centres->size(); ++i) {
      const Vec3d motion = motions ? (*motions)[i] : Vec3d{};
      Json plate = sphere ? on_sphere((*centres)[i], motion) : on_map((*centres)[i], motion);
      plate["number"] = i + 1;
      if (sphere && rotations) plate["rotation"] = {(*rotations)[i].x, (*rotations)[i].y, (*rotations)[i].z};
      list.push_back(std::move(plate));
    }
  }
  return json_response(dumped({{"plates", list}, {"unit", unit}}));
}

}  // namespace

void add_plate_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/worlds/{id}/plates",
              .summary = "Plates by the numbers of the layer `plate`: their middles, and how they move.",
              .params = {world_param()},
              .gives =
                  "{plates: [{number, lat, lon | x, y, motion: [east, north], rotation?: [x, y, z]}], unit}. On a planet the "
                  "plate moves by rotation × place (a direction of length 1).",
              .handler = [&services](const Call& call) {
                return of_world(services, call, true,
                                [&services](const WorldRecord& record, const CancelToken&) { return plates(services, record); });
              }});
}

}  // namespace craton::server
