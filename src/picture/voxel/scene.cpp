#include "picture/voxel/scene.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "picture/view/embree.h"

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

/// A plant's model, y turned to the north, with a colour for each of its triangles.
RTCScene model_scene(RTCDevice device, const PlantModel& model, std::vector<Colour>& colours) {
  RTCScene scene = rtcNewScene(device);
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<Vec*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), model.vertices.size()));
  auto* indices = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                      3 * sizeof(std::uint32_t), model.triangles.size() / 3));
  if (vertices && indices) {
    std::transform(model.vertices.begin(), model.vertices.end(), vertices, [](const PlantVertex& v) {
      return Vec{v.x, -v.y, v.z};
    });
    std::copy(model.triangles.begin(), model.triangles.end(), indices);
    for (std::size_t t = 0; t < model.triangles.size(); t += 3)
      colours.push_back(linear_from(model.vertices[model.triangles[t]].colour));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
  }
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene);
  return scene;
}

Result<std::vector<ChunkFaces>> faces_of(const VoxelWorld& world, const VoxelScene::Options& options, const PlantModels& plants,
                                         const Execution& execution) {
  const int chunks = 2 * options.radius + 1, side = world.params().chunk_side;
  const auto count = static_cast<std::size_t>(chunks) * static_cast<std::size_t>(chunks);
  std::vector<ChunkFaces> all(count);
  std::vector<Result<void>> failed(count);
  CRATON_TRY(parallel_blocks(count, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    VoxelContext context;
    VoxelFaces finder;
    VoxelMesh mesh;
    for (std::uint64_t i = begin; i < end; ++i) {
      const int x = static_cast<int>(i) % chunks, y = static_cast<int>(i) / chunks;
      const ChunkPlace place{options.centre.x - options.radius + x, options.centre.y - options.radius + y};
      const Result<VoxelChunk> chunk = world.chunk(place, context, 1);
      if (!chunk) {
        failed[i] = chunk.error();
        continue;
      }
      VoxelFaceOptions sides;
      if (options.cut)
        sides.open_sides = static_cast<std::uint8_t>((x == 0) | (x == chunks - 1) << 1 | (y == 0) << 2 | (y == chunks - 1) << 3);
      const Result<std::span<const VoxelQuad>> quads = finder.find(*chunk, world.table(), sides);
      mesh.vertices.clear();
      mesh.triangles.clear();
      add_quads(*quads, mesh);
      all[i].x = static_cast<float>(x * side);
      all[i].y = static_cast<float>(y * side);
      collect(mesh, world.table(), all[i]);
      if (options.plants) plants.add_instances(*chunk, all[i].plants);
    }
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
  Result<std::vector<ChunkFaces>> faces = faces_of(world, options, parts.plants, execution);
  if (!faces) return faces.error();
  parts.device = rtcNewDevice(settings_for(execution).c_str());
  if (!parts.device) return Error{ErrorCode::unsupported, "view", "Embree does not run on this machine"};
  parts.ground = rtcNewScene(parts.device);
  parts.water = rtcNewScene(parts.device);
  const auto step = static_cast<float>(world.params().step);
  for (const PlantModel& model : parts.plants.models()) {
    parts.model_colours.emplace_back();
    parts.model_scenes.push_back(model_scene(parts.device, model, parts.model_colours.back()));
  }
  for (std::size_t i = 0; i < faces->size(); ++i) {
    ChunkFaces& chunk = (*faces)[i];
    attach_quads(parts.device, parts.ground, chunk.solid, static_cast<unsigned>(i));
    attach_quads(parts.device, parts.water, chunk.liquid, static_cast<unsigned>(i));
    parts.grounds.push_back(std::move(chunk.grounds));
    parts.liquids.push_back(std::move(chunk.liquids));
    scene.top_ = std::max(scene.top_, chunk.top);
  }
  const auto first = static_cast<unsigned>(faces->size());
  for (const ChunkFaces& chunk : *faces)
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
