#include "edited_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>
#include <craton/files/endless_world.h>

namespace craton::server {
namespace {

constexpr int apron = 2;  // of chunks that become meshes
constexpr std::size_t most_contents = std::size_t{1} << 16;

std::uint64_t joined(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t words[] = {a, b};
  return mix64_bytes(std::as_bytes(std::span(words)));
}

std::uint64_t content_of(const EditPiece& piece) {
  const std::int64_t place[] = {piece.key.level, piece.key.x, piece.key.y, piece.key.z};
  return joined(mix64_bytes(std::as_bytes(std::span(place))), mix64_bytes(piece.bytes));
}

/// 53 bits, never 0.
std::uint64_t revision_of(const std::vector<std::uint64_t>& chain) {
  return chain.empty() ? 0 : std::max<std::uint64_t>(chain.back() >> 11, 1);
}

using Places = std::set<std::pair<std::int64_t, std::int64_t>>;

std::vector<ChunkPlace> listed(const Places& places) {
  std::vector<ChunkPlace> list;
  for (const auto& place : places) list.push_back({place.first, place.second});
  return list;
}

/// The chunks that hold the voxel, themselves or in their apron.
void add_places(const VoxelEdit& voxel, int side, Places& places) {
  for (const int dy : {-apron, apron})
    for (const int dx : {-apron, apron}) places.insert({floor_div(voxel.x + dx, side), floor_div(voxel.y + dy, side)});
}

}  // namespace

std::uint64_t TerrainLand::stamp(const LandWindow& window) const {
  std::uint64_t stamp = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const EditSquare& square = squares[i];
    if (static_cast<double>(square.last.x) < window.x0 || static_cast<double>(square.first.x) > window.x1 ||
        static_cast<double>(square.last.y) < window.y0 || static_cast<double>(square.first.y) > window.y1)
      continue;
    stamp = joined(stamp, contents[i]);
  }
  return stamp;
}

/// While it lives, something changes.
class EditedWorld::Changing {
 public:
  explicit Changing(EditedWorld& world) : world_(world) { world_.changes_.fetch_add(1); }
  ~Changing() {
    world_.revision_ = revision_of(world_.chain_);
    std::error_code error;
    const auto bytes = std::filesystem::file_size(world_.path_, error);
    if (!error) world_.bytes_ = bytes;
    world_.changes_.fetch_add(1);
  }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  EditedWorld& world_;
};

Result<void> EditedWorld::read(const std::string& path, std::string_view kind) {
  path_ = path;
  CRATON_TRY(std::unique_ptr<EditStore> store, open_edits(path));
  store_ = std::move(store);
  CRATON_TRY(const std::vector<EditInfo> edits, store_->list());
  CRATON_TRY(const std::vector<StoredPiece> pieces, store_->pieces({.kind = std::string(kind)}));
  std::uint64_t last = 0;
  std::size_t next = 0;
  for (const EditInfo& edit : edits) {
    if (edit.undone) {
      ++undone_;
      continue;
    }
    for (; next < pieces.size() && pieces[next].edit == edit.number; ++next)
      last = joined(last, server::content_of(pieces[next].piece));
    chain_.push_back(last);
  }
  const Changing done(*this);
  return {};
}

Result<void> EditedWorld::load_land() {
  CRATON_TRY(std::shared_ptr<const TerrainEdits> edits, TerrainEdits::load(*store_));
  auto land = std::make_shared<TerrainLand>();
  land->revision = revision_of(chain_);
  land->edits = std::move(edits);
  land->squares = land->edits->changed_since(nullptr);
  for (const TerrainEdits::Numbered& each : land->edits->all()) land->contents.push_back(server::content_of(piece_of(each.edit)));
  const std::lock_guard lock(land_mutex_);
  land_ = std::move(land);
  return {};
}

Result<std::shared_ptr<EditedWorld>> EditedWorld::open_terrain(const std::string& path) {
  auto world = std::make_shared<EditedWorld>();
  CRATON_TRY(world->read(path, "terrain"));
  CRATON_TRY(world->load_land());
  return world;
}

Result<std::shared_ptr<EditedWorld>> EditedWorld::open_voxels(const std::string& path, const VoxelWorld& world) {
  auto edited = std::make_shared<EditedWorld>();
  CRATON_TRY(edited->read(path, "voxels"));
  CRATON_TRY(std::shared_ptr<VoxelEdits> voxels, VoxelEdits::open(world, edited->store_));
  edited->voxels_ = std::move(voxels);
  return edited;
}

std::shared_ptr<const TerrainLand> EditedWorld::land() const {
  const std::lock_guard lock(land_mutex_);
  return land_;
}

EditOutcome EditedWorld::locked_state() const {
  return {.revision = revision_of(chain_), .in_force = chain_.size(), .undone = undone_};
}

EditOutcome EditedWorld::state() const {
  const std::lock_guard lock(mutex_);
  return locked_state();
}

Result<void> EditedWorld::admit() const {
  if (ended_) return Error{ErrorCode::io, "", "the world was deleted just now"};
  if (chain_.size() + undone_ >= most_steps || bytes_ >= most_bytes)
    return Error{ErrorCode::unsupported, "full",
                 fmt::format("this world holds as many edits as it may: {} steps or {} MiB", most_steps, most_bytes >> 20)};
  return {};
}

/// A new edit: what was undone is forgotten with it.
Result<void> EditedWorld::remember(std::int64_t edit) {
  CRATON_TRY(const std::vector<EditPiece> pieces, store_->pieces_of(edit));
  std::uint64_t last = chain_.empty() ? 0 : chain_.back();
  for (const EditPiece& piece : pieces) last = joined(last, server::content_of(piece));
  chain_.push_back(last);
  return {};
}

