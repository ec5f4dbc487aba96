#include "picture/atlas/labels.h"

#include <algorithm>
#include <cmath>

#include "picture/atlas/label_axis.h"
#include "picture/atlas/label_styles.h"

namespace craton::atlas {

BusyMap::BusyMap(const MapFrame& frame, const FlatRasters& rasters, double unit)
    : map_(frame.map()),
      side_(std::max(1.0, 1.5 * unit)),
      width_(static_cast<std::uint32_t>(std::ceil(map_.width() / side_))),
      height_(static_cast<std::uint32_t>(std::ceil(map_.height() / side_))),
      water_(std::size_t{width_} * height_),
      lines_(std::size_t{width_} * height_) {
  const auto near = static_cast<float>(1.5 * unit);
  for (std::uint32_t y = 0; y < height_; ++y)
    for (std::uint32_t x = 0; x < width_; ++x) {
      const std::optional<Spot> flat = frame.flat_at({map_.left + (x + 0.5) * side_, map_.top + (y + 0.5) * side_});
      std::int8_t& water = water_[std::size_t{y} * width_ + x];
      if (!flat) {
        water = 2;
        continue;
      }
      const float coast = rasters.coast[rasters.index(flat->x, flat->y)];
      water = coast > near ? std::int8_t{-1} : coast < -near ? std::int8_t{1} : std::int8_t{0};
    }
}

std::size_t BusyMap::cell(Spot page) const {
  const double x = std::clamp(std::floor((page.x - map_.left) / side_), 0.0, width_ - 1.0);
  const double y = std::clamp(std::floor((page.y - map_.top) / side_), 0.0, height_ - 1.0);
  return static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x);
}

void BusyMap::add(const Line& page_line, double width) {
  const int reach = static_cast<int>(0.5 * width / side_ + 0.3);
  for (const Spot spot : resampled(page_line, side_))
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i)
        if (const Spot at{spot.x + i * side_, spot.y + j * side_}; map_.contains(at)) lines_[cell(at)] = 1;
}

double BusyMap::nuisance(const OrientedBox& box, Home home) const {
  const int across = std::clamp(static_cast<int>(2 * box.half_width / side_), 2, 40),
            down = std::clamp(static_cast<int>(2 * box.half_height / side_), 2, 8);
  int land = 0, sea = 0, coast = 0, lines = 0, outside = 0;
  for (int j = 0; j < down; ++j)
    for (int i = 0; i < across; ++i) {
      const std::size_t at = cell(box.at(2 * (i + 0.5) / across - 1, 2 * (j + 0.5) / down - 1));
      land += water_[at] == -1;
      sea += water_[at] == 1;
      coast += water_[at] == 0;
      outside += water_[at] == 2;
      lines += lines_[at];
    }
  const double all = across * down;
  if (outside > 0) return 1e6;  // beside the globe
  const double on_land = land / all, at_sea = sea / all, on_coast = coast / all, on_lines = lines / all;
  switch (home) {
    case Home::land: return std::min(1.0, 1.2 * at_sea + 0.7 * on_coast + 0.6 * on_lines);
    case Home::sea: return std::min(1.0, 1.2 * on_land + 1.0 * on_coast);
    case Home::river: return std::min(1.0, 0.8 * at_sea + 0.8 * on_coast + 2.2 * on_lines);
    case Home::lake: return std::min(1.0, 0.5 * on_coast + 0.4 * at_sea);
    case Home::point: break;
  }
  // On land or at sea, but not on both.
  return std::min(1.0, 1.3 * on_coast + 1.6 * std::min(on_land, at_sea) + 0.8 * on_lines + 0.15 * at_sea);
}

namespace {

constexpr std::size_t long_name = 14;  // letters: from here on it may stand in two lines

/// The letter with which a second line would begin, after the space nearest to the middle; 0 where there is none to break at.
std::size_t second_line_of(const Word& word) {
  if (word.letters.size() < long_name) return 0;
  const double whole = word.width();
  double at = 0, best = 0.3 * whole;  // no line is shorter than a fifth
  std::size_t second = 0;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    if (!word.letters[i].glyph && i > 0 && std::abs(at - 0.5 * whole) < best) {
      best = std::abs(at - 0.5 * whole);
      second = i + 1;
    }
    at += word.letters[i].advance;
  }
  return second < word.letters.size() ? second : 0;
}

class Letterer {
 public:
  Letterer(const LabelSettings& settings, LabelLayout& layout, BusyMap::Home& home)
      : settings_(settings), layout_(layout), home_(home) {}

