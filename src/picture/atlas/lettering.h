#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <craton/base/result.h>

#include "picture/atlas/drawing.h"

// Words as letters that can be put anywhere, by Pango.
namespace craton::atlas {

struct Face {
  bool italic = false, bold = false;
  enum class Case : std::uint8_t { as_it_is, capitals, small_capitals } letters = Case::as_it_is;

  friend auto operator<=>(const Face&, const Face&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

/// Letters in type of 100 pixels: all lengths are shares of a hundredth of the size.
struct Word {
  struct Letter {
    const Glyph* glyph = nullptr;
    double advance = 0;
  };
  std::vector<Letter> letters;
  std::string shown;  ///< the text as it is set, a character a letter
  double width() const;
};

struct FaceSize {
  double ascent = 0, descent = 0, x_height = 0;  ///< of capitals; of letters that go below the line; of small ones
};

class Typesetter {
 public:
  static Result<Typesetter> make();
  Typesetter(Typesetter&&) noexcept;
  Typesetter& operator=(Typesetter&&) noexcept;
  ~Typesetter();

  /// Loose: letters stand apart, so that none of them are joined.
  const Word& word(const std::string& text, const Face& face) const;
  const FaceSize& size_of(const Face& face) const;
  /// The family that is really used, and whether it is the one that was wished for.
  const std::string& family() const { return family_; }
  bool wished_family() const { return wished_; }

 private:
  struct Parts;
  explicit Typesetter(std::unique_ptr<Parts> parts);
  Word shaped(const std::string& text, const Face& face) const;

  std::unique_ptr<Parts> parts_;
  std::string family_;
  bool wished_ = false;
};

}  // namespace craton::atlas
