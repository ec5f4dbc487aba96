#include "recipe/json_writer.h"

#include "base/text.h"
#include "recipe/json_value.h"

namespace craton::recipe {
namespace {

constexpr std::size_t line_length = 100;

std::string enclosed(char begin, const std::vector<std::string>& pieces, char end, std::size_t indent, Lines lines) {
  std::size_t length = indent + 2;
  bool flat = true;
  for (const std::string& piece : pieces) {
    length += piece.size() + 2;
    flat = flat && piece.find('\n') == std::string::npos;
  }
  const bool one_line = pieces.empty() || (lines == Lines::as_needed && flat && length <= line_length);
  const std::string before = one_line ? "" : concat({"\n", std::string(indent + 2, ' ')});
  std::string text(1, begin);
  for (std::size_t i = 0; i < pieces.size(); ++i) text += concat({i == 0 ? "" : one_line ? ", " : ",", before, pieces[i]});
  if (!one_line) text += concat({"\n", std::string(indent, ' ')});
  return text + end;
}

}  // namespace

std::string json_of(const ParamValue& value) {
  struct Visitor {
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
    std::string operator()(double number) const { return json_number(number); }
    std::string operator()(const std::string& text) const { return json_text(text); }
    std::string operator()(const std::vector<double>& numbers) const {
      std::vector<std::string> texts;
      for (const double number : numbers) texts.push_back(json_number(number));
      return concat({"[", joined(texts, ", "), "]"});
    }
  };
  return std::visit(Visitor{}, value);
}

std::string object_text(const std::vector<JsonText>& items, std::size_t indent, Lines lines) {
  std::vector<std::string> pieces;
  for (const JsonText& item : items) pieces.push_back(concat({json_text(item.key), ": ", item.text}));
  return enclosed('{', pieces, '}', indent, lines);
}

std::string list_text(const std::vector<std::string>& items, std::size_t indent, Lines lines) {
  return enclosed('[', items, ']', indent, lines);
}

}  // namespace craton::recipe
