#include <craton/worlds/kinds.h>

namespace craton {

std::span<const WorldKind> all_world_kinds() {
  static constexpr std::string_view plane[] = {"plane"}, torus[] = {"torus"}, sphere[] = {"sphere"};
  static constexpr WorldKind kinds[] = {
      {"terrain", "Terrain",
       "A tile of an endless landscape. Any two tiles agree where they meet or overlap, bit for bit, so stages may look only as "
       "far as the margin of a tile.",
       plane},
      {"map", "Map",
       "A map of a whole country or continent, which closes onto itself or ends at its borders. Stages see all of it.", torus},
      {"planet", "Planet", "A whole planet, with no seam and no pole that is squeezed. Stages see all of it.", sphere},
  };
  return kinds;
}

RecipeTerms all_terms() { return {.stages = {}, .worlds = all_world_kinds()}; }

}  // namespace craton
