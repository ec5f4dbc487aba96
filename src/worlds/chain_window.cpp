#include "worlds/chain_window.h"

#include <algorithm>
#include <cstring>
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
  const bool apart = before.empty() || now.x0 >= before.x1 || before.x0 >= now.x1 || now.y0 >= before.y1 || before.y0 >= now.y1;
  if (apart) return {now};
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

Result<void> get_wrapped(const WrappedLayers& from, const SampleRect& rect, Surface& to) {
  std::vector<Layer*> layers;
  {
    const UnsetMemory unset;
    for (const auto& layer : from.layers) {
      const Result<Layer*> added = to.add_layer(layer->info());
      if (!added) return added.error();
      layers.push_back(*added);
    }
  }
  const std::size_t width = rect.width();
  WrappedLayers::for_each_part(rect, from.columns, from.rows,
                               [&](Point2 place, std::size_t column, std::size_t row, std::size_t count, std::size_t lines) {
                                 const std::size_t first = static_cast<std::size_t>(place.y - rect.y0) * width +
                                                           static_cast<std::size_t>(place.x - rect.x0);
                                 for (std::size_t i = 0; i < layers.size(); ++i) {
                                   const std::size_t cell = bytes_per_cell(layers[i]->type());
                                   std::byte* target = layers[i]->bytes().data() + first * cell;
                                   const std::byte* source =
                                       from.layers[i]->bytes().data() + (row * from.columns + column) * cell;
                                   for (std::size_t line = 0; line < lines; ++line)
                                     std::memcpy(target + line * width * cell, source + line * from.columns * cell, count * cell);
                                 }
                               });
  return {};
}

ChainWindow::ChainWindow(const LevelChain& chain, GridSize largest, const AssetSource* assets) : chain_(chain), assets_(assets) {
  for (const ChainLink& link : chain.links)
    between_.push_back({.columns = largest.width + 2 * link.halo, .rows = largest.height + 2 * link.halo});
  between_.pop_back();
}

ChainWindow::~ChainWindow() = default;

std::uint64_t ChainWindow::bytes() const {
  std::uint64_t sum = 0;
  for (const WrappedLayers& wrapped : between_)
    for (const auto& layer : wrapped.layers) sum += layer->bytes().size();
  return sum;
}

Result<void> ChainWindow::move_to(const SampleRect& view, const Execution& execution, Input input, Output output) {
  for (std::size_t link = 0; link < chain_.links.size(); ++link)
    if (const Result<void> made = uncover(link, view, execution, input, output); !made) {
      view_ = {};
      return made;
    }
  view_ = view;
  return {};
}

Result<void> ChainWindow::uncover(std::size_t link, const SampleRect& view, const Execution& execution, Input input,
                                  Output output) {
  const std::int64_t halo = chain_.links[link].halo;
  const std::vector<SampleRect> parts = new_parts(view.grown(halo), view_.empty() ? SampleRect{} : view_.grown(halo));
  std::vector<SampleRect> pieces;
  if (chain_.objects) return make_piece(link, view, execution, input, output);
  if (link == 0 && chain_.head > 0) {
    // A block is made by all threads together.
    for (const SampleRect& part : parts) cut(part, shared_rows, 1, pieces);
    for (const SampleRect& piece : pieces) CRATON_TRY(make_piece(link, piece, execution, input, output));
    return {};
  }
  const unsigned threads = threads_of(execution);
  for (const SampleRect& part : parts) cut(part, piece_rows, threads, pieces);
  std::optional<Error> error;
  const Execution alone{.threads = 1, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(pieces.size(), 1, {.threads = execution.threads, .cancel = execution.cancel},
                             [&](std::uint64_t index, std::uint64_t) {
                               Result<void> made = make_piece(link, pieces[index], alone, input, output);
                               if (made) return;
                               const std::lock_guard lock(mutex_);
                               if (!error) error = made.error();
                             }));
  return error ? Result<void>(*error) : Result<void>();
}

Result<void> ChainWindow::make_piece(std::size_t index, const SampleRect& piece, const Execution& execution, Input input,
                                     Output output) try {
  const ChainLink& link = chain_.links[index];
  Result<PlaneTile> samples = samples_at(chain_.step, piece.x0, piece.y0, {piece.width(), piece.height()}, link.reach);
  if (!samples) return Error{samples.error().code, "area", samples.error().message};
  Surface surface{Domain(*std::move(samples))};
  if (index > 0) {
    CRATON_TRY(get_wrapped(between_[index - 1], piece.grown(link.reach), surface));
  } else if (chain_.head > 0) {
    CRATON_TRY(input(surface, execution));
  }
  for (std::size_t i = link.first; i < link.end; ++i) {
    CRATON_TRY(run_stage(chain_.stages[i], surface, assets_, execution));
    if (i > link.first || link.reach == 0 || i + 1 == link.end || chain_.objects) continue;
    // What lies around the piece means nothing any more.
    Result<Surface> inside = trimmed(surface, 0);
    if (!inside) return inside.error();
    surface = *std::move(inside);
  }
  return hand_on(index, surface, piece, output);
} catch (const std::bad_alloc&) { return out_of_memory(); }

Result<void> ChainWindow::hand_on(std::size_t index, const Surface& surface, const SampleRect& piece, Output output) {
  std::unique_lock lock(mutex_);
  if (index + 1 == chain_.links.size()) return output(surface, piece);
  WrappedLayers& wrapped = between_[index];
  if (wrapped.layers.empty()) {
    const UnsetMemory unset;
    LayerList layers;
    for (const auto& layer : surface.layers())
      layers.push_back(std::make_unique<Layer>(layer->info(), std::uint64_t{wrapped.columns} * wrapped.rows));
    wrapped.layers = std::move(layers);
  }
  lock.unlock();
  put_wrapped(surface, piece, wrapped.columns, wrapped.rows, wrapped.layers);
  return {};
}

}  // namespace craton::terrain
