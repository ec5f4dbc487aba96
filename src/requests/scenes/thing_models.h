#pragma once

#include <string>
#include <vector>

#include <craton/requests/scenes.h>

namespace craton::requests {

/// Things that stand on terrain as nodes of a scene, which share a few models of each kind.
class ThingModels {
 public:
  explicit ThingModels(const std::vector<ScatterKind>& kinds);

  /// Adds a material, the models, and a node for each thing; places count from the origin of the scene.
  void add_to(Scene& scene, const std::vector<ScatterPoint>& points) &&;

 private:
  struct Model {
    std::string name;
    Mesh mesh;
    double height = 1;  ///< metres
  };
  std::vector<Model> models_;
  std::vector<std::size_t> first_;  ///< of each kind, and an end
};

}  // namespace craton::requests
