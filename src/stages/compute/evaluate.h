#pragma once

#include <craton/base/progress.h>
#include <craton/noise/noise.h>
#include <craton/surface/domain.h>

#include "stages/compute/formula.h"

/// Formulas over all cells of a surface.
namespace craton {

/// out = the formula; values[n] is that of its n-th name, and may be the layer that is filled.
Result<void> evaluate(const Formula& formula, std::span<const Field> values, std::span<float> out, const Execution& execution);

/// The same, where `name` stands for a noise, whose values are used while they are still in the cache.
Result<void> evaluate(const Formula& formula, std::span<const Field> values, std::string_view name, const Noise& noise,
                      const Domain& domain, std::span<float> out, const Execution& execution);

/// A formula of a stage that is only another way to write it; its text is known to be good.
Result<void> evaluate(std::string_view formula, std::initializer_list<std::pair<std::string_view, Field>> values,
                      std::span<float> out, const Execution& execution);

}  // namespace craton
