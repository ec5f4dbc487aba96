// Bakes: each process makes the tiles of its share and keeps them in a shard; at last all shards become the finished set.
#include <algorithm>
#include <mutex>
#include <thread>

#include "base/parallel.h"
#include "base/text.h"
#include "files/bake_store.h"
#include "requests/bake_plan.h"
#include "requests/memory.h"

namespace craton::requests {
namespace {

using files::BakedTile;
using files::BakeFolder;
using files::BakeShard;

constexpr std::uint64_t kept_for_lookups = std::uint64_t{300} << 20;  ///< by stages that look far, and by the program itself
constexpr std::uint64_t places_a_batch = 32;                          ///< of those that processes take from a common counter

struct BakeTally {
  std::uint64_t made = 0, damaged = 0, bytes = 0;
};

/// A bake that goes on.
struct BakeRun {
  const BakePlan& plan;
  const BakeRequest& request;
  const RequestContext& context;
  BakeFolder& folder;
  BakeTally tally{};

  std::uint64_t layers() const { return plan.layers.size(); }
  bool cancelled() const { return context.execution.cancel && context.execution.cancel->cancelled(); }
};

Error bake_cancelled() { return Error{ErrorCode::cancelled, "", "cancelled"}; }

/// The bytes of a tile that a shard or the finished set has.
Result<std::string> kept_bytes(const BakeRun& run, const BakeShard* shard, std::uint64_t tile) {
  if (!run.plan.archive()) return BakeFolder::read_tile(run.folder.file(run.plan.file_name(tile)));
  if (shard) return shard->bytes(tile);
  const std::string path = run.folder.file(run.plan.archive_name());
  return run.plan.format == BakeFormat::mbtiles ? files::read_mbtiles(path, run.plan.archive_place(tile))
                                                : files::read_pmtiles(path, run.plan.archive_place(tile));
}

bool is_whole(const BakeRun& run, const BakeShard* shard, const BakedTile& tile) {
  const Result<std::string> bytes = kept_bytes(run, shard, tile.number);
  return bytes && bytes->size() == tile.size && files::tile_checksum(tile.number, *bytes) == tile.checksum;
}

/// Which tiles of a shard are whole, and with `verify` without those that are not.
Result<void> look_through(BakeRun& run, BakeShard& shard, bool verify, std::vector<bool>& there) {
  std::vector<std::uint64_t> damaged;
  CRATON_TRY(shard.for_each([&](const BakedTile& tile) -> Result<void> {
    if (run.cancelled()) return bake_cancelled();
    if (tile.number >= there.size() || (verify && !is_whole(run, &shard, tile)))
      damaged.push_back(tile.number);
    else
      there[tile.number] = true;
    return {};
  }));
  run.tally.damaged += damaged.size();
  return damaged.empty() ? Result<void>{} : shard.remove(damaged);
}

// ---- making

/// Makes some places, as many at a time as there is memory for, and keeps them: all in one transaction.
Result<void> make_places(BakeRun& run, BakeShard& shard, std::span<const std::uint64_t> places, unsigned at_once) {
  const Execution& execution = run.context.execution;
  const Execution whole{.threads = at_once > 1 ? at_once : execution.threads, .progress = nullptr, .cancel = execution.cancel};
  const Execution inner{.threads = at_once > 1 ? 1 : execution.threads, .progress = nullptr, .cancel = execution.cancel};
  std::vector<std::vector<std::string>> bytes(places.size());
  std::mutex mutex;
  Result<void> failed;
  const auto make = [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      Result<std::vector<std::string>> made = bake_place(run.plan, places[i], inner);
      if (made) {
        bytes[i] = *std::move(made);
      } else {
        const std::lock_guard lock(mutex);
        if (failed) failed = made.error();
      }
    }
  };
  if (at_once > 1) {
    CRATON_TRY(parallel_blocks(places.size(), 1, whole, make));
  } else {
    make(0, places.size());
  }
  CRATON_TRY(std::move(failed));
  std::vector<BakeShard::Row> rows;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < bytes[i].size(); ++k) {
      const std::uint64_t number = places[i] * run.layers() + k;
      const std::string& tile = bytes[i][k];
      if (!run.plan.archive()) CRATON_TRY(BakeFolder::write_tile(run.folder.file(run.plan.file_name(number)), tile));
      rows.push_back({{number, files::tile_checksum(number, tile), tile.size()}, run.plan.archive() ? &tile : nullptr});
      run.tally.bytes += tile.size();
      ++run.tally.made;
    }
  return shard.add(rows);
}

