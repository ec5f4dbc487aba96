#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <tuple>

#include <craton/files/mesh_file.h>
#include <craton/files/vox_file.h>
#include <craton/shape/voxel_volume.h>

#include "base/text.h"
#include "files/made_bytes.h"
#include "requests/memory.h"
#include "requests/of.h"
#include "requests/scene_requests.h"
#include "requests/values.h"

namespace craton {

using requests::MeshFormat;
using requests::MeshRequest;

template <>
std::span<const std::string_view> choice_names<MeshFormat>() {
  static constexpr std::string_view names[] = {"arrays", "glb", "obj", "ply", "vox"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<PlanetMeshKind>() {
  return planet_mesh_kind_names();
}

namespace requests {
namespace {

// ---- arrays

template <class Row>
Answer::OwnArray array_of(LayerInfo info, const std::vector<Row>& rows, std::string_view axis, std::string_view parts) {
  constexpr std::size_t across = std::tuple_size_v<Row>;
  auto layer = std::make_unique<Layer>(std::move(info), rows.size() * across);
  if (!rows.empty()) std::memcpy(layer->bytes().data(), rows.data(), rows.size() * sizeof(Row));
  return {std::move(layer), {{axis, rows.size()}, {parts, across}}};
}

Answer arrays_of(const Answer& of, const Mesh& mesh) {
  Answer::Parts parts{.seed = of.seed(), .name = std::string(of.name())};
  parts.arrays.push_back(array_of({.name = "position", .unit = "m", .doc = "To the east, to the south, upwards."}, mesh.positions,
                                  "vertex", "component"));
  if (!mesh.normals.empty())
    parts.arrays.push_back(array_of({.name = "normal", .doc = "Of length 1."}, mesh.normals, "vertex", "component"));
  if (!mesh.colours.empty())
    parts.arrays.push_back(array_of({.name = "colour", .type = LayerType::category, .doc = "sRGB and opacity."}, mesh.colours,
                                    "vertex", "component"));
  std::vector<std::array<std::uint32_t, 3>> triangles(mesh.triangles.size() / 3);
  if (!triangles.empty()) std::memcpy(triangles.data(), mesh.triangles.data(), triangles.size() * sizeof triangles[0]);
  parts.arrays.push_back(array_of({.name = "triangle",
                                   .type = LayerType::integer,
                                   .doc = "The numbers of three vertices, counter-clockwise seen from outside."},
                                  triangles, "triangle", "corner"));
  return Answer::of_values(std::move(parts));
}

// ---- flat surfaces

/// Where the samples of a plane with a margin of one lie in a surface without one.
struct Frame {
  GridSize from;
  bool wraps_x = false, wraps_y = false;

  static std::uint32_t across(std::uint32_t size, bool wraps) { return wraps ? size + 1 : size - 2; }
  static std::uint32_t first(bool wraps) { return wraps ? 0 : 1; }
  static std::uint32_t place(std::uint32_t stored, std::uint32_t size, bool wraps) {
    return wraps ? (stored + size - 1) % size : stored;
  }
};

struct FrameOf {
  Frame operator()(const PlaneTile& tile) const { return {tile.size()}; }
  Frame operator()(const Torus& torus) const { return {torus.size(), torus.wraps_x(), torus.wraps_y()}; }
  Frame operator()(const CubeSphere&) const { return {}; }
};

/// The same with a margin of one sample: around maps that close onto themselves, else within the outermost samples.
Result<Surface> framed(const Surface& surface) {
  const Frame frame = std::visit(FrameOf{}, surface.domain());
  if (std::min(frame.from.width, frame.from.height) < 4)
    return Error{ErrorCode::unsupported, "of", "a mesh wants at least 4 samples a side: the outermost are its margin"};
  const auto* tile = std::get_if<PlaneTile>(&surface.domain());
  const std::int64_t step = tile ? tile->step() : std::get<Torus>(surface.domain()).step();
  const Point2 origin = tile ? tile->origin() : Point2{};
  const PlaneTile::Params params{.x = metres_from_units(origin.x + step * Frame::first(frame.wraps_x)),
                                 .y = metres_from_units(origin.y + step * Frame::first(frame.wraps_y)),
                                 .step = metres_from_units(step),
                                 .width = static_cast<int>(Frame::across(frame.from.width, frame.wraps_x)),
                                 .height = static_cast<int>(Frame::across(frame.from.height, frame.wraps_y))};
  CRATON_TRY(const PlaneTile plane, PlaneTile::make(params, 1));
  Surface result{Domain(plane)};
  for (const auto& layer : surface.layers()) {
    CRATON_TRY(Layer * copy, result.add_layer(layer->info()));
    const std::size_t bytes = bytes_per_cell(layer->type());
    for (std::uint32_t row = 0; row < plane.stored_height(); ++row)
      for (std::uint32_t column = 0; column < plane.stored_width(); ++column) {
        const std::size_t from = std::size_t{Frame::place(row, frame.from.height, frame.wraps_y)} * frame.from.width +
                                 Frame::place(column, frame.from.width, frame.wraps_x);
        std::memcpy(copy->bytes().data() + (std::size_t{row} * plane.stored_width() + column) * bytes,
                    layer->bytes().data() + from * bytes, bytes);
      }
  }
  return result;
}

// ---- things of a window

template <class Value>
const std::vector<Value>* column(const ObjectTable& table, std::string_view name) {
  return table.values<Value>(name);
}

/// Those of the table `things`, as the request `terrain` gives it.
void add_things(const Surface& surface, LandSceneOptions& options) {
  const ObjectTable* table = surface.objects("things");
  if (!table) return;
  const auto* places = column<Vec3d>(*table, "place");
  const auto* names = column<std::string>(*table, "kind");
  const auto* sizes = column<double>(*table, "size");
  const auto* turns = column<double>(*table, "turn");
  for (std::size_t i = 0; places && names && sizes && turns && i < table->rows(); ++i) {
    auto kind =
        std::find_if(options.kinds.begin(), options.kinds.end(), [&](const ScatterKind& k) { return k.name == (*names)[i]; });
    if (kind == options.kinds.end()) {
      options.kinds.push_back({.name = (*names)[i]});
      for (const ScatterKind& usual : usual_scatter())
        if (usual.name == (*names)[i]) options.kinds.back() = usual;
      kind = options.kinds.end() - 1;
    }
    const Result<std::int64_t> x = units_from_metres((*places)[i].x), y = units_from_metres((*places)[i].y);
    if (!x || !y) continue;
    options.things.push_back({.kind = static_cast<std::uint32_t>(kind - options.kinds.begin()),
                              .at = {*x, *y},
                              .height = static_cast<float>((*places)[i].z),
                              .size = static_cast<float>((*sizes)[i]),
                              .turn = static_cast<float>((*turns)[i])});
  }
}

// ---- any kind

/// What a kind of world makes of itself.
struct Makers {
  std::function<Result<Mesh>()> mesh;
  std::function<Result<Scene>()> scene;
};

ObjectTable counts_of(std::uint64_t triangles, std::uint64_t things) {
  return {"mesh",
          "What the file holds.",
          {{"triangles", "", "How many; those of a thing that stands in many places count once.",
            std::vector{static_cast<std::int64_t>(triangles)}},
           {"things", "", "Trees, rocks, plants and all else that stands on the ground.",
            std::vector{static_cast<std::int64_t>(things)}}}};
}

Result<Answer> made(const Answer& of, MeshFormat format, const Makers& makers) {
  if (format == MeshFormat::arrays) {
    CRATON_TRY(const Mesh mesh, makers.mesh());
    return arrays_of(of, mesh);
  }
  Answer::Parts parts{.seed = of.seed(), .name = std::string(of.name())};
  if (format == MeshFormat::glb) {
    CRATON_TRY(const Scene scene, makers.scene());
    CRATON_TRY(std::string bytes, glb_bytes(scene.glb));
    parts.files.push_back({"scene.glb", "model/gltf-binary", std::move(bytes)});
    parts.tables.push_back(counts_of(scene.triangles, scene.things));
  } else {
    const bool obj = format == MeshFormat::obj;
    CRATON_TRY(const Mesh mesh, makers.mesh());
    CRATON_TRY(std::string bytes, mesh_bytes(obj ? "obj" : "ply", mesh));
    parts.files.push_back({obj ? "mesh.obj" : "mesh.ply", obj ? "model/obj" : "application/x-ply", std::move(bytes)});
    parts.tables.push_back(counts_of(mesh.triangles.size() / 3, 0));
  }
  return Answer::of_values(std::move(parts));
}

Result<Answer> voxels_mesh(const Answer& of, const MeshRequest& request, const RequestContext& context) {
  const VoxelScene& scene = *of.voxels();
  const auto chunks = static_cast<std::uint64_t>(2 * scene.radius + 1) * static_cast<std::uint64_t>(2 * scene.radius + 1);
  CRATON_TRY(check_memory(chunks * 130'000, context.memory_limit, "of", "ask for fewer chunks"));
  if (request.format == MeshFormat::vox) {
    CRATON_TRY(const VoxelVolume volume,
               voxel_volume(scene.world, scene.centre, scene.radius, request.plants, context.execution));
    CRATON_TRY(std::string bytes, files::made_bytes(".vox", [&](const std::string& path) { return write_vox(path, volume); }));
    std::vector<AnswerFile> made_files;
    made_files.push_back({"voxels.vox", "application/octet-stream", std::move(bytes)});
    return files_of(of, std::move(made_files));
  }
  const VoxelSceneOptions options{.centre = scene.centre,
                                  .radius = scene.radius,
                                  .mesher = request.mesher,
                                  .occlusion = request.occlusion,
                                  .plants = request.plants,
                                  .in_place = request.in_place,
                                  .detail = request.detail};
  return made(of, request.format,
              {[&] { return voxel_mesh(scene.world, options, context.execution); },
               [&] { return voxel_scene(scene.world, options, context.execution); }});
}

Result<Answer> planet_mesh_of(const Answer& of, const World& planet, const MeshRequest& request, const RequestContext& context) {
  const PlanetMeshOptions options{.kind = request.kind,
                                  .parts = static_cast<std::uint32_t>(request.parts),
                                  .exaggeration = request.exaggeration,
                                  .sea_floor = request.sea_floor,
                                  .height = request.height};
  const std::uint64_t parts = options.parts;
  CRATON_TRY(check_memory(parts * parts * 20 * 64, context.memory_limit, "parts", "ask for fewer"));
  return made(of, request.format,
              {[&] { return planet_ball(planet, options, context.execution); },
               [&] { return planet_scene(planet, options, context.execution); }});
}

Result<Answer> land_mesh_of(const Answer& of, const World& world, const MeshRequest& request, const RequestContext& context) {
  CRATON_TRY(check_memory(std::uint64_t{world.surface.cell_count()} * 128, context.memory_limit, "of", "ask for fewer samples"));
  CRATON_TRY(layer_of(world.surface, request.height, "height"));
  CRATON_TRY(const Surface surface, framed(world.surface));
  LandSceneOptions options{.height = request.height, .in_place = request.in_place};
  CRATON_TRY(options.simplify, scene_simplify_from_text(request.simplify, "simplify"));
  options.notes = {{"kind", of.window() ? "terrain" : "map"}, {"recipe", world.recipe.name}, {"seed", std::to_string(of.seed())}};
  add_things(world.surface, options);
  return made(of, request.format,
              {[&] { return land_mesh(surface, options); }, [&] { return land_scene(surface, options, context.execution); }});
}

}  // namespace

Result<Answer> mesh_request(const MeshRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  if (answer.voxels()) return voxels_mesh(answer, request, context);
  CRATON_TRY(const World* world, world_of(answer, "mesh"));
  if (request.format == MeshFormat::vox) return Error{ErrorCode::unsupported, "format", "vox is for voxels"};
  return std::holds_alternative<CubeSphere>(world->surface.domain()) ? planet_mesh_of(answer, *world, request, context)
                                                                     : land_mesh_of(answer, *world, request, context);
}

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<MeshRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<MeshRequest>("Of what: a map, a terrain window, a planet, a region or a block of voxels, {\"terrain\": "
                                      "{\"size\": [257, 257]}}. Of flat "
                                      "land that does not close onto itself the outermost samples are a margin."),
      choice_param<&MeshRequest::format>("format", "Arrays of vertices and triangles, or a file; vox is for voxels."),
      text_param<&MeshRequest::height>("height", 64, "Of land and planets: the layer of the heights."),
      text_param<&MeshRequest::simplify>(
          "simplify", 32, "Of land: fewer triangles, as a share of all, 0.1, or by the error that they may make, 0.5m."),
      choice_param<&MeshRequest::kind>("kind", "Of planets: how the ball is made of triangles."),
      integer_param<&MeshRequest::parts>(
          "parts", 1, 2048, "",
          "Of planets: parts of an edge of the cube's faces, of the icosahedron's triangles, or of a quarter of the equator."),
      number_param<&MeshRequest::exaggeration>("exaggeration", 0, 1000, "", "Of planets: of heights; 0: a smooth ball."),
      boolean_param<&MeshRequest::sea_floor>("sea_floor", "Of planets: whether ground below 0 m is shown instead of the sea."),
      choice_param<&MeshRequest::mesher>("mesher",
                                         "Of voxels: faces, joined where they can be or each alone, or a smooth ground."),
      integer_param<&MeshRequest::detail>("detail", 0, 48, "",
                                          "Of voxels: chunks nearer than this are whole, farther ones have half the detail at "
                                          "each doubling of the distance; 0: all are whole."),
      boolean_param<&MeshRequest::occlusion>("occlusion", "Of voxels: whether corners are shaded by what is beside them."),
      boolean_param<&MeshRequest::plants>("plants", "Of voxels: whether plants stand on them."),
      boolean_param<&MeshRequest::in_place>("in_place", "Of glb: whether the scene is moved to where it lies in the world."),
  };
  return list;
}

}  // namespace craton
