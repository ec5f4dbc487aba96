#pragma once

#include <cstdint>
#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

namespace craton::cli {

/// `make --step`: a picture after every stage, and after every iteration of one.
class StepPictures {
 public:
  /// Makes the folder; pictures of an earlier run are removed from it.
  static Result<StepPictures> in_folder(std::string folder, const Execution& execution);

  /// Removes what was drawn: the world was given up.
  Result<void> start_anew();
  /// Of the first layer that the stage writes.
  Result<void> draw(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                    std::uint32_t count);

 private:
  StepPictures(std::string folder, const Execution& execution) : folder_(std::move(folder)), execution_(execution) {}
  std::string folder_;
  Execution execution_;
  unsigned drawn_ = 0;
};

}  // namespace craton::cli
