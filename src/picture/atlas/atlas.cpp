#include <craton/picture/atlas.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <craton/picture/relief.h>
#include <craton/picture/waters.h>

#include "picture/atlas/furniture.h"
#include "picture/atlas/ground_paint.h"
#include "picture/atlas/labels.h"
#include "picture/atlas/landmark_signs.h"
#include "picture/atlas/map_lines.h"
#include "picture/atlas/ornaments.h"
#include "picture/atlas/render.h"
#include "picture/atlas/sign_draw.h"
#include "picture/atlas/sign_places.h"

namespace craton {

struct AtlasPage::Content {
  atlas::Drawing drawing;
  std::vector<AtlasLabel> labels;
  std::array<std::uint32_t, 4> map{};
  atlas::Typesetter typesetter;  // owns the letters that the drawing shows
  std::string font_note;
};

namespace {

using namespace atlas;  // NOLINT(google-build-using-namespace): this file is its door

constexpr std::uint32_t largest_side = 30000;

/// How large a page is, and how large things on it are.
struct Measures {
  GridSize page;
  double unit = 1;
};

/// Type and lines grow with a page, but less: a poster is looked at from nearer by than its size says, and shows more names.
double unit_of(double width, double height) { return std::pow(std::sqrt(width * height) / 1500, 0.85); }

Measures measures_of(const Domain& domain, const AtlasOptions& options) {
  if (options.size != GridSize{}) return {options.size, unit_of(options.size.width, options.size.height)};
  const GridSize natural = natural_size(domain, options.projection);
  const double longest = std::max(natural.width, natural.height), scale = std::clamp(longest, 1600.0, 4096.0) / longest;
  const double width = natural.width * scale, height = natural.height * scale;
  const double unit = unit_of(width, height);
  const Margins margins = margins_of(options.style, !options.title.empty(), unit);
  return {{static_cast<std::uint32_t>(std::ceil(width + 2 * margins.side)),
           static_cast<std::uint32_t>(std::ceil(height + margins.top + margins.bottom))},
          unit};
}

Result<const Layer*> check(const Surface& surface, const AtlasOptions& options) {
  const Layer* heights = surface.layer(options.heights);
  if (!heights || heights->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, "layer", "there are no heights \"" + options.heights + "\" to draw a map of"};
  if (options.projection == Projection::faces && std::holds_alternative<CubeSphere>(surface.domain()))
    return Error{ErrorCode::unsupported, "projection", "a page shows a whole map, not the faces of a cube"};
  if (options.size != GridSize{} && (std::min(options.size.width, options.size.height) < 200 ||
                                     std::max(options.size.width, options.size.height) > largest_side))
    return Error{ErrorCode::invalid_value, "size", "a page has 200 … 30000 pixels along each side"};
  if (!(std::abs(options.centre.latitude) <= 90) || !(std::abs(options.centre.longitude) <= 360))
    return Error{ErrorCode::invalid_value, "centre", "a latitude is -90 … 90 degrees, a longitude -360 … 360"};
  return heights;
}

class PageMaker {
 public:
  PageMaker(const Surface& surface, const AtlasOptions& options, const Measures& measures, AtlasPage::Content& content,
            const Execution& execution)
      : surface_(surface),
        options_(options),
        unit_(measures.unit),
        content_(content),
        execution_(execution),
        frame_(surface.domain(), options.projection, options.centre, room(options, measures)),
        drawing_(content.drawing),
        furniture_{&frame_, &content.typesetter, options.style, measures.unit} {
    drawing_.width = measures.page.width;
    drawing_.height = measures.page.height;
    drawing_.paper = {0xfb, 0xfa, 0xf6};
    drawing_.title = options.title;
    if (options.style == AtlasStyle::parchment) drawing_.paper = {0xe9, 0xdc, 0xb9};
  }

  Result<void> make(const Layer& heights) {
    const Rect page{0, 0, static_cast<double>(drawing_.width), static_cast<double>(drawing_.height)};
    if (!page.contains({frame_.map().left, frame_.map().top}) || !page.contains({frame_.map().right, frame_.map().bottom}))
      return Error{ErrorCode::invalid_value, "size", "so long and narrow a map does not fit on this page"};
    content_.map = {static_cast<std::uint32_t>(frame_.map().left), static_cast<std::uint32_t>(frame_.map().top),
                    frame_.map_size().width, frame_.map_size().height};
    CRATON_TRY(FlatRasters rasters,
               flat_rasters(surface_, heights, frame_.flat_size(), unit_ / frame_.pixels_per_flat(), execution_));
    rasters_ = std::move(rasters);
    const ToneRange range = usual_tint_range(rasters_.view(rasters_.heights), true);
    highest_ = rounded_up(std::max(range.high, 1.0F));
    deepest_ = range.low < 0 ? rounded_up(-range.low) : 0;
    CRATON_TRY(draw_ground());
    busy_.emplace(frame_, rasters_, unit_);
    layout_.emplace(frame_.map().grown(-2 * unit_), [this](const OrientedBox& box) { return busy_->nuisance(box, home_); });
    place_ornaments();
    CRATON_TRY(draw_lines());
    CRATON_TRY(draw_names());
    draw_around();
    return {};
  }

