// Rays against a lattice of triangles, by Embree (Wald and others 2014): its grids hold one vertex a point and no indices.
#include "picture/view/tracer.h"

#include "base/parallel.h"
#include "picture/view/embree.h"

namespace craton::view {

struct Tracer::Parts : EmbreeScene {};

namespace {

constexpr std::uint32_t patch = 1024;  // vertices on a side of one grid; Embree counts them in 15 bits

}  // namespace

Tracer::Tracer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Tracer::Tracer(Tracer&&) noexcept = default;
Tracer& Tracer::operator=(Tracer&&) noexcept = default;
Tracer::~Tracer() = default;

Result<Tracer> Tracer::make(std::uint32_t columns, std::uint32_t rows, const Execution& execution,
                            FunctionRef<void(std::uint32_t, Vec*)> fill) {
  auto parts = std::make_unique<Parts>();
  parts->device = rtcNewDevice(settings_for(execution).c_str());
  if (!parts->device) return Error{ErrorCode::unsupported, "view", "Embree does not run on this machine"};
  parts->scene = rtcNewScene(parts->device);
  rtcSetSceneFlags(parts->scene, RTC_SCENE_FLAG_NONE);
  RTCGeometry geometry = rtcNewGeometry(parts->device, RTC_GEOMETRY_TYPE_GRID);
  const std::size_t count = std::size_t{columns} * rows;
  auto* vertices =
      static_cast<Vec*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), count));
  const std::uint32_t across = (columns - 2) / patch + 1, down = (rows - 2) / patch + 1;
  auto* grids = static_cast<RTCGrid*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof(RTCGrid), std::size_t{across} * down));
  Result<void> filled;
  if (vertices && grids) {
    for (std::uint32_t j = 0; j < down; ++j)
      for (std::uint32_t i = 0; i < across; ++i) {
        const std::uint32_t left = i * patch, top = j * patch;
        grids[j * across + i] = {top * columns + left, columns, static_cast<unsigned short>(std::min(patch + 1, columns - left)),
                                 static_cast<unsigned short>(std::min(patch + 1, rows - top))};
      }
    const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
    filled = parallel_blocks(rows, 4, quiet, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t row = begin; row < end; ++row) fill(static_cast<std::uint32_t>(row), vertices + row * columns);
    });
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(parts->scene, geometry);
  }
  rtcReleaseGeometry(geometry);
  if (!filled) return filled.error();
  if (!vertices || !grids) return refused(parts->device);
  rtcCommitScene(parts->scene);
  if (rtcGetDeviceError(parts->device) != RTC_ERROR_NONE) return refused(parts->device);
  return Tracer(std::move(parts));
}

float Tracer::hit(Vec origin, Vec direction, float from, float to) const {
  const RTCRayHit query = first_hit(parts_->scene, origin, direction, from, to);
  return query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? no_hit : query.ray.tfar;
}

bool Tracer::blocked(Vec origin, Vec direction, float from, float to) const {
  return is_blocked(parts_->scene, origin, direction, from, to);
}

}  // namespace craton::view
