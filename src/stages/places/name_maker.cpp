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
  for (const NameTable::Pattern& pattern : usual.patterns) patterns_[pattern.kind] = pattern.texts;
  for (const NameTable::Pattern& pattern : table_.patterns) patterns_[pattern.kind] = pattern.texts;
  for (const NameTable* each : {&usual, &table})
    for (const std::string& text : each->blocked) blocked_.push_back(small(text));
  for (const std::string_view name : taken_on_earth()) roots_.emplace(name);
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
void NameMaker::take(const std::string& name) { taken_.insert(small(name)); }

std::string NameMaker::root(std::int64_t culture, Draws& draws) const {
  const std::size_t sound = sounds_.empty() ? 0 : sounds_[static_cast<std::size_t>(culture) % sounds_.size()];
  const NameTable::Culture& parts = table_.cultures[sound];
  std::string made = parts.starts[draws.below(parts.starts.size())];
  const double longer = draws.share();
  if (!parts.middles.empty() && longer < 0.45) append(parts.middles[draws.below(parts.middles.size())], made);
  append(parts.ends[draws.below(parts.ends.size())], made);
  made[0] = capital(made[0]);
  return made;
}

/// Of three that fit the one that was used least: all fitting words are used before one is heard everywhere.
std::string NameMaker::word_for(const NameRequest& request, std::string_view pattern, bool fresh, Draws& draws) {
  std::vector<const NameTable::Word*> fitting;
  const std::span<const std::string_view> climate = climate_of(request.cover);
  for (const NameTable::Word& word : table_.words) {
    if (is_compound(pattern) && !can_be_compound(word.word, pattern)) continue;
    const bool fits = std::any_of(word.fits.begin(), word.fits.end(), [&](const std::string& tag) {
      return tag == request.kind || tag == "any" || tag == request.group ||
             (request.group == "water" && std::find(climate.begin(), climate.end(), tag) != climate.end());
    });
    if (fits && !(fresh && used_in_kind_.count({std::string(request.kind), word.word}) != 0)) fitting.push_back(&word);
  }
  if (fitting.empty()) return {};
  const NameTable::Word* best = nullptr;
  for (int i = 0; i < 3; ++i) {
    const NameTable::Word* next = fitting[draws.below(fitting.size())];
    if (!best || used_words_[next->word] < used_words_[best->word]) best = next;
  }
  return best->word;
}

std::string NameMaker::drawn(const NameRequest& request, bool words, bool fresh, Draws& draws) {
  const auto found = patterns_.find(request.kind);
  std::vector<std::string_view> fitting;
  if (found != patterns_.end())
    for (const std::string& pattern : found->second)
      if (has_word(pattern) == words) fitting.push_back(pattern);
  if (fitting.empty()) return {};
  const std::string_view pattern = fitting[draws.below(fitting.size())];
  if (words) {
    word_ = word_for(request, pattern, fresh, draws);
    return word_.empty() ? "" : filled(pattern, word_);
  }
  word_ = root(request.culture, draws);
  if (!can_be_said(word_) || (fresh && roots_.count(small(word_)) != 0)) return {};
  return filled(pattern, word_);
}

bool NameMaker::has_pattern(std::string_view kind, bool words) const {
  const auto found = patterns_.find(kind);
  return found != patterns_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                 [&](const std::string& pattern) { return has_word(pattern) == words; });
}

std::string NameMaker::suggestion(const NameRequest& request) {
  Draws draws(request.lot);
  const double choice = draws.share();
  // What matters most has a name of its own; small things are called what they look like.
  const double words_here = share_of_words_ * (request.rank <= 1 ? 0.3 : request.rank >= 5 ? 1.4 : 1);
  bool words = style_ == NameStyle::words || (style_ == NameStyle::mixed && choice < words_here);
  if (!has_pattern(request.kind, words)) words = !words;
  constexpr int tries = 60;
  for (int i = 0; i < tries; ++i) {
    // At first only words that no other of its kind has.
    std::string name = drawn(request, words, i < tries / 2, draws);
    if (!name.empty() && good(name) && free(name)) return name;
    if (style_ == NameStyle::mixed && i == tries / 3) words = !words;
  }
  // No more of these: a part of the world before it, or the other way of naming.
  constexpr std::string_view parts[] = {"North", "South", "East", "West", "Upper", "Lower", "Little", "Far", "New", "Old"};
  for (int i = 0; i < 40 * tries; ++i) {
    if (i % tries == tries - 1) words = !words;
    std::string name = drawn(request, words, false, draws);
    if (name.empty()) continue;
    name = concat({parts[draws.below(std::size(parts))], " ", name});
    if (good(name) && free(name)) return name;
  }
  word_.clear();
  for (std::uint64_t number = 2;; ++number) {
    std::string name = concat({request.kind, " ", std::to_string(number)});
    if (free(name)) return name;
  }
}

std::string NameMaker::name(NameRequest request) {
  std::string own = suggestion(request);
  // Taken even where the source has another name: it is never suggested twice.
  take(own);
  ++used_words_[word_];
  used_in_kind_.emplace(request.kind, word_);
  roots_.insert(small(word_));
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
    if (!can_be_said(name) || !good(name) || !free(name) || roots_.count(small(name)) != 0) continue;
    take(name);
    roots_.insert(small(name));
    return name;
  }
  std::string name = concat({sound_of(culture), " ", std::to_string(culture + 1)});
  take(name);
  return name;
}

}  // namespace craton
