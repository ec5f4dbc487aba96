#pragma once

#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/noise/noise.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

namespace craton {

struct NoiseScale {
  Field scale = 1000.0, offset = 0.0;
};

/// out = offset + scale · noise in all cells; the fields may be the very layer that is filled.
Result<void> fill_scaled(const Domain& domain, const Noise& noise, const NoiseScale& how, std::span<float> out,
                         const Execution& execution);

}  // namespace craton
