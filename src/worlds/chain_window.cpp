#include "worlds/chain_window.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "base/parallel.h"
#include "surface/unset_memory.h"

namespace craton::terrain {
namespace {

/// What a stage works on at a time: its layers fit the second cache together.
constexpr std::uint32_t piece_rows = 128, piece_columns = 2048, least_columns = 128;
/// Where threads share what a stage does: what is needed beside the layers stays bounded.
constexpr std::uint32_t shared_rows = 1024;

/// What lies in `now` and not in `before`: rows over the whole width, and columns beside the old rows.
std::vector<SampleRect> new_parts(const SampleRect& now, const SampleRect& before) {
  if (now.common(before).empty()) return {now};
  const std::int64_t top = std::max(now.y0, before.y0), bottom = std::min(now.y1, before.y1);
  const SampleRect parts[] = {{now.x0, now.y0, now.x1, top},
                              {now.x0, bottom, now.x1, now.y1},
                              {now.x0, top, std::max(now.x0, before.x0), bottom},
                              {std::min(now.x1, before.x1), top, now.x1, bottom}};
  std::vector<SampleRect> result;
  for (const SampleRect& part : parts)
    if (!part.empty()) result.push_back(part);
  return result;
}

/// Equal shares of a length, none longer than `most`.
std::uint32_t shares_of(std::uint32_t length, std::uint32_t most) { return (length + most - 1) / most; }

/// Pieces for `threads`, of equal size.
void cut(const SampleRect& part, std::uint32_t most_rows, unsigned threads, std::vector<SampleRect>& pieces) {
  const std::uint32_t down = shares_of(part.height(), most_rows);
  std::uint32_t across = shares_of(part.width(), piece_columns);
  // A share for each thread where rows alone are too few.
  if (threads > 1 && down % threads != 0) across = std::max(across, std::min(threads, part.width() / least_columns));
  const auto place = [](std::int64_t first, std::uint32_t length, std::uint32_t share, std::uint32_t of) {
    return first + static_cast<std::int64_t>(std::uint64_t{length} * share / of);
  };
  for (std::uint32_t j = 0; j < down; ++j)
    for (std::uint32_t i = 0; i < across; ++i)
      pieces.push_back({place(part.x0, part.width(), i, across), place(part.y0, part.height(), j, down),
                        place(part.x0, part.width(), i + 1, across), place(part.y0, part.height(), j + 1, down)});
}

unsigned threads_of(const Execution& execution) {
  return execution.threads == 0 ? std::max(1u, std::thread::hardware_concurrency()) : execution.threads;
}

}  // namespace

void put_wrapped(const Surface& from, const SampleRect& rect, std::uint32_t columns, std::uint32_t rows, const LayerList& to) {
  const auto& tile = std::get<PlaneTile>(from.domain());
  const SampleRect stored = stored_rect(tile);
  const std::size_t width = tile.stored_width();
  WrappedLayers::for_each_part(
      rect, columns, rows, [&](Point2 place, std::size_t column, std::size_t row, std::size_t count, std::size_t lines) {
        const std::size_t first =
            static_cast<std::size_t>(place.y - stored.y0) * width + static_cast<std::size_t>(place.x - stored.x0);
        for (std::size_t i = 0; i < to.size(); ++i) {
          const std::size_t cell = bytes_per_cell(to[i]->type());
          std::byte* target = to[i]->bytes().data() + (row * columns + column) * cell;
          const std::byte* source = from.layers()[i]->bytes().data() + first * cell;
          for (std::size_t line = 0; line < lines; ++line)
            std::memcpy(target + line * columns * cell, source + line * width * cell, count * cell);
        }
      });
}

void get_wrapped(const WrappedLayers& from, const SampleRect& rect, Surface& to) {
  const auto& tile = std::get<PlaneTile>(to.domain());
  const SampleRect stored = stored_rect(tile);
  const std::size_t width = tile.stored_width();
  WrappedLayers::for_each_part(rect, from.columns, from.rows,
                               [&](Point2 place, std::size_t column, std::size_t row, std::size_t count, std::size_t lines) {
                                 const std::size_t first = static_cast<std::size_t>(place.y - stored.y0) * width +
                                                           static_cast<std::size_t>(place.x - stored.x0);
                                 for (std::size_t i = 0; i < from.layers.size(); ++i) {
                                   const std::size_t cell = bytes_per_cell(from.layers[i]->type());
                                   std::byte* target = to.layers()[i]->bytes().data() + first * cell;
                                   const std::byte* source =
                                       from.layers[i]->bytes().data() + (row * from.columns + column) * cell;
                                   for (std::size_t line = 0; line < lines; ++line)
                                     std::memcpy(target + line * width * cell, source + line * from.columns * cell, count * cell);
                                 }
                               });
}

// ---- one move

/// The pieces of all links, in an order in which none needs a later one. Threads take them one after the other, and wait for
/// those that their piece looks at: there is no other meeting between two stages.
class ChainWindow::Move {
 public:
  Move(const ChainWindow& window, const SampleRect& view, const Execution& execution, Input input, Output output)
      : window_(window), chain_(window.chain_), execution_(execution), input_(input), output_(output) {
    const unsigned threads = threads_of(execution);
    std::vector<std::pair<std::size_t, SampleRect>> pieces;
    for (std::size_t link = 0; link < chain_.links.size(); ++link) {
      const std::int64_t halo = chain_.links[link].halo;
      std::vector<SampleRect> cuts;
      const bool together = by_all_threads(link);
      if (chain_.objects) cuts.push_back(view);
      for (const SampleRect& part : new_parts(view.grown(halo), window.had(link, view)))
        if (!chain_.objects) cut(part, together ? shared_rows : piece_rows, together ? 1 : threads, cuts);
      if (together) together_ += cuts.size();
      for (const SampleRect& each : cuts) pieces.emplace_back(link, each);
    }
    tasks_ = std::vector<Task>(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      tasks_[i].link = pieces[i].first;
      tasks_[i].rect = pieces[i].second;
    }
  }

