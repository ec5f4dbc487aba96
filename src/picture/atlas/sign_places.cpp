#include "picture/atlas/sign_places.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "picture/atlas/climate_tints.h"
#include "picture/atlas/coast_distance.h"
#include "picture/atlas/paper.h"
#include "picture/height_tints.h"

namespace craton::atlas {
namespace {

/// What grows at a place: by biome where it is known, else by climate.
enum class Cover : std::uint8_t { open, leaf_wood, needle_wood, jungle, desert };

class Covers {
 public:
  explicit Covers(const SignSources& from) : rasters_(*from.rasters) {
    const Layer* biome = from.surface->layer("biome");
    if (!biome || biome->type() != LayerType::category) return;
    for (const std::string& name : biome->info().categories) by_biome_.push_back(cover_of(name));
    Result<std::vector<Cell>> cells =
        raster_of_cells(from.surface->domain(), rasters_.size, Projection::equirectangular, {.threads = 1});
    if (!cells) return;
    const std::span<const std::uint8_t> categories = biome->categories();
    covers_.resize(cells->size());
    for (std::size_t i = 0; i < covers_.size(); ++i) {
      const std::uint8_t category = categories[(*cells)[i]];
      covers_[i] = category < by_biome_.size() ? by_biome_[category] : Cover::open;
    }
  }

  Cover at(std::size_t i) const {
    if (!covers_.empty()) return covers_[i];
    if (!rasters_.climate()) return Cover::open;
    const ClimateShares shares = climate_shares(
        rasters_.temperature[i], rasters_.warmest.empty() ? rasters_.temperature[i] + 10 : rasters_.warmest[i], rasters_.rain[i]);
    if (shares.dry > 0.85F) return Cover::desert;
    if (shares.boreal > 0.5F) return Cover::needle_wood;
    if (shares.humid < 0.6F) return Cover::open;
    return rasters_.temperature[i] > 22 && rasters_.rain[i] > 160 ? Cover::jungle : Cover::leaf_wood;
  }

 private:
  static Cover cover_of(const std::string& name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    if (has("taiga") || has("boreal")) return Cover::needle_wood;
    if (has("rain forest") && has("tropical")) return Cover::jungle;
    if (has("forest") || has("wood")) return has("temperate rain") ? Cover::needle_wood : Cover::leaf_wood;
    if (has("desert") && !has("semi")) return Cover::desert;
    return Cover::open;
  }
  const FlatRasters& rasters_;
  std::vector<Cover> by_biome_, covers_;
};

/// A place where a sign could stand.
struct Candidate {
  Spot at;
  std::size_t sample = 0;
  float worth = 0;
  std::uint32_t salt = 0;
};

constexpr float least_hill = 0.24F, least_mountain = 0.42F;

class SignPlacer {
 public:
  SignPlacer(const SignSources& from, LabelLayout& layout) : from_(from), layout_(layout), covers_(from) {}

  Result<std::vector<LandSign>> place(const Execution& execution) {
    CRATON_TRY(place_mountains(execution));
    place_hills();
    place_woods();
    place_dunes();
    std::stable_sort(signs_.begin(), signs_.end(), [](const LandSign& a, const LandSign& b) { return a.foot.y < b.foot.y; });
    return std::move(signs_);
  }

 private:
  /// Calls body(candidate) on a jittered lattice of the page, on dry land alone.
  template <class Body>
  void for_each_place(double step, std::uint32_t salt, double from_coast, Body body) const {
    const Rect& map = from_.frame->map();
    const double reach = from_coast / from_.frame->pixels_per_flat();
    for (std::int64_t j = 0; map.top + static_cast<double>(j) * step < map.bottom; ++j)
      for (std::int64_t i = 0; map.left + static_cast<double>(i) * step < map.right; ++i) {
        const double x = scattered(i, j, salt), y = scattered(i, j, salt + 1);
        const Spot at{map.left + (static_cast<double>(i) + x) * step, map.top + (static_cast<double>(j) + y) * step};
        const std::optional<Spot> flat = from_.frame->flat_at(at);
        if (!flat) continue;
        const std::size_t sample = from_.rasters->index(flat->x, flat->y);
        if (double{from_.rasters->coast[sample]} < reach) continue;
        body(Candidate{at, sample, 0, static_cast<std::uint32_t>(scattered(i, j, salt + 2) * 4294967295.0)});
      }
  }

