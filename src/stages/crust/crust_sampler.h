#pragma once

#include "stages/crust/borders.h"

/// The crust at any place: a function of the plan and the place alone. Cells of all resolutions and the points that decide about
/// sea level ask the same.
namespace craton::crust {

struct CrustSample {
  Vec3d moved;       ///< the place after the warp
  Cell cell = 0;     ///< of the mesh
  float margin = 0;  ///< kilometres to the edge of continental crust
  float age = 0;     ///< of sea floor here, million years
  float rise = 0;    ///< metres
  BorderSample border, suture;
};

class CrustSampler {
 public:
  /// `shortest` wave of the warp, kilometres; `seams`: whether old seams are asked for too.
  static Result<CrustSampler> make(const Domain& domain, const PlateMesh& mesh, const CrustPlan& plan, double shortest,
                                   bool seams);

  void at(const Places& places, std::vector<CrustSample>& samples) const;

  const Borders& borders() const { return borders_; }
  const PlateMesh& mesh() const { return mesh_; }

 private:
  CrustSampler(const PlateMesh& mesh, const CrustPlan& plan, bool seams);
  void read_mesh(CrustSample& sample) const;

  const PlateMesh& mesh_;
  const CrustPlan& plan_;
  Borders borders_, seams_;
  bool with_seams_;
  std::vector<CrustNoise> warp_;
  std::vector<std::uint32_t> first_;
  std::vector<Cell> around_;  // cells of the mesh within two steps
};

}  // namespace craton::crust
