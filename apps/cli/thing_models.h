#pragma once

#include <string>
#include <vector>

#include <craton/files/glb.h>
#include <craton/worlds/scatter.h>

namespace craton::cli {

/// Things that stand on terrain as nodes of a scene, which share a few models of each kind. Grass is left out: it would be more
/// nodes than programs bear.
class ThingModels {
 public:
  explicit ThingModels(const std::vector<ScatterKind>& kinds);

  /// Adds the models, and a node for each thing; places count from the origin of the scene. Gives how many nodes there are. The
  /// models must live until the scene is written.
  std::size_t add_to(GlbScene& scene, const std::vector<ScatterPoint>& points, std::size_t material) const;

 private:
  struct Model {
    std::string name;
    Mesh mesh;
    double height = 1;  ///< metres
  };
  std::vector<Model> models_;
  std::vector<std::size_t> first_;  ///< of each kind, and an end
};

}  // namespace craton::cli
