#include "gallery_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "text.h"

namespace craton::cli {
namespace {

struct Line {
  std::size_t number = 0;
  std::string text;  // without the space around it
  bool indented = false;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::vector<std::string> fields(std::string_view text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, '|')) parts.emplace_back(trimmed(part));
  return parts;
}

/// Quotes of either kind hold a word together, as in a shell.
Result<std::vector<std::string>> words_of(std::string_view text, const std::string& place) {
  std::vector<std::string> words;
  char quote = 0;
  bool inside = false;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      if (!inside) words.emplace_back();
      inside = true;
    } else if (quote == 0 && c == ' ') {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  if (quote != 0) return Error{ErrorCode::invalid_value, place, fmt::format("a quote {} is not closed", quote)};
  return words;
}

using Row = std::vector<std::string>;

/// The rows of values that one line stands for.
Result<std::vector<Row>> rows_of(const Line& line, std::size_t count, const std::string& place) {
  const Row values = fields(line.text);
  if (values.size() != count)
    return Error{ErrorCode::invalid_value, place,
                 fmt::format("a row of {} value{}; \"for\" names {}", values.size(), values.size() == 1 ? "" : "s", count)};
  const std::size_t dots = line.text.find("..");
  if (count > 1 || dots == std::string::npos) return std::vector<Row>{values};
  CRATON_TRY(const std::int64_t first, parse_integer(line.text.substr(0, dots), place));
  CRATON_TRY(const std::int64_t last, parse_integer(line.text.substr(dots + 2), place));
  if (last < first || last - first > 99) return Error{ErrorCode::invalid_value, place, "a range of 1 to 100 numbers is expected"};
  std::vector<Row> rows;
  for (std::int64_t n = first; n <= last; ++n) rows.push_back({std::to_string(n)});
  return rows;
}

std::string replaced(std::string text, const Row& names, const Row& values) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string mark = "{" + names[i] + "}";
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += values[i].size())
      text.replace(at, mark.size(), values[i]);
  }
  return text;
}

