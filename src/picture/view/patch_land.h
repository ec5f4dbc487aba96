#pragma once

#include <memory>
#include <span>
#include <vector>

#include <craton/picture/patch_view.h>

#include "picture/view/land.h"

namespace craton::view {

/// Meshes as they are.
class PatchLand final : public Land {
 public:
  /// Around an eye; the meshes must outlive it.
  static Result<std::unique_ptr<PatchLand>> make(std::span<const ViewPatch> patches, const ViewPlace& eye,
                                                 const Execution& execution);
  ~PatchLand() override;

  float hit(Vec origin, Vec direction, float from, float to) const override;
  bool blocked(Vec origin, Vec direction) const override;
  Met met(Vec origin, Vec direction, float distance, float footprint) const override;
  Bed bed(Vec place, float footprint) const override;
  bool wet(Vec) const override { return true; }
  bool has_water() const override { return lowest_ < 0; }
  bool plain() const override { return false; }
  Colour mean() const override { return mean_; }

  float lowest() const { return lowest_; }
  float highest() const { return highest_; }
  float reach() const { return reach_; }  ///< how far the patches extend from the eye, along one axis

 private:
  struct Parts;
  explicit PatchLand(const ViewPlace& eye);
  void attach(const ViewPatch& patch);
  Colour grained(Colour colour, Vec place, float footprint) const;

  ViewPlace eye_;
  std::unique_ptr<Parts> parts_;
  std::vector<const Mesh*> meshes_;
  std::vector<const std::vector<float>*> waters_;  ///< of their vertices; null: none
  float lowest_ = 0, highest_ = 0, reach_ = 1;
  Colour mean_;
};

}  // namespace craton::view
