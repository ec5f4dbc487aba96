#pragma once

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/surface/surface.h>

namespace craton {

/// What views of land are painted with, a pixel a sample and without light: natural colours and the waters. Empty where the
/// climate is not known; the view has colours of its own.
CRATON_API Result<Rgb8Image> land_skin(const Surface& surface, const Execution& execution = {});

}  // namespace craton
