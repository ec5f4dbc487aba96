#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/tables.h>

/// What names are made of.
namespace craton {

/// A kind of place, how it is lettered, and the rank of the largest of its kind.
struct PlaceKind {
  std::string_view name, group;
  int rank = 1;
};
std::span<const PlaceKind> all_place_kinds();
/// Null where there is none of this name.
const PlaceKind* find_place_kind(std::string_view name);
bool is_place_kind(std::string_view name);
std::span<const std::string_view> place_kinds();  ///< their names

/// What words may fit: kinds, groups, "any"; "cold", "cool", "warm", "hot"; "dry", "wet".
bool is_name_tag(std::string_view tag);
std::span<const std::string_view> name_tags();

/// The climate of a place, as far as words care: sets of one, none where it is not known.
struct PlaceClimate {
  std::uint8_t warmth = 0;   ///< 1 cold, 2 cool, 4 warm, 8 hot
  std::uint8_t wetness = 0;  ///< 1 dry, 2 wet; what is neither has none
};
/// By the year's mean, °C, and the rain of the year, cm.
PlaceClimate climate_of(std::optional<double> temperature, std::optional<double> rain);
/// What a cover tells of it.
PlaceClimate climate_of_cover(std::string_view cover);

/// The set of a kind alone; empty where there is no such kind.
std::uint64_t set_of_kind(std::string_view kind);

/// What a word fits, so that asking costs nothing: any of the kinds, in any of the climates; none of a climate: all of them.
struct WordFit {
  std::uint64_t kinds = 0;
  std::uint8_t warmth = 0, wetness = 0;

  /// Tags of kinds and of climates; those of climates alone: waters there.
  explicit WordFit(std::span<const std::string> tags);
  /// `kind` is a set of one, by set_of_kind.
  bool fits(std::uint64_t kind, const PlaceClimate& climate) const {
    return (kinds & kind) != 0 && (warmth == 0 || (warmth & climate.warmth) != 0) &&
           (wetness == 0 || (wetness & climate.wetness) != 0);
  }
};

/// Whether a pattern holds {name} or {word} once and nothing else in brackets.
bool is_name_pattern(std::string_view text);

/// Craton's own.
const NameTable& usual_names();
/// What no name may be, beside what it may not hold: names that the Earth has already.
std::span<const std::string_view> taken_on_earth();

}  // namespace craton