/// How many places fit into memory beside each other.
Result<unsigned> places_at_once(const BakeRun& run) {
  const unsigned threads =
      run.context.execution.threads > 0 ? run.context.execution.threads : std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t lookups = run.plan.tiles() / 4 + kept_for_lookups;
  CRATON_TRY(check_memory(lookups + memory_of_place(run.plan, 1), run.context.memory_limit, "cells", "ask for smaller tiles"));
  constexpr std::uint64_t large = 1024;
  const std::uint64_t limit = run.context.memory_limit, each = memory_of_place(run.plan, 1);
  if (run.plan.side() > large) return 1U;
  if (limit == 0) return threads;
  return static_cast<unsigned>(std::clamp<std::uint64_t>((limit - lookups) / each, 1, threads));
}

/// Which places are dealt to this process, one range after the other.
class BakeDealer {
 public:
  BakeDealer(const BakePlan& plan, const BakeShare& share, BakeHooks* hooks) : hooks_(hooks), places_(plan.places()) {
    const auto part = [&](std::uint64_t number) {
      return places_ / share.count * number + places_ % share.count * number / share.count;
    };
    first_ = part(share.number - 1);
    last_ = part(share.number);
  }
  bool shared() const { return hooks_ && hooks_->processes() > 1; }
  /// Of this process alone, where they do not share a counter.
  std::uint64_t tiles() const { return shared() ? places_ : last_ - first_; }
  std::uint64_t first() const { return shared() ? 0 : first_; }
  /// Up to `most` places; none behind the last.
  std::pair<std::uint64_t, std::uint64_t> next(std::uint64_t most) {
    if (!shared()) {
      const std::uint64_t begin = first_;
      first_ = std::min(last_, first_ + most);
      return {begin, first_};
    }
    const std::uint64_t begin = hooks_->take_number();
    if (begin > places_ / places_a_batch) return {places_, places_};
    return {begin * places_a_batch, std::min(places_, (begin + 1) * places_a_batch)};
  }

 private:
  BakeHooks* hooks_;
  std::uint64_t places_, first_ = 0, last_ = 0;
};

/// All that is dealt to this process and not yet there.
Result<void> make_share(BakeRun& run, BakeShard& shard, BakeDealer& dealer, const std::vector<bool>& there) {
  CRATON_TRY(const unsigned at_once, places_at_once(run));
  constexpr std::uint64_t held = std::uint64_t{64} << 20;  // bytes of tiles that wait to be written
  const std::uint64_t most = std::clamp<std::uint64_t>(held / bytes_of_place(run.plan), at_once, std::uint64_t{64} * at_once);
  BakeState state{.tiles = dealer.tiles() * run.layers()};
  const auto lacks = [&](std::uint64_t place) {
    for (std::uint64_t k = 0; k < run.layers(); ++k)
      if (!there[place * run.layers() + k]) return true;
    return false;
  };
  const auto tell = [&] {
    state.made = run.tally.made;
    state.bytes = run.tally.bytes;
    if (run.context.bake) run.context.bake->state(state);
    if (run.context.execution.progress && state.tiles > 0)
      run.context.execution.progress->report(static_cast<double>(state.done) / static_cast<double>(state.tiles));
  };
  std::vector<std::uint64_t> places;
  const auto flush = [&](bool all) -> Result<void> {
    while (places.size() >= most || (all && !places.empty())) {
      if (run.cancelled()) return bake_cancelled();
      const std::size_t count = std::min<std::size_t>(places.size(), most);
      CRATON_TRY(make_places(run, shard, std::span(places).first(count), at_once));
      places.erase(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count));
      state.done += count * run.layers();
      tell();
    }
    return {};
  };
  tell();
  while (true) {
    const auto [begin, end] = dealer.next(places_a_batch);
    if (begin == end) break;
    for (std::uint64_t place = begin; place < end; ++place) {
      if (lacks(place))
        places.push_back(place);
      else
        state.done += run.layers();
    }
    CRATON_TRY(flush(dealer.shared()));
  }
  return flush(true);
}

// ---- putting together

/// All shards, and which of them has a tile.
struct BakeParts {
  std::vector<BakeShard> shards;
  std::vector<std::uint32_t> of_tile;  ///< none: all shards' number
  std::vector<BakedTile> tiles;
};

Error tiles_missing(const BakeRun& run, std::uint64_t count) {
  return Error{ErrorCode::unsupported, "merge",
               concat({std::to_string(count), " of ", std::to_string(run.plan.tiles()),
                       " tiles are not baked yet; let every share end first"})};
}