 private:
  static Rect room(const AtlasOptions& options, const Measures& measures) {
    const Margins margins = margins_of(options.style, !options.title.empty(), measures.unit);
    return {margins.side, margins.top, measures.page.width - margins.side, measures.page.height - margins.bottom};
  }
  /// To two digits, so that a legend can name it.
  static double rounded_up(float value) {
    const double unit = std::pow(10, std::floor(std::log10(double{value})) - 1);
    return std::ceil(double{value} / unit) * unit;
  }

  bool old() const { return options_.style == AtlasStyle::parchment; }

  Result<void> draw_ground() {
    const double flat_unit = unit_ / frame_.pixels_per_flat();
    tints_.emplace(old() ? ClimateTints::Palette::parchment : ClimateTints::Palette::atlas, static_cast<float>(highest_),
                   static_cast<float>(deepest_));
    Result<Rgb8Image> ground =
        old() ? paint_parchment(rasters_, *tints_, flat_unit, execution_) : paint_atlas(rasters_, *tints_, flat_unit, execution_);
    if (!ground) return ground.error();
    if (frame_.curved()) {
      ground = picture::projected(*ground, options_.projection, frame_.map_size(), options_.centre, drawing_.paper, execution_);
      if (!ground) return ground.error();
    }
    drawing_.begin("ground");
    if (old()) {
      Rgb8Image page = old_paper(drawing_.width, drawing_.height, unit_, execution_);
      lay_on(page, *ground);
      drawing_.marks.emplace_back(ImageMark{std::move(page), {0, 0}});
    } else {
      drawing_.marks.emplace_back(ImageMark{*std::move(ground), {frame_.map().left, frame_.map().top}});
    }
    drawing_.end();
    return {};
  }

  /// The map on its paper; beside a globe the paper stays.
  void lay_on(Rgb8Image& page, const Rgb8Image& map) const {
    for (std::uint32_t y = 0; y < map.height; ++y)
      for (std::uint32_t x = 0; x < map.width; ++x) {
        if (frame_.curved() && !frame_.flat_at({frame_.map().left + x + 0.5, frame_.map().top + y + 0.5})) continue;
        page.at(content_.map[0] + x, content_.map[1] + y) = map.at(x, y);
      }
  }

  /// Room for what old maps have in their seas is kept before names are placed.
  void place_ornaments() {
    if (!old()) return;
    const auto keep = [&](Spot at, double width, double height) {
      layout_->block({.middle = at, .half_width = 0.5 * width + 4 * unit_, .half_height = 0.5 * height + 4 * unit_});
    };
    if (!options_.title.empty()) {
      cartouche_ = cartouche_of(furniture_, options_.title, options_.subtitle);
      cartouche_at_ = room_at_sea(frame_, *layout_, *busy_, cartouche_->width, cartouche_->height, 0);
      if (cartouche_at_) keep(*cartouche_at_, cartouche_->width, cartouche_->height);
    }
    compass_radius_ = std::clamp(0.075 * std::min(frame_.map().width(), frame_.map().height()), 24 * unit_, 80 * unit_);
    compass_at_ = room_at_sea(frame_, *layout_, *busy_, 2.2 * compass_radius_, 2.2 * compass_radius_, 0.85);
    if (compass_at_) keep(*compass_at_, 2 * compass_radius_, 2 * compass_radius_);
  }

  Result<void> draw_lines() {
    const LineSources from{&frame_, &rasters_, unit_};
    const MapInks inks = map_inks(options_.style);
    const Waters waters = waters_of(surface_);
    if (old()) {
      if (compass_at_) draw_winds(drawing_, furniture_, rasters_, *compass_at_, 0.5 * compass_radius_);
      CRATON_TRY(draw_water_lines(drawing_, from, inks, execution_));
    }
    CRATON_TRY(draw_rivers(drawing_, from, surface_.domain(), waters, inks, *busy_, execution_));
    CRATON_TRY(draw_lakes(drawing_, from, surface_.domain(), waters, inks, execution_));
    draw_coast(drawing_, from, inks);
    if (!options_.graticule) return {};
    graticule_ = graticule_of(surface_, frame_);
    if (!old()) draw_graticule(drawing_, furniture_, *graticule_);
    return {};
  }

