#include "worlds/voxel_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "base/fp_mode.h"
#include "base/number_text.h"
#include "base/text.h"
#include "worlds/voxel_make.h"

namespace craton::voxels {
namespace {

/// How far overhangs and the search for floating pieces may reach, in voxels: what lies around a chunk is made for it too.
constexpr int most_overhang = 64, most_floating = 32;
/// Plants look for others no farther, in voxels.
constexpr int most_spacing = 32;

std::string digits(double value) { return number_text(value, 9); }

/// A value that the declared range allows, but not the other parameters.
class Refusal {
 public:
  explicit Refusal(std::string_view path) : path_(path) {}
  Error operator()(std::string_view param, std::string message) const {
    return {ErrorCode::invalid_value, path_.empty() ? std::string(param) : concat({path_, "/", param}), std::move(message)};
  }
  Error range(std::string_view param, double found, double low, double high, std::string_view why) const {
    return (*this)(param, concat({"found ", digits(found), ", allowed ", digits(low), " … ", digits(high), " m here: ", why}));
  }

 private:
  std::string_view path_;
};

Result<void> check_params(const VoxelParams& p, std::string_view path) {
  const Refusal refuse(path);
  // Those who fill the struct themselves get the checks of those who write JSON.
  VoxelParams checked;
  ParamValues values;
  const auto number = [&](const char* name, double value) { values.set(name, value); };
  number("step", p.step);
  values.set("chunk_side", std::int64_t{p.chunk_side});
  values.set("chunk_height", std::int64_t{p.chunk_height});
  number("floor", p.floor);
  number("land_height", p.land_height);
  number("sea_depth", p.sea_depth);
  number("land_frequency", p.land_frequency);
  number("land_bias", p.land_bias);
  number("ruggedness", p.ruggedness);
  number("relief", p.relief);
  number("relief_frequency", p.relief_frequency);
  values.set("relief_octaves", std::int64_t{p.relief_octaves});
  number("relief_lacunarity", p.relief_lacunarity);
  number("relief_persistence", p.relief_persistence);
  number("relief_contrast", p.relief_contrast);
  number("cell_size", p.cell_size);
  number("roughness", p.roughness);
  number("rough_frequency", p.rough_frequency);
  number("climate_frequency", p.climate_frequency);
  values.set("climate_octaves", std::int64_t{p.climate_octaves});
  number("climate_lacunarity", p.climate_lacunarity);
  number("climate_persistence", p.climate_persistence);
  number("climate_contrast", p.climate_contrast);
  number("blend_width", p.blend_width);
  number("beach", p.beach);
  number("shelf", p.shelf);
  number("strata_waves", p.strata_waves);
  number("plant_size_spread", p.plant_size_spread);
  number("overhang_reach", p.overhang_reach);
  number("overhang_frequency", p.overhang_frequency);
  number("overhang_threshold", p.overhang_threshold);
  number("caves", p.caves);
  number("cave_frequency", p.cave_frequency);
  number("ravines", p.ravines);
  number("floating_reach", p.floating_reach);
  CRATON_TRY(read_params(params_of<VoxelParams>(), values, path, &checked));

  const auto is_power = [](int n) { return std::has_single_bit(static_cast<unsigned>(n)); };
  if (!is_power(p.chunk_side))
    return refuse("chunk_side", concat({"found ", std::to_string(p.chunk_side), ", allowed 8 | 16 | 32 | 64"}));
  if (!is_power(p.chunk_height))
    return refuse("chunk_height", concat({"found ", std::to_string(p.chunk_height), ", allowed 16 | 32 | 64 | 128 | 256 | 512"}));
  if (p.step * units_per_metre != std::floor(p.step * units_per_metre))
    return refuse("step", "a voxel must be a whole number of 1/1024 m");
  if (p.floor / p.step != std::floor(p.floor / p.step))
    return refuse("floor", concat({"found ", digits(p.floor), ": must lie a whole number of voxels below the sea"}));
  if (-p.floor / p.step >= p.chunk_height)
    return refuse.range("floor", p.floor, -(p.chunk_height - 1) * p.step, 0, "less than a column is high");
  if (p.sea_depth > 0 && p.sea_depth > -p.floor - p.step)
    return refuse.range("sea_depth", p.sea_depth, 0, std::max(-p.floor - p.step, 0.0), "the sea ends above the floor");
  if (p.cell_size < p.step) return refuse.range("cell_size", p.cell_size, p.step, 4096, "at least a voxel");
  if (p.roughness > p.cell_size / 4)
    return refuse.range("roughness", p.roughness, 0, p.cell_size / 4, "at most a quarter of \"cell_size\"");
  if (p.blend_width > p.cell_size / 2)
    return refuse.range("blend_width", p.blend_width, 0, p.cell_size / 2, "at most half of \"cell_size\"");
  const bool to_ceiling = p.overhangs == VoxelOverhangs::rising || p.overhangs == VoxelOverhangs::everywhere;
  if (p.overhangs != VoxelOverhangs::none && !to_ceiling && p.overhang_reach > most_overhang * p.step)
    return refuse.range("overhang_reach", p.overhang_reach, 0, most_overhang * p.step, "at most 64 voxels");
  if ((p.overhangs != VoxelOverhangs::none || p.caves > 0) && p.floating_reach > most_floating * p.step)
    return refuse.range("floating_reach", p.floating_reach, 0, most_floating * p.step, "at most 32 voxels");
  return {};
}

/// Hills must end below the ceiling: nothing is cut off flat there.
Result<void> check_ceiling(const VoxelParams& p, const VoxelTable& table, std::string_view path) {
  const double ceiling = p.floor + p.chunk_height * p.step;
  for (const VoxelTable::Biome& biome : table.biomes) {
    const double above = biome.base + p.land_height + biome.amplification * (1 + p.ruggedness) * p.relief;
    double highest = above > 0 ? above * above / (above + p.shelf) : above;
    // Where a threshold rises with height, hardly anything reaches so far.
    if (p.overhangs == VoxelOverhangs::constant) highest += p.overhang_reach * std::min(biome.amplification * 2.5, 1.0);
    if (!(highest > ceiling)) continue;
    return Refusal(path)("relief", concat({"found ", digits(p.relief), ": the hills of \"", biome.name, "\" would rise to ",
                                           digits(highest), " m, but this world ends at ", digits(ceiling),
                                           " m; give it a smaller relief or a greater chunk_height"}));
  }
  return {};
}

/// Where ground is hollowed out, its surface must be able to stand beside air.
Result<void> check_surfaces(const VoxelParams& p, const VoxelTable& table, std::string_view path) {
  const std::string_view hollowed = p.overhangs != VoxelOverhangs::none ? "overhangs"
                                    : p.caves > 0                       ? "caves"
                                    : p.ravines > 0                     ? "ravines"
                                                                        : "";
  if (hollowed.empty()) return {};
  for (const VoxelTable::Biome& biome : table.biomes)
    if (table.grounds[biome.surface].liquid)
      return Refusal(path)(hollowed, concat({"is not for this table: the surface of \"", biome.name, "\" is a liquid"}));
  return {};
}

NoiseSpec simplex(double frequency) {
  NoiseSpec spec{.kind = "simplex"};
  spec.params.set("frequency", frequency);
  return spec;
}
NoiseSpec octaves(double frequency, int count, double persistence, double lacunarity = 2) {
  NoiseSpec spec{.kind = "fbm", .inputs = {{"source", simplex(frequency)}}};
  spec.params.set("octaves", std::int64_t{count});
  spec.params.set("lacunarity", lacunarity);
  spec.params.set("persistence", persistence);
  return spec;
}

Result<void> make(std::optional<Noise>& into, const NoiseSpec& spec, Seed seed) {
  CRATON_TRY(Noise noise, Noise::make(spec, seed));
  into = std::move(noise);
  return {};
}

/// The one that somebody gave, else the one that the parameters describe.
Result<void> make_one_of(std::optional<Noise>& into, const VoxelNoises& given, const char* name, const NoiseSpec& spec,
                         Seed seed) {
  const auto found = given.find(name);
  if (found == given.end()) return make(into, spec, seed.child(name));
  Result<void> made = make(into, found->second, seed.child(name));
  if (made) return {};
  Error error = made.error();
  error.path = concat({"/noises/", name, error.path});
  return error;
}

Result<void> make_noises(Model& m, Seed seed, const VoxelNoises& given) {
  const VoxelParams& p = m.params;
  const NoiseSpec relief = octaves(p.relief_frequency, p.relief_octaves, p.relief_persistence, p.relief_lacunarity);
  CRATON_TRY(make_one_of(m.relief, given, "relief", relief, seed));
  // Without fine octaves a climate changes less from a cell to the next than the biomes of the table are wide.
  const NoiseSpec climate = p.like_neighbours
                                ? octaves(p.climate_frequency / 4, 1, 0.5)
                                : octaves(p.climate_frequency, p.climate_octaves, p.climate_persistence, p.climate_lacunarity);
  CRATON_TRY(make_one_of(m.rain, given, "rain", climate, seed));
  CRATON_TRY(make_one_of(m.temperature, given, "temperature", climate, seed));
  CRATON_TRY(make_one_of(m.land, given, "land", octaves(p.land_frequency, 4, 0.5), seed));
  CRATON_TRY(make(m.rugged, simplex(p.land_frequency * 1.7), seed.child("ruggedness")));
  CRATON_TRY(make(m.strata, simplex(p.relief_frequency / 2), seed.child("strata")));
  for (const char* name : {"rough 1", "rough 2"}) {
    CRATON_TRY(Noise noise, Noise::make(simplex(p.rough_frequency), seed.child(name)));
    m.rough.push_back(std::move(noise));
  }
  CRATON_TRY(make(m.overhang[0], simplex(p.overhang_frequency), seed.child("overhang 1")));
  CRATON_TRY(make(m.overhang[1], simplex(p.overhang_frequency), seed.child("overhang 2")));
  CRATON_TRY(make(m.caves[0], simplex(p.cave_frequency), seed.child("caves 1")));
  CRATON_TRY(make(m.caves[1], simplex(p.cave_frequency), seed.child("caves 2")));
  CRATON_TRY(make(m.ravines[0], simplex(p.relief_frequency / 3), seed.child("ravines 1")));
  CRATON_TRY(make(m.ravines[1], simplex(p.relief_frequency / 4), seed.child("ravines 2")));
  m.cell_seed = seed.child("cells").value;
  m.plant_seed = seed.child("plants").value;
  m.cap_seed = seed.child("caps").value;
  m.ore_seed = seed.child("ores").value;
  return {};
}

int voxels_of(const Model& m, double metres) { return static_cast<int>(std::floor(metres / m.params.step + 0.5)); }

/// Cumulative shares of species, in 2^32.
std::vector<std::uint32_t> cumulative_shares(const std::vector<VoxelTable::Species>& species) {
  double sum = 0, until = 0;
  for (const VoxelTable::Species& each : species) sum += each.share;
  std::vector<std::uint32_t> shares;
  for (const VoxelTable::Species& each : species) {
    until += each.share;
    shares.push_back(static_cast<std::uint32_t>(std::min(until / sum * 0x1p32, 0x1p32 - 1)));
  }
  return shares;
}

Result<void> make_biomes(Model& m, Seed seed) {
  std::vector<double> frequencies;
  for (const VoxelTable::Biome& biome : m.table.biomes) {
    Model::BiomeData data{.amplification = static_cast<float>(biome.amplification),
                          .base = static_cast<float>(biome.base),
                          .blending = static_cast<float>(biome.blending),
                          .surface = biome.surface,
                          .soil_ground = biome.soil,
                          .cap = biome.cap,
                          .beach = biome.beach != 0 ? biome.beach : m.table.beach};
    data.soil = std::max(voxels_of(m, biome.soil_depth), 1);
    if (biome.cap != 0) data.cap_from = voxels_of(m, std::clamp(biome.cap_above, -1e5, 1e5) - m.params.floor);
    data.first_species = static_cast<std::uint16_t>(m.species.size());
    for (const VoxelTable::Species& species : biome.species) m.species.push_back(species.name);
    data.species_until = cumulative_shares(biome.species);
    if (biome.plant_frequency > 0 && m.params.plants) {
      // Biomes of one frequency share one noise, so that their borders do not show.
      const auto found = std::find(frequencies.begin(), frequencies.end(), biome.plant_frequency);
      data.plant_field = static_cast<int>(found - frequencies.begin());
      if (found == frequencies.end()) {
        frequencies.push_back(biome.plant_frequency);
        CRATON_TRY(Noise noise, Noise::make(simplex(biome.plant_frequency), seed.child("plant field")));
        m.plant_fields.push_back(std::move(noise));
        m.plant_spacing.push_back(1);
      }
      int& spacing = m.plant_spacing[static_cast<std::size_t>(data.plant_field)];
      spacing = std::max(spacing, std::min(static_cast<int>(std::ceil(biome.plant_spacing / m.params.step)), most_spacing));
    }
    m.biomes.push_back(std::move(data));
  }
  return {};
}

Result<void> make_climates(Model& m) {
  BiomeTable rectangles{.x = {"rain", 0, 1}, .y = {"temperature", 0, 1}};
  for (const VoxelTable::Biome& biome : m.table.biomes)
    rectangles.entries.push_back({biome.name, biome.rain[0], biome.rain[1], biome.temperature[0], biome.temperature[1]});
  CRATON_TRY(TableGrid grid, TableGrid::make(rectangles, "/biomes"));
  m.climates = std::move(grid);
  for (const std::string& name : m.climates->names()) {
    const auto found =
        std::find_if(m.table.biomes.begin(), m.table.biomes.end(), [&](const auto& biome) { return biome.name == name; });
    m.biome_of_class.push_back(static_cast<std::uint8_t>(found == m.table.biomes.end() ? 0 : found - m.table.biomes.begin()));
  }
  return {};
}

/// Which ground the rock at each voxel of a column is, for every wave of the layers.
void make_strata(Model& m) {
  m.most_wave = std::min(voxels_of(m, m.params.strata_waves), m.params.chunk_height);
  for (const VoxelTable::Stratum& stratum : m.table.strata)
    if (std::find(m.rock_grounds.begin(), m.rock_grounds.end(), stratum.ground) == m.rock_grounds.end())
      m.rock_grounds.push_back(stratum.ground);
  double period = 0;
  for (const VoxelTable::Stratum& stratum : m.table.strata) period += stratum.thickness;
  const auto words = static_cast<std::size_t>(m.words());
  const std::size_t of_wave = m.rock_grounds.size() * words;
  m.rock_masks.assign(static_cast<std::size_t>(2 * m.most_wave + 1) * of_wave, 0);
  for (int wave = -m.most_wave; wave <= m.most_wave; ++wave)
    for (int z = 0; z < m.params.chunk_height; ++z) {
      double height = (z + wave + 0.5) * m.params.step;
      height -= std::floor(height / period) * period;
      std::size_t layer = 0;
      while (layer + 1 < m.table.strata.size() && height >= m.table.strata[layer].thickness)
        height -= m.table.strata[layer++].thickness;
      const auto ground = static_cast<std::size_t>(
          std::find(m.rock_grounds.begin(), m.rock_grounds.end(), m.table.strata[layer].ground) - m.rock_grounds.begin());
      m.rock_masks[static_cast<std::size_t>(wave + m.most_wave) * of_wave + ground * words + static_cast<std::size_t>(z) / 64] |=
          std::uint64_t{1} << (z % 64);
    }
}

}  // namespace

Result<std::shared_ptr<const Model>> make_model(const VoxelParams& params, Seed seed, const VoxelTable& table,
                                                std::string_view path, const VoxelNoises& noises) {
  CRATON_TRY(check_params(params, path));
  CRATON_TRY(check_voxel_table(table, ""));
  CRATON_TRY(check_ceiling(params, table, path));
  CRATON_TRY(check_surfaces(params, table, path));
  auto model = std::make_shared<Model>();
  model->params = params;
  model->table = table;
  model->seed = seed;
  model->step = static_cast<std::int64_t>(params.step * units_per_metre);
  model->cell = static_cast<std::int64_t>(params.cell_size * units_per_metre);
  model->sea = voxels_of(*model, -params.floor);
  model->beach = voxels_of(*model, params.beach);
  model->floor = static_cast<float>(params.floor);
  model->voxel = static_cast<float>(params.step);
  CRATON_TRY(make_noises(*model, seed, noises));
  CRATON_TRY(make_climates(*model));
  CRATON_TRY(make_biomes(*model, seed));
  make_strata(*model);
  return std::shared_ptr<const Model>(std::move(model));
}

}  // namespace craton::voxels