  /// Mountains of one range stand before each other, so that they make a ridge; names keep free of them.
  bool try_mountain(const LandSign& sign) {
    const OrientedBox box = sign.box();
    const Rect bounds = box.bounds(), map = from_.frame->map();
    if (bounds.left < map.left || bounds.right > map.right || bounds.top < map.top || bounds.bottom > map.bottom) return false;
    if (from_.frame->curved() && from_.busy->nuisance(box, BusyMap::Home::lake) > 1) return false;
    for (const LandSign& other : signs_) {
      const double across = std::abs(other.foot.x - sign.foot.x) / (0.62 * (other.half_width + sign.half_width)),
                   down = std::abs(other.foot.y - sign.foot.y) / (0.3 * (other.height + sign.height));
      if (across < 1 && down < 1 && across * across + down * down < 1) return false;
    }
    if (!layout_.free(box)) return false;
    signs_.push_back(sign);
    return true;
  }

  /// `room`: how many times its own size it keeps free.
  bool try_place(const LandSign& sign, double room = 1) {
    OrientedBox box = sign.box();
    box.half_width *= room;
    box.half_height *= room;
    const Rect bounds = box.bounds(), map = from_.frame->map();
    if (bounds.left < map.left || bounds.right > map.right || bounds.top < map.top || bounds.bottom > map.bottom) return false;
    if (from_.frame->curved() && from_.busy->nuisance(box, BusyMap::Home::lake) > 1) return false;
    if (!layout_.free(box)) return false;
    layout_.block(box);
    signs_.push_back(sign);
    return true;
  }

  Result<void> place_mountains(const Execution& execution) {
    const FlatRasters& rasters = *from_.rasters;
    // What stands above its surroundings.
    std::vector<float> around = rasters.heights;
    for (float& height : around) height = std::max(height, 0.0F);
    const int radius = std::max(2, static_cast<int>(std::lround(16 * from_.unit / from_.frame->pixels_per_flat())));
    CRATON_TRY(soften(around, rasters.size.width, radius, rasters.ground, execution));
    // High for this world, and above what lies around it: each by what few places exceed.
    for (std::size_t i = 0; i < around.size(); ++i)
      around[i] = rasters.heights[i] > 0 ? std::max(rasters.heights[i] - around[i], 0.0F) : -1.0F;
    worth_ = std::move(around);
    const float high = std::max(picture::HeightCounts(rasters.view(rasters.heights)).land_quantile(0.97), 1e-3F);
    const float steep = std::max(picture::HeightCounts(rasters.view(worth_)).land_quantile(0.97), 1e-3F);
    for (std::size_t i = 0; i < worth_.size(); ++i)
      if (worth_[i] >= 0)
        worth_[i] = 0.5F * std::min(rasters.heights[i] / high, 1.2F) + 0.42F * std::min(worth_[i] / steep, 1.2F);
    raise_ranges();
    CRATON_TRY(find_crests(execution));
    std::vector<Candidate> all;
    for_each_place(2.2 * from_.unit, 11, 4 * from_.unit, [&](Candidate candidate) {
      candidate.worth = crests_[candidate.sample];
      if (worth_[candidate.sample] > least_mountain) all.push_back(candidate);
    });
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
    for (const Candidate& candidate : all) {
      if (!is_crest(candidate.sample)) continue;
      const double worth = std::min(double{worth_[candidate.sample]}, 1.0);
      const double half = (3.2 + 9.5 * worth) * varied(candidate, 0) * from_.unit, height = half * (1.15 + 0.5 * worth);
      try_mountain({LandSign::Kind::mountain, {candidate.at.x, candidate.at.y + 0.35 * height}, half, height, candidate.salt});
    }
    for (const LandSign& sign : signs_) layout_.block(sign.box());
    return {};
  }

  /// Where the ground stands above what lies near it: along the axes of ranges and their spurs.
  Result<void> find_crests(const Execution& execution) {
    std::vector<float> near = worth_;
    for (float& worth : near) worth = std::max(worth, 0.0F);
    const int radius = std::max(1, static_cast<int>(std::lround(4 * from_.unit / from_.frame->pixels_per_flat())));
    CRATON_TRY(soften(near, from_.rasters->size.width, radius, from_.rasters->ground, execution));
    crests_ = worth_;
    for (std::size_t i = 0; i < crests_.size(); ++i) crests_[i] += 1.5F * (worth_[i] - near[i]);
    return {};
  }
  bool is_crest(std::size_t sample) const { return crests_[sample] > worth_[sample] - 0.02F; }

