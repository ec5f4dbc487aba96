#include "picture/view/patch_land.h"

#include <array>

#include "picture/view/embree.h"
#include "picture/view/skin.h"
#include "picture/view/texture.h"
#include "picture/view/voxel/scene.h"

namespace craton::view {
namespace {

/// sRGB levels as light.
const std::array<float, 256>& light_of_level() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> t{};
    for (unsigned i = 0; i < t.size(); ++i) t[i] = linear_from({static_cast<std::uint8_t>(i), 0, 0}).x;
    return t;
  }();
  return table;
}

Colour colour_at(const Mesh& mesh, std::uint32_t vertex) {
  const std::array<float, 256>& light = light_of_level();
  const std::array<std::uint8_t, 4>& c = mesh.colours[vertex];
  return {light[c[0]], light[c[1]], light[c[2]]};
}

Vec normal_at(const Mesh& mesh, std::uint32_t vertex) {
  const std::array<float, 3>& n = mesh.normals[vertex];
  return {n[0], -n[1], n[2]};
}

}  // namespace

struct PatchLand::Parts : EmbreeScene {};

PatchLand::PatchLand(const ViewPlace& eye) : eye_(eye), parts_(std::make_unique<Parts>()) {}
PatchLand::~PatchLand() = default;

void PatchLand::attach(const ViewPatch& patch) {
  const Mesh& mesh = *patch.mesh;
  RTCGeometry geometry = rtcNewGeometry(parts_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<Vec*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), mesh.positions.size()));
  auto* indices = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                      3 * sizeof(std::uint32_t), mesh.triangles.size() / 3));
  if (vertices && indices) {
    const double x = patch.place.x - eye_.x, y = patch.place.y - eye_.y;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      const std::array<float, 3>& at = mesh.positions[i];
      vertices[i] = {static_cast<float>(x + double{at[0]}), static_cast<float>(-(y + double{at[1]})), at[2]};
      lowest_ = std::min(lowest_, at[2]);
      highest_ = std::max(highest_, at[2]);
      reach_ = std::max({reach_, std::abs(vertices[i].x), std::abs(vertices[i].y)});
    }
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), indices);
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(parts_->scene, geometry, static_cast<unsigned>(meshes_.size()));
  }
  rtcReleaseGeometry(geometry);
  meshes_.push_back(&mesh);
  waters_.push_back(patch.water);
}

Result<std::unique_ptr<PatchLand>> PatchLand::make(std::span<const ViewPatch> patches, const ViewPlace& eye,
                                                   const Execution& execution) {
  std::unique_ptr<PatchLand> land(new PatchLand(eye));
  Parts& parts = *land->parts_;
  parts.device = rtcNewDevice(settings_for(execution).c_str());
  if (!parts.device) return Error{ErrorCode::unsupported, "view", "Embree does not run on this machine"};
  parts.scene = rtcNewScene(parts.device);
  rtcSetSceneFlags(parts.scene, RTC_SCENE_FLAG_ROBUST);  // no ray slips through between triangles
  land->lowest_ = 1e9F;
  land->highest_ = -1e9F;
  double count = 0;
  for (const ViewPatch& patch : patches) {
    const Mesh& mesh = *patch.mesh;
    if (mesh.empty()) continue;
    if (mesh.normals.size() != mesh.positions.size() || mesh.colours.size() != mesh.positions.size())
      return Error{ErrorCode::invalid_value, "patches", "a mesh lacks normals or colours"};
    if (patch.water && patch.water->size() != mesh.positions.size())
      return Error{ErrorCode::invalid_value, "patches", "there must be a share of water for each vertex, or none"};
    land->attach(patch);
    for (std::uint32_t i = 0; i < mesh.positions.size(); i += 61, count += 1) land->mean_ += colour_at(mesh, i);
  }
  if (land->meshes_.empty()) return Error{ErrorCode::invalid_value, "patches", "there are no triangles"};
  land->mean_ = land->mean_ * static_cast<float>(1 / count);
  rtcCommitScene(parts.scene);
  if (rtcGetDeviceError(parts.device) != RTC_ERROR_NONE) return refused(parts.device);
  return land;
}

float PatchLand::hit(Vec origin, Vec direction, float from, float to) const {
  const RTCRayHit query = first_hit(parts_->scene, origin, direction, from, to);
  return query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? no_hit : query.ray.tfar;
}

bool PatchLand::blocked(Vec origin, Vec direction) const { return is_blocked(parts_->scene, origin, direction, 0, no_hit); }

/// Finer than vertices: no ground is of one colour.
Colour PatchLand::grained(Colour colour, Vec place, float footprint) const {
  const double x = eye_.x + double{place.x}, y = -eye_.y + double{place.y};
  return colour * std::max(0.5F, 1 + 0.22F * texture(x, y, 23, double{footprint}, 6, 0x6a11u, 0.75F));
}

Land::Met PatchLand::met(Vec origin, Vec direction, float distance, float footprint) const {
  const RTCRayHit query = first_hit(parts_->scene, origin, direction, 0, no_hit);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {{0, 0, 1}, mean_};
  const Mesh& mesh = *meshes_[query.hit.geomID];
  const std::uint32_t* corners = mesh.triangles.data() + std::size_t{3} * query.hit.primID;
  const float u = query.hit.u, v = query.hit.v, w = 1 - u - v;
  const Vec normal = normal_at(mesh, corners[0]) * w + normal_at(mesh, corners[1]) * u + normal_at(mesh, corners[2]) * v;
  const Colour colour = colour_at(mesh, corners[0]) * w + colour_at(mesh, corners[1]) * u + colour_at(mesh, corners[2]) * v;
  const Colour ground = grained(colour, origin + direction * distance, footprint);
  const std::vector<float>* shares = waters_[query.hit.geomID];
  if (!shares) return {normalised(normal), ground};
  const float water = (*shares)[corners[0]] * w + (*shares)[corners[1]] * u + (*shares)[corners[2]] * v;
  static const Colour river = colour_of(0x22384a);
  return {normalised(normal), mixed(ground, river, water), water};
}

Land::Bed PatchLand::bed(Vec place, float footprint) const {
  const Vec from{place.x, place.y, 1};
  const float down = hit(from, {0, 0, -1}, 0, no_hit);
  if (down == no_hit) return {lowest_, mean_};
  return {1 - down, met(from, {0, 0, -1}, down, footprint).albedo};
}

}  // namespace craton::view
