#include <craton/worlds/voxel_edits.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "base/text.h"
#include "worlds/voxel_changes.h"

namespace craton {
namespace {

using voxels::VoxelChange;

constexpr char kind[] = "voxels";
constexpr std::byte version{1};

struct PlaceOrder {
  bool operator()(const ChunkPlace& a, const ChunkPlace& b) const { return a.y != b.y ? a.y < b.y : a.x < b.x; }
};

/// A voxel of a chunk as one number, so that order is column by column and upwards.
std::uint32_t number_of(int x, int y, int z) { return static_cast<std::uint32_t>((y << 6 | x) << 10 | z); }
VoxelChange change_of(std::uint32_t number, GroundId ground) {
  return {static_cast<int>(number >> 10 & 63), static_cast<int>(number >> 16), static_cast<int>(number & 1023), ground};
}

using ChunkVoxels = std::map<std::uint32_t, GroundId>;
using Chunks = std::map<ChunkPlace, ChunkVoxels, PlaceOrder>;

// A piece: version; how many names; each with its length; then for each voxel x, y, two bytes of z, and which name.

class PieceWriter {
 public:
  explicit PieceWriter(const VoxelTable& table) : table_(table) {}

  std::vector<std::byte> write(const ChunkVoxels& voxels) {
    std::vector<GroundId> grounds;
    for (const auto& [number, ground] : voxels)
      if (std::find(grounds.begin(), grounds.end(), ground) == grounds.end()) grounds.push_back(ground);
    std::vector<std::byte> bytes{version, static_cast<std::byte>(grounds.size())};
    for (const GroundId ground : grounds) {
      const std::string& name = table_.grounds[ground].name;
      bytes.push_back(static_cast<std::byte>(name.size()));
      for (const char c : name) bytes.push_back(static_cast<std::byte>(c));
    }
    for (const auto& [number, ground] : voxels) {
      const VoxelChange voxel = change_of(number, ground);
      const auto which = std::find(grounds.begin(), grounds.end(), ground) - grounds.begin();
      for (const int part : {voxel.x, voxel.y, voxel.z & 255, voxel.z >> 8, static_cast<int>(which)})
        bytes.push_back(static_cast<std::byte>(part));
    }
    return bytes;
  }

 private:
  const VoxelTable& table_;
};

class PieceReader {
 public:
  PieceReader(const VoxelWorld& world, std::span<const std::byte> bytes) : world_(world), bytes_(bytes) {}

  Result<void> read(ChunkVoxels& into) {
    if (next() != static_cast<int>(version)) return broken("of a version that is not known");
    const int names = next();
    std::vector<GroundId> grounds;
    for (int i = 0; i < names; ++i) {
      const int length = next();
      std::string name;
      for (int k = 0; k < length; ++k) name += static_cast<char>(next());
      const std::vector<VoxelTable::Ground>& known = world_.table().grounds;
      const auto found = std::find_if(known.begin(), known.end(), [&](const auto& ground) { return ground.name == name; });
      if (failed_ || found == known.end())
        return broken(concat({"names the ground \"", name, "\", which the table does not have"}));
      grounds.push_back(static_cast<GroundId>(found - known.begin()));
    }
    while (at_ < bytes_.size()) {
      const int x = next(), y = next(), low = next(), high = next(), which = next();
      const int z = high << 8 | low, side = world_.params().chunk_side;
      if (failed_ || x < 0 || y < 0 || x >= side || y >= side || z >= world_.params().chunk_height ||
          which >= static_cast<int>(grounds.size()))
        return broken("holds a voxel that is not in its chunk");
      into.insert_or_assign(number_of(x, y, z), grounds[static_cast<std::size_t>(which)]);
    }
    return {};
  }

 private:
  int next() {
    if (at_ < bytes_.size()) return static_cast<int>(bytes_[at_++]);
    failed_ = true;
    return -1;
  }
  static Error broken(std::string_view why) { return {ErrorCode::invalid_value, "edits", concat({"a piece ", why})}; }

  const VoxelWorld& world_;
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

struct VoxelEdits::State {
  State(VoxelWorld of, std::shared_ptr<EditStore> kept_in) : world(std::move(of)), store(std::move(kept_in)) {}

  VoxelWorld world;
  std::shared_ptr<EditStore> store;
  mutable std::shared_mutex mutex;
  std::mutex order;  ///< of changes
  Chunks chunks;
  std::vector<ChunkPlace> changed;

