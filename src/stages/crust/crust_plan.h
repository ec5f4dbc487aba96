#pragma once

#include <vector>

#include <craton/surface/surface.h>

#include "stages/crust/crust_noise.h"
#include "stages/crust/nearest_source.h"

/// Plates, continents and the age of the sea floor on the coarse mesh: a description that does not know the world's resolution.
/// Two tables of objects hold it, so that later stages find it again.
namespace craton::crust {

struct PlanParams {
  int mesh = 48;
  int plates = 24;
  int continents = 6;
  double continental_share = 0.4;  ///< of the ground; the rest is oceanic crust
  double gathering = 0.1;          ///< 1: all continents in one
  double fragments = 1;            ///< how many pieces of continents lie about: times eight
  double crust_age = 42;           ///< mean of the sea floor, million years
  double speed = 1;                ///< of the plates
  double time = 0;                 ///< million years since the start
  double time_step = 5;            ///< million years
};

struct PlanPlate {
  Vec3d centre;  ///< kilometres
  Vec3d turn;    ///< on a sphere: along the axis, radians in a million years; on a map: kilometres in a million years
  double area = 0, continental = 0, age = 0;
  double buoyancy = 0;  ///< of two oceanic plates the less buoyant one sinks
};

struct CrustPlan {
  int mesh = 48;
  Seed seed;  ///< of what is random about places: warps, noises, volcanoes
  std::vector<PlanPlate> plates;
  // Of the cells of the mesh.
  std::vector<std::int32_t> plate;
  std::vector<std::int32_t> province;  ///< cores of continents; −1 in the sea
  std::vector<double> margin;          ///< kilometres to the edge of continental crust; below 0 outside
  std::vector<double> age;             ///< of sea floor, million years
  std::vector<double> rise;            ///< how high a province lies beside others, metres
  // Where plates have moved through time; else empty.
  std::vector<double> belt;   ///< ranges that collisions left, metres
  std::vector<Vec3d> turned;  ///< how the crust has moved since the start (crust_motion.h)

  Vec3d velocity(const Ground& ground, std::size_t plate_number, const Vec3d& place) const {
    const Vec3d& turn = plates[plate_number].turn;
    return ground.is_sphere() ? cross(turn, place) : turn;
  }
};

Result<CrustPlan> make_plan(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, Seed seed);

/// Steps of it.
Result<void> plan_plates(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan);
Result<void> plan_continents(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan);
void plan_ages(const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan);
/// The plan as it is `params.time` later.
Result<void> plan_drift(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan);

/// Parts of the steps.
Result<std::vector<float>> plate_hardness(const Domain& domain, const PlateMesh& mesh, Seed seed_of_plan);
/// Pieces of a plate that were cut off join the plate that they touch most.
void join_pieces(const PlateMesh& mesh, std::size_t plates, std::vector<std::int32_t>& plate);
/// Areas and centres; continental shares.
void measure_plates(const PlateMesh& mesh, CrustPlan& plan);
void measure_continents(const PlateMesh& mesh, CrustPlan& plan);
/// Brings the mean age of the sea floor to the one asked for.
void scale_ages(const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan);
/// Kilometres from every cell to the edge of continental crust, below 0 outside.
void measure_margins(const PlateMesh& mesh, std::span<const Source> edges, CrustPlan& plan);

ObjectTable plates_objects(const PlateMesh& mesh, const CrustPlan& plan);
ObjectTable mesh_objects(const CrustPlan& plan);
/// Null where there is no such table.
Result<CrustPlan> plan_from_tables(const ObjectTable* plates, const ObjectTable* mesh, const std::string& path);

}  // namespace craton::crust