  Result<void> draw_names() {
    std::vector<NamedPlace> places;
    if (options_.labels) {
      CRATON_TRY(std::vector<NamedPlace> read, named_places(surface_));
      places = std::move(read);
    }
    const std::vector<Lettered> labels =
        letter_places(places, {&frame_, &content_.typesetter, &*busy_, options_.style, unit_}, *layout_, home_);
    if (old()) {
      // Names have found their places: signs stand where these left room.
      CRATON_TRY(const std::vector<LandSign> signs,
                 land_signs({&surface_, &frame_, &rasters_, &*busy_, &places, unit_}, *layout_, execution_));
      draw_land_signs(drawing_, signs, unit_);
    }
    drawing_.begin("landmarks");
    for (const Lettered& label : labels) {
      if (!label.sign) continue;
      draw_landmark(drawing_, label.place->kind, label.at, label.sign_size, options_.style);
      signs_.insert(label.place->kind);
    }
    drawing_.end();
    drawing_.begin("labels");
    for (const Lettered& label : labels) {
      drawing_.marks.emplace_back(label.mark);
      AtlasLabel& placed = content_.labels.emplace_back(AtlasLabel{label.place->name, label.place->kind, {}});
      for (const OrientedBox& box : label.placement.boxes) {
        const std::array<Spot, 4> c = box.corners();
        placed.boxes.push_back({{{c[0].x, c[0].y}, {c[1].x, c[1].y}, {c[2].x, c[2].y}, {c[3].x, c[3].y}}});
      }
    }
    drawing_.end();
    return {};
  }

  void draw_around() {
    if (compass_at_) draw_compass(drawing_, furniture_, *compass_at_, compass_radius_);
    if (cartouche_at_) draw_cartouche(drawing_, furniture_, *cartouche_, *cartouche_at_);
    draw_frame(drawing_, furniture_, graticule_ ? &*graticule_ : nullptr);
    if (old()) return;
    draw_title(drawing_, furniture_, options_.title, options_.subtitle);
    LegendContent legend{.tints = &*tints_,
                         .highest = highest_,
                         .deepest = deepest_,
                         .climate = rasters_.climate(),
                         .landmarks = {signs_.begin(), signs_.end()},
                         .note = ""};
    if (frame_.globe()) legend.note = frame_.curved() ? "scale in the middle of the map" : "scale at the equator";
    if (graticule_ && !graticule_->degrees) legend.note = "grid in " + graticule_->note;
    draw_legend(drawing_, furniture_, legend);
  }

  const Surface& surface_;
  const AtlasOptions& options_;
  double unit_;
  AtlasPage::Content& content_;
  const Execution& execution_;
  MapFrame frame_;
  Drawing& drawing_;
  Furniture furniture_;
  FlatRasters rasters_;
  double highest_ = 1, deepest_ = 0;
  std::optional<ClimateTints> tints_;
  std::optional<Graticule> graticule_;
  std::set<std::string> signs_;
  std::optional<BusyMap> busy_;
  BusyMap::Home home_ = BusyMap::Home::land;  // of the label that is being placed
  std::optional<LabelLayout> layout_;
  std::optional<Cartouche> cartouche_;
  std::optional<Spot> cartouche_at_, compass_at_;
  double compass_radius_ = 0;
};

}  // namespace

AtlasPage::AtlasPage(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
Result<Rgb8Image> AtlasPage::picture() const { return rendered(content_->drawing); }
Result<std::string> AtlasPage::svg(bool text) const { return svg_of(content_->drawing, text ? font() : ""); }
GridSize AtlasPage::size() const { return {content_->drawing.width, content_->drawing.height}; }
const std::vector<AtlasLabel>& AtlasPage::labels() const { return content_->labels; }
std::array<std::uint32_t, 4> AtlasPage::map() const { return content_->map; }
const std::string& AtlasPage::font() const { return content_->typesetter.family(); }
const std::string& AtlasPage::font_note() const { return content_->font_note; }

Result<AtlasPage> atlas_page(const Surface& surface, const AtlasOptions& options, const Execution& execution) {
  CRATON_TRY(const Layer* heights, check(surface, options));
  CRATON_TRY(Typesetter typesetter, Typesetter::make());
  auto content = std::make_shared<AtlasPage::Content>(AtlasPage::Content{{}, {}, {}, std::move(typesetter), {}});
  if (!content->typesetter.wished_family())
    content->font_note =
        "lettered in " + content->typesetter.family() + ": EB Garamond is not installed (Debian: fonts-ebgaramond)";
  const Measures measures = measures_of(surface.domain(), options);
  PageMaker maker(surface, options, measures, *content, execution);
  CRATON_TRY(maker.make(*heights));
  return AtlasPage(std::move(content));
}

std::vector<std::string_view> atlas_layers() {
  return {"height", "temperature", "temperature_warmest", "rain", "biome", "lake", "lake_depth", "discharge", "vegetation"};
}

}  // namespace craton