  std::optional<Lettered> letter(const NamedPlace& place) {
    const LabelStyle style = label_style(place, settings_.style);
    const double wished = std::max(style.size - style.per_rank * static_cast<double>(place.rank - 1), style.least);
    // Smaller where the wished size finds no room, but never unlike its rank.
    for (const double share : {1.0, 0.85, 0.72}) {
      const double size = type_size(std::max(wished * share, std::min(style.least, wished)), settings_.unit);
      if (std::optional<Lettered> found = letter(place, style, size)) return found;
      if (wished * share <= style.least) break;
    }
    return std::nullopt;
  }

 private:
  std::optional<Lettered> letter(const NamedPlace& place, const LabelStyle& style, double size) {
    const MapFrame& frame = *settings_.frame;
    const std::optional<Spot> at = page_spot(place.place);
    const Word& word = settings_.typesetter->word(place.name, style.face);
    LabelWish wish = wish_for(style, word, size, place);
    home_ = style.home;
    std::optional<LabelPlacement> placement;
    if (style.where == LabelWish::Where::along && place.line.size() > 1) {
      const bool river = place.kind == "river";
      if (river) {
        wish.off = 0.5 * wish.x_height + 0.42 * wish.ascent;
        wish.sharpest = 0.3;
        wish.fill = 0.45;
      } else {
        wish.overhang = 0.12;
        wish.fill = 0.62;
        // Beside the crest, where the signs of its mountains stand.
        if (settings_.style == AtlasStyle::parchment && place.kind == "range") wish.off = 1.5 * wish.ascent;
      }
      for (const Line& line : label_lines(frame, place, 2 * wish.x_height)) {
        wish.lines = river ? std::vector<Line>{smoothed(line, 0.5 * wish.x_height, 5 * wish.x_height)} : axes_of(line);
        placement = layout_.place(wish);
        if (placement) break;
      }
    }
    if (!placement && place.kind == "river") return std::nullopt;
    if (!placement && at) {
      placement = upright(place, style, wish, *at);
      wish.second_line = second_line_of(word);
      if (!placement && wish.second_line > 0) placement = upright(place, style, wish, *at);
    }
    if (!placement) return std::nullopt;
    Lettered lettered{.place = &place,
                      .placement = *std::move(placement),
                      .mark = {},
                      .sign = style.sign,
                      .at = at.value_or(Spot{}),
                      .sign_size = wish.symbol};
    lettered.mark = mark_of(place, style, word, size, lettered.placement);
    return lettered;
  }

  std::optional<Spot> page_spot(const Vec3d& place) const {
    const MapFrame& frame = *settings_.frame;
    const std::optional<Spot> spot = frame.page_of(frame.inside(frame.flat_of(place)));
    return spot && frame.map().contains(*spot) ? spot : std::nullopt;
  }

  LabelWish wish_for(const LabelStyle& style, const Word& word, double size, const NamedPlace& place) const {
    const FaceSize& face = settings_.typesetter->size_of(style.face);
    LabelWish wish;
    wish.where = style.where;
    for (const Word::Letter& letter : word.letters) wish.advances.push_back(letter.advance * size / 100);
    wish.ascent = face.ascent * size / 100;
    wish.descent = face.descent * size / 100;
    wish.x_height = face.x_height * size / 100;
    wish.spacing = style.spacing * size;
    wish.widest_spacing = style.widest * size;
    // The less important keep a larger distance: what is left out is not missed.
    wish.margin = settings_.unit * (1.6 + 0.55 * static_cast<double>(place.rank));
    wish.tolerance = style.home == BusyMap::Home::sea ? 0.4 : style.home == BusyMap::Home::land ? 0.5 : 0.85;
    if (style.sign) wish.symbol = 5.5 * settings_.unit;
    return wish;
  }

