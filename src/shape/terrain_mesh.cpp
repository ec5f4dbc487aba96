// Grids of triangles whose rims can follow a coarser level: between the outermost ring of vertices, of which some are left out,
// and the ring inside it, triangles are put side by side until both ends are reached (a strip for each side of the patch).
#include <craton/shape/terrain_mesh.h>

#include <cmath>
#include <limits>
#include <optional>

#include "base/fp_mode.h"
#include "base/text.h"
#include "shape/ground_colour.h"
#include "shape/plane_samples.h"

namespace craton {

Result<PlaneSamples> plane_samples(const Surface& surface, const std::string& layer, const std::string& path) {
  const auto* place = std::get_if<PlaneTile>(&surface.domain());
  if (!place) return Error{ErrorCode::unsupported, path, "only planes become meshes of terrain"};
  const Layer* found = surface.layer(layer);
  if (!found || found->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, path, concat({"there is no layer of numbers \"", layer, "\""})};
  return PlaneSamples(*place, found->numbers());
}

Result<TerrainPatch> within(const TerrainPatch& patch, const PlaneTile& place) {
  const GridSize size = place.size();
  TerrainPatch whole = patch;
  const auto fill = [](std::uint32_t first, std::uint32_t& cells, std::uint32_t samples) {
    if (first + std::uint64_t{1} >= samples) return false;
    if (cells == 0) cells = samples - 1 - first;
    return std::uint64_t{first} + cells < samples;
  };
  if (!fill(patch.column, whole.columns, size.width) || !fill(patch.row, whole.rows, size.height))
    return Error{
        ErrorCode::invalid_value, "patch",
        concat({"it does not lie within the ", std::to_string(size.width), " × ", std::to_string(size.height), " samples"})};
  return whole;
}

namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// Where values come from.
struct Source {
  PlaneSamples samples;
  GroundColour colours;
};

Result<Source> source_of(const Surface& surface, const TerrainMeshOptions& options, const std::string& path) {
  CRATON_TRY(const PlaneSamples samples, plane_samples(surface, options.height, path));
  return Source{samples, GroundColour(surface, samples)};
}

constexpr std::string_view rim_names[] = {"west",       "east",       "north",      "south",
                                          "north_west", "north_east", "south_west", "south_east"};
constexpr std::size_t west = 0, east = 1, north = 2, south = 3;

class PatchMesher {
 public:
  PatchMesher(const Source& own, const TerrainPatch& patch, const TerrainMeshOptions& options)
      : own_(own),
        patch_(patch),
        coloured_(options.colours),
        textured_(options.texture),
        alternate_(options.cut == CellCut::alternate) {}

  Result<void> set_coarser(std::size_t rim, const Source& source) {
    const PlaneTile& mine = own_.samples.place();
    const std::int64_t step = source.samples.place().step();
    const std::int64_t ratio = step / mine.step();
    if (step % mine.step() != 0 || ratio < 2 || (ratio & (ratio - 1)) != 0 || ratio > 1 << 20)
      return wrong(rim, "its step is not twice, four times, … as long");
    if (rim < 4) {
      const std::uint32_t cells = rim == west || rim == east ? patch_.rows : patch_.columns;
      if (cells % static_cast<std::uint32_t>(ratio) != 0) return wrong(rim, "the side of the patch is no multiple of its step");
      if (patch_.rows < 2 || patch_.columns < 2) return wrong(rim, "the patch must be two cells wide and high");
      steps_[rim] = static_cast<std::uint32_t>(ratio);
    }
    coarser_[rim] = &source;
    framed_ = true;
    return {};
  }

  Result<Mesh> make(double skirt) {
    vertex_at_.assign(std::size_t{patch_.columns + 1} * (patch_.rows + 1), nowhere);
    const std::size_t vertices = vertex_at_.size();
    mesh_.positions.reserve(vertices);
    mesh_.normals.reserve(vertices);
    if (coloured_) mesh_.colours.reserve(vertices);
    if (textured_) mesh_.texture.reserve(vertices);
    mesh_.triangles.reserve(std::size_t{6} * patch_.columns * patch_.rows);
    for (std::uint32_t row = 0; row <= patch_.rows; ++row) {
      // Coarser levels matter at the border alone.
      if (framed_ && (row == 0 || row == patch_.rows)) {
        for (std::uint32_t column = 0; column <= patch_.columns; ++column) CRATON_TRY(add_vertex(column, row));
        continue;
      }
      if (framed_) CRATON_TRY(add_vertex(0, row));
      add_run(framed_ ? 1 : 0, framed_ ? patch_.columns : patch_.columns + 1, row);
      if (framed_) CRATON_TRY(add_vertex(patch_.columns, row));
    }
    const std::uint32_t edge = framed_ && patch_.columns > 1 && patch_.rows > 1 ? 1 : 0;
    for (std::uint32_t row = edge; row < patch_.rows - edge; ++row) add_cells(edge, patch_.columns - edge, row);
    if (edge == 1)
      for (std::size_t side = 0; side < 4; ++side) add_strip(side);
    if (skirt > 0)
      for (std::size_t side = 0; side < 4; ++side) add_skirt(side, static_cast<float>(skirt));
    return std::move(mesh_);
  }

