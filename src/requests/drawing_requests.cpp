#include "requests/drawing_requests.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <craton/files/png.h>
#include <craton/noise/hat_tiling.h>
#include <craton/picture/indexed.h>
#include <craton/picture/land_skin.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/projection_names.h>
#include <craton/picture/usual.h>
#include <craton/picture/voxel_view.h>
#include <craton/picture/waters.h>
#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "requests/memory.h"
#include "requests/of.h"

namespace craton {

using requests::DrawRequest;
using requests::GlobeRequest;
using requests::PageFormat;
using requests::PageRequest;
using requests::TilingRequest;
using requests::ViewRequest;

template <>
std::span<const std::string_view> choice_names<AtlasStyle>() {
  static constexpr std::string_view names[] = {"atlas", "parchment"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<PageFormat>() {
  static constexpr std::string_view names[] = {"png", "svg"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<GlobeStyle>() {
  static constexpr std::string_view names[] = {"space", "desk", "regions"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<ViewStyle>() {
  static constexpr std::string_view names[] = {"landscape", "block"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<ViewColour>() {
  static constexpr std::string_view names[] = {"natural", "tints", "clay"};
  return names;
}
template <>
std::span<const std::string_view> choice_names<HatColours>() {
  static constexpr std::string_view names[] = {"metatile", "turn"};
  return names;
}

namespace requests {
namespace {

Error wrong(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

Result<LatLon> degrees_of(const std::vector<double>& pair, std::string_view path) {
  if (pair.size() == 2) return LatLon{pair[0], pair[1]};
  return wrong(path, concat({"found ", std::to_string(pair.size()), " numbers, allowed two"}));
}

Result<AnswerFile> png_file(std::string name, const Rgb8Image& image, const Execution& execution) {
  CRATON_TRY(std::string bytes, png_bytes(image, {.threads = execution.threads}));
  return AnswerFile{std::move(name), "image/png", std::move(bytes)};
}

/// What is wrong with the world is wrong with what was asked about.
Error at_of(const Error& error) { return {error.code, "of", error.message}; }

AnswerFile svg_file(std::string name, std::string text) { return {std::move(name), "image/svg+xml", std::move(text)}; }

Result<Answer> one_picture(const Answer& of, std::string name, const Result<Rgb8Image>& image, const RequestContext& context) {
  if (!image) return image.error();
  CRATON_TRY(AnswerFile file, png_file(std::move(name), *image, context.execution));
  std::vector<AnswerFile> files;
  CRATON_TRY(give_file(std::move(file), files, context));
  return files_of(of, std::move(files));
}

Result<void> check_pixels(GridSize size, std::uint64_t bytes_a_pixel, const RequestContext& context) {
  return check_memory(std::uint64_t{size.width} * size.height * bytes_a_pixel, context.memory_limit, "size",
                      "ask for fewer pixels");
}

}  // namespace

Result<GridSize> pixels_of(const std::vector<double>& size) {
  if (size.empty()) return GridSize{};
  if (size.size() != 2) return wrong("size", "found one number, allowed two: width and height");
  for (const double side : size)
    if (side != std::floor(side))
      return wrong("size", concat({"found ", to_string(ParamValue{side}), ", allowed whole numbers"}));
  return GridSize{static_cast<std::uint32_t>(size[0]), static_cast<std::uint32_t>(size[1])};
}

Result<Answer> draw_request(const DrawRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  const PictureRequest how{request.layer, request.style, request.ramp, request.longest, request.legend};
  CRATON_TRY(std::string png, draw(answer, how, context.execution));
  std::vector<AnswerFile> files;
  files.push_back({"picture.png", "image/png", std::move(png)});
  return files_of(answer, std::move(files));
}

Result<Answer> page_request(const PageRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  CRATON_TRY(const World* world, world_of(answer, "page"));
  AtlasOptions how{.style = request.style, .projection = request.projection};
  CRATON_TRY(how.size, pixels_of(request.size));
  if (!request.centre.empty()) { CRATON_TRY(how.centre, degrees_of(request.centre, "centre")); }
  how.title = request.title.empty() ? usual_title(*world) : request.title;
  how.subtitle = usual_subtitle(*world);
  how.labels = request.labels;
  how.graticule = request.grid;
  CRATON_TRY(check_pixels(how.size, 48, context));
  CRATON_TRY(const AtlasPage page, atlas_page(world->surface, how, context.execution));
  if (request.format == PageFormat::png) return one_picture(answer, "page.png", page.picture(), context);
  CRATON_TRY(std::string svg, page.svg());
  std::vector<AnswerFile> files;
  files.push_back(svg_file("page.svg", std::move(svg)));
  return files_of(answer, std::move(files));
}

Result<Answer> globe_request(const GlobeRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  CRATON_TRY(const World* planet, planet_of(answer, "globe"));
  GlobeOptions view{.distance = request.distance, .air = request.air, .glint = request.glint};
  CRATON_TRY(view.size, pixels_of(request.size));
  CRATON_TRY(const LatLon sun, degrees_of(request.sun, "sun"));
  view.sun_east = sun.latitude;
  view.sun_north = sun.longitude;
  view.centre = usual_side(planet->surface);
  if (!request.centre.empty()) { CRATON_TRY(view.centre, degrees_of(request.centre, "centre")); }
  const auto kept = static_cast<std::uint64_t>(context.take_file ? 0 : request.turn);  // pictures
  CRATON_TRY(check_pixels(view.size, 340 + 2 * kept, context));
  GlobeLook look{.style = request.style, .rows = view.size.height, .clouds = request.clouds};
  if (!request.palette.empty()) { CRATON_TRY(look.palette, find_natural_palette(request.palette, "palette")); }
  look.layer = request.layer;
  look.borders = request.borders;
  look.sites = request.sites;
  look.cube = request.cube;
  look.faces = request.faces;
  look.warp = request.warp;
  look.plates = request.plates;
  const Result<GlobePainter> painter = GlobePainter::make(*planet, look, context.execution);
  if (!painter) return painter.error().path == "world" ? at_of(painter.error()) : painter.error();
  if (request.turn == 0) return one_picture(answer, "globe.png", painter->draw(view, context.execution), context);
  // The planet turns under the sun: its middle moves to the west.
  const double begin = view.centre.longitude;
  const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  std::vector<AnswerFile> files;
  for (int i = 0; i < request.turn; ++i) {
    view.centre.longitude = begin - 360.0 * i / request.turn;
    while (view.centre.longitude < -180) view.centre.longitude += 360;
    CRATON_TRY(const Rgb8Image image, painter->draw(view, quiet));
    const std::string number = std::to_string(i + 1);
    CRATON_TRY(
        AnswerFile file,
        png_file(concat({"frame_", std::string(number.size() < 4 ? 4 - number.size() : 0, '0'), number, ".png"}), image, quiet));
    CRATON_TRY(give_file(std::move(file), files, context));
    if (context.execution.progress) context.execution.progress->report((i + 1.0) / request.turn);
  }
  return files_of(answer, std::move(files));
}

#ifdef CRATON_HAS_VIEW
namespace {

Result<std::optional<double>> one_of(const std::vector<double>& numbers) {
  return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

Result<ViewOptions> view_of(const ViewRequest& request) {
  ViewOptions view{.samples = static_cast<std::uint32_t>(request.samples), .style = request.style, .colour = request.colour};
  CRATON_TRY(const GridSize size, pixels_of(request.size));
  view.width = size.width;
  view.height = size.height;
  view.exaggeration = request.exaggeration;
  view.haze = request.haze;
  if (!request.fov.empty()) view.fov = request.fov[0];
  if (!request.eye.empty()) {
    if (request.eye.size() < 2) return wrong("eye", "found one number, allowed [x, y] or [x, y, height]");
    view.eye = ViewPlace{request.eye[0], request.eye[1]};
    if (request.eye.size() == 3) view.eye_height = request.eye[2];
  }
  if (!request.look.empty()) {
    if (request.look.size() != 2) return wrong("look", "found one number, allowed [x, y]");
    if (!request.azimuth.empty() || !request.pitch.empty())
      return wrong("look", "says already where to look; leave out azimuth and pitch");
    view.look = ViewPlace{request.look[0], request.look[1]};
  }
  CRATON_TRY(view.azimuth, one_of(request.azimuth));
  CRATON_TRY(view.pitch, one_of(request.pitch));
  CRATON_TRY(view.snow_line, one_of(request.snow));
  if (request.sun.empty()) return view;
  if (request.sun.size() != 2) return wrong("sun", "found one number, allowed [azimuth, elevation]");
  view.sun_azimuth = request.sun[0];
  view.sun_elevation = request.sun[1];
  return view;
}

Result<Answer> view_of_voxels(const Answer& answer, const ViewRequest& request, const RequestContext& context) {
  const VoxelScene& scene = *answer.voxels();
  VoxelViewOptions view{
      .samples = static_cast<std::uint32_t>(request.samples),
      .projection = request.style == ViewStyle::block ? VoxelProjection::isometric : VoxelProjection::perspective,
      .centre = scene.centre,
      .radius = scene.radius};
  CRATON_TRY(const GridSize size, pixels_of(request.size));
  view.width = size.width;
  view.height = size.height;
  if (view.projection == VoxelProjection::perspective) view.pitch = -12;
  if (!request.azimuth.empty()) view.azimuth = request.azimuth[0];
  if (!request.pitch.empty()) view.pitch = request.pitch[0];
  if (!request.fov.empty()) view.fov = request.fov[0];
  if (request.sun.size() == 2) {
    view.sun_azimuth = request.sun[0];
    view.sun_elevation = request.sun[1];
  }
  return one_picture(answer, "view.png", draw_voxels(scene.world, view, context.execution), context);
}

}  // namespace

Result<Answer> view_request(const ViewRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  CRATON_TRY(const GridSize size, pixels_of(request.size));
  CRATON_TRY(check_pixels(size, 104, context));
  if (answer.voxels()) return view_of_voxels(answer, request, context);
  CRATON_TRY(const World* world, world_of(answer, "view"));
  CRATON_TRY(const Layer* layer, layer_of(world->surface, request.layer));
  CRATON_TRY(ViewOptions view, view_of(request));
  // What windows of endless worlds are painted with: their waters are no objects.
  Rgb8Image skin;
  std::vector<float> waters;
  if (answer.window()) {
    const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
    if (request.colour == ViewColour::natural) { CRATON_TRY(skin, land_skin(world->surface, quiet)); }
    CRATON_TRY(waters, river_shares(world->surface, quiet));
    if (!skin.pixels.empty()) view.colours = &skin;
    if (!waters.empty()) view.waters = &waters;
  }
  const Result<Rgb8Image> image = draw_view(world->surface, layer->name(), view, context.execution);
  if (!image && image.error().path == "world") return at_of(image.error());
  if (image && request.indexed) {
    CRATON_TRY(std::string bytes, png_bytes(indexed(*image, 256)));
    std::vector<AnswerFile> files;
    CRATON_TRY(give_file({"view.png", "image/png", std::move(bytes)}, files, context));
    return files_of(answer, std::move(files));
  }
  return one_picture(answer, "view.png", image, context);
}
#else
Result<Answer> view_request(const ViewRequest&, const RequestContext&) {
  return Error{ErrorCode::unsupported, "view", "this library was built without views (CRATON_VIEW)"};
}
#endif

namespace {

/// The hats of a picture: their vertices on the lattice, and where they lie. Within 2^52 m; beyond there are none in the table.
Result<ObjectTable> hats_table(const HatPictureOptions& picture) {
  const double cells_high = picture.cells_across * picture.height / picture.width;
  const double metre_cells = picture.frequency.cells_per_metre();
  const auto units = [&](double cells) {
    return static_cast<std::int64_t>(cells / metre_cells * static_cast<double>(units_per_metre));
  };
  constexpr double farthest = 0x1p62;  // units
  const double reach = std::max(picture.cells_across, cells_high) / metre_cells * static_cast<double>(units_per_metre);
  const auto fits = [&](std::int64_t place) { return std::abs(static_cast<double>(place)) + reach <= farthest; };
  HatBox box;
  bool first = true;
  const bool near = fits(picture.centre.x) && fits(picture.centre.y);
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5}) {
      if (!near) continue;
      const Point2 corner{picture.centre.x + units(x * picture.cells_across), picture.centre.y + units(y * cells_high)};
      const HatVertex at = kite_site_of(corner, picture.frequency).kite.vertex;
      box.first = first ? at : HatVertex{std::min(box.first.a, at.a), std::min(box.first.b, at.b)};
      box.last = first ? at : HatVertex{std::max(box.last.a, at.a), std::max(box.last.b, at.b)};
      first = false;
    }
  const HatTiling tiling(picture.seed);
  std::vector<Hat> hats;
  if (near) { CRATON_TRY(hats, tiling.hats(box)); }
  std::vector<std::int64_t> a, b, turns;
  std::vector<std::string> mirrored, metatiles, ids;
  std::vector<Vec3d> places;
  const double skew = (3 - std::sqrt(3.0)) / 6;
  for (const Hat& hat : hats) {
    const auto u = static_cast<double>(hat.vertex.a), v = static_cast<double>(hat.vertex.b);
    a.push_back(hat.vertex.a);
    b.push_back(hat.vertex.b);
    turns.push_back(60 * hat.turn);
    mirrored.emplace_back(hat.mirrored ? "yes" : "no");
    metatiles.emplace_back(1, "HTPF"[static_cast<std::size_t>(hat.metatile)]);
    ids.push_back(std::to_string(tiling.id(hat)));
    places.push_back({(u - skew * (u + v)) / metre_cells, (v - skew * (u + v)) / metre_cells, 0});
  }
  return ObjectTable{"hats",
                     "The hats of the picture, and some around it.",
                     {{"place", "m", "Its vertex, around which it has four kites.", std::move(places)},
                      {"a", "", "Of that vertex on the lattice.", std::move(a)},
                      {"b", "", "Of that vertex on the lattice.", std::move(b)},
                      {"turn", "°", "By which it is turned.", std::move(turns)},
                      {"mirrored", "", "yes or no.", std::move(mirrored)},
                      {"metatile", "", "The smallest that it belongs to: H, T, P or F.", std::move(metatiles)},
                      {"id", "", "A number of its own.", std::move(ids)}}};
}

}  // namespace

Result<Answer> tiling_request(const TilingRequest& request, const RequestContext& context) {
  HatPictureOptions picture{.cells_across = request.cells,
                            .colours = request.colour,
                            .kites = request.kites,
                            .numbers = request.numbers,
                            .legend = request.legend};
  CRATON_TRY(const LatLon at, degrees_of(request.at, "at"));
  const Result<std::int64_t> x = units_from_metres(at.latitude), y = units_from_metres(at.longitude);
  if (!x || !y) return wrong("at", !x ? x.error().message : y.error().message);
  picture.centre = {*x, *y};
  CRATON_TRY(const GridSize size, pixels_of(request.size));
  picture.width = size.width;
  picture.height = size.height;
  const Result<Frequency> frequency = Frequency::per_metre(request.frequency);
  if (!frequency) return wrong("frequency", frequency.error().message);
  picture.frequency = *frequency;
  CRATON_TRY(const std::uint64_t seed, seed_from_text(request.seed, "seed"));
  picture.seed = Seed{seed};
  if (!request.ground.empty()) {
    CRATON_TRY(AnyImage ground, read_png(request.ground));
    auto* const rgb = std::get_if<Rgb8Image>(&ground);
    if (!rgb || rgb->width != picture.width || rgb->height != picture.height || picture.legend)
      return wrong("ground", "must be a picture in colours of the same size, and goes with no legend");
    picture.ground = std::move(*rgb);
  }
  CRATON_TRY(check_pixels(size, 64, context));
  Answer::Parts parts{.seed = seed, .name = "tiling"};
  if (request.hats) {
    Result<ObjectTable> hats = hats_table(picture);
    if (!hats) return wrong("cells", hats.error().message);
    parts.tables.push_back(*std::move(hats));
  }
  if (request.format == PageFormat::svg) {
    CRATON_TRY(std::string text, hats_as_svg(picture, context.execution));
    parts.files.push_back(svg_file("tiling.svg", std::move(text)));
  } else {
    CRATON_TRY(const Rgb8Image image, draw_hats(picture, context.execution));
    CRATON_TRY(AnswerFile file, png_file("tiling.png", image, context.execution));
    parts.files.push_back(std::move(file));
  }
  return Answer::of_values(std::move(parts));
}

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<DrawRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<DrawRequest>("What is drawn: any request that gives layers, {\"map\": {\"seed\": 7}}."),
      text_param<&DrawRequest::layer>("layer", 64, "Which layer; \"\": the heights, or else the first."),
      text_param<&DrawRequest::style>(
          "style", 32,
          "How it is drawn: natural, relief, tints, contours, slope, curvature, plain or powers; \"\": as suits it."),
      text_param<&DrawRequest::ramp>("ramp", 64, "The colours of numbers by the name of a ramp; \"\": those of the style."),
      integer_param<&DrawRequest::longest>("longest", 16, 65536, "", "The longer side is at most so many pixels."),
      boolean_param<&DrawRequest::legend>("legend", "Whether what the colours mean stands below."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<PageRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<PageRequest>("Of what: a request for a world, {\"map\": {\"seed\": 7}}."),
      choice_param<&PageRequest::style>("style", "Tints, light and shadow; or ink on old paper."),
      choice_param<&PageRequest::format>("format", "Pixels, or lines and letters as SVG."),
      numbers_param<&PageRequest::size>("size", 1, 65536, 2, "px",
                                        "Of the whole page, [width, height]; none: as suits the world."),
      choice_param<&PageRequest::projection>("projection", "Of a planet."),
      numbers_param<&PageRequest::centre>("centre", -360, 360, 2, "°",
                                          "Of a planet: the place in the middle, [degrees north, degrees east]."),
      text_param<&PageRequest::title>("title", 256, "Of the page; \"\": the name of its land, or the recipe's."),
      boolean_param<&PageRequest::labels>("labels", "Whether names stand on it."),
      boolean_param<&PageRequest::grid>("grid", "Whether there is a grid of kilometres or degrees."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<GlobeRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<GlobeRequest>("Which planet: a request that gives one, {\"planet\": {\"seed\": 7}}."),
      choice_param<&GlobeRequest::style>("style", "From space; as a globe on a desk; or the regions that carry a layer."),
      numbers_param<&GlobeRequest::size>("size", 1, 65536, 2, "px", "Of the picture, [width, height]."),
      numbers_param<&GlobeRequest::centre>(
          "centre", -360, 360, 2, "°", "The place in the middle, [degrees north, degrees east]; none: the side with most land."),
      numbers_param<&GlobeRequest::sun>("sun", -180, 180, 2, "°",
                                        "Of space: where the sun stands, to the right of the middle and above it."),
      integer_param<&GlobeRequest::turn>("turn", 0, 3600, "", "So many pictures of the planet turning once; 0: one picture."),
      number_param<&GlobeRequest::distance>("distance", 1.05, 1e6, "", "Of space: of the eye from the centre, in radii."),
      text_param<&GlobeRequest::palette>("palette", 32,
                                         "Of space: what the ground is made of, earth or rust; \"\": as the planet's kind says."),
      boolean_param<&GlobeRequest::clouds>("clouds", "Of space: whether there are clouds."),
      boolean_param<&GlobeRequest::air>("air", "Of space: whether there is haze, and a rim of light."),
      boolean_param<&GlobeRequest::glint>("glint", "Of space: whether the sun glints on the sea."),
      text_param<&GlobeRequest::layer>("layer", 64, "Of regions: which layer, or face: a colour for each face of the cube."),
      boolean_param<&GlobeRequest::borders>("borders", "Of regions: whether there are lines between them."),
      boolean_param<&GlobeRequest::plates>("plates",
                                           "Of regions: whether edges of plates are darker, with an arrow where each moves."),
      boolean_param<&GlobeRequest::sites>("sites", "Of regions: whether there is a dot at the site of each."),
      boolean_param<&GlobeRequest::faces>("faces", "Of regions: whether edges of the cube are seen."),
      boolean_param<&GlobeRequest::cube>("cube", "Of regions: the cube instead of the ball."),
      boolean_param<&GlobeRequest::warp>("warp", "Of regions: off, cells lie as they would without the warp."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<ViewRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<ViewRequest>("Of what: a map, a terrain window, a region or a block of voxels, {\"terrain\": {}}."),
      text_param<&ViewRequest::layer>("layer", 64, "The heights; \"\": height, or else the first."),
      numbers_param<&ViewRequest::size>("size", 1, 65536, 2, "px", "Of the picture, [width, height]."),
      integer_param<&ViewRequest::samples>("samples", 1, 65536, "", "Rays a pixel: more are less grainy and take longer."),
      choice_param<&ViewRequest::style>("style", "From within, under the sky; or as a block with cut sides."),
      choice_param<&ViewRequest::colour>("colour", "As in nature, the tints of height maps, or form alone."),
      numbers_param<&ViewRequest::eye>("eye", -1e16, 1e16, 3, "m",
                                       "Where the camera stands, [x, y] or [x, y, height]; none: where much is to be seen."),
      numbers_param<&ViewRequest::look>("look", -1e16, 1e16, 2, "m", "A place to look at, [x, y]."),
      numbers_param<&ViewRequest::azimuth>("azimuth", -3600, 3600, 1, "°", "Where to look, from north over east."),
      numbers_param<&ViewRequest::pitch>("pitch", -90, 90, 1, "°", "How far upwards."),
      numbers_param<&ViewRequest::sun>("sun", -3600, 3600, 2, "°",
                                       "Where the sun stands, [azimuth, elevation]; none: to the side, 25 high."),
      numbers_param<&ViewRequest::snow>("snow", -1e5, 1e5, 1, "m", "The snow line; none: by the heights there are."),
      numbers_param<&ViewRequest::fov>("fov", 1, 140, 1, "°", "Across the picture; none: 52, or 24 of a block."),
      number_param<&ViewRequest::haze>("haze", 0, 100, "", "0: none, 1: as suits the extent of the world, 2: twice as dense."),
      number_param<&ViewRequest::exaggeration>("exaggeration", 0, 1000, "",
                                               "Of heights; 0: 1, and more for flat maps of large extent."),
      boolean_param<&ViewRequest::indexed>("indexed", "Whether the file has 256 colours, which makes it smaller."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<TilingRequest>() {
  static const ParamInfo list[] = {
      numbers_param<&TilingRequest::at>("at", -0x1p53, 0x1p53, 2, "m", "The picture's centre, [x, y]."),
      numbers_param<&TilingRequest::size>("size", 1, 65536, 2, "px", "Of the picture, [width, height]."),
      number_param<&TilingRequest::cells>("cells", 0.5, 4000, "", "How many cells of the lattice the picture is wide."),
      number_param<&TilingRequest::frequency>("frequency", 1e-15, 1e3, "1/m",
                                              "Lattice cells per metre: that of the hat noise whose tiling is drawn."),
      text_param<&TilingRequest::seed>("seed", 256, "A 64-bit number, 0x…, or a word."),
      choice_param<&TilingRequest::colour>("colour", "What colours tell; mirrored hats are dark."),
      boolean_param<&TilingRequest::kites>("kites", "Whether the borders of kites are drawn, eight to a hat."),
      boolean_param<&TilingRequest::numbers>("numbers", "Whether the kites of each hat are numbered."),
      boolean_param<&TilingRequest::legend>("legend", "Whether a line below tells what colours mean."),
      choice_param<&TilingRequest::format>("format", "Pixels, or lines as SVG."),
      boolean_param<&TilingRequest::hats>("hats",
                                          "Whether there is the table `hats` too: where each lies, and how it is turned."),
      requests::file_param<&TilingRequest::ground>(
          "ground", "Of pixels: a PNG of the same place that is drawn below the outlines, in place of colours."),
  };
  return list;
}

}  // namespace craton
