#include <algorithm>

#include <craton/recipe/noise_json.h>
#include <craton/recipe/recipe.h>

namespace craton {
namespace {

// Written noises are equal where noises are; comparing them node by node would enter shared ones again and again.
bool same_noise(const NoiseInput& a, const NoiseInput& b) {
  return a.name == b.name && (a.noise == b.noise || noise_spec_to_json(*a.noise) == noise_spec_to_json(*b.noise));
}

bool same_stage(const StageSpec& a, const StageSpec& b) {
  return a.stage == b.stage && a.id == b.id && a.enabled == b.enabled && a.params.items() == b.params.items() &&
         a.layers == b.layers && std::equal(a.noises.begin(), a.noises.end(), b.noises.begin(), b.noises.end(), same_noise);
}

}  // namespace

bool operator==(const Recipe& a, const Recipe& b) {
  return a.version == b.version && a.name == b.name && a.doc == b.doc && a.world == b.world && a.domain.kind == b.domain.kind &&
         a.domain.params.items() == b.domain.params.items() && a.seed == b.seed && a.knobs == b.knobs &&
         std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(), same_stage) && a.keep == b.keep &&
         a.require == b.require && a.attempts == b.attempts;
}

}  // namespace craton