/// "{seed}", where no value was put in its place. JSON has a quote after its brace.
std::string unfilled(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1);
    if (end > at + 1 && end != std::string_view::npos && text[end] == '}') return std::string(text.substr(at, end + 1 - at));
  }
  return "";
}

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Result<std::vector<GallerySheet>> read(std::string_view text) {
    std::vector<Line> lines;
    std::size_t number = 0;
    for (const std::string_view raw : split(text, '\n')) {
      const std::string_view words = trimmed(raw);
      ++number;
      if (!words.starts_with('#')) lines.push_back({number, std::string(words), raw.starts_with(' ')});
    }
    for (std::size_t i = 0; i < lines.size();) { CRATON_TRY(i, take_from(lines, i)); }
    CRATON_TRY(end_tile());
    return std::move(sheets_);
  }

 private:
  std::string place() const { return fmt::format("{}:{}", file_, number_); }
  Error error(std::string message) const { return {ErrorCode::invalid_value, place(), std::move(message)}; }

  /// One line, or all that a "for" repeats; the place of the next line.
  Result<std::size_t> take_from(const std::vector<Line>& lines, std::size_t i) {
    if (lines[i].indented || !lines[i].text.starts_with("for ")) {
      CRATON_TRY(take(lines[i]));
      return i + 1;
    }
    const Row names = fields(std::string_view(lines[i].text).substr(4));
    std::vector<Row> rows;
    for (++i; i < lines.size() && lines[i].indented; ++i) {
      number_ = lines[i].number;
      CRATON_TRY(const std::vector<Row> more, rows_of(lines[i], names.size(), place()));
      rows.insert(rows.end(), more.begin(), more.end());
    }
    const std::size_t begin = i;
    while (i < lines.size() && !lines[i].text.empty()) ++i;
    for (const Row& row : rows)
      for (std::size_t each = begin; each < i; ++each) {
        Line line = lines[each];
        line.text = replaced(std::move(line.text), names, row);
        CRATON_TRY(take(line));
      }
    return i;
  }

  Result<void> take(const Line& line) {
    number_ = line.number;
    if (line.text.empty()) return {};
    if (const std::string mark = unfilled(line.text); !mark.empty()) return error(fmt::format("no \"for\" above names {}", mark));
    if (line.indented) return take_command(line.text);
    CRATON_TRY(end_tile());
    const std::size_t space = std::min(line.text.find(' '), line.text.size());
    const std::string word = line.text.substr(0, space);
    const std::string_view rest = trimmed(std::string_view(line.text).substr(space));
    Row parts = fields(rest);
    if (parts.size() > 3) return error("at most three parts are expected, with | between them");
    parts.resize(3);
    if (word == "sheet") return begin_sheet(parts);
    if (word == "tile" || word == "picture") return begin_tile(word == "picture", parts);
    if (word == "columns" || word == "colours" || word == "type" || word == "shrink") return set(word, std::string(rest));
    if (word == "draft") return set_draft(rest);
    if (word != "title" && word != "row") {
      constexpr std::string_view known[] = {"sheet",   "title", "row",    "tile",  "picture", "columns",
                                            "colours", "type",  "shrink", "draft", "for"};
      return error(fmt::format("\"{}\" is no word of galleries{}; there are {}", word, suggestion(word, known), joined(known)));
    }
    if (sheets_.empty() || sheets_.back().name.empty()) return error(fmt::format("\"{}\" belongs to a sheet", word));
    GallerySheet& sheet = sheets_.back();
    if (word == "row") {
      if (sheet.rows.back().tiles.empty()) sheet.rows.pop_back();  // the sheet's own
      sheet.rows.push_back({parts[0], parts[1]});
    } else {
      sheet.title = parts[0];
      sheet.subtitle = parts[1];
      sheet.footer = parts[2];
    }
    return {};
  }

  Result<void> begin_sheet(const Row& parts) {
    CRATON_TRY(check_name(parts[0]));
    sheets_.push_back(settings_);
    sheets_.back().name = parts[0];
    sheets_.back().rows.push_back({parts[1], parts[2]});
    return {};
  }

  Result<void> begin_tile(bool alone, const Row& parts) {
    if (alone) CRATON_TRY(check_name(parts[0]));
    if (sheets_.empty()) {
      if (!alone) return error("a tile belongs to a sheet");
      sheets_.push_back({.name = "", .rows = {{"", ""}}});
    }
    std::vector<GalleryTile>& tiles = sheets_.back().rows.back().tiles;
    tiles.push_back({.name = alone ? parts[0] : "",
                     .colours = settings_.colours,
                     .dithered = settings_.dithered,
                     .title = parts[alone ? 1 : 0],
                     .note = parts[alone ? 2 : 1],
                     .commands = {}});
    tile_ = &tiles.back();
    tile_place_ = place();
    return {};
  }

  /// Names become names of files.
  Result<void> check_name(const std::string& name) {
    const auto good = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
    if (name.empty() || !std::all_of(name.begin(), name.end(), good))
      return error(fmt::format("\"{}\" is no name; a name is of a … z, 0 … 9, - and _", name));
    if (std::find(names_.begin(), names_.end(), name) != names_.end())
      return error(fmt::format("the name \"{}\" is used twice", name));
    names_.push_back(name);
    return {};
  }

  Result<void> set(const std::string& word, const std::string& value) {
    const std::size_t space = std::min(value.find(' '), value.size());
    CRATON_TRY(const std::int64_t number, parse_integer(value.substr(0, space), place()));
    const std::string more = value.substr(space);
    if (!more.empty() && (word != "colours" || more != " dithered"))
      return error(fmt::format("\"{}\" takes one number{}", word, word == "colours" ? ", and \"dithered\"" : ""));
    const std::int64_t least = word == "colours" ? 2 : 1, most = word == "colours" ? 256 : 100;
    if (number < least || number > most) return error(fmt::format("\"{}\" is {} … {}, and not {}", word, least, most, number));
    const auto count = static_cast<std::uint32_t>(number);
    if (word == "columns") settings_.columns = count;
    if (word == "shrink") settings_.shrink = count;
    if (word == "type") settings_.type_size = count;
    if (word == "colours") {
      settings_.colours = count;
      settings_.dithered = !more.empty();
    }
    return {};
  }

  Result<void> set_draft(std::string_view rest) {
    CRATON_TRY(std::vector<std::string> words, words_of(rest, place()));
    if (words.empty()) return error("a draft needs a command, and what is said to it");
    const std::string command = words.front();
    words.erase(words.begin());
    drafts_[command] = std::move(words);
    return {};
  }

  Result<void> take_command(const std::string& text) {
    if (!tile_) return error("an indented line is a command of a tile or picture, and belongs below one");
    CRATON_TRY(std::vector<std::string> words, words_of(text, place()));
    tile_->picture = words.back();
    if (words.size() == 1) return {};  // a file that a command before wrote
    if (words.front() != "craton") return error(fmt::format("a command begins with craton, and not with \"{}\"", words.front()));
    words.erase(words.begin());
    tile_->commands.push_back({words, drafts_[words.front()], place()});
    return {};
  }

  Result<void> end_tile() {
    if (tile_ && !tile_->picture.ends_with(".png"))
      return Error{ErrorCode::invalid_value, tile_place_,
                   tile_->picture.empty() ? "no command is indented below this"
                                          : fmt::format("its commands end in \"{}\", and not in a .png", tile_->picture)};
    tile_ = nullptr;
    return {};
  }

  std::string file_;
  std::size_t number_ = 0;
  std::vector<GallerySheet> sheets_;
  GallerySheet settings_{.name = ""};
  std::map<std::string, std::vector<std::string>> drafts_;
  std::vector<std::string> names_;
  GalleryTile* tile_ = nullptr;
  std::string tile_place_;
};

}  // namespace

Result<std::vector<GallerySheet>> parse_gallery(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace craton::cli