Result<BakeParts> all_parts(const BakeRun& run) {
  BakeParts parts;
  CRATON_TRY(const std::vector<std::string> paths, run.folder.shards());
  const auto none = static_cast<std::uint32_t>(paths.size());
  parts.of_tile.assign(run.plan.tiles(), none);
  parts.tiles.resize(run.plan.tiles());
  std::uint64_t count = 0;
  for (const std::string& path : paths) {
    CRATON_TRY(BakeShard shard, BakeShard::open(path, run.plan.text));
    const auto number = static_cast<std::uint32_t>(parts.shards.size());
    CRATON_TRY(shard.for_each([&](const BakedTile& tile) -> Result<void> {
      if (tile.number >= parts.of_tile.size() || parts.of_tile[tile.number] != none) return {};
      parts.of_tile[tile.number] = number;
      parts.tiles[tile.number] = tile;
      ++count;
      return {};
    }));
    parts.shards.push_back(std::move(shard));
  }
  if (count < run.plan.tiles()) return tiles_missing(run, run.plan.tiles() - count);
  return parts;
}

/// Those of a finished set; a kill may have left some.
Result<void> remove_shards(BakeRun& run) {
  CRATON_TRY(const std::vector<std::string> paths, run.folder.shards());
  if (paths.empty()) return {};
  CRATON_TRY(run.folder.alone());
  for (const std::string& path : paths) CRATON_TRY(BakeFolder::remove(path));
  return {};
}

/// The archive first, then the manifest, whose presence says that all is whole; shards go last. A kill between any two leaves
/// what the next call needs.
Result<void> put_together(BakeRun& run) {
  CRATON_TRY(run.folder.alone());
  {
    CRATON_TRY(const BakeParts parts, all_parts(run));
    if (run.plan.archive()) {
      const std::string path = run.folder.file(run.plan.archive_name());
      const files::ArchiveTiles tiles{
          [&](std::uint64_t number) { return run.plan.archive_place(number); },
          [&](std::uint64_t number) -> Result<std::string> {
            if (run.cancelled()) return bake_cancelled();
            const BakeShard& shard = parts.shards[parts.of_tile[number]];
            CRATON_TRY(std::string bytes, shard.bytes(number));
            if (bytes.size() == parts.tiles[number].size && files::tile_checksum(number, bytes) == parts.tiles[number].checksum)
              return bytes;
            return Error{ErrorCode::corrupt, shard.path(), "a tile is not what was written; --verify makes it anew"};
          }};
      CRATON_TRY(run.plan.format == BakeFormat::mbtiles ? write_mbtiles(path, run.plan.archive_info(), tiles)
                                                        : write_pmtiles(path, run.plan.archive_info(), tiles));
    }
    std::uint64_t next = 0;
    CRATON_TRY(files::write_manifest(run.folder.manifest(), run.plan.text, [&](BakedTile& tile) -> Result<bool> {
      if (next == parts.tiles.size()) return false;
      tile = parts.tiles[next++];
      return true;
    }));
  }
  return remove_shards(run);
}

// ---- looking after what is finished

/// Reads all back. Where something is damaged, what is whole becomes a shard again, as if the rest had never been made; true
/// where nothing is.
Result<bool> verify_finished(BakeRun& run) {
  CRATON_TRY(run.folder.alone());
  std::vector<BakedTile> whole;
  const Result<BakeShard> manifest = BakeShard::open(run.folder.manifest(), run.plan.text);
  std::uint64_t damaged = 0;
  if (manifest) {
    CRATON_TRY(manifest->for_each([&](const BakedTile& tile) -> Result<void> {
      if (run.cancelled()) return bake_cancelled();
      if (tile.number < run.plan.tiles() && is_whole(run, nullptr, tile)) whole.push_back(tile);
      return {};
    }));
  } else if (manifest.error().code != ErrorCode::corrupt) {
    return manifest.error();
  }
  damaged = run.plan.tiles() - whole.size();
  if (damaged == 0) return true;
  run.tally.damaged += damaged;
  const std::string path = run.folder.shard(1, 1);
  CRATON_TRY(BakeFolder::remove(path));
  {
    CRATON_TRY(BakeShard shard, BakeShard::open_or_make(path, run.plan.text));
    constexpr std::size_t most = 256;
    for (std::size_t first = 0; first < whole.size(); first += most) {
      const std::span some = std::span(whole).subspan(first, std::min(most, whole.size() - first));
      std::vector<std::string> bytes(some.size());
      std::vector<BakeShard::Row> rows;
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (run.plan.archive()) { CRATON_TRY(bytes[i], kept_bytes(run, nullptr, some[i].number)); }
        rows.push_back({some[i], run.plan.archive() ? &bytes[i] : nullptr});
      }
      CRATON_TRY(shard.add(rows));
    }
  }
  CRATON_TRY(BakeFolder::remove(run.folder.manifest()));
  return false;
}

