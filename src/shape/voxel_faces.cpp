// Faces of voxels: those that no neighbour hides, one by one or merged greedily into rectangles (R. W. Gedge 2014 for the way
// with bits: a column is a word, so that a run of faces is found by counting trailing zeros).
#include <craton/shape/voxel_faces.h>

#include <algorithm>
#include <array>
#include <bit>

#include "shape/face_masks.h"
#include "shape/quad_axes.h"

namespace craton {

using shape::backwards;
using shape::ChunkMasks;
using shape::ShadeBits;
using shape::u_axes;
using shape::v_axes;

struct VoxelFaces::State {
  ChunkMasks masks;
  std::vector<VoxelQuad> quads;
  std::vector<std::uint64_t> rows;         // faces of one ground in a slice
  std::vector<std::size_t> active;         // rows of the slice that have any
  std::vector<ShadeBits> shades;           // of a slice
  std::vector<std::uint64_t> level_rows;   // [entry][level][y]: faces that look up or down, bits along x; empty between calls
  std::vector<std::uint64_t> levels;       // [entry][word]: which levels have any
  std::vector<std::uint8_t> level_shades;  // [level][y][x]
};

namespace {

struct Run {
  std::uint64_t bits;
  int length;
};

Run run_at(std::uint64_t bits, int first, bool greedy) {
  const int length = greedy ? std::countr_one(bits >> first) : 1;
  return {(length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1) << first, length};
}

class Finder {
 public:
  Finder(VoxelFaces::State& state, const VoxelFaceOptions& options) : s_(state), m_(state.masks), options_(options) {}

  void find() {
    s_.quads.clear();
    const auto n = static_cast<std::size_t>(m_.side());
    s_.rows.assign(2 * n, 0);
    s_.active.resize(n);
    if (options_.ambient_occlusion) s_.shades.resize(n);
    for (int word = 0; word < m_.words(); ++word)
      for (int slice = 0; slice < m_.side(); ++slice) {
        find_slice<FaceSide::west>(word, slice);
        find_slice<FaceSide::east>(word, slice);
        find_slice<FaceSide::north>(word, slice);
        find_slice<FaceSide::south>(word, slice);
      }
    find_levels<FaceSide::down>();
    find_levels<FaceSide::up>();
  }

 private:
  static constexpr bool runs_along_y(FaceSide side) { return side == FaceSide::west || side == FaceSide::east; }

  /// Sides that look along x or y: a slice is a row of columns.
  template <FaceSide Side>
  void find_slice(int word, int slice) {
    const auto n = static_cast<std::size_t>(m_.side());
    const std::size_t first = runs_along_y(Side) ? m_.column(slice, 0) : m_.column(0, slice);
    const std::size_t step = runs_along_y(Side) ? m_.pitch() : 1;
    std::uint64_t* left = s_.rows.data() + n;  // faces whose ground is not found yet
    active_count_ = 0;
    for (std::size_t i = 0; i < n; ++i) {
      left[i] = m_.seen<Side>(word, first + i * step, options_.floor);
      s_.active[active_count_] = i;
      active_count_ += left[i] != 0;
    }
    if (active_count_ == 0) return;
    if (options_.ambient_occlusion)
      for (std::size_t a = 0; a < active_count_; ++a)
        s_.shades[s_.active[a]] = shade_of(m_, Side, word, first + s_.active[a] * step);
    // Surfaces stand behind rock in most palettes, and there are more of them to be seen.
    for (std::size_t e = m_.palette().size() - 1; e > 0; --e) {
      std::uint64_t any = 0, rest = 0;
      for (std::size_t a = 0; a < active_count_; ++a) {
        const std::size_t i = s_.active[a];
        const std::uint64_t own = left[i] & m_.entry(e, word, first + i * step);
        any |= s_.rows[i] = own;
        rest |= left[i] &= ~own;
      }
      if (any != 0) merge_slice<Side>(word, slice, m_.palette()[e]);
      if (rest == 0) break;
    }
    for (std::size_t a = 0; a < active_count_; ++a) s_.rows[s_.active[a]] = 0;
  }

