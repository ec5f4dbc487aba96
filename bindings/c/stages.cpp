#ifdef CRATON_HAS_REQUESTS

#include "stages.h"

#include <nlohmann/json.hpp>
#include <string>

#include <craton/requests/answer.h>

#include "bytes.h"
#include "handles.h"

using namespace craton::c;
using craton::Result;
using Json = nlohmann::ordered_json;

/// A stage while it runs.
struct craton_stage_call {
  static constexpr std::uint64_t own_mark = 16;
  const craton::OwnStage& stage;
  craton::Surface& surface;
  const craton::StageSpec& spec;
  craton::StageContext& context;
  std::string failure;
};

namespace {

/// Known as a handle as long as it lives.
class KnownCall {
 public:
  explicit KnownCall(const craton_stage_call& call) : call_(call) { remember(&call_, craton_stage_call::own_mark); }
  ~KnownCall() { forget(&call_); }
  KnownCall(const KnownCall&) = delete;
  KnownCall& operator=(const KnownCall&) = delete;

 private:
  const craton_stage_call& call_;
};

struct AxesOf {
  Json operator()(const craton::PlaneTile& tile) const {
    return Json::array({axis("y", tile.stored_height()), axis("x", tile.stored_width())});
  }
  Json operator()(const craton::Torus& torus) const {
    return Json::array({axis("y", torus.size().height), axis("x", torus.size().width)});
  }
  Json operator()(const craton::CubeSphere& sphere) const {
    return Json::array({axis("face", 6), axis("row", sphere.resolution()), axis("column", sphere.resolution())});
  }
  static Json axis(const char* name, std::uint32_t size) { return {{"name", name}, {"size", size}}; }
};

struct PlaceOf {
  craton::Cell cell;
  template <class Flat>
  craton::LatLon operator()(const Flat& flat) const {
    const craton::Point2 at = flat.position(cell);
    return {craton::metres_from_units(at.x), craton::metres_from_units(at.y)};
  }
  craton::LatLon operator()(const craton::CubeSphere& sphere) const { return sphere.lat_lon(cell); }
};

constexpr const char* type_names[] = {"float32", "int32", "uint8"};

}  // namespace

namespace craton::c {

Result<craton::OwnStages> own_stages(const craton_own_stage* stages, std::size_t count) {
  std::vector<craton::OwnStage> all;
  for (std::size_t i = 0; i < count; ++i) {
    const craton_own_stage given = stages[i];
    if (given.declaration == nullptr || given.run == nullptr)
      return craton::Error{craton::ErrorCode::invalid_value, "options.stages", "a declaration or a function is NULL"};
    CRATON_TRY(craton::OwnStage stage, craton::own_stage_from_json(given.declaration));
    all.push_back(std::move(stage));
  }
  // What the calls know of a stage is its declaration, which moves no more.
  auto kept = std::make_shared<const std::vector<craton::OwnStage>>(all);
  for (std::size_t i = 0; i < count; ++i)
    all[i].run = [kept, i, given = stages[i]](craton::Surface& surface, const craton::StageSpec& spec,
                                              craton::StageContext& context) -> Result<void> {
      craton_stage_call call{(*kept)[i], surface, spec, context, {}};
      const KnownCall known(call);
      if (given.run(given.user, &call) == 0) return {};
      return craton::Error{craton::ErrorCode::invalid_value, context.path,
                           call.failure.empty() ? "the stage ended with an error" : call.failure};
    };
  return craton::OwnStages::make(std::move(all));
}

}  // namespace craton::c

craton_status craton_stage_describe(craton_stage_call* call, craton_bytes** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(call)) return no_handle(error, "call");
    if (made == nullptr) return null(error, "made");
    Json json = {{"id", call->spec.id},
                 {"seed", std::to_string(call->context.seed.value)},
                 {"axes", std::visit(AxesOf{}, call->surface.domain())},
                 {"layers", Json::array()},
                 {"numbers", Json::object()}};
    for (const craton::OwnStage::TouchedLayer& layer : call->stage.layers)
      json["layers"].push_back({{"name", layer.name}, {"type", type_names[static_cast<std::size_t>(layer.type)]}});
    for (const craton::OwnStage::Number& number : call->stage.numbers)
      json["numbers"][number.name] = craton::OwnStages::number(call->spec, number);
    return give_bytes(json.dump(), made);
  });
}

craton_status craton_stage_layer(craton_stage_call* call, const char* name, void** values, size_t* bytes, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(call)) return no_handle(error, "call");
    if (name == nullptr) return null(error, "name");
    if (values == nullptr) return null(error, "values");
    for (const craton::OwnStage::TouchedLayer& layer : call->stage.layers) {
      if (layer.name != name) continue;
      craton::Layer* found = call->surface.layer(craton::OwnStages::layer_name(call->spec, layer));
      if (found == nullptr) return fail(error, CRATON_UNKNOWN, "name", "there is no such layer");
      *values = found->bytes().data();
      if (bytes != nullptr) *bytes = found->bytes().size();
      return CRATON_OK;
    }
    return fail(error, CRATON_UNKNOWN, "name", "the stage does not declare a layer \"" + std::string(name) + "\"");
  });
}

craton_status craton_stage_places(craton_stage_call* call, double* first, double* second, size_t count, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(call)) return no_handle(error, "call");
    if (first == nullptr) return null(error, "first");
    if (second == nullptr) return null(error, "second");
    if (count != call->surface.cell_count())
      return fail(error, CRATON_TOO_SMALL, "count",
                  "there must be room for " + std::to_string(call->surface.cell_count()) + " places");
    for (craton::Cell cell = 0; cell < count; ++cell) {
      const craton::LatLon place = std::visit(PlaceOf{cell}, call->surface.domain());
      first[cell] = place.latitude;
      second[cell] = place.longitude;
    }
    return CRATON_OK;
  });
}

void craton_stage_fail(craton_stage_call* call, const char* message) {
  if (alive(call) && message != nullptr) call->failure = message;
}

#endif
