#pragma once

#include <craton/shape/plant_models.h>

namespace craton::test {

/// The volume that a plant's mesh encloses, its foot closed in thought: faces there lie at z = 0 and add nothing.
inline double volume_of(const PlantModel& model) {
  double sum = 0;
  for (std::size_t t = 0; t < model.triangles.size(); t += 3) {
    const PlantVertex &a = model.vertices[model.triangles[t]], &b = model.vertices[model.triangles[t + 1]],
                      &c = model.vertices[model.triangles[t + 2]];
    sum += double{a.x} * (double{b.y} * c.z - double{b.z} * c.y) + double{a.y} * (double{b.z} * c.x - double{b.x} * c.z) +
           double{a.z} * (double{b.x} * c.y - double{b.y} * c.x);
  }
  return -sum / 6;  // the system of the world is left-handed
}

}  // namespace craton::test
