// Names: words of the map's own language that fit the place ("Fox Hills"; Erstu, source 003), or syllables in the sound of the
// culture that lives there, put into patterns of the kind of place ("Gulf of Vareth").
#include "stages/places/name_maker.h"

#include <algorithm>

#include <craton/base/hash.h>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string small(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = small(c);
  return made;
}

bool is_vowel(char c) { return std::string_view("aeiouy").find(small(c)) != std::string_view::npos; }

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
/// Letters of UTF-8.
std::ptrdiff_t letters_of(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

/// Whether people can say it: no letter three times, no five consonants in a row, no three vowels, nothing said twice. Of other
/// letters than a to z only their number counts.
bool can_be_said(std::string_view name) {
  if (!is_ascii(name)) return letters_of(name) >= 2 && letters_of(name) <= 16;
  int vowels = 0, consonants = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i > 1 && small(name[i]) == small(name[i - 1]) && small(name[i]) == small(name[i - 2])) return false;
    if (i > 2 && small(name[i]) == small(name[i - 2]) && small(name[i - 1]) == small(name[i - 3])) return false;
    vowels = is_vowel(name[i]) ? vowels + 1 : 0;
    consonants = is_vowel(name[i]) ? 0 : consonants + 1;
    if (vowels > 2 || consonants > 4) return false;
  }
  const std::size_t half = name.size() / 2;
  const bool twice = name.size() % 2 == 0 && small(name.substr(0, half)) == small(name.substr(half));
  return name.size() >= 4 && name.size() <= 12 && !twice;
}

/// Parts that meet in the same letter share it; others stand side by side.
void append(std::string_view part, std::string& name) {
  if (!name.empty() && part.size() > 1 && small(name.back()) == small(part[0])) part.remove_prefix(1);
  name += part;
}

std::string filled(std::string_view pattern, std::string_view text) {
  const std::size_t open = pattern.find('{');
  return concat({pattern.substr(0, open), text, pattern.substr(open + 6)});
}

bool has_word(std::string_view pattern) { return pattern.find("{word}") != std::string_view::npos; }
/// "{word}water": one word of two, which long or possessive ones do not make, nor those that end as the other begins.
bool is_compound(std::string_view pattern) {
  const std::size_t end = pattern.find("{word}") + 6;
  return has_word(pattern) && end < pattern.size() && pattern[end] != ' ';
}
bool can_be_compound(std::string_view word, std::string_view pattern) {
  return word.size() <= 6 && word.back() != 'y' && word.back() != pattern[pattern.find("{word}") + 6] &&
         std::all_of(word.begin(), word.end(), [](char c) { return small(c) >= 'a' && small(c) <= 'z'; });
}

}  // namespace

std::uint64_t Draws::next() { return mix64(state_ += golden); }
std::uint32_t Draws::below(std::size_t count) { return static_cast<std::uint32_t>((next() >> 32) * count >> 32); }
double Draws::share() { return static_cast<double>(next() >> 11) * 0x1p-53; }

NameMaker::NameMaker(const NameTable& table, NameStyle style, double share_of_words, const NameSource* source)
    : table_(table), style_(style), share_of_words_(share_of_words), source_(source) {
  const NameTable& usual = usual_names();
  if (table_.words.empty()) table_.words = usual.words;
  if (table_.cultures.empty()) table_.cultures = usual.cultures;
  for (const NameTable::Word& word : table_.words) {
    const auto bytes = std::as_bytes(std::span(word.word.data(), word.word.size()));
    words_.push_back({word.word, WordFit(word.fits), mix64_bytes(bytes)});
  }
  for (const NameTable::Pattern& pattern : usual.patterns) patterns_[pattern.kind] = pattern.texts;
  for (const NameTable::Pattern& pattern : table_.patterns) patterns_[pattern.kind] = pattern.texts;
  for (const NameTable* each : {&usual, &table})
    for (const std::string& text : each->blocked) blocked_.push_back(small(text));
  for (const std::string_view name : taken_on_earth()) real_.emplace(name);
}

const std::string& NameMaker::sound_of(std::int64_t culture) const {
  const std::size_t sound = sounds_.empty() ? 0 : sounds_[static_cast<std::size_t>(culture) % sounds_.size()];
  return table_.cultures[sound].name;
}

bool NameMaker::good(const std::string& name) const {
  const std::string letters = small(name);
  return std::none_of(blocked_.begin(), blocked_.end(),
                      [&](const std::string& text) { return letters.find(text) != std::string::npos; });
}

bool NameMaker::free(const std::string& name) const { return taken_.count(small(name)) == 0; }
bool NameMaker::fresh(std::string_view kind, const std::string& root) const {
  return in_kind_.count({std::string(kind), small(root)}) == 0;
}
void NameMaker::take(const std::string& name) { taken_.insert(small(name)); }

std::string NameMaker::root(std::int64_t culture, Draws& draws) const {
  const std::size_t sound = sounds_.empty() ? 0 : sounds_[static_cast<std::size_t>(culture) % sounds_.size()];
  const NameTable::Culture& parts = table_.cultures[sound];
  std::string made = parts.starts[draws.below(parts.starts.size())];
  const double longer = draws.share();
  if (!parts.middles.empty() && longer < 0.55) append(parts.middles[draws.below(parts.middles.size())], made);
  append(parts.ends[draws.below(parts.ends.size())], made);
  made[0] = capital(made[0]);
  return made;
}