/// A shard that is damaged is begun anew where that was asked for.
Result<BakeShard> open_shard(const BakeRun& run, const std::string& path) {
  Result<BakeShard> shard = BakeShard::open_or_make(path, run.plan.text);
  if (shard || !run.request.verify || shard.error().code != ErrorCode::corrupt) return shard;
  CRATON_TRY(BakeFolder::remove(path));
  return BakeShard::open_or_make(path, run.plan.text);
}

/// What others have baked already, with other shares. Who works alone looks after theirs, too.
Result<void> look_at_others(BakeRun& run, const std::string& own, bool alone, std::vector<bool>& there) {
  CRATON_TRY(const std::vector<std::string> paths, run.folder.shards());
  for (const std::string& path : paths) {
    if (path == own) continue;
    CRATON_TRY(BakeShard shard, alone ? open_shard(run, path) : BakeShard::open(path, run.plan.text));
    CRATON_TRY(look_through(run, shard, alone && run.request.verify, there));
  }
  return {};
}

Answer told(const BakeRun& run, bool finished) {
  const auto number = [](std::string_view name, std::string_view doc, std::uint64_t value) {
    return ObjectColumn{std::string(name), "", std::string(doc), std::vector<std::int64_t>{static_cast<std::int64_t>(value)}};
  };
  Answer::Parts parts{.seed = run.plan.terrain->recipe().seed, .name = run.plan.name};
  parts.tables.push_back(
      {"bake",
       "What a bake did.",
       {number("tiles", "Of the whole set.", run.plan.tiles()), number("made", "By this call.", run.tally.made),
        number("bytes", "Of the tiles that it made.", run.tally.bytes),
        number("damaged", "Found damaged or missing, and made again.", run.tally.damaged),
        number("finished", "1: the whole set is there.", finished ? 1 : 0)}});
  return Answer::of_values(std::move(parts));
}

/// The share of this process, made; whether the whole set is finished with it.
Result<bool> bake_share(BakeRun& run, BakeShare share) {
  BakeHooks* const hooks = run.context.bake;
  const bool several = hooks && hooks->processes() > 1;
  if (several) share = {hooks->own_number() + 1, hooks->processes()};
  const std::string path = run.folder.shard(share.number, share.count);
  CRATON_TRY(run.folder.hold_shard(path));
  {
    CRATON_TRY(BakeShard shard, open_shard(run, path));
    std::vector<bool> there(run.plan.tiles());
    CRATON_TRY(look_through(run, shard, run.request.verify, there));
    if (several) hooks->wait_for_all();
    CRATON_TRY(look_at_others(run, path, share.count == 1, there));
    if (several) hooks->wait_for_all();  // from here on shards change
    BakeDealer dealer(run.plan, share, hooks);
    CRATON_TRY(make_share(run, shard, dealer, there));
  }
  if (several) {
    if (share.number > 1) run.folder.let_go();
    hooks->wait_for_all();
  }
  if (several ? share.number == 1 : share.count == 1) CRATON_TRY(put_together(run));
  if (several) hooks->wait_for_all();
  return several || share.count == 1;
}

}  // namespace

Result<Answer> bake_request(const BakeRequest& request, const RequestContext& context) {
  CRATON_TRY(const BakeShare share, share_of(request.share));
  if (request.merge && !request.share.empty())
    return Error{ErrorCode::invalid_value, "merge", "is done once, when all shares are baked: leave `share` out"};
  CRATON_TRY(const BakePlan plan, plan_of(request, context));
  CRATON_TRY(BakeFolder folder, BakeFolder::open(request.output, plan.text));
  BakeRun run{plan, request, context, folder};
  const bool several = context.bake && context.bake->processes() > 1;
  if (several && (request.verify || request.merge || !request.share.empty()))
    return Error{ErrorCode::unsupported,
                 request.verify  ? "verify"
                 : request.merge ? "merge"
                                 : "share",
                 "is for one process, and several were started"};
  if (BakeFolder::exists(folder.manifest())) {
    bool whole = true;
    if (request.verify) {
      CRATON_TRY(whole, verify_finished(run));
    } else {
      CRATON_TRY(const BakeShard manifest, BakeShard::open(folder.manifest(), plan.text));
    }
    if (whole && !several) CRATON_TRY(remove_shards(run));
    if (whole) return told(run, true);
  }
  if (request.merge && !request.verify) {
    CRATON_TRY(put_together(run));
    return told(run, true);
  }
  CRATON_TRY(const bool finished, bake_share(run, share));
  return told(run, finished);
}

}  // namespace craton::requests
