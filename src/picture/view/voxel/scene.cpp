#include "picture/view/voxel/scene.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "picture/view/embree.h"
#include "picture/view/voxel/surface.h"

namespace craton::view {

/// Water is a scene of its own: rays look through it.
struct VoxelScene::Parts {
  struct Instance {
    std::uint32_t model = 0;
    float cosine = 1, sine = 0;
  };
  RTCDevice device = nullptr;
  RTCScene ground = nullptr, water = nullptr;
  std::vector<RTCScene> model_scenes;
  PlantModels plants;
  std::vector<std::vector<GroundId>> grounds, liquids;  ///< of every chunk's faces
  SmoothSurface surface;                                ///< of all chunks, where it is asked for
  std::vector<Colour> ground_colours;                   ///< by ground
  std::vector<Instance> instances;                      ///< their geometries follow those of the chunks
  std::vector<std::vector<Colour>> model_colours;       ///< of every model's triangles

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    for (RTCScene scene : model_scenes) rtcReleaseScene(scene);
    for (RTCScene scene : {ground, water})
      if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }
};

Colour linear_from(std::array<std::uint8_t, 3> colour) {
  const auto linear = [](std::uint8_t level) {
    const float s = static_cast<float>(level) / 255;
    return s <= 0.04045F ? s / 12.92F : std::pow((s + 0.055F) / 1.055F, 2.4F);
  };
  return {linear(colour[0]), linear(colour[1]), linear(colour[2])};
}

namespace {

/// The faces of a chunk, four corners each.
struct ChunkFaces {
  std::vector<Vec> solid, liquid;
  std::vector<GroundId> grounds, liquids;
  VoxelMesh surface;
  std::vector<PlantInstance> plants;
  float x = 0, y = 0, top = 0;  ///< of its corner, voxels from that of the scene; y to the south
};

void collect(const VoxelMesh& mesh, const VoxelTable& table, ChunkFaces& faces) {
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 4) {
    const GroundId ground = mesh.vertices[i].ground;
    const bool liquid = table.grounds[ground].liquid;
    for (std::size_t corner = i; corner < i + 4; ++corner) {
      const VoxelVertex& v = mesh.vertices[corner];
      (liquid ? faces.liquid : faces.solid).push_back({faces.x + v.x, -(faces.y + v.y), v.z});
      faces.top = std::max(faces.top, v.z);
    }
    (liquid ? faces.liquids : faces.grounds).push_back(ground);
  }
}

void attach_quads(RTCDevice device, RTCScene scene, const std::vector<Vec>& corners, unsigned id) {
  if (corners.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_QUAD);
  void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), corners.size());
  auto* indices = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4,
                                                                      4 * sizeof(std::uint32_t), corners.size() / 4));
  if (vertices && indices) {
    std::copy(corners.begin(), corners.end(), static_cast<Vec*>(vertices));
    for (std::size_t i = 0; i < corners.size(); ++i) indices[i] = static_cast<std::uint32_t>(i);
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
  }
  rtcReleaseGeometry(geometry);
}

void attach_triangles(RTCDevice device, RTCScene scene, const std::vector<Vec>& places,
                      const std::vector<std::uint32_t>& triangles, unsigned id) {
  if (triangles.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), places.size());
  void* indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
                                          triangles.size() / 3);
  if (vertices && indices) {
    std::copy(places.begin(), places.end(), static_cast<Vec*>(vertices));
    std::copy(triangles.begin(), triangles.end(), static_cast<std::uint32_t*>(indices));
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
  }
  rtcReleaseGeometry(geometry);
}

/// A plant's model, y turned to the north, with a colour for each of its triangles.
RTCScene model_scene(RTCDevice device, const PlantModel& model, std::vector<Colour>& colours) {
  RTCScene scene = rtcNewScene(device);
  std::vector<Vec> places;
  for (const PlantVertex& v : model.vertices) places.push_back({v.x, -v.y, v.z});
  for (std::size_t t = 0; t < model.triangles.size(); t += 3)
    colours.push_back(linear_from(model.vertices[model.triangles[t]].colour));
  attach_triangles(device, scene, places, model.triangles, 0);
  rtcCommitScene(scene);
  return scene;
}

/// Makes what is seen of chunks; one for each thread.
class ChunkPainter {
 public:
  ChunkPainter(const VoxelWorld& world, const VoxelScene::Options& options, const PlantModels& plants)
      : world_(world), options_(options), plants_(plants) {}