 private:
  static Error wrong(std::size_t rim, std::string_view message) {
    return {ErrorCode::invalid_value, concat({"coarser.", rim_names[rim]}), std::string(message)};
  }

  bool left_out(std::uint32_t column, std::uint32_t row) const {
    return (column == 0 && row % steps_[west] != 0) || (column == patch_.columns && row % steps_[east] != 0) ||
           (row == 0 && column % steps_[north] != 0) || (row == patch_.rows && column % steps_[south] != 0);
  }

  /// The coarsest of the surfaces that meet at a sample.
  std::size_t rim_at(std::uint32_t column, std::uint32_t row) const {
    const bool w = column == 0, e = column == patch_.columns, n = row == 0, s = row == patch_.rows;
    const bool touches[] = {w, e, n, s, n && w, n && e, s && w, s && e};
    std::size_t best = coarser_.size();
    for (std::size_t rim = 0; rim < coarser_.size(); ++rim) {
      if (!touches[rim] || !coarser_[rim]) continue;
      if (best == coarser_.size() || coarser_[rim]->samples.place().step() > coarser_[best]->samples.place().step()) best = rim;
    }
    return best;
  }

  Result<void> add_vertex(std::uint32_t column, std::uint32_t row) {
    if (left_out(column, row)) return {};
    const PlaneTile& place = own_.samples.place();
    Cell cell = place.cell(patch_.column + column, patch_.row + row);
    const Source* source = &own_;
    if (const std::size_t rim = rim_at(column, row); rim < coarser_.size()) {
      source = coarser_[rim];
      const std::optional<Cell> found = source->samples.at(place.position(cell));
      if (!found) return wrong(rim, "it does not hold the samples on the border");
      cell = *found;
    }
    vertex_at_[index(column, row)] = static_cast<std::uint32_t>(mesh_.positions.size());
    const double spacing = place.spacing();
    mesh_.positions.push_back(
        {static_cast<float>(column * spacing), static_cast<float>(row * spacing), source->samples.height(cell)});
    mesh_.normals.push_back(source->samples.normal(cell));
    if (coloured_) mesh_.colours.push_back(source->colours.at(cell));
    if (textured_) mesh_.texture.push_back(texture_at(column, row));
    return {};
  }

  /// Vertices of a row that no other level has a say in.
  void add_run(std::uint32_t begin, std::uint32_t end, std::uint32_t row) {
    if (begin >= end) return;
    const PlaneTile& place = own_.samples.place();
    const Cell first = place.cell(patch_.column + begin, patch_.row + row);
    const std::size_t count = end - begin, before = mesh_.positions.size();
    const double spacing = place.spacing();
    const auto down = static_cast<float>(row * spacing);
    mesh_.positions.resize(before + count);
    mesh_.normals.resize(before + count);
    std::array<float, 3>* position = mesh_.positions.data() + before;
    for (std::size_t i = 0; i < count; ++i) {
      position[i] = {static_cast<float>((begin + static_cast<std::uint32_t>(i)) * spacing), down,
                     own_.samples.height(static_cast<Cell>(first + i))};
      vertex_at_[index(begin, row) + i] = static_cast<std::uint32_t>(before + i);
    }
    own_.samples.normals(first, count, mesh_.normals.data() + before);
    if (textured_)
      for (std::uint32_t column = begin; column < end; ++column) mesh_.texture.push_back(texture_at(column, row));
    if (!coloured_) return;
    mesh_.colours.resize(before + count);
    own_.colours.row(first, count, mesh_.colours.data() + before);
  }

  std::array<float, 2> texture_at(std::uint32_t column, std::uint32_t row) const {
    const GridSize size = own_.samples.place().size();
    return {static_cast<float>(patch_.column + column) / static_cast<float>(size.width - 1),
            static_cast<float>(patch_.row + row) / static_cast<float>(size.height - 1)};
  }

  std::size_t index(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * (patch_.columns + 1) + column; }
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh_.triangles.insert(mesh_.triangles.end(), {a, b, c});
  }

  bool falls_at(std::uint32_t column, std::uint32_t row) const {
    const PlaneTile& place = own_.samples.place();
    const Point2 first = place.origin();
    return falls_by_turns({first.x + place.step() * (patch_.column + column), first.y + place.step() * (patch_.row + row)},
                          place.step());
  }

