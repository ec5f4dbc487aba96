#pragma once

#include <craton/stages/stage.h>

/// The stages of this folder, for the list of all.
namespace craton {

const StageEntry& biomes_stage();
const StageEntry& sub_biomes_stage();
const StageEntry& ground_stage();
const StageEntry& vegetation_stage();
const StageEntry& resources_stage();

}  // namespace craton
