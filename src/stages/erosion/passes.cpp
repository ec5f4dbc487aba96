#include "stages/erosion/passes.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace craton {
namespace {

Result<ErosionPasses> whole_passes(double total, const std::string& path) {
  if (total == 0) return ErosionPasses{};
  const double count = std::max(1.0, std::ceil(total));
  if (count > most_erosion_passes)
    return Error{ErrorCode::invalid_value, path + "/iterations",
                 concat({"they are more than ", std::to_string(most_erosion_passes),
                         " passes at this resolution; take fewer iterations, a smaller reference_step or a coarser resolution"})};
  return ErosionPasses{static_cast<std::uint32_t>(count), total / count};
}

double steps_in_spacing(double reference_step, double spacing) { return reference_step > 0 ? reference_step / spacing : 1; }

}  // namespace

Result<ErosionPasses> diffusive_passes(int iterations, double reference_step, double spacing, const std::string& path) {
  const double steps = steps_in_spacing(reference_step, spacing);
  return whole_passes(iterations * (steps * steps), path);
}

Result<ErosionPasses> advective_passes(int iterations, double reference_step, double spacing, const std::string& path) {
  return whole_passes(iterations * steps_in_spacing(reference_step, spacing), path);
}

}  // namespace craton