  /// Cells of a row; of each the two triangles on both sides of a diagonal.
  void add_cells(std::uint32_t begin, std::uint32_t end, std::uint32_t row) {
    if (begin >= end) return;
    const std::size_t before = mesh_.triangles.size();
    mesh_.triangles.resize(before + std::size_t{6} * (end - begin));
    std::uint32_t* to = mesh_.triangles.data() + before;
    const std::uint32_t *upper = &vertex_at_[index(0, row)], *lower = &vertex_at_[index(0, row + 1)];
    const auto height = [&](std::uint32_t vertex) { return mesh_.positions[vertex][2]; };
    for (std::uint32_t column = begin; column < end; ++column, to += 6) {
      const std::uint32_t nw = upper[column], ne = upper[column + 1], sw = lower[column], se = lower[column + 1];
      const bool falls =
          alternate_ ? falls_at(column, row) : std::abs(height(nw) - height(se)) <= std::abs(height(ne) - height(sw));
      to[0] = nw;
      to[1] = sw;
      to[2] = falls ? se : ne;
      to[3] = falls ? nw : ne;
      to[4] = falls ? se : sw;
      to[5] = falls ? ne : se;
    }
  }

  /// A vertex `along` a side, `inside` rings from the border.
  std::uint32_t on_side(std::size_t side, std::uint32_t along, std::uint32_t inside) const {
    switch (side) {
      case west: return vertex_at_[index(inside, along)];
      case east: return vertex_at_[index(patch_.columns - inside, along)];
      case north: return vertex_at_[index(along, inside)];
      default: return vertex_at_[index(along, patch_.rows - inside)];
    }
  }
  std::uint32_t length(std::size_t side) const { return side == west || side == east ? patch_.rows : patch_.columns; }
  /// Whether what runs along this side has the patch on its left, seen from above.
  static bool turned(std::size_t side) { return side == west || side == south; }

  /// Whether a cell of the outermost ring, beside a side without gaps, is cut from the outer vertex `along` the side.
  bool cut_from_outside(std::size_t side, std::uint32_t along) const {
    switch (side) {
      case west: return falls_at(0, along);
      case east: return !falls_at(patch_.columns - 1, along);
      case north: return falls_at(along, 0);
      default: return !falls_at(along, patch_.rows - 1);
    }
  }

  void add_strip(std::size_t side) {
    const std::uint32_t end = length(side), step = steps_[side];
    std::uint32_t outer = 0, inner = 1;
    while (outer < end || inner < end - 1) {
      const std::uint32_t from = on_side(side, outer, 0), to = on_side(side, inner, 1);
      // The next one is that whose edge has its middle first.
      bool outwards = inner == end - 1 || (outer < end && 2 * outer + step <= 2 * inner + 1);
      if (alternate_ && step == 1 && outer == inner && inner < end - 1) outwards = !cut_from_outside(side, outer);
      const std::uint32_t next = outwards ? on_side(side, outer += step, 0) : on_side(side, ++inner, 1);
      if (turned(side))
        add_triangle(from, next, to);
      else
        add_triangle(from, to, next);
    }
  }

  void add_skirt(std::size_t side, float depth) {
    std::uint32_t last = nowhere, last_below = nowhere;
    for (std::uint32_t along = 0; along <= length(side); along += steps_[side]) {
      const std::uint32_t above = on_side(side, along, 0);
      const auto below = static_cast<std::uint32_t>(mesh_.positions.size());
      mesh_.positions.push_back(mesh_.positions[above]);
      mesh_.positions.back()[2] -= depth;
      mesh_.normals.push_back(mesh_.normals[above]);
      if (!mesh_.colours.empty()) mesh_.colours.push_back(mesh_.colours[above]);
      if (!mesh_.texture.empty()) mesh_.texture.push_back(mesh_.texture[above]);
      if (last != nowhere) {
        if (turned(side)) {
          add_triangle(last, last_below, below);
          add_triangle(last, below, above);
        } else {
          add_triangle(last, below, last_below);
          add_triangle(last, above, below);
        }
      }
      last = above;
      last_below = below;
    }
  }

  const Source& own_;
  TerrainPatch patch_;
  bool coloured_, textured_, alternate_;
  std::array<const Source*, 8> coarser_{};
  std::array<std::uint32_t, 4> steps_{1, 1, 1, 1};  // between vertices on the sides
  bool framed_ = false;
  std::vector<std::uint32_t> vertex_at_;
  Mesh mesh_;
};

}  // namespace

Result<Mesh> terrain_mesh(const Surface& surface, const TerrainPatch& patch, const TerrainMeshOptions& options) {
  const FloatingPointMode ieee;
  CRATON_TRY(const Source own, source_of(surface, options, "surface"));
  CRATON_TRY(const TerrainPatch whole, within(patch, own.samples.place()));
  PatchMesher mesher(own, whole, options);
  std::vector<Source> sources;
  sources.reserve(options.coarser.size());
  for (std::size_t rim = 0; rim < options.coarser.size(); ++rim) {
    if (!options.coarser[rim]) continue;
    CRATON_TRY(const Source source, source_of(*options.coarser[rim], options, concat({"coarser.", rim_names[rim]})));
    sources.push_back(source);
    CRATON_TRY(mesher.set_coarser(rim, sources.back()));
  }
  return mesher.make(options.skirt);
}

}  // namespace craton