  /// Chunks are counted from the north-west.
  Result<void> make(int x, int y, ChunkFaces& out) {
    const int chunks = 2 * options_.radius + 1, side = world_.params().chunk_side;
    out.x = static_cast<float>(x * side);
    out.y = static_cast<float>(y * side);
    const ChunkPlace place{options_.centre.x - options_.radius + x, options_.centre.y - options_.radius + y};
    CRATON_TRY(const VoxelChunk chunk, world_.chunk(place, context_, options_.surface ? 2 : 1));
    VoxelFaceOptions sides;
    if (options_.cut)
      sides.open_sides = static_cast<std::uint8_t>((x == 0) | (x == chunks - 1) << 1 | (y == 0) << 2 | (y == chunks - 1) << 3);
    CRATON_TRY(const std::span<const VoxelQuad> quads, finder_.find(chunk, world_.table(), sides));
    if (options_.surface) CRATON_TRY(add_surface(chunk, world_.table(), *options_.surface, out.surface, sides.open_sides));
    for (const VoxelVertex& vertex : out.surface.vertices) out.top = std::max(out.top, vertex.z);
    wanted_.clear();
    for (const VoxelQuad& quad : quads)
      if (!options_.surface || world_.table().grounds[quad.ground].liquid) wanted_.push_back(quad);
    mesh_.vertices.clear();
    mesh_.triangles.clear();
    add_quads(wanted_, mesh_);
    collect(mesh_, world_.table(), out);
    if (options_.plants && options_.surface)
      plants_.add_instances(chunk, 0, out.surface, world_.table(), out.plants);
    else if (options_.plants)
      plants_.add_instances(chunk, out.plants);
    return {};
  }

 private:
  const VoxelWorld& world_;
  const VoxelScene::Options& options_;
  const PlantModels& plants_;
  VoxelContext context_;
  VoxelFaces finder_;
  VoxelMesh mesh_;
  std::vector<VoxelQuad> wanted_;
};

Result<std::vector<ChunkFaces>> faces_of(const VoxelWorld& world, const VoxelScene::Options& options, const PlantModels& plants,
                                         const Execution& execution) {
  const int chunks = 2 * options.radius + 1;
  const auto count = static_cast<std::size_t>(chunks) * static_cast<std::size_t>(chunks);
  std::vector<ChunkFaces> all(count);
  std::vector<Result<void>> failed(count);
  CRATON_TRY(parallel_blocks(count, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    ChunkPainter painter(world, options, plants);
    for (std::uint64_t i = begin; i < end; ++i)
      failed[i] = painter.make(static_cast<int>(i) % chunks, static_cast<int>(i) / chunks, all[i]);
  }));
  for (const Result<void>& each : failed) CRATON_TRY(each);
  return all;
}

}  // namespace

VoxelScene::VoxelScene(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
VoxelScene::VoxelScene(VoxelScene&&) noexcept = default;
VoxelScene& VoxelScene::operator=(VoxelScene&&) noexcept = default;
VoxelScene::~VoxelScene() = default;

Result<VoxelScene> VoxelScene::make(const VoxelWorld& world, const Options& options, const Execution& execution) {
  VoxelScene scene(std::make_unique<Parts>());
  Parts& parts = *scene.parts_;
  parts.plants = PlantModels::make(world);
  CRATON_TRY(std::vector<ChunkFaces> faces, faces_of(world, options, parts.plants, execution));
  parts.device = rtcNewDevice(settings_for(execution).c_str());
  if (!parts.device) return Error{ErrorCode::unsupported, "view", "Embree does not run on this machine"};
  parts.ground = rtcNewScene(parts.device);
  parts.water = rtcNewScene(parts.device);
  const auto step = static_cast<float>(world.params().step);
  for (const VoxelTable::Ground& ground : world.table().grounds) parts.ground_colours.push_back(linear_from(ground.colour));
  for (const PlantModel& model : parts.plants.models()) {
    parts.model_colours.emplace_back();
    parts.model_scenes.push_back(model_scene(parts.device, model, parts.model_colours.back()));
  }
  for (std::size_t i = 0; i < faces.size(); ++i) {
    ChunkFaces& chunk = faces[i];
    attach_quads(parts.device, parts.ground, chunk.solid, static_cast<unsigned>(i));
    parts.surface.add(chunk.surface, chunk.x, chunk.y);
    chunk.surface = {};
    attach_quads(parts.device, parts.water, chunk.liquid, static_cast<unsigned>(i));
    parts.grounds.push_back(std::move(chunk.grounds));
    parts.liquids.push_back(std::move(chunk.liquids));
    scene.top_ = std::max(scene.top_, chunk.top);
  }
  parts.surface.relax();
  attach_triangles(parts.device, parts.ground, parts.surface.places(), parts.surface.triangles(), 0);
  const auto first = static_cast<unsigned>(faces.size());
  for (const ChunkFaces& chunk : faces)
    for (const PlantInstance& plant : chunk.plants) {
      // Turned from x towards y, which runs to the south in the world and to the north here.
      const float angle = -radians(double{plant.rotation}), c = std::cos(angle), s = std::sin(angle);
      const float scale = plant.scale / step;
      RTCGeometry geometry = rtcNewGeometry(parts.device, RTC_GEOMETRY_TYPE_INSTANCE);
      rtcSetGeometryInstancedScene(geometry, parts.model_scenes[plant.model]);
      const float transform[12] = {c * scale,
                                   s * scale,
                                   0,
                                   -s * scale,
                                   c * scale,
                                   0,
                                   0,
                                   0,
                                   scale,
                                   chunk.x + plant.x / step,
                                   -(chunk.y + plant.y / step),
                                   plant.z / step};
      rtcSetGeometryTransform(geometry, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, transform);
      rtcCommitGeometry(geometry);
      rtcAttachGeometryByID(parts.ground, geometry, first + static_cast<unsigned>(parts.instances.size()));
      rtcReleaseGeometry(geometry);
      parts.instances.push_back({plant.model, c, s});
    }
  rtcCommitScene(parts.ground);
  rtcCommitScene(parts.water);
  if (rtcGetDeviceError(parts.device) != RTC_ERROR_NONE)
    return Error{ErrorCode::unsupported, "view", "not enough memory for the voxels"};
  scene.width_ = static_cast<float>((2 * options.radius + 1) * world.params().chunk_side);
  scene.sea_ = static_cast<float>(-world.params().floor / world.params().step);
  scene.top_ += 14 / step;  // plants
  return scene;
}

namespace {

bool meets(RTCScene scene, Vec origin, Vec direction, float from, float to, RTCRayHit& query) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  query.ray = ray_of(origin, direction, from, to);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene, &context, &query);
  return query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
}