  template <FaceSide Side>
  void merge_slice(int word, int slice, GroundId ground) {
    const auto n = static_cast<std::size_t>(m_.side());
    for (std::size_t a = 0; a < active_count_; ++a) {
      const std::size_t r = s_.active[a];
      for (std::uint64_t bits = s_.rows[r]; bits != 0;) {
        const int z = std::countr_zero(bits);
        std::uint64_t equal = bits;
        std::uint8_t shade = 0;
        if (options_.ambient_occlusion) {
          shade = s_.shades[r].at(z);
          equal &= s_.shades[r].equal_to(shade);
        }
        const Run run = run_at(equal, z, options_.greedy);
        bits &= ~run.bits;
        std::size_t end = r + 1;
        for (; options_.greedy && end < n && (s_.rows[end] & run.bits) == run.bits; ++end) {
          if (options_.ambient_occlusion && (s_.shades[end].equal_to(shade) & run.bits) != run.bits) break;
          s_.rows[end] &= ~run.bits;
        }
        s_.quads.push_back({.x = static_cast<std::uint8_t>(runs_along_y(Side) ? slice : static_cast<int>(r)),
                            .y = static_cast<std::uint8_t>(runs_along_y(Side) ? static_cast<int>(r) : slice),
                            .z = static_cast<std::uint16_t>(64 * word + z),
                            .u_length = static_cast<std::uint8_t>(end - r),
                            .v_length = static_cast<std::uint8_t>(run.length),
                            .side = Side,
                            .ground = ground,
                            .shade = shade});
      }
    }
  }

  /// Sides that look up or down: faces are brought from columns to levels, as bits along x.
  template <FaceSide Side>
  void find_levels() {
    const auto n = static_cast<std::size_t>(m_.side()), words = static_cast<std::size_t>(m_.words()),
               entries = m_.palette().size();
    s_.level_rows.resize(std::max(s_.level_rows.size(), entries * 64 * words * n));
    s_.levels.assign(entries * words, 0);
    if (options_.ambient_occlusion) s_.level_shades.resize(64 * words * n * n);
    for (std::size_t w = 0; w < words; ++w)
      for (std::size_t y = 0; y < n; ++y)
        for (std::size_t x = 0; x < n; ++x) {
          const std::size_t column = m_.column(static_cast<int>(x), static_cast<int>(y));
          const std::uint64_t seen = m_.seen<Side>(static_cast<int>(w), column, options_.floor);
          if (seen != 0) bring_to_levels<Side>(w, y, x, column, seen);
        }
    for (std::size_t e = 1; e < entries; ++e)
      for (std::size_t w = 0; w < words; ++w)
        for (std::uint64_t rest = s_.levels[e * words + w]; rest != 0; rest &= rest - 1) {
          const auto z = static_cast<std::size_t>(std::countr_zero(rest));
          merge_level<Side>(w * 64 + z, &s_.level_rows[((e * words + w) * 64 + z) * n], m_.palette()[e]);
        }
  }

  template <FaceSide Side>
  void bring_to_levels(std::size_t w, std::size_t y, std::size_t x, std::size_t column, std::uint64_t seen) {
    const auto n = static_cast<std::size_t>(m_.side()), words = static_cast<std::size_t>(m_.words());
    if (options_.ambient_occlusion) {
      const ShadeBits shade = shade_of(m_, Side, static_cast<int>(w), column);
      for (std::uint64_t rest = seen; rest != 0; rest &= rest - 1) {
        const auto z = static_cast<std::size_t>(std::countr_zero(rest));
        s_.level_shades[((w * 64 + z) * n + y) * n + x] = shade.at(static_cast<int>(z));
      }
    }
    for (std::size_t e = m_.palette().size() - 1; e > 0 && seen != 0; --e) {
      std::uint64_t own = seen & m_.entry(e, static_cast<int>(w), column);
      seen &= ~own;
      s_.levels[e * words + w] |= own;
      for (; own != 0; own &= own - 1)
        s_.level_rows[((e * words + w) * 64 + static_cast<std::size_t>(std::countr_zero(own))) * n + y] |= std::uint64_t{1} << x;
    }
  }

