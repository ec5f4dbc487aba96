#include <craton/base/floor_div.h>
#include <craton/worlds/voxel_window.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/pool.h"

namespace craton {

/// Contexts of threads that are at work, kept for the next move.
struct VoxelWindow::Contexts : Pool<VoxelContext> {};

namespace {

constexpr int most_radius = 64;

}  // namespace

VoxelWindow::VoxelWindow(VoxelWorld world, int radius, int apron)
    : world_(std::move(world)),
      radius_(std::clamp(radius, 0, most_radius)),
      apron_(apron),
      slots_(side() * side()),
      contexts_(std::make_unique<Contexts>()) {}
VoxelWindow::~VoxelWindow() = default;
VoxelWindow::VoxelWindow(VoxelWindow&&) noexcept = default;
VoxelWindow& VoxelWindow::operator=(VoxelWindow&&) noexcept = default;

std::size_t VoxelWindow::slot(ChunkPlace place) const { return wrapped(place.y, side()) * side() + wrapped(place.x, side()); }

bool VoxelWindow::in_view(ChunkPlace place) const {
  // Differences of places may overflow; they are far out of view then.
  const auto near = [&](std::int64_t a, std::int64_t b) {
    const std::uint64_t apart = a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                                      : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
    return apart <= static_cast<std::uint64_t>(radius_);
  };
  return near(place.x, centre_.x) && near(place.y, centre_.y);
}

const VoxelChunk* VoxelWindow::at(ChunkPlace place) const {
  const std::optional<VoxelChunk>& chunk = slots_[slot(place)];
  return chunk && chunk->place() == place && in_view(place) ? &*chunk : nullptr;
}

void VoxelWindow::forget(ChunkPlace place) {
  std::optional<VoxelChunk>& chunk = slots_[slot(place)];
  if (chunk && chunk->place() == place) chunk.reset();
}

Result<void> VoxelWindow::move_to(ChunkPlace centre, const Execution& execution) {
  constexpr std::int64_t limit = std::int64_t{1} << 62;
  if (centre.x < -limit || centre.x > limit || centre.y < -limit || centre.y > limit)
    return Error{ErrorCode::unsupported, "chunk", "lies beyond 2^52 m, where voxel worlds end"};
  centre_ = centre;
  changed_.clear();
  for (int y = -radius_; y <= radius_; ++y)
    for (int x = -radius_; x <= radius_; ++x)
      if (const ChunkPlace place{centre.x + x, centre.y + y}; !at(place)) changed_.push_back(place);
  std::vector<Result<void>> results(changed_.size());
  constexpr std::uint64_t at_once = 2;
  const Result<void> done = parallel_blocks(changed_.size(), at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    Pool<VoxelContext>::Lease context(*contexts_);
    for (std::uint64_t i = begin; i < end; ++i) {
      std::optional<VoxelChunk>& to = slots_[slot(changed_[i])];
      Result<VoxelChunk> chunk = world_.chunk(changed_[i], *context, apron_);
      if (chunk) {
        to = *std::move(chunk);
      } else {
        to.reset();
        results[i] = chunk.error();
      }
    }
  });
  std::erase_if(changed_, [&](ChunkPlace place) { return !at(place); });
  if (!done) return done.error();
  for (const Result<void>& result : results) CRATON_TRY(result);
  return {};
}

std::size_t VoxelWindow::chunks() const {
  return static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), [](const auto& slot) { return slot.has_value(); }));
}

std::size_t VoxelWindow::bytes() const {
  std::size_t sum = 0;
  for (const std::optional<VoxelChunk>& chunk : slots_) sum += chunk ? chunk->bytes() : sizeof chunk;
  return sum;
}

}  // namespace craton
