// Sea level is 0 m everywhere in Craton: this stage moves the heights so that it is. By share, the level is the quantile of
// heights weighted by area, found exactly with three passes of counting over the bits of the heights; counts are integers, so
// that their sums do not depend on order.
#include <algorithm>
#include <array>
#include <limits>
#include <mutex>

#include "base/float_order.h"
#include "base/parallel.h"
#include "stages/all_stages.h"

namespace craton {
namespace {

enum class SeaBy { share, level };

struct SeaLevelParams {
  Change<float> layer = "height";
  Write<std::uint8_t> sea = "sea";
  SeaBy by = SeaBy::share;
  double share = 0.6;
  double level = 0;
};

constexpr std::uint64_t block_cells = 1 << 16;

/// The cell's area in 2^-20 of the mean one.
template <class T>
class Weights {
 public:
  explicit Weights(const T& topology) : topology_(topology) {
    const double mean = topology.spacing() * topology.spacing();
    per_area_ = 0x1p20 / mean;
  }
  std::uint64_t operator()(Cell cell) const {
    if constexpr (T::even_links) return std::uint64_t{1} << 20;
    return static_cast<std::uint64_t>(topology_.area(cell) * per_area_ + 0.5);
  }

 private:
  const T& topology_;
  double per_area_ = 0;
};

/// Counts weights by some bits of the key, of the cells whose higher bits are those already known.
template <class T>
Result<void> count_keys(const T& topology, std::span<const float> heights, std::uint32_t known, unsigned shift, unsigned bits,
                        std::vector<std::uint64_t>& counts, const Execution& execution) {
  const Weights<T> weight(topology);
  const std::uint32_t mask = (1u << bits) - 1;
  const unsigned above = shift + bits;
  counts.assign(std::size_t{1} << bits, 0);
  std::mutex adding;
  return parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> mine(counts.size(), 0);
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint32_t key = ordered_key(heights[i]);
      if (above < 32 && (key >> above) != (known >> above)) continue;
      mine[(key >> shift) & mask] += weight(static_cast<Cell>(i));
    }
    const std::lock_guard lock(adding);
    for (std::size_t k = 0; k < mine.size(); ++k) counts[k] += mine[k];
  });
}

/// The lowest level with at least `share` of the area strictly below it: just above a height, or the lowest one for a share of 0.
template <class T>
Result<float> level_by_share(const T& topology, std::span<const float> heights, double share, const std::string& path,
                             const Execution& execution) {
  std::vector<std::uint64_t> counts;
  std::uint32_t known = 0;
  std::uint64_t below = 0, wanted = 0;
  constexpr std::array<std::pair<unsigned, unsigned>, 3> passes{{{21, 11}, {10, 11}, {0, 10}}};
  for (const auto& [shift, bits] : passes) {
    CRATON_TRY(count_keys(topology, heights, known, shift, bits, counts, execution));
    if (shift == passes[0].first) {
      std::uint64_t total = 0;
      for (const std::uint64_t count : counts) total += count;
      wanted = static_cast<std::uint64_t>(share * static_cast<double>(total));
    }
    // The first key up to whose end the sum reaches what is wanted.
    std::uint32_t k = 0;
    while (k + 1 < counts.size() && below + counts[k] < std::max<std::uint64_t>(wanted, 1)) below += counts[k++];
    known |= k << shift;
  }
  if (known >= ordered_key(std::numeric_limits<float>::max()))
    return Error{ErrorCode::invalid_value, path, "the heights are not all numbers"};
  return number_of_key(wanted == 0 ? known : known + 1);
}

template <class T>
Result<void> set_level(const T& topology, const SeaLevelParams& params, StageContext& context) {
  const std::span<float> heights = params.layer.values();
  const std::span<std::uint8_t> sea = params.sea.values();
  auto level = static_cast<float>(params.level);
  if (params.by == SeaBy::share) {
    CRATON_TRY(const float found, level_by_share(topology, heights, params.share, context.path, context.execution));
    level = found;
  }
  return parallel_blocks(heights.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      heights[i] -= level;
      sea[i] = heights[i] < 0 ? 1 : 0;  // the difference of two different numbers is never 0
    }
  });
}

Result<void> run(const SeaLevelParams& params, StageContext& context) {
  params.sea->set_categories({"land", "sea"});
  return std::visit([&](const auto& topology) { return set_level(topology, params, context); }, context.domain());
}

Reach reach(const SeaLevelParams& params, double) { return params.by == SeaBy::share ? Reach::whole() : Reach::point(); }

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<SeaBy>() {
  static constexpr std::string_view names[] = {"share", "level"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<SeaLevelParams>() {
  static const ParamInfo list[] = {
      layer_param<&SeaLevelParams::layer>("layer", "The heights, which are moved so that sea level is 0."),
      choice_param<&SeaLevelParams::by>("by", "Where the sea stands: so that it covers a share of the whole, or at a level."),
      number_param<&SeaLevelParams::share>("share", 0, 1, "", "Share of the area below sea level (with by = share)."),
      number_param<&SeaLevelParams::level>("level", -1e6, 1e6, "m",
                                           "The level (with by = level): on endless planes the only way."),
      result_param<&SeaLevelParams::sea>("sea", "Whether the cell lies below sea level.", ""),
  };
  return list;
}

const StageEntry& sea_level_stage() {
  static const StageEntry entry = stage_of<run, reach>({
      .id = "sea_level",
      .title = "Sea level",
      .doc = "Moves the heights so that sea level is 0 m, at a level or so that the sea covers a share of the area, and "
             "tells land from sea.",
      .reach_doc = "whole with by = share; point with by = level",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