Result<EditOutcome> EditedWorld::add(const Terrain& plain, std::span<const BrushStroke> strokes, const Execution& execution) {
  const std::lock_guard lock(mutex_);
  CRATON_TRY(admit());
  const std::shared_ptr<const TerrainLand> before = land();
  const Terrain terrain = plain.with_edits(before->edits);
  std::vector<EditPiece> pieces;
  std::string text;
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    const Result<TerrainEdit> edit = make_edit(terrain, strokes[i], execution);
    if (!edit) {
      const std::string where = strokes.size() > 1 ? fmt::format("/strokes/{}/", i) : "/";
      return Error{edit.error().code, where + edit.error().path, edit.error().message};
    }
    if (text.empty()) text = text_of(*edit);
    pieces.push_back(piece_of(*edit));
  }
  if (strokes.size() > 1) text = fmt::format("{}; {} touches in all", text, strokes.size());
  const Changing changing(*this);
  CRATON_TRY(const std::int64_t number, store_->add(text, pieces));
  CRATON_TRY(remember(number));
  undone_ = 0;
  CRATON_TRY(load_land());
  EditOutcome outcome = locked_state();
  outcome.done = 1;
  outcome.squares = land()->edits->changed_since(before->edits.get());
  return outcome;
}

Result<EditOutcome> EditedWorld::add(std::span<const VoxelEdit> voxels, const std::string& text) {
  const std::lock_guard lock(mutex_);
  CRATON_TRY(admit());
  const Changing changing(*this);
  CRATON_TRY(const std::int64_t number, voxels_->set(voxels, text));
  CRATON_TRY(remember(number));
  undone_ = 0;
  Places places;
  for (const VoxelEdit& voxel : voxels) add_places(voxel, voxels_->chunk_side(), places);
  const std::lock_guard contents(contents_mutex_);
  for (const ChunkPlace& place : voxels_->changed()) contents_.erase({place.x, place.y});
  EditOutcome outcome = locked_state();
  outcome.done = 1;
  outcome.chunks = listed(places);
  return outcome;
}

Result<EditOutcome> EditedWorld::step(bool back, std::uint64_t steps) {
  const std::lock_guard lock(mutex_);
  if (ended_) return Error{ErrorCode::io, "", "the world was deleted just now"};
  const std::shared_ptr<const TerrainLand> before = land();
  const Changing changing(*this);
  std::uint64_t done = 0;
  Places places;
  for (; done < steps; ++done) {
    CRATON_TRY(const std::optional<EditInfo> told,
               voxels_ ? (back ? voxels_->undo() : voxels_->redo()) : (back ? store_->undo() : store_->redo()));
    if (!told) break;
    if (back) {
      chain_.pop_back();
      ++undone_;
    } else {
      CRATON_TRY(remember(told->number));
      --undone_;
    }
    if (!voxels_) continue;
    const std::lock_guard contents(contents_mutex_);
    for (const ChunkPlace& place : voxels_->changed()) {
      contents_.erase({place.x, place.y});
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) places.insert({place.x + dx, place.y + dy});
    }
  }
  if (!voxels_) CRATON_TRY(load_land());
  EditOutcome outcome = locked_state();
  outcome.done = done;
  outcome.chunks = listed(places);
  if (!voxels_) outcome.squares = land()->edits->changed_since(before->edits.get());
  return outcome;
}

Result<std::vector<VoxelEdit>> EditedWorld::voxels_in_force(std::size_t most) const {
  std::vector<VoxelEdit> voxels;
  if (!voxels_ || voxels_->count() > most) return voxels;
  CRATON_TRY(const std::vector<StoredPiece> pieces, store_->pieces({.kind = "voxels"}));
  Places places;
  for (const StoredPiece& each : pieces) places.insert({each.piece.key.x, each.piece.key.y});
  for (const ChunkPlace& place : listed(places)) {
    const std::vector<VoxelEdit> chunk = voxels_->in_chunk(place);
    voxels.insert(voxels.end(), chunk.begin(), chunk.end());
  }
  return voxels;
}

void EditedWorld::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
}

std::uint64_t EditedWorld::content_of(ChunkPlace place) {
  const std::uint64_t before = changes_.load();
  {
    const std::lock_guard lock(contents_mutex_);
    const auto found = contents_.find({place.x, place.y});
    if (found != contents_.end()) return found->second;
  }
  std::vector<std::int64_t> words;
  for (const VoxelEdit& voxel : voxels_->in_chunk(place)) words.insert(words.end(), {voxel.x, voxel.y, voxel.z, voxel.ground});
  const std::uint64_t content = words.empty() ? 0 : mix64_bytes(std::as_bytes(std::span(words)));
  const std::lock_guard lock(contents_mutex_);
  // Not where it may be of before a change: whoever changes forgets what is kept, and then counts on.
  if (before % 2 != 0 || changes_.load() != before) return content;
  if (contents_.size() >= most_contents) contents_.clear();
  contents_[{place.x, place.y}] = content;
  return content;
}

std::uint64_t EditedWorld::stamp(ChunkPlace place) {
  std::uint64_t stamp = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (const std::uint64_t content = content_of({place.x + dx, place.y + dy}))
        stamp = joined(stamp, joined(content, static_cast<std::uint64_t>((dy + 1) * 3 + dx + 1)));
  return stamp;
}

}  // namespace craton::server
