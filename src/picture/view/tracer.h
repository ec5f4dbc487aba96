#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "base/function_ref.h"
#include "picture/view/vec.h"

namespace craton::view {

constexpr float no_hit = std::numeric_limits<float>::infinity();

/// A lattice of triangles that rays are shot at. With voxel_tracer the only place that knows Embree.
class Tracer {
 public:
  /// `fill(row, vertices)` gives the columns of a row, in parallel.
  static Result<Tracer> make(std::uint32_t columns, std::uint32_t rows, const Execution& execution,
                             FunctionRef<void(std::uint32_t row, Vec* vertices)> fill);
  Tracer(Tracer&&) noexcept;
  Tracer& operator=(Tracer&&) noexcept;
  ~Tracer();

  /// Distance to the first triangle between `from` and `to`, in lengths of `direction`; no_hit where there is none.
  float hit(Vec origin, Vec direction, float from = 0, float to = no_hit) const;
  bool blocked(Vec origin, Vec direction, float from = 0, float to = no_hit) const;

 private:
  struct Parts;
  explicit Tracer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace craton::view
