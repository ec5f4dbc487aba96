#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "picture/atlas/geometry.h"

// Where labels go, after Imhof 1975, "Positioning names on maps": no two of them overlap, none leaves the map, each is where the
// eye looks for it. One label after the other, the most important first (Christensen, Marks & Shieber 1995 call it greedy).
namespace craton::atlas {

/// What a label needs. All lengths in pixels.
struct LabelWish {
  enum class Where : std::uint8_t {
    beside,  ///< of `at`: eight places are tried
    over,    ///< upright, its middle at `at` or a little off
    along,   ///< of one of `lines`, letter by letter
  };
  Where where = Where::over;
  std::vector<double> advances;    ///< of each letter
  double ascent = 0, descent = 0;  ///< above and below the base line
  double x_height = 0;             ///< of small letters: the middle of it lies on the line or spot
  std::size_t second_line = 0;     ///< beside and over: the letter with which a second line begins, after a space; 0: one line

  Spot at;
  double symbol = 0;  ///< beside: half the side of the sign at the spot, which the label brings along
  double stray = 0;   ///< over: how far off the spot it may lie

  std::vector<Line> lines;                 ///< the first is the best one
  double spacing = 0, widest_spacing = 0;  ///< between letters: along a line they are spread to fill it
  double fill = 0.7;                       ///< how much of the line they may fill
  double off = 0;                          ///< how far beside the line the letters' middle runs; both sides are tried
  double overhang = 0;                     ///< how far it may run beyond the ends of the line, as a share of its length
  double sharpest = 0.45;                  ///< largest turn from letter to letter, radians
  double margin = 1;                       ///< kept free around all letters
  double tolerance = 1e9;                  ///< what disturbs more is rather left out
};

struct PlacedLetter {
  Spot at;  ///< where its base line begins
  double cosine = 1, sine = 0;
};

struct LabelPlacement {
  std::vector<PlacedLetter> letters;
  std::vector<OrientedBox> boxes;  ///< what nobody else may cover: letters with their margin, and the sign
};

class LabelLayout {
 public:
  /// 0: nothing is disturbed if letters stand in this box; 1: everything.
  using Nuisance = std::function<double(const OrientedBox&)>;
  explicit LabelLayout(Rect bounds, Nuisance nuisance = {});

  /// Nothing where there is no room. What is placed stays.
  std::optional<LabelPlacement> place(const LabelWish& wish);
  /// Keeps a box free of labels.
  void block(const OrientedBox& box);
  /// Whether nothing that was placed or blocked covers it.
  bool free(const OrientedBox& box) const;

 private:
  struct Candidate {
    LabelPlacement placement;
    double cost = 0;
  };
  void try_beside(const LabelWish& wish);
  void try_over(const LabelWish& wish);
  void try_along(const LabelWish& wish, const Line& line, double cost);
  void offer(const LabelWish& wish, LabelPlacement placement, double cost);
  bool fits(const LabelPlacement& placement) const;

  Rect bounds_;
  Nuisance nuisance_;
  std::vector<OrientedBox> boxes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> tiles_;  // only looked up, never walked
  std::optional<Candidate> best_;
};

}  // namespace craton::atlas
