#include <algorithm>

#include <craton/files/png.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/ramp.h>
#include <craton/requests/request.h>

#include "base/text.h"
#include "requests/picture_request.h"

namespace craton {

using requests::PictureRequest;

template <>
std::span<const ParamInfo> params_of<PictureRequest>() {
  static const ParamInfo list[] = {
      text_param<&PictureRequest::layer>("layer", 64, "Which layer; \"\": the heights, or else the first."),
      text_param<&PictureRequest::style>(
          "style", 32,
          "How it is drawn: natural, relief, tints, contours, slope, curvature, plain or powers; \"\": as suits it."),
      text_param<&PictureRequest::ramp>("ramp", 64, "The colours of numbers by the name of a ramp; \"\": those of the style."),
      integer_param<&PictureRequest::longest>("longest", 16, 65536, "", "The longer side is at most so many pixels."),
      boolean_param<&PictureRequest::legend>("legend", "Whether what the colours mean stands below."),
  };
  return list;
}

namespace requests {
namespace {

constexpr std::string_view heights = "height";

Result<std::string> layer_name(const Answer& answer, const std::string& wanted) {
  std::vector<std::string_view> names;
  for (const AnswerArray& array : answer.arrays()) names.push_back(array.layer->name());
  if (names.empty()) return Error{ErrorCode::unsupported, "layer", "there is no layer to draw"};
  const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  if (wanted.empty()) return std::string(has(heights) ? heights : names.front());
  if (has(wanted)) return wanted;
  return Error{
      ErrorCode::unknown_name, "layer",
      concat({"there is no layer \"", wanted, "\"; there are ", joined(names, ", "), suggestion(nearest_name(wanted, names))})};
}

/// The natural size, as much smaller as it must be.
GridSize size_of(const Domain& domain, std::uint32_t longest) {
  const GridSize natural = natural_size(domain);
  const std::uint32_t side = std::max(natural.width, natural.height);
  if (side <= longest) return natural;
  const auto shrunk = [&](std::uint32_t length) {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::uint64_t{length} * longest / side));
  };
  return {shrunk(natural.width), shrunk(natural.height)};
}

Result<std::string> picture_of_world(const World& world, const PictureRequest& request, const std::string& name,
                                     const Execution& execution) {
  const Surface& surface = world.surface;
  const Layer& layer = *surface.layer(name);
  LayerPictureOptions how{.size = size_of(surface.domain(), static_cast<std::uint32_t>(request.longest)),
                          .legend = request.legend};
  if (!request.style.empty()) { CRATON_TRY(how.style, find_map_style(request.style, "style")); }
  if (!request.ramp.empty()) { CRATON_TRY(how.ramp, find_ramp(request.ramp, "ramp")); }
  how.natural = natural_layers_of(surface);
  if (name == heights && layer.info().unit == "m") {
    how.waters = waters_of(surface);
    if (how.style == MapStyle::automatic && how.natural.complete() && !how.ramp) how.style = MapStyle::natural;
  }
  CRATON_TRY(const Rgb8Image image, picture_of_layer(surface.domain(), layer, how, execution));
  return png_bytes(image, execution);
}

/// The rows of a plane of numbers; of more axes the first plane.
Result<std::string> picture_of_values(const AnswerArray& array, const PictureRequest& request, const Execution& execution) {
  if (array.layer->type() != LayerType::number || array.axes.size() < 2)
    return Error{ErrorCode::unsupported, "layer", "pictures are of planes of numbers"};
  const AnswerAxis& across = array.axes.back();
  const AnswerAxis& down = array.axes[array.axes.size() - 2];
  const FloatView view{array.layer->numbers().first(across.size * down.size), static_cast<std::uint32_t>(across.size),
                       static_cast<std::uint32_t>(down.size)};
  const ToneRange range = tone_range_of(view);
  if (request.ramp.empty()) return png_bytes(grey8(view, range), execution);
  CRATON_TRY(const Ramp* ramp, find_ramp(request.ramp, "ramp"));
  return png_bytes(coloured(view, range, *ramp), execution);
}

}  // namespace

Result<std::string> draw(const Answer& answer, const PictureRequest& request, const Execution& execution) {
  CRATON_TRY(const std::string name, layer_name(answer, request.layer));
  if (const World* world = answer.world()) return picture_of_world(*world, request, name, execution);
  return picture_of_values(*answer.array(name), request, execution);
}

}  // namespace requests

std::span<const ParamInfo> picture_params() { return params_of<PictureRequest>(); }

Result<std::string> picture_of(const Answer& answer, std::string_view json, const Execution& execution) {
  CRATON_TRY(const ParamValues values, values_from_json(picture_params(), json));
  CRATON_TRY(const PictureRequest request, params_from<PictureRequest>(values, ""));
  return requests::draw(answer, request, execution);
}

}  // namespace craton