  Result<void> run() {
    for (; next_ < together_ && !failed_; ++next_) run_task(tasks_[next_], execution_);
    const Execution alone{.threads = 1, .cancel = execution_.cancel};
    const std::uint64_t left = tasks_.size() - next_;
    CRATON_TRY(parallel_blocks(std::min<std::uint64_t>(left, threads_of(execution_)), 1,
                               {.threads = execution_.threads, .cancel = execution_.cancel}, [&](std::uint64_t, std::uint64_t) {
                                 for (std::size_t i = next_++; i < tasks_.size() && !failed_; i = next_++)
                                   run_task(tasks_[i], alone);
                               }));
    return error_ ? Result<void>(*error_) : Result<void>();
  }

  /// What links but the last gave: visit(link, rectangle, surface).
  template <class Visit>
  Result<void> for_each_made(Visit visit) const {
    for (const Task& task : tasks_)
      if (task.made) CRATON_TRY(visit(task.link, task.rect, *task.made));
    return {};
  }

 private:
  struct Task {
    std::size_t link = 0;
    SampleRect rect;
    std::optional<Surface> made;  ///< for the next link
    std::atomic<bool> done = false;
  };

  /// A block of the chain's head is made by all threads together, and so is what makes objects.
  bool by_all_threads(std::size_t link) const { return chain_.objects || (link == 0 && chain_.head > 0); }

  void run_task(Task& task, const Execution& execution) {
    Result<void> made = make(task, execution);
    if (!made) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = made.error();
      failed_ = true;
    }
    task.done.store(true, std::memory_order_release);
  }

  Result<void> make(Task& task, const Execution& execution) try {
    const ChainLink& link = chain_.links[task.link];
    Result<PlaneTile> samples =
        samples_at(chain_.step, task.rect.x0, task.rect.y0, {task.rect.width(), task.rect.height()}, link.reach);
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    Surface surface{Domain(*std::move(samples))};
    if (task.link > 0) {
      CRATON_TRY(gather(task, surface));
    } else if (chain_.head > 0) {
      CRATON_TRY(input_(surface, execution));
    }
    if (failed_) return {};
    for (std::size_t i = link.first; i < link.end; ++i) {
      CRATON_TRY(run_stage(chain_.stages[i], surface, window_.assets_, execution));
      if (i > link.first || link.reach == 0 || i + 1 == link.end || chain_.objects) continue;
      // What lies around the piece means nothing any more.
      CRATON_TRY(Surface inside, trimmed(surface, 0));
      surface = std::move(inside);
    }
    if (task.link + 1 == chain_.links.size()) return output_(surface, task.rect);
    task.made = std::move(surface);
    return {};
  } catch (const std::bad_alloc&) { return out_of_memory(); }

  /// What the link before gave around a piece: in this move, or before it.
  Result<void> gather(const Task& task, Surface& to) {
    const SampleRect around = task.rect.grown(chain_.links[task.link].reach);
    const std::size_t from = task.link - 1;
    for (const Task& each : tasks_) {
      if (each.link != from) continue;
      const SampleRect part = each.rect.common(around);
      if (part.empty()) continue;
      while (!each.done.load(std::memory_order_acquire)) {
        if (failed_) return {};  // nobody may make it any more
        std::this_thread::yield();
      }
      if (!each.made) return {};  // it failed
      if (to.layers().empty()) {
        const UnsetMemory unset;
        for (const auto& layer : each.made->layers())
          if (const Result<Layer*> added = to.add_layer(layer->info()); !added) return added.error();
      }
      CRATON_TRY(copy_samples(*each.made, part, to));
    }
    for (const Side side : {north, south, west, east}) {
      if (window_.view_.empty() || !window_.known_[side]) continue;
      const SampleRect part = window_.rim(from, side, window_.view_).common(around);
      if (!part.empty()) get_wrapped(window_.rims_[from][side], part, to);
    }
    return {};
  }

