#pragma once

#include "stages/crust/borders.h"
#include "stages/crust/crust_motion.h"
#include "stages/crust/ridge_steps.h"

/// The crust at any place: a function of the plan and the place alone. Cells of all resolutions and the points that decide about
/// sea level ask the same.
namespace craton::crust {

struct CrustSample {
  Vec3d moved;            ///< the place after the warp
  Cell cell = 0;          ///< of the mesh
  float margin = 0;       ///< kilometres to the edge of continental crust
  float mesh_margin = 0;  ///< the same as the mesh knows it, without bays and capes
  float age = 0;          ///< of sea floor here, million years
  float rise = 0;         ///< metres
  float belt = 0;         ///< metres: ranges that collisions left
  BorderSample border;
  float to_border = 0;  ///< kilometres, also far from borders
  float to_seam = 0;    ///< kilometres to the nearest seam of cores
};

/// Places as the crust there knows them. Noises belong to the crust and have moved with it: where two pieces meet, a place has
/// two, with weights. Crust that never moved knows the places as they are.
struct HomePlaces {
  Places places;
  std::vector<std::uint32_t> first;   ///< of every place
  std::vector<std::uint32_t> motion;  ///< which one brought the crust here
  std::vector<float> weight;          ///< their sum is 1
};

/// What is made once of a plan, for samplers of all finenesses.
class CrustGeometry {
 public:
  CrustGeometry(const PlateMesh& mesh, const CrustPlan& plan);

  const PlateMesh& mesh() const { return mesh_; }
  const CrustPlan& plan() const { return plan_; }
  const Borders& borders() const { return borders_; }
  const Borders& seams() const { return seams_; }

  /// False: no crust has moved, and all places are home.
  bool moved() const { return !motions_.empty(); }
  const std::vector<Motion>& motions() const { return motions_; }
  void find_homes(const Places& places, HomePlaces& homes) const;

  /// Sets all that the mesh and the borders know at `moved` of all samples; ridges are smooth lines yet.
  void read(std::span<CrustSample> samples) const;

 private:
  struct Room;
  /// Samples that lie in one cell of the mesh.
  void read_cell(Cell cell, std::span<const std::uint32_t> which, std::span<CrustSample> samples, Room& room) const;
  void list_around();
  void list_motions();

  const PlateMesh& mesh_;
  const CrustPlan& plan_;
  Borders borders_, seams_;
  std::vector<double> to_border_;
  std::vector<std::uint32_t> first_;
  std::vector<Cell> around_;  // cells of the mesh within two steps
  std::vector<Motion> motions_;
  std::vector<std::uint32_t> motion_of_;  // of the cells of the mesh
};

/// At places in the sea near ridges: distance, side and age as the ridge's segments make them. `sample.margin` has its bays.
void step_ridges(const RidgeSteps& steps, const Borders& borders, const Vec3d& place, CrustSample& sample);

class CrustSampler {
 public:
  /// `shortest` wave of the warp, kilometres.
  static Result<CrustSampler> make(const Domain& domain, const CrustGeometry& geometry, double shortest);

  /// `homes` are set too where crust has moved.
  void at(const Places& places, std::vector<CrustSample>& samples, HomePlaces& homes) const;
  const CrustGeometry& geometry() const { return geometry_; }

 private:
  explicit CrustSampler(const CrustGeometry& geometry)
      : geometry_(geometry), steps_(geometry.mesh().ground(), geometry.plan().seed.child("fracture_zones")) {}
  std::vector<Vec3d> warp_at(const Places& places, const HomePlaces& homes) const;

  const CrustGeometry& geometry_;
  RidgeSteps steps_;
  std::vector<CrustNoise> noise_;  // of the margin, and of the warp along two or three axes
};

/// A noise of the crust at all places.
void noise_of_crust(const CrustNoise& noise, const CrustGeometry& geometry, const Places& places, const HomePlaces& homes,
                    std::vector<float>& values);

}  // namespace craton::crust
