#include "recipe/json_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"

namespace craton::recipe {
namespace {

std::string cut(std::string_view text, std::size_t most_bytes = 60) {
  if (text.size() <= most_bytes) return std::string(text);
  std::size_t end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
  return concat({text.substr(0, end), "…"});
}

/// Builds the value as the parser walks the text, and stops it at the first thing that recipes do not allow.
class Builder {
 public:
  Builder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  // What nlohmann's parser calls; false stops it.
  bool null() { return add({}); }
  bool boolean(bool value) { return add({value}); }
  bool number_integer(std::int64_t value) { return add({value}); }
  bool number_unsigned(std::uint64_t value) {
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return value <= largest ? add({static_cast<std::int64_t>(value)}) : add({static_cast<double>(value)});
  }
  bool number_float(double value, const std::string&) { return add({value}); }
  bool string(std::string& value) { return add({std::move(value)}); }
  bool binary(std::vector<std::uint8_t>&) { return false; }

  bool start_object(std::size_t) {
    if (++objects_ > limits_.objects) return refuse(ErrorCode::unsupported, std::string(limits_.too_many));
    return open({JsonObject{}});
  }
  bool start_array(std::size_t) { return open({JsonList{}}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto& object = std::get<JsonObject>(open_.back()->held);
    const bool twice = std::any_of(object.begin(), object.end(), [&](const JsonItem& item) { return item.key == name; });
    const bool full = object.size() == limits_.keys;
    object.push_back({std::move(name), {}});
    if (twice) return refuse(ErrorCode::invalid_value, "this key stands twice");
    if (full) return refuse(ErrorCode::unsupported, concat({"more than ", std::to_string(limits_.keys), " keys in one object"}));
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    const std::string_view read = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n'));
    const std::size_t column = read.size() - (line == 0 ? 0 : read.rfind('\n') + 1);
    // "[json.exception.parse_error.101] parse error at line 1, column 3: syntax error while …; last read: …"
    std::string_view what = error.what();
    if (const auto found = what.find(", column "); found != what.npos) what.remove_prefix(what.find(": ", found) + 2);
    if (const auto found = what.find("] "); what.starts_with("[json.") && found != what.npos) what.remove_prefix(found + 2);
    return refuse(ErrorCode::corrupt, concat({"cannot be read as JSON at line ", std::to_string(line + 1), ", column ",
                                              std::to_string(column + 1), ": ", plain(cut(what, 200))}));
  }

  Result<JsonValue> result() && {
    if (error_) return *std::move(error_);
    return std::move(root_);
  }

 private:
  // Control characters of the text would break the one line of an error; what was read last can be long, a whole comment.
  static std::string plain(std::string_view text) {
    std::string out(text);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return out;
  }

  bool refuse(ErrorCode code, std::string message) {
    if (!error_) error_ = Error{code, path(), std::move(message)};
    return false;
  }

  /// Where the next value goes.
  JsonValue& place() {
    if (open_.empty()) return root_;
    if (auto* list = std::get_if<JsonList>(&open_.back()->held)) return list->emplace_back();
    return std::get<JsonObject>(open_.back()->held).back().value;
  }

  bool add(JsonValue value) {
    place() = std::move(value);
    return true;
  }

  bool open(JsonValue value) {
    if (open_.size() == limits_.depth) return refuse(ErrorCode::unsupported, std::string(limits_.too_deep));
    // Pointers stay good: a container grows only while all that are open lie at its end, and is the innermost then.
    JsonValue& here = place();
    here = std::move(value);
    open_.push_back(&here);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  /// Of the value that is being read.
  std::string path() const {
    std::string path;
    for (const JsonValue* value : open_) {
      if (const auto* list = value->get<JsonList>())
        path = path_below(path, std::to_string(list->empty() ? 0 : list->size() - 1));
      else if (const auto* object = value->get<JsonObject>(); !object->empty())
        path = path_below(path, object->back().key);
    }
    return path;
  }

  std::string_view text_;
  JsonLimits limits_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::size_t objects_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return Error{ErrorCode::unsupported, "",
                 concat({"too large: ", std::to_string(text.size()), " bytes, at most ", std::to_string(limits.bytes)})};
  // nlohmann's parser takes a zero byte for the end.
  if (const auto zero = text.find('\0'); zero != text.npos)
    return Error{ErrorCode::corrupt, "", concat({"cannot be read as JSON: byte ", std::to_string(zero + 1), " is zero"})};
  Builder builder(text, limits);
  constexpr bool nothing_after = true;
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder, nlohmann::json::input_format_t::json, nothing_after,
                            limits.comments);
  return std::move(builder).result();
}

std::string path_below(std::string_view path, std::string_view key) {
  std::string out = concat({path, "/"});
  const std::string escaped = json_text(cut(key));
  for (const char c : std::string_view(escaped).substr(1, escaped.size() - 2)) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double number) {
  if (number - number != 0.0) return "null";
  if (number == 0.0 && std::signbit(number)) return "-0.0";  // "-0" would be read as the whole number 0
  std::array<char, 32> buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

std::string shown(std::string_view text) { return json_text(cut(text)); }

std::string shown(const JsonValue& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return concat({std::to_string(number), " (a whole number)"}); }
    std::string operator()(double number) const { return concat({json_number(number), " (a number)"}); }
    std::string operator()(const std::string& text) const { return concat({shown(std::string_view(text)), " (a text)"}); }
    std::string operator()(const JsonList& list) const { return concat({"a list of ", std::to_string(list.size())}); }
    std::string operator()(const JsonObject&) const { return "an object {…}"; }
  };
  return std::visit(Visitor{}, value.held);
}

}  // namespace craton::recipe
