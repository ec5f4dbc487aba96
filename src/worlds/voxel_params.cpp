#include <craton/worlds/voxels.h>

namespace craton {

template <>
std::span<const std::string_view> choice_names<VoxelCells>() {
  static constexpr std::string_view names[] = {"voronoi", "square"};
  return names;
}

template <>
std::span<const std::string_view> choice_names<VoxelBlend>() {
  static constexpr std::string_view names[] = {"smooth", "sepp"};
  return names;
}

template <>
std::span<const std::string_view> choice_names<VoxelOverhangs>() {
  static constexpr std::string_view names[] = {"none", "displaced", "noise", "constant", "rising", "everywhere"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<VoxelParams>() {
  using P = VoxelParams;
  static const ParamInfo list[] = {
      number_param<&P::step>("step", 1.0 / 16, 16, "m", "Edge of a voxel."),
      integer_param<&P::chunk_side>("chunk_side", 8, 64, "", "Columns of a chunk along x and y: a power of two."),
      integer_param<&P::chunk_height>("chunk_height", 16, 512, "", "Voxels of a column: a power of two."),
      number_param<&P::floor>("floor", -8176, 0, "m", "Where the world ends below: a whole number of voxels under the sea."),
      number_param<&P::land_height>(
          "land_height", 0, 1000, "m",
          "How much higher land lies far from the sea; with sea_depth 0 too, biomes alone tell where the sea is."),
      number_param<&P::sea_depth>("sea_depth", 0, 1000, "m", "How deep the sea is far from land: it must end above the floor."),
      number_param<&P::land_frequency>("land_frequency", 1e-7, 0.1, "1/m", "Frequency of land and sea."),
      number_param<&P::land_bias>("land_bias", -1, 1, "", "More is more land: where the noise of land and this are above 0."),
      number_param<&P::ruggedness>("ruggedness", 0, 1, "",
                                   "How much more or less of the relief there is from one part of the land to the next."),
      number_param<&P::relief>("relief", 0, 1e5, "m",
                               "Height of hills in a biome of amplification 1; what rises above the world's ceiling is refused."),
      number_param<&P::relief_frequency>("relief_frequency", 1e-6, 0.5, "1/m", "Frequency of the largest hills."),
      integer_param<&P::relief_octaves>("relief_octaves", 1, 12, "", "Octaves of the relief."),
      number_param<&P::relief_lacunarity>("relief_lacunarity", 1, 8, "",
                                          "Frequency of each octave of the relief beside the last."),
      number_param<&P::relief_persistence>("relief_persistence", 0, 1, "",
                                           "Weight of each octave of the relief beside the last."),
      number_param<&P::relief_contrast>("relief_contrast", 0.1, 4, "",
                                        "How far heights spread from the middle of the relief; up to 1 the noise goes whole "
                                        "into it, above that its lowest and highest places are flat."),
      choice_param<&P::cells>("cells", "Shape of the cells that have one biome each."),
      number_param<&P::cell_size>(
          "cell_size", 1, 4096, "m",
          "Side of the squares that hold one centre of a cell each, at least a voxel: then every column has a climate of its "
          "own."),
      number_param<&P::roughness>("roughness", 0, 1e5, "m",
                                  "How far borders of Voronoi cells stray, at most a quarter of the cells' size."),
      number_param<&P::rough_frequency>("rough_frequency", 1e-6, 0.5, "1/m", "Frequency of the roughness of borders."),
      number_param<&P::climate_frequency>("climate_frequency", 1e-7, 0.1, "1/m", "Frequency of rain and temperature."),
      integer_param<&P::climate_octaves>("climate_octaves", 1, 12, "",
                                         "Octaves of rain and temperature; with one, biomes lie beside those of like climate."),
      number_param<&P::climate_lacunarity>("climate_lacunarity", 1, 8, "",
                                           "Frequency of each octave of the climate beside the last."),
      number_param<&P::climate_persistence>("climate_persistence", 0, 1, "",
                                            "Weight of each octave of the climate beside the last."),
      number_param<&P::climate_contrast>("climate_contrast", 0.1, 4, "",
                                         "How far climates spread from the middle of the table towards its edges."),
      boolean_param<&P::like_neighbours>(
          "like_neighbours",
          "Climates have one octave and a quarter of the frequency, so that biomes lie beside those of like climate."),
      choice_param<&P::blend>("blend",
                              "How amplifications run into each other at borders: smooth knows no steps, sepp is the rule of the "
                              "source, which has some."),
      number_param<&P::blend_width>("blend_width", 0, 1e5, "m",
                                    "Within what distance they do so, at most half of the cells' size."),
      number_param<&P::beach>("beach", 0, 100, "m", "Up to what height shores are beaches."),
      number_param<&P::shelf>(
          "shelf", 0, 100, "m",
          "How gently the land runs into the sea: a height h becomes h · h / (h + shelf), so that heights of this size are "
          "halved and great ones lose this much."),
      number_param<&P::strata_waves>("strata_waves", 0, 1000, "m", "How far layers of rock rise and sink."),
      boolean_param<&P::plants>("plants", "Whether plants grow."),
      number_param<&P::plant_size_spread>("plant_size_spread", 0, 0.9, "", "By what share sizes of plants differ from the mean."),
      choice_param<&P::overhangs>(
          "overhangs",
          "How slopes hang over: not at all, by heights displaced sideways, by a noise in space that counts "
          "for less the higher above the relief, by one that counts for the same up to the reach, or up to the ceiling: by one "
          "that counts for less the higher above the floor (rising), or for the same everywhere."),
      number_param<&P::overhang_reach>("overhang_reach", 0, 64, "m", "How far overhangs reach: at most 64 voxels."),
      number_param<&P::overhang_frequency>("overhang_frequency", 1e-6, 0.125, "1/m", "Frequency of overhangs."),
      number_param<&P::overhang_threshold>(
          "overhang_threshold", -1, 1, "",
          "Of overhangs that are constant or everywhere: there is ground where the noise in space, −1 … 1, is above this."),
      number_param<&P::caves>("caves", 0, 1, "", "How wide caves are; 0 is none."),
      number_param<&P::cave_frequency>("cave_frequency", 1e-6, 0.125, "1/m", "Frequency of caves."),
      number_param<&P::ravines>("ravines", 0, 1, "", "How many ravines there are."),
      boolean_param<&P::ores>("ores", "Whether there are ores."),
      number_param<&P::floating_reach>(
          "floating_reach", 0, 32, "m",
          "How far ground may be held from aside: what is farther from any that is solid from the floor up, or hangs in the air, "
          "is removed; at most 32 voxels; 0 keeps all."),
  };
  return list;
}

}  // namespace craton
