#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/names.h>
#include <craton/base/seed.h>

#include "stages/places/name_parts.h"

namespace craton {

enum class NameStyle { off, words, syllables, mixed };

/// Draws one after the other, from a seed.
class Draws {
 public:
  explicit Draws(std::uint64_t state) : state_(state) {}
  std::uint32_t below(std::size_t count);
  double share();  ///< 0 … 1

 private:
  std::uint64_t next();

  std::uint64_t state_;
};

/// Makes names, no two the same, whatever their capitals. A name follows from the request alone, but for those few that another
/// place had taken before.
class NameMaker {
 public:
  /// Parts that the table lacks are Craton's own.
  NameMaker(const NameTable& table, NameStyle style, double share_of_words, const NameSource* source);
  NameMaker(const NameMaker&) = delete;
  NameMaker& operator=(const NameMaker&) = delete;

  std::size_t culture_count() const { return table_.cultures.size(); }
  const std::string& sound_of(std::int64_t culture) const;
  /// Which sounds each culture has: cultures beyond the number of sounds share them.
  void set_sounds(std::vector<std::size_t> sound_of_culture) { sounds_ = std::move(sound_of_culture); }

  /// "" where the source wants none.
  std::string name(NameRequest request);
  /// A name of people: syllables alone.
  std::string plain_name(std::int64_t culture, std::uint64_t lot);

 private:
  /// A word of the table as it is asked for.
  struct Word {
    std::string_view word;
    WordFit fit;
    std::uint64_t hash;
  };
  /// A name, and the word or root in it.
  struct Drawn {
    std::string name, root;
  };

  Drawn suggestion(const NameRequest& request) const;
  std::optional<Drawn> drawn(const NameRequest& request, bool words, std::uint64_t lot) const;
  std::string root(std::int64_t culture, Draws& draws) const;
  const Word* word_for(const NameRequest& request, std::string_view pattern, std::uint64_t lot) const;
  bool has_pattern(std::string_view kind, bool words) const;
  bool good(const std::string& name) const;
  bool free(const std::string& name) const;
  bool fresh(std::string_view kind, const std::string& root) const;
  void take(const std::string& name);

  NameTable table_;
  NameStyle style_;
  double share_of_words_;
  const NameSource* source_;
  std::vector<Word> words_;
  std::vector<std::size_t> sounds_;
  std::vector<std::string> blocked_;                       // in small letters
  std::set<std::string, std::less<>> taken_, real_;        // likewise
  std::set<std::pair<std::string, std::string>> in_kind_;  // roots and words by the kinds that have them
  std::map<std::string, std::vector<std::string>, std::less<>> patterns_;
};

}  // namespace craton
