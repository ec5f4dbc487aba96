#pragma once

#include <craton/stages/stage.h>

namespace craton {

const StageEntry& refined_world_stage();

}  // namespace craton