  template <FaceSide Side>
  void merge_level(std::size_t z, std::uint64_t* rows, GroundId ground) {
    const auto n = static_cast<std::size_t>(m_.side());
    for (std::size_t y = 0; y < n; ++y) {
      while (rows[y] != 0) {
        const int x = std::countr_zero(rows[y]);
        const std::uint8_t* shades = options_.ambient_occlusion ? &s_.level_shades[(z * n + y) * n] : nullptr;
        const std::uint8_t shade = shades ? shades[x] : std::uint8_t{0};
        const Run run = run_at(shades ? rows[y] & same_shade(shades, shade, rows[y]) : rows[y], x, options_.greedy);
        rows[y] &= ~run.bits;
        std::size_t end = y + 1;
        for (; options_.greedy && end < n && (rows[end] & run.bits) == run.bits; ++end) {
          if (shades && same_shade(&s_.level_shades[(z * n + end) * n], shade, run.bits) != run.bits) break;
          rows[end] &= ~run.bits;
        }
        s_.quads.push_back({.x = static_cast<std::uint8_t>(x),
                            .y = static_cast<std::uint8_t>(y),
                            .z = static_cast<std::uint16_t>(z),
                            .u_length = static_cast<std::uint8_t>(run.length),
                            .v_length = static_cast<std::uint8_t>(end - y),
                            .side = Side,
                            .ground = ground,
                            .shade = shade});
      }
    }
  }

  static std::uint64_t same_shade(const std::uint8_t* shades, std::uint8_t shade, std::uint64_t among) {
    std::uint64_t same = 0;
    for (; among != 0; among &= among - 1) {
      const int x = std::countr_zero(among);
      same |= std::uint64_t{shades[x] == shade} << x;
    }
    return same;
  }

  VoxelFaces::State& s_;
  const ChunkMasks& m_;
  const VoxelFaceOptions& options_;
  std::size_t active_count_ = 0;
};

}  // namespace

VoxelFaces::VoxelFaces() : state_(std::make_unique<State>()) {}
VoxelFaces::~VoxelFaces() = default;
VoxelFaces::VoxelFaces(VoxelFaces&&) noexcept = default;
VoxelFaces& VoxelFaces::operator=(VoxelFaces&&) noexcept = default;

Result<std::span<const VoxelQuad>> VoxelFaces::find(const VoxelChunk& chunk, const VoxelTable& table,
                                                    const VoxelFaceOptions& options) {
  if (chunk.apron() < 1)
    return Error{ErrorCode::invalid_value, "chunk", "has no apron: ask for one with world.chunk(place, context, 1)"};
  if (chunk.palette().back() >= table.grounds.size())
    return Error{ErrorCode::invalid_value, "table", "does not hold the grounds of the chunk"};
  state_->masks.load(chunk, table, options.open_sides);
  Finder(*state_, options).find();
  return std::span<const VoxelQuad>(state_->quads);
}

void add_quads(std::span<const VoxelQuad> quads, VoxelMesh& mesh, int level) {
  auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  const std::size_t first_index = mesh.triangles.size();
  mesh.vertices.resize(base + 4 * quads.size());
  mesh.triangles.resize(first_index + 6 * quads.size());
  VoxelVertex* vertex = mesh.vertices.data() + base;
  std::uint32_t* index = mesh.triangles.data() + first_index;
  for (const VoxelQuad& quad : quads) {
    const auto side = static_cast<std::size_t>(quad.side);
    const std::size_t u = u_axes[side], v = v_axes[side], across = side / 2;  // west and east lie along x, and so on
    const bool after = side % 2 != 0;
    std::array<int, 3> low{quad.x, quad.y, quad.z};
    low[across] += after ? 1 : 0;
    std::array<std::int8_t, 3> normal{};
    normal[across] = after ? 127 : -127;
    std::array<float, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) at[k] = static_cast<float>(low[k] << level);
    const float u_ends[] = {at[u], static_cast<float>((low[u] + quad.u_length) << level)};
    const float v_ends[] = {at[v], static_cast<float>((low[v] + quad.v_length) << level)};
    for (int corner = 0; corner < 4; ++corner, ++vertex) {
      at[u] = u_ends[corner == 1 || corner == 2];
      at[v] = v_ends[corner >= 2];
      *vertex = {at[0],     at[1],     at[2],       normal[0],
                 normal[1], normal[2], quad.ground, static_cast<std::uint8_t>(quad.shade >> (2 * corner) & 3)};
    }
    const auto shade = [&](std::uint32_t corner) { return quad.shade >> (2 * corner) & 3; };
    const std::uint32_t turn = shade(0) + shade(2) > shade(1) + shade(3) ? 1 : 0;
    const std::uint32_t order[] = {turn, turn + 1, turn + 2, turn, turn + 2, (turn + 3) % 4};
    for (int t = 0; t < 2; ++t, index += 3) {
      index[0] = base + order[3 * t];
      index[1] = base + order[3 * t + (backwards[side] ? 2 : 1)];
      index[2] = base + order[3 * t + (backwards[side] ? 1 : 2)];
    }
    base += 4;
  }
}

}  // namespace craton
