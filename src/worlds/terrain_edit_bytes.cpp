// Edits as bytes: little endian, in the order of the fields.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <craton/base/floor_div.h>
#include <craton/worlds/terrain_edits.h>

#include "worlds/brush.h"

namespace craton {
namespace {

using namespace terrain;

constexpr std::string_view kind = "terrain";
constexpr std::uint8_t bytes_version = 1;
constexpr std::int64_t square_side = 256 * units_per_metre;  // of level 0
constexpr std::size_t most_biome_letters = 64;

class Writer {
 public:
  void word(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  void real(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, 8);
    word(bits, 8);
  }
  void real(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, 4);
    word(bits, 4);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Zeros beyond the end, and remembers that.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t word(std::size_t bytes) {
    if (bytes > bytes_.size()) {
      short_ = true;
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value |= std::to_integer<std::uint64_t>(bytes_[i]) << (8 * i);
    bytes_ = bytes_.subspan(bytes);
    return value;
  }
  double real() {
    const std::uint64_t bits = word(8);
    double value = 0;
    std::memcpy(&value, &bits, 8);
    return value;
  }
  float small_real() {
    const auto bits = static_cast<std::uint32_t>(word(4));
    float value = 0;
    std::memcpy(&value, &bits, 4);
    return value;
  }
  std::size_t left() const { return bytes_.size(); }
  bool good() const { return !short_ && bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
  bool short_ = false;
};

bool sound(const TerrainEdit& edit) {
  const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
  const bool nodes = edit.tool == BrushTool::smooth || edit.tool == BrushTool::stamp;
  if (!within(edit.radius, 0, most_brush_radius) || !within(edit.strength, 0, 1) || !within(edit.falloff, 0, 1)) return false;
  if (!within(edit.amount, -most_brush_amount, most_brush_amount)) return false;
  if (nodes != !edit.nodes.empty()) return false;
  if (nodes && !(within(edit.node_step_x, 1e-6, most_brush_radius) && within(edit.node_step_y, 1e-6, most_brush_radius)))
    return false;
  return std::all_of(edit.nodes.begin(), edit.nodes.end(), [](float node) { return std::isfinite(node); });
}

}  // namespace

bool operator==(const TerrainEdit& a, const TerrainEdit& b) { return piece_of(a).bytes == piece_of(b).bytes; }

EditPiece piece_of(const TerrainEdit& edit) {
  Writer writer;
  writer.word(bytes_version, 1);
  writer.word(static_cast<std::uint64_t>(edit.tool), 1);
  writer.word(static_cast<std::uint64_t>(edit.at.x), 8);
  writer.word(static_cast<std::uint64_t>(edit.at.y), 8);
  for (const double value : {edit.radius, edit.amount, edit.strength, edit.falloff}) writer.real(value);
  writer.word(edit.biome.size(), 1);
  for (const char letter : edit.biome) writer.word(static_cast<std::uint8_t>(letter), 1);
  writer.word(edit.columns, 4);
  writer.word(edit.rows, 4);
  writer.real(edit.node_step_x);
  writer.real(edit.node_step_y);
  for (const float node : edit.nodes) writer.real(node);

  EditPiece piece{{.kind = std::string(kind)}, writer.take()};
  std::int64_t side = square_side;
  const double wide = 2 * edit.radius * units_per_metre;
  while (static_cast<double>(side) < wide) {
    side *= 2;
    ++piece.key.level;
  }
  piece.key.x = floor_div(edit.at.x, side);
  piece.key.y = floor_div(edit.at.y, side);
  return piece;
}

Result<TerrainEdit> edit_from_piece(const EditPiece& piece) {
  Reader reader(piece.bytes);
  const Error strange{ErrorCode::corrupt, "edit", "an edit of the terrain is not one that this program knows"};
  if (piece.key.kind != kind || reader.word(1) != bytes_version) return strange;
  const std::uint64_t tool = reader.word(1);
  if (tool >= choice_names<BrushTool>().size()) return strange;
  TerrainEdit edit{.tool = static_cast<BrushTool>(tool)};
  edit.at.x = static_cast<std::int64_t>(reader.word(8));
  edit.at.y = static_cast<std::int64_t>(reader.word(8));
  for (double* value : {&edit.radius, &edit.amount, &edit.strength, &edit.falloff}) *value = reader.real();
  const std::uint64_t letters = reader.word(1);
  if (letters > most_biome_letters || letters > reader.left()) return strange;
  for (std::uint64_t i = 0; i < letters; ++i) edit.biome += static_cast<char>(reader.word(1));
  edit.columns = static_cast<std::uint32_t>(reader.word(4));
  edit.rows = static_cast<std::uint32_t>(reader.word(4));
  edit.node_step_x = reader.real();
  edit.node_step_y = reader.real();
  if (edit.columns > most_brush_nodes || edit.rows > most_brush_nodes ||
      reader.left() != std::size_t{4} * edit.columns * edit.rows)
    return strange;
  edit.nodes.resize(std::size_t{edit.columns} * edit.rows);
  for (float& node : edit.nodes) node = reader.small_real();
  if (!reader.good() || !sound(edit)) return strange;
  return edit;
}

}  // namespace craton
