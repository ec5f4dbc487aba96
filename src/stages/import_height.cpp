// A picture of heights becomes a layer: laid over the whole map or, as equirectangular projection, over the whole sphere; on an
// endless plane it lies at a place of its own.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/all_stages.h"

namespace craton {
namespace {

struct ImportHeightParams {
  std::string file;
  Write<float> layer = "height";
  std::string unit = "m";
  double low = 0, high = 1000;
  Sampling sampling = Sampling::linear;
  int raw_width = 0, raw_height = 0;
  double x = 0, y = 0, metres_per_pixel = 1;
  double outside = 0;
};

/// Pixels stand this many units apart on the map that is the picture: fine enough for any place between them.
constexpr std::int64_t pixel_metres = 1024, pixel_units = pixel_metres * units_per_metre;

Result<Torus> map_of(const HeightMap& picture, Torus::Wrap wrap, const std::string& path) {
  Torus::Params params;
  params.width = static_cast<int>(picture.width);
  params.height = static_cast<int>(picture.height);
  params.step = static_cast<double>(pixel_metres);
  params.wrap = wrap;
  Result<Torus> map = Torus::make(params);
  if (!map) return Error{map.error().code, path + "/file", "the picture cannot be used: " + map.error().message};
  return map;
}

std::int64_t units_of_pixel(double pixel) { return static_cast<std::int64_t>(std::floor(pixel * double(pixel_units) + 0.5)); }

/// Where on the picture a cell lies, in pixels; nothing where it lies beside it.
struct PicturePlace {
  Point2 at;
  bool outside = false;
};

class PlaneLayout {
 public:
  PlaneLayout(const PlaneTile& tile, const HeightMap& picture, const ImportHeightParams& params)
      : tile_(tile), width_(picture.width), height_(picture.height), pixel_(params.metres_per_pixel) {
    x_ = *units_from_metres(params.x);
    y_ = *units_from_metres(params.y);
  }
  static Torus::Wrap wrap(const PlaneTile&) { return Torus::Wrap::none; }
  PicturePlace operator()(Cell cell) const {
    const Point2 position = tile_.position(cell);
    const double px = metres_from_units(position.x - x_) / pixel_, py = metres_from_units(position.y - y_) / pixel_;
    if (!(px >= 0 && py >= 0 && px <= width_ - 1 && py <= height_ - 1)) return {{}, true};
    return {{units_of_pixel(px), units_of_pixel(py)}};
  }

 private:
  const PlaneTile& tile_;
  double width_, height_, pixel_;
  std::int64_t x_ = 0, y_ = 0;
};

class TorusLayout {
 public:
  TorusLayout(const Torus& torus, const HeightMap& picture, const ImportHeightParams&)
      : torus_(torus),
        columns_(double(picture.width) / torus.size().width),
        rows_(double(picture.height) / torus.size().height) {}
  static Torus::Wrap wrap(const Torus& torus) {
    if (torus.wraps_x()) return torus.wraps_y() ? Torus::Wrap::both : Torus::Wrap::x;
    return torus.wraps_y() ? Torus::Wrap::y : Torus::Wrap::none;
  }
  PicturePlace operator()(Cell cell) const {
    // Pixels and cells are squares whose middles are the samples; of equal size they fall onto each other.
    const Cell column = cell % torus_.size().width, row = cell / torus_.size().width;
    return {{units_of_pixel((column + 0.5) * columns_ - 0.5), units_of_pixel((row + 0.5) * rows_ - 0.5)}};
  }

 private:
  const Torus& torus_;
  double columns_, rows_;
};

class SphereLayout {
 public:
  SphereLayout(const CubeSphere& sphere, const HeightMap& picture, const ImportHeightParams&)
      : sphere_(sphere), width_(picture.width), height_(picture.height) {}
  static Torus::Wrap wrap(const CubeSphere&) { return Torus::Wrap::x; }
  PicturePlace operator()(Cell cell) const {
    const LatLon place = sphere_.lat_lon(cell);
    const double px = (place.longitude + 180) / 360 * width_ - 0.5, py = (90 - place.latitude) / 180 * height_ - 0.5;
    return {{units_of_pixel(px), units_of_pixel(std::clamp(py, 0.0, height_ - 1))}};
  }

 private:
  const CubeSphere& sphere_;
  double width_, height_;
};

PlaneLayout layout(const PlaneTile& tile, const HeightMap& picture, const ImportHeightParams& params) {
  return {tile, picture, params};
}
TorusLayout layout(const Torus& torus, const HeightMap& picture, const ImportHeightParams& params) {
  return {torus, picture, params};
}
SphereLayout layout(const CubeSphere& sphere, const HeightMap& picture, const ImportHeightParams& params) {
  return {sphere, picture, params};
}

template <class T>
Result<void> fill(const T& topology, const HeightMap& picture, const ImportHeightParams& params, std::span<float> out,
                  StageContext& context) {
  const auto place = layout(topology, picture, params);
  CRATON_TRY(const Torus map, map_of(picture, place.wrap(topology), context.path));
  const auto low = static_cast<float>(params.low), high = static_cast<float>(params.high);
  constexpr std::uint64_t block_cells = 1 << 13;
  return parallel_blocks(out.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const PicturePlace at = place(static_cast<Cell>(i));
      if (at.outside) {
        out[i] = static_cast<float>(params.outside);
        continue;
      }
      const float value = sample(map, picture.values, at.at, params.sampling);
      out[i] = picture.metres ? value : low * (1 - value) + high * value;
    }
  });
}

/// Six squares, one below the other, as `craton show --projection faces` writes the cells of a planet: where there are as many,
/// each cell has its own value again.
bool is_of_faces(const HeightMap& picture) { return picture.width > 1 && picture.height == 6 * std::uint64_t{picture.width}; }