  /// All pieces of some chunks anew, from the store.
  Result<void> reload(const std::vector<ChunkPlace>& places) {
    Chunks fresh;
    for (const ChunkPlace& place : places) {
      CRATON_TRY(const std::vector<StoredPiece> pieces,
                 store->pieces({.kind = kind, .level = 0U, .x0 = place.x, .x1 = place.x, .y0 = place.y, .y1 = place.y}));
      for (const StoredPiece& each : pieces) CRATON_TRY(PieceReader(world, each.piece.bytes).read(fresh[place]));
    }
    const std::unique_lock lock(mutex);
    for (const ChunkPlace& place : places) chunks.erase(place);
    chunks.merge(fresh);
    changed = places;
    return {};
  }
};

VoxelEdits::VoxelEdits() = default;
VoxelEdits::~VoxelEdits() = default;

Result<std::shared_ptr<VoxelEdits>> VoxelEdits::open(const VoxelWorld& world, std::shared_ptr<EditStore> store) {
  std::shared_ptr<VoxelEdits> edits(new VoxelEdits);
  edits->state_ = std::make_unique<State>(world.with_edits(nullptr), std::move(store));
  State& state = *edits->state_;
  CRATON_TRY(const std::vector<StoredPiece> pieces, state.store->pieces({.kind = kind}));
  for (const StoredPiece& each : pieces)
    CRATON_TRY(PieceReader(state.world, each.piece.bytes).read(state.chunks[{each.piece.key.x, each.piece.key.y}]));
  return edits;
}

Result<std::int64_t> VoxelEdits::set(std::span<const VoxelEdit> voxels, std::string_view text) {
  State& state = *state_;
  const VoxelParams& params = state.world.params();
  if (voxels.empty() || voxels.size() > most_voxels_of_edit)
    return Error{ErrorCode::invalid_value, "voxels",
                 concat({"found ", std::to_string(voxels.size()), " voxels, allowed 1 … ", std::to_string(most_voxels_of_edit)})};
  Chunks touched;
  for (const VoxelEdit& voxel : voxels) {
    if (voxel.z < 0 || voxel.z >= params.chunk_height)
      return Error{ErrorCode::invalid_value, "z",
                   concat({"found ", std::to_string(voxel.z), ", allowed 0 … ", std::to_string(params.chunk_height - 1)})};
    if (voxel.ground >= state.world.table().grounds.size())
      return Error{ErrorCode::invalid_value, "ground", "is not in the table of the world"};
    const ChunkPlace place{floor_div(voxel.x, params.chunk_side), floor_div(voxel.y, params.chunk_side)};
    const auto x = static_cast<int>(voxel.x - place.x * params.chunk_side),
               y = static_cast<int>(voxel.y - place.y * params.chunk_side);
    touched[place].insert_or_assign(number_of(x, y, voxel.z), voxel.ground);
  }
  std::vector<EditPiece> pieces;
  std::vector<ChunkPlace> places;
  PieceWriter writer(state.world.table());
  for (const auto& [place, content] : touched) {
    EditPiece piece;
    piece.key.kind = kind;
    piece.key.x = place.x;
    piece.key.y = place.y;
    piece.bytes = writer.write(content);
    pieces.push_back(std::move(piece));
    places.push_back(place);
  }
  const std::string said = text.empty() ? concat({"set ", std::to_string(voxels.size()), " voxels"}) : std::string(text);
  const std::lock_guard one_by_one(state.order);
  CRATON_TRY(const std::int64_t number, state.store->add(said, pieces));
  const std::unique_lock lock(state.mutex);
  for (const auto& [place, content] : touched)
    for (const auto& [at, ground] : content) state.chunks[place].insert_or_assign(at, ground);
  state.changed = std::move(places);
  return number;
}

Result<std::optional<EditInfo>> VoxelEdits::step(bool back) {
  State& state = *state_;
  const std::lock_guard one_by_one(state.order);
  Result<std::optional<EditInfo>> info = back ? state.store->undo() : state.store->redo();
  if (!info || !*info) return info;
  CRATON_TRY(const std::vector<EditPiece> pieces, state.store->pieces_of((*info)->number));
  std::vector<ChunkPlace> places;
  for (const EditPiece& piece : pieces)
    if (piece.key.kind == kind) places.push_back({piece.key.x, piece.key.y});
  CRATON_TRY(state.reload(places));
  return info;
}

Result<std::optional<EditInfo>> VoxelEdits::undo() { return step(true); }
Result<std::optional<EditInfo>> VoxelEdits::redo() { return step(false); }

std::vector<ChunkPlace> VoxelEdits::changed() const {
  const std::shared_lock lock(state_->mutex);
  return state_->changed;
}

std::vector<VoxelEdit> VoxelEdits::in_chunk(ChunkPlace place) const {
  const std::shared_lock lock(state_->mutex);
  std::vector<VoxelEdit> voxels;
  const auto found = state_->chunks.find(place);
  if (found == state_->chunks.end()) return voxels;
  const int side = state_->world.params().chunk_side;
  for (const auto& [number, ground] : found->second) {
    const VoxelChange change = change_of(number, ground);
    voxels.push_back({place.x * side + change.x, place.y * side + change.y, change.z, ground});
  }
  return voxels;
}

int VoxelEdits::chunk_side() const { return state_->world.params().chunk_side; }

std::size_t VoxelEdits::count() const {
  const std::shared_lock lock(state_->mutex);
  std::size_t sum = 0;
  for (const auto& [place, content] : state_->chunks) sum += content.size();
  return sum;
}

std::vector<VoxelChange> voxels::changes_near(const VoxelEdits& edits, ChunkPlace place, int apron) {
  std::vector<VoxelChange> changes;
  const int reach = apron > 0 ? 1 : 0;
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx)
      for (const VoxelEdit& voxel : edits.in_chunk({place.x + dx, place.y + dy})) {
        const int side = edits.chunk_side();
        const auto x = static_cast<int>(voxel.x - place.x * side), y = static_cast<int>(voxel.y - place.y * side);
        if (x >= -apron && y >= -apron && x < side + apron && y < side + apron) changes.push_back({x, y, voxel.z, voxel.ground});
      }
  return changes;
}

}  // namespace craton