/// Each word throws a lot for the place and the highest has it (Thaler & Ravishankar 1998): where the climate of a place is told
/// a little otherwise at another resolution, most places keep their word.
const NameMaker::Word* NameMaker::word_for(const NameRequest& request, std::string_view pattern, std::uint64_t lot) const {
  const std::uint64_t kind = set_of_kind(request.kind);
  PlaceClimate climate = climate_of(request.temperature, request.rain);
  const PlaceClimate told = climate_of_cover(request.cover);
  if (climate.warmth == 0) climate.warmth = told.warmth;
  if (climate.wetness == 0 && !request.rain) climate.wetness = told.wetness;
  const bool compound = is_compound(pattern);
  const Word* best = nullptr;
  std::uint64_t most = 0;
  for (const Word& word : words_) {
    if (!word.fit.fits(kind, climate) || (compound && !can_be_compound(word.word, pattern))) continue;
    const std::uint64_t its_lot = mix64(lot ^ word.hash);
    if (best && its_lot <= most) continue;
    most = its_lot;
    best = &word;
  }
  return best;
}

std::optional<NameMaker::Drawn> NameMaker::drawn(const NameRequest& request, bool words, std::uint64_t lot) const {
  const auto found = patterns_.find(request.kind);
  std::vector<std::string_view> fitting;
  if (found != patterns_.end())
    for (const std::string& pattern : found->second)
      if (has_word(pattern) == words) fitting.push_back(pattern);
  if (fitting.empty()) return {};
  Draws draws(lot);
  const std::string_view pattern = fitting[draws.below(fitting.size())];
  if (words) {
    const Word* word = word_for(request, pattern, lot);
    if (!word) return {};
    return Drawn{filled(pattern, word->word), std::string(word->word)};
  }
  std::string made = root(request.culture, draws);
  if (!can_be_said(made) || real_.count(small(made)) != 0) return {};
  return Drawn{filled(pattern, made), made};
}

bool NameMaker::has_pattern(std::string_view kind, bool words) const {
  const auto found = patterns_.find(kind);
  return found != patterns_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                 [&](const std::string& pattern) { return has_word(pattern) == words; });
}

NameMaker::Drawn NameMaker::suggestion(const NameRequest& request) const {
  Draws draws(request.lot);
  const double choice = draws.share();
  // What matters most has a name of its own; small things are called what they look like.
  const PlaceKind* kind = find_place_kind(request.kind);
  const int importance = kind ? kind->rank : 3;
  const double words_here = share_of_words_ * (importance <= 1 ? 0.3 : importance >= 5 ? 1.4 : 1);
  bool words = style_ == NameStyle::words || (style_ == NameStyle::mixed && choice < words_here);
  if (!has_pattern(request.kind, words)) words = !words;
  constexpr int tries = 60;
  for (int i = 0; i < tries; ++i) {
    // At first only words that no other of its kind has.
    const std::optional<Drawn> made = drawn(request, words, mix64(request.lot + static_cast<std::uint64_t>(i)));
    if (made && good(made->name) && free(made->name) && (i >= tries / 2 || fresh(request.kind, made->root))) return *made;
    if (style_ == NameStyle::mixed && i == tries / 3) words = !words;
  }
  // No more of these: a part of the world before it, or the other way of naming.
  constexpr std::string_view parts[] = {"North", "South", "East", "West", "Upper", "Lower", "Little", "Far", "New", "Old"};
  for (int i = 0; i < 40 * tries; ++i) {
    if (i % tries == tries - 1) words = !words;
    std::optional<Drawn> made = drawn(request, words, mix64(request.lot + static_cast<std::uint64_t>(tries + i)));
    if (!made) continue;
    made->name = concat({parts[draws.below(std::size(parts))], " ", made->name});
    if (good(made->name) && free(made->name)) return *made;
  }
  for (std::uint64_t number = 2;; ++number) {
    std::string name = concat({request.kind, " ", std::to_string(number)});
    if (free(name)) return {std::move(name), {}};
  }
}

std::string NameMaker::name(NameRequest request) {
  const Drawn made = suggestion(request);
  const std::string& own = made.name;
  // Taken even where the source has another name: it is never suggested twice.
  take(own);
  in_kind_.emplace(request.kind, small(made.root));
  if (!source_) return own;
  request.suggestion = own;
  for (request.attempt = 0; request.attempt < 5; ++request.attempt) {
    std::optional<std::string> given = source_->name(request);
    if (!given) break;
    if (given->empty()) return {};
    if (*given != own && !free(*given)) continue;
    take(*given);
    return *std::move(given);
  }
  return own;
}

std::string NameMaker::plain_name(std::int64_t culture, std::uint64_t lot) {
  Draws draws(lot);
  for (int i = 0; i < 400; ++i) {
    std::string name = root(culture, draws);
    if (!can_be_said(name) || !good(name) || !free(name) || real_.count(small(name)) != 0) continue;
    take(name);
    return name;
  }
  std::string name = concat({sound_of(culture), " ", std::to_string(culture + 1)});
  take(name);
  return name;
}

}  // namespace craton