/// Between the samples of a face, or the nearest one; its border goes on beyond the last ones.
float value_on_face(const HeightMap& picture, const FacePlace& place, Sampling sampling) {
  const double last = picture.width - 1.0;
  const double x = std::clamp(place.a * picture.width - 0.5, 0.0, last), y = std::clamp(place.b * picture.width - 0.5, 0.0, last);
  const auto at = [&](double column, double row) {
    const auto of_all = std::size_t{place.face} * picture.width + static_cast<std::size_t>(row);
    return picture.values[of_all * picture.width + static_cast<std::size_t>(column)];
  };
  if (sampling == Sampling::nearest) return at(std::floor(x + 0.5), std::floor(y + 0.5));
  const double left = std::floor(x), top = std::floor(y), right = std::min(left + 1, last), below = std::min(top + 1, last);
  const auto s = static_cast<float>(x - left), t = static_cast<float>(y - top);
  return (at(left, top) * (1 - s) + at(right, top) * s) * (1 - t) + (at(left, below) * (1 - s) + at(right, below) * s) * t;
}

Result<void> fill_from_faces(const CubeSphere& sphere, const HeightMap& picture, const ImportHeightParams& params,
                             std::span<float> out, StageContext& context) {
  const auto low = static_cast<float>(params.low), high = static_cast<float>(params.high);
  const bool own = picture.width == sphere.resolution();
  return parallel_blocks(out.size(), 1 << 13, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      const float value =
          own ? picture.values[c]
              : value_on_face(picture, face_place_of(sphere.direction(static_cast<Cell>(c)), sphere.theta()), params.sampling);
      out[c] = picture.metres ? value : low * (1 - value) + high * value;
    }
  });
}

Result<void> run(const ImportHeightParams& params, StageContext& context) {
  if (!context.assets) return Error{ErrorCode::unsupported, context.path + "/file", "there are no files to read here"};
  const RawLayout raw{static_cast<std::uint32_t>(params.raw_width), static_cast<std::uint32_t>(params.raw_height)};
  Result<HeightMap> picture = context.assets->height_map(params.file, raw);
  if (!picture) return Error{picture.error().code, context.path + "/file", picture.error().to_string()};
  // A face of a cube map is square: taken for all around, it would give a planet that nobody asked for.
  const auto* sphere = std::get_if<CubeSphere>(&context.domain());
  const bool faces = sphere && is_of_faces(*picture);
  constexpr std::string_view sizes =
      " pixels; one of a whole sphere (equirectangular) is twice as wide as high, one of its six faces, one below the other, six "
      "times as high as wide";
  if (sphere && !faces && picture->width != 2 * std::uint64_t{picture->height})
    return Error{ErrorCode::invalid_value, context.path + "/file",
                 concat({"the picture has ", std::to_string(picture->width), " × ", std::to_string(picture->height), sizes})};
  const bool finite = std::all_of(picture->values.begin(), picture->values.end(), [](float value) { return value - value == 0; });
  if (!finite) return Error{ErrorCode::invalid_value, context.path + "/file", "the picture holds values that are not numbers"};
  params.layer->set_unit(params.unit);
  if (faces) return fill_from_faces(*sphere, *picture, params, params.layer.values(), context);
  return std::visit([&](const auto& topology) { return fill(topology, *picture, params, params.layer.values(), context); },
                    context.domain());
}

Result<void> check(const ImportHeightParams& params, const StageSpec&, const DomainSpec&, const std::string& path) {
  if (params.file.empty()) return Error{ErrorCode::invalid_value, path + "/file", "missing: the name of a picture of heights"};
  return {};
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Sampling>() {
  static constexpr std::string_view names[] = {"nearest", "linear", "cubic"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<ImportHeightParams>() {
  using P = ImportHeightParams;
  static const ParamInfo list[] = {
      asset_param<&P::file>(
          "file", "The picture: .png of 8 or 16 bit, .exr, .r16 or .raw, .i16 (metres), .r32 or .f32; beside the recipe."),
      layer_param<&P::layer>("layer", "Where the heights go."),
      text_param<&P::unit>("unit", 32,
                           "Of what the picture holds, where it is something else than heights: \"°C\", \"cm/year\"."),
      number_param<&P::low>("low", -1e6, 1e6, "m", "Height of the darkest level (PNG, R16); EXR and R32 hold metres."),
      number_param<&P::high>("high", -1e6, 1e6, "m", "Height of the brightest level."),
      choice_param<&P::sampling>("sampling", "How heights are found between the pixels."),
      integer_param<&P::raw_width>("raw_width", 0, 65536, "", "Columns of a raw file; 0: it is square, or a whole planet."),
      integer_param<&P::raw_height>("raw_height", 0, 65536, "", "Rows of a raw file."),
      number_param<&P::x>("x", -0x1p52, 0x1p52, "m", "On planes: where the picture's first pixel lies."),
      number_param<&P::y>("y", -0x1p52, 0x1p52, "m", "On planes: where the picture's first pixel lies."),
      number_param<&P::metres_per_pixel>("metres_per_pixel", 1e-3, 1e6, "m", "On planes: how far pixels lie apart."),
      number_param<&P::outside>("outside", -1e6, 1e6, "m", "On planes: the height beside the picture."),
  };
  return list;
}

const StageEntry& import_height_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "import_height",
      .title = "Imported heights",
      .doc =
          "Takes heights from a picture: over the whole map, over the whole sphere (equirectangular, longitude 0 in the "
          "middle; or six faces, one below the other, as `craton show --projection faces` writes the cells), or at a place on an "
          "endless plane.",
  });
  return entry;
}

}  // namespace craton