  /// What has the name of a range shows as one, however gentle it is beside others.
  void raise_ranges() {
    const double reach = 13 * from_.unit / from_.frame->pixels_per_flat();
    const auto radius = static_cast<int>(reach);
    std::vector<float> near(worth_.size());
    for (const NamedPlace& place : *from_.places) {
      if (place.kind != "range") continue;
      for (const Spot at : smoothed(from_.frame->flat_of(place.line), 0.7 * reach, 6 * reach))
        for (int j = -radius; j <= radius; ++j)
          for (int i = -radius; i <= radius; ++i) {
            float& here = near[from_.rasters->index(at.x + i, at.y + j)];
            here = std::max(here, static_cast<float>(1 - std::hypot(i, j) / reach));
          }
    }
    for (std::size_t i = 0; i < near.size(); ++i)
      if (near[i] > 0 && worth_[i] >= 0) worth_[i] = std::max(worth_[i], 0.36F + 0.24F * near[i] + 0.35F * worth_[i]);
  }

  /// Hills stand loosely around mountains: on a lattice of their own, so that they form no rows.
  void place_hills() {
    for_each_place(11 * from_.unit, 17, 5 * from_.unit, [&](const Candidate& candidate) {
      const float worth = worth_[candidate.sample];
      const bool slope = worth > least_mountain && !is_crest(candidate.sample);
      if (worth < least_hill || (worth > least_mountain && !slope) || (candidate.salt & 7U) < 3) return;
      const double half = 6 * varied(candidate, 8) * from_.unit;
      try_place({LandSign::Kind::hill, candidate.at, half, 0.75 * half, candidate.salt}, 1.15);
    });
  }

  /// About 1: signs of one kind are not all of one size.
  static double varied(const Candidate& candidate, unsigned shift) { return 0.85 + 0.3 * (candidate.salt >> shift & 255U) / 255; }

  void place_woods() {
    const Paper patches(2.2 * from_.unit);
    for_each_place(7 * from_.unit, 23, 5 * from_.unit, [&](const Candidate& candidate) {
      const Cover cover = covers_.at(candidate.sample);
      if (cover != Cover::leaf_wood && cover != Cover::needle_wood && cover != Cover::jungle) return;
      // Woods have clearings.
      if (double{patches.at(candidate.at.x, candidate.at.y).blot} < -0.12) return;
      const double vary = (0.85 + 0.35 * (candidate.salt >> 8 & 255U) / 255) * from_.unit;
      const bool needle = cover == Cover::needle_wood;
      LandSign sign{needle                   ? LandSign::Kind::needle_tree
                    : cover == Cover::jungle ? LandSign::Kind::palm
                                             : LandSign::Kind::leaf_tree,
                    candidate.at, (needle ? 2.7 : 3.5) * vary, (needle ? 8.4 : 7.6) * vary, candidate.salt};
      if (from_.busy->nuisance(sign.box(), BusyMap::Home::river) > 0.25) return;
      try_place(sign);
    });
  }

  void place_dunes() {
    for_each_place(15 * from_.unit, 37, 8 * from_.unit, [&](const Candidate& candidate) {
      if (covers_.at(candidate.sample) != Cover::desert || (candidate.salt & 3U) < 2) return;
      const LandSign sign{LandSign::Kind::dune, candidate.at, 6 * from_.unit, 4 * from_.unit, candidate.salt};
      if (from_.busy->nuisance(sign.box(), BusyMap::Home::river) > 0.1) return;
      try_place(sign);
    });
  }

  const SignSources& from_;
  LabelLayout& layout_;
  Covers covers_;
  std::vector<float> worth_;   // of mountains, of each sample
  std::vector<float> crests_;  // the same, more where the ground is a crest and less where it is a slope
  std::vector<LandSign> signs_;
};

}  // namespace

Result<std::vector<LandSign>> land_signs(const SignSources& from, LabelLayout& layout, const Execution& execution) {
  return SignPlacer(from, layout).place(execution);
}

}  // namespace craton::atlas