Vec facing(Vec normal, Vec direction) {
  const Vec unit = normalised(normal);
  return dot(unit, direction) > 0 ? -unit : unit;
}

}  // namespace

VoxelHit VoxelScene::solid(Vec origin, Vec direction, float from, float to) const {
  alignas(16) RTCRayHit query{};
  VoxelHit hit;
  if (!meets(parts_->ground, origin, direction, from, to, query)) return hit;
  hit.distance = query.ray.tfar;
  const Vec normal{query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z};
  if (query.hit.instID[0] == RTC_INVALID_GEOMETRY_ID && !parts_->surface.places().empty()) {
    const SmoothSurface& surface = parts_->surface;
    const float shares[3] = {1 - query.hit.u - query.hit.v, query.hit.u, query.hit.v};
    Vec smooth{};
    float most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = surface.triangles()[3 * std::size_t{query.hit.primID} + k];
      smooth = smooth + normalised(surface.normal(vertex)) * shares[k];
      hit.colour += parts_->ground_colours[surface.ground(vertex)] * shares[k];
      if (shares[k] < most) continue;
      most = shares[k];
      hit.ground = surface.ground(vertex);
    }
    hit.normal = facing(dot(smooth, smooth) > 1e-6F ? smooth : normal, direction);
    return hit;
  }
  if (query.hit.instID[0] == RTC_INVALID_GEOMETRY_ID) {
    hit.normal = facing(normal, direction);
    hit.ground = parts_->grounds[query.hit.geomID][query.hit.primID];
    return hit;
  }
  const Parts::Instance& plant = parts_->instances[query.hit.instID[0] - parts_->grounds.size()];
  const Vec turned{plant.cosine * normal.x - plant.sine * normal.y, plant.sine * normal.x + plant.cosine * normal.y, normal.z};
  hit.normal = facing(turned, direction);
  hit.colour = parts_->model_colours[plant.model][query.hit.primID];
  return hit;
}

VoxelHit VoxelScene::water(Vec origin, Vec direction, float to) const {
  alignas(16) RTCRayHit query{};
  VoxelHit hit;
  if (!meets(parts_->water, origin, direction, 0, to, query)) return hit;
  hit.distance = query.ray.tfar;
  hit.normal = facing({query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z}, direction);
  hit.ground = parts_->liquids[query.hit.geomID][query.hit.primID];
  return hit;
}

bool VoxelScene::blocked(Vec origin, Vec direction, float to) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  alignas(16) RTCRay ray = ray_of(origin, direction, 0, to);
  rtcOccluded1(parts_->ground, &context, &ray);
  return ray.tfar < 0;
}

}  // namespace craton::view