  /// Areas without a line: over their middle; small ones beside it.
  std::optional<LabelPlacement> upright(const NamedPlace& place, const LabelStyle& style, LabelWish wish, Spot at) {
    wish.at = at;
    wish.spacing = std::min(wish.spacing, 0.15 * wish.ascent);
    wish.where = style.where == LabelWish::Where::beside ? style.where : LabelWish::Where::over;
    const double side = place.size > 0 ? std::sqrt(place.size) / settings_.frame->metres_per_pixel() : 0;
    if (wish.where == LabelWish::Where::beside) return layout_.place(wish);
    // Two lines are half as wide, about.
    double width = 0;
    for (const double advance : wish.advances) width += advance + wish.spacing;
    if (wish.second_line > 0) width *= 0.6;
    wish.stray = std::min(0.35 * side, 3 * wish.ascent);
    if (settings_.style == AtlasStyle::parchment && place.kind == "range") {
      // Below its mountains, or above them.
      wish.stray = wish.ascent;
      for (const double down : {2.4, -2.4}) {
        wish.at = {at.x, at.y + down * wish.ascent};
        if (std::optional<LabelPlacement> placed = layout_.place(wish)) return placed;
      }
      wish.at = at;
    }
    const bool fits = width < 0.9 * side;
    const bool beside = place.kind == "lake" || place.group == "land";
    if (fits || !beside) {
      if (place.kind == "lake") wish.tolerance = 2;
      if (std::optional<LabelPlacement> placed = layout_.place(wish)) return placed;
    }
    if (!beside) return std::nullopt;
    // Small islands and lakes: the name stands beside them.
    home_ = BusyMap::Home::point;
    wish.where = LabelWish::Where::beside;
    wish.symbol = std::clamp(0.5 * side, 1.0, 14 * settings_.unit);
    std::optional<LabelPlacement> placed = layout_.place(wish);
    home_ = style.home;
    return placed;
  }

  TextMark mark_of(const NamedPlace& place, const LabelStyle& style, const Word& word, double size,
                   const LabelPlacement& placement) const {
    TextMark mark{.text = place.name,
                  .shown = word.shown,
                  .italic = style.face.italic,
                  .small_capitals = style.face.letters == Face::Case::small_capitals,
                  .size = size,
                  .ink = style.ink,
                  .halo = style.halo,
                  .halo_width = std::clamp(0.11 * size, 1.2 * settings_.unit, 2.6 * settings_.unit),
                  .letters = {}};
    for (std::size_t i = 0; i < placement.letters.size(); ++i)
      mark.letters.push_back(
          {word.letters[i].glyph, placement.letters[i].at, placement.letters[i].cosine, placement.letters[i].sine});
    return mark;
  }

  const LabelSettings& settings_;
  LabelLayout& layout_;
  BusyMap::Home& home_;
};

}  // namespace

std::vector<Lettered> letter_places(const std::vector<NamedPlace>& places, const LabelSettings& settings, LabelLayout& layout,
                                    BusyMap::Home& home) {
  std::vector<Lettered> all;
  Letterer letterer(settings, layout, home);
  // A map is no list of landmarks: there is at most one for so much of it.
  const double apart = (settings.style == AtlasStyle::parchment ? 215 : 175) * settings.unit;
  const double most = settings.frame->map().width() * settings.frame->map().height() / (apart * apart);
  double landmarks = 0;
  for (const NamedPlace& place : places) {
    const bool landmark = place.group == "landmark";
    if (place.name.empty() || (landmark && landmarks >= most)) continue;
    std::optional<Lettered> lettered = letterer.letter(place);
    if (!lettered) continue;
    landmarks += landmark;
    all.push_back(*std::move(lettered));
  }
  return all;
}

double text_width(const Typesetter& typesetter, const std::string& text, const TextStyle& style) {
  const Word& word = typesetter.word(text, style.face);
  const double gaps = word.letters.empty() ? 0 : static_cast<double>(word.letters.size() - 1);
  return word.width() * style.size / 100 + gaps * style.spacing * style.size;
}

TextMark text_at(const Typesetter& typesetter, const std::string& text, Spot at, int align, const TextStyle& style,
                 double angle) {
  const Word& word = typesetter.word(text, style.face);
  const double width = text_width(typesetter, text, style), c = std::cos(angle), s = std::sin(angle);
  const double back = align < 0 ? 0 : align == 0 ? 0.5 * width : width;
  TextMark mark{.text = text,
                .shown = word.shown,
                .italic = style.face.italic,
                .small_capitals = style.face.letters == Face::Case::small_capitals,
                .size = style.size,
                .ink = style.ink,
                .halo = style.halo,
                .halo_width = 0.12 * style.size,
                .letters = {}};
  double x = -back;
  for (const Word::Letter& letter : word.letters) {
    mark.letters.push_back({letter.glyph, {at.x + x * c, at.y + x * s}, c, s});
    x += letter.advance * style.size / 100 + style.spacing * style.size;
  }
  return mark;
}

}  // namespace craton::atlas
