#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/edits.h>
#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// What people change by hand in endless terrain. Edits come after all stages and move no rivers.
namespace craton {

class CRATON_API Terrain;

enum class BrushTool {
  raise,    ///< by some metres
  lower,    ///< by some metres
  flatten,  ///< towards one height
  smooth,   ///< towards the land as it would be without its small features
  stamp,    ///< adds a picture of heights
  paint,    ///< another biome
};
template <>
CRATON_API std::span<const std::string_view> choice_names<BrushTool>();

struct BrushParams {
  double radius = 50;
  double by = 10;
  double strength = 1;
  double falloff = 1;
  double smoothness = 0;
};
template <>
CRATON_API std::span<const ParamInfo> params_of<BrushParams>();

/// One touch of a brush, as a user asks for it.
struct BrushStroke {
  BrushTool tool = BrushTool::raise;
  Point2 at{};
  BrushParams params{};
  std::optional<double> to{};        ///< metres, of flatten; none: the height in the middle
  std::string biome{};               ///< of paint
  const HeightMap* stamp = nullptr;  ///< of stamp: its brightest level is `by` metres high
};

/// The same with all that it took from the land when it was made, so that it needs nothing but itself: a sample's new value is a
/// function of its old value and its place. That is why neighbours agree bit for bit, and a coarse level is every second sample
/// of the finer one.
struct TerrainEdit {
  BrushTool tool = BrushTool::raise;
  Point2 at{};
  double radius = 0;    ///< metres
  double amount = 0;    ///< metres: that raise and lower move, that flatten aims at, that stamp multiplies with
  double strength = 1;  ///< 0 … 1
  double falloff = 1;   ///< the share of the radius within which the strength fades
  std::string biome{};
  /// Nodes of a cubic B-spline over the square around the brush, row by row, `node_step` metres apart, the middle one at `at`:
  /// the heights that smooth aims at, or what stamp adds.
  std::uint32_t columns = 0, rows = 0;
  double node_step_x = 0, node_step_y = 0;
  std::vector<float> nodes{};

  friend bool operator==(const TerrainEdit&, const TerrainEdit&);
};

/// Looks up what the stroke needs of the land (with the edits that the terrain has). Errors name the parameter.
CRATON_API Result<TerrainEdit> make_edit(const Terrain& terrain, const BrushStroke& stroke, const Execution& execution = {});

/// "raise by 10 m at 12, -40, radius 50 m".
CRATON_API std::string text_of(const TerrainEdit& edit);

/// As a piece for an EditStore. Its kind is "terrain"; its level n is the first at which a square of 256 m · 2ⁿ is at least as
/// wide as the brush; x and y say in which such square the middle lies.
CRATON_API EditPiece piece_of(const TerrainEdit& edit);
CRATON_API Result<TerrainEdit> edit_from_piece(const EditPiece& piece);

/// Samples from `first` to `last`, those included; units.
struct EditSquare {
  Point2 first, last;
};

/// All edits of a world in their order; immutable.
class CRATON_API TerrainEdits {
 public:
  struct Numbered {
    std::int64_t number = 0;  ///< as in the store
    TerrainEdit edit;
  };
  explicit TerrainEdits(std::vector<Numbered> edits);
  static Result<std::shared_ptr<const TerrainEdits>> load(const EditStore& store);

  std::span<const Numbered> all() const { return edits_; }
  /// Where others than these change the land: what has to be made again after an edit, an undo or a redo.
  std::vector<EditSquare> changed_since(const TerrainEdits* before) const;
  /// Whether any of them reaches into a square.
  bool touch(const EditSquare& square) const;
  /// Changes the layers `height` and `biome` of a window onto the plane, its margin too.
  void apply(Surface& surface) const;

 private:
  std::vector<Numbered> edits_;
  std::vector<EditSquare> squares_;  ///< what each can touch
};

/// Makes the edit, keeps it, and gives the edits that are in force then: `*edits = *add_edit(…)`.
CRATON_API Result<std::shared_ptr<const TerrainEdits>> add_edit(EditStore& store, const Terrain& terrain,
                                                                const BrushStroke& stroke, const Execution& execution = {});

}  // namespace craton