  const ChainWindow& window_;
  const LevelChain& chain_;
  const Execution& execution_;
  Input input_;
  Output output_;
  std::vector<Task> tasks_;
  std::size_t together_ = 0;  ///< how many of the first tasks are for all threads together
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;
};

// ---- the window

ChainWindow::ChainWindow(const LevelChain& chain, GridSize largest, const AssetSource* assets) : chain_(chain), assets_(assets) {
  for (std::size_t link = 0; link + 1 < chain.links.size(); ++link) {
    const std::uint32_t halo = chain.links[link].halo, rim = 2 * chain.links[link + 1].reach;
    const std::uint32_t columns = largest.width + 2 * halo, rows = largest.height + 2 * halo;
    Rims& rims = rims_.emplace_back();
    for (const Side side : {north, south}) rims[side] = {.columns = columns, .rows = std::min(rim, rows)};
    for (const Side side : {west, east}) rims[side] = {.columns = std::min(rim, columns), .rows = rows};
  }
}

ChainWindow::~ChainWindow() = default;

std::uint64_t ChainWindow::bytes() const {
  std::uint64_t sum = 0;
  for (const Rims& rims : rims_)
    for (const WrappedLayers& wrapped : rims)
      for (const auto& layer : wrapped.layers) sum += layer->bytes().size();
  return sum;
}

/// What a link gave of the last view, as far as a new view need not make it again. Where a side goes outwards whose rim is not
/// known, a margin more is made: all that later links look at is new then.
SampleRect ChainWindow::had(std::size_t link, const SampleRect& view) const {
  if (view_.empty()) return {};
  const std::int64_t halo = chain_.links[link].halo;
  SampleRect rect = view_.grown(halo);
  if (!known_[north] && view.y0 < view_.y0) rect.y0 += 2 * halo;
  if (!known_[south] && view.y1 > view_.y1) rect.y1 -= 2 * halo;
  if (!known_[west] && view.x0 < view_.x0) rect.x0 += 2 * halo;
  if (!known_[east] && view.x1 > view_.x1) rect.x1 -= 2 * halo;
  return rect;
}

/// As wide as the next link looks to both sides.
SampleRect ChainWindow::rim(std::size_t link, Side side, const SampleRect& view) const {
  SampleRect rect = view.grown(chain_.links[link].halo);
  const std::int64_t rows = rims_[link][side].rows, columns = rims_[link][side].columns;
  if (side == north) rect.y1 = std::min(rect.y1, rect.y0 + rows);
  if (side == south) rect.y0 = std::max(rect.y0, rect.y1 - rows);
  if (side == west) rect.x1 = std::min(rect.x1, rect.x0 + columns);
  if (side == east) rect.x0 = std::max(rect.x0, rect.x1 - columns);
  return rect;
}

Result<void> ChainWindow::keep_rims(const SampleRect& view, Move& move) {
  return move.for_each_made([&](std::size_t link, const SampleRect& rect, const Surface& made) -> Result<void> {
    for (const Side side : {north, south, west, east}) {
      const SampleRect part = rim(link, side, view).common(rect);
      if (part.empty()) continue;
      WrappedLayers& wrapped = rims_[link][side];
      if (wrapped.layers.empty()) {
        const UnsetMemory unset;
        for (const auto& layer : made.layers())
          wrapped.layers.push_back(std::make_unique<Layer>(layer->info(), std::uint64_t{wrapped.columns} * wrapped.rows));
      }
      put_wrapped(made, part, wrapped.columns, wrapped.rows, wrapped.layers);
    }
    return {};
  });
}

Result<void> ChainWindow::move_to(const SampleRect& view, const Execution& execution, Input input, Output output) try {
  if (view.common(view_).empty()) forget();
  Move move(*this, view, execution, input, output);
  Result<void> made = move.run();
  if (made) made = keep_rims(view, move);
  // A side that went outwards was made anew with all that lies behind it; one that drew back left what was kept.
  const auto is_known = [&](Side side, std::int64_t outwards) { return outwards > 0 || (outwards == 0 && known_[side]); };
  if (view_.empty()) {
    known_.fill(true);
  } else {
    known_ = {is_known(north, view_.y0 - view.y0), is_known(south, view.y1 - view_.y1), is_known(west, view_.x0 - view.x0),
              is_known(east, view.x1 - view_.x1)};
  }
  view_ = made ? view : SampleRect{};
  return made;
} catch (const std::bad_alloc&) {
  view_ = {};
  return out_of_memory();
}

}  // namespace craton::terrain
