#pragma once

#include <string_view>

#include <craton/shape/plant_models.h>

namespace craton::shape {

/// A block of small voxels in which a plant is built. x and y are counted from the column of its foot, z from the ground.
class PlantBuilder {
 public:
  PlantBuilder(int half_width, int height, float size, std::uint64_t seed);

  /// Random numbers, one after the other: 0 … 1, and 0 … count − 1.
  float unit();
  int below(int count);
  float between(float low, float high);

  /// A colour 0xrrggbb, a little other in every plant.
  std::uint8_t colour(unsigned code);

  struct Leaves {
    std::uint8_t dark, middle, light;
  };
  Leaves leaves(unsigned dark, unsigned middle, unsigned light);

  bool inside(int x, int y, int z) const;
  std::uint8_t at(int x, int y, int z) const;
  void put(int x, int y, int z, std::uint8_t colour);
  /// Only where nothing is yet.
  void grow(int x, int y, int z, std::uint8_t colour);
  void column(int x, int y, int from, int until, std::uint8_t colour);

  struct Place {
    float x, y, z;
  };
  /// A straight branch, both ends included.
  void branch(const Place& from, const Place& to, std::uint8_t colour);
  /// An ellipsoid, a little ragged, darker below and lighter above.
  void blob(const Place& middle, float radius, float half_height, const Leaves& leaves);
  /// A flat round layer.
  void disc(int z, float radius, float ragged, const Leaves& leaves);

  /// The voxels, without empty layers above them.
  PlantVoxels finished();

 private:
  std::uint8_t* cell(int x, int y, int z);
  std::uint64_t hash_at(int x, int y, int z) const;

  int half_;
  std::uint64_t seed_, draws_ = 0;
  float warmth_, light_;
  PlantVoxels voxels_;
};

/// How a species looks: `word` is one of the words of its name.
struct PlantForm {
  std::string_view word;
  int variants;
  PlantVoxels (*build)(std::string_view name, std::uint64_t seed);
};

std::span<const PlantForm> plant_forms();

/// The form of a species: the first whose word is one of its name's, or its end ("sunflower"), else the last.
const PlantForm& form_of(std::string_view name);

}  // namespace craton::shape
