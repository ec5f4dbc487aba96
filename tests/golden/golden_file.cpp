#include "golden/golden_file.h"

#include <craton/recipe/noise_json.h>

#include <bit>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include <craton/base/hash.h>

namespace craton::golden {
namespace {

constexpr std::size_t most_samples = std::size_t{1} << 22;

Error bad(std::string message) { return {ErrorCode::corrupt, "", std::move(message)}; }

template <class T>
std::optional<T> number_from(std::string_view text, int base = 10) {
  T value{};
  const char* end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_floating_point_v<T>)
    result = std::from_chars(text.data(), end, value);
  else
    result = std::from_chars(text.data(), end, value, base);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(at);
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// The words of a line, taken one after the other.
class Words {
 public:
  explicit Words(const std::string& line) {
    std::istringstream stream(line);
    for (std::string word; stream >> word;) words_.push_back(word);
  }
  bool empty() const { return next_ == words_.size(); }
  std::string_view peek() const { return empty() ? std::string_view() : words_[next_]; }
  std::string_view take() { return empty() ? std::string_view() : words_[next_++]; }

  Result<std::string_view> take_value(std::string_view key) {
    const std::string_view word = take();
    if (!word.starts_with(key) || !word.substr(key.size()).starts_with("="))
      return bad("expected " + std::string(key) + "=…, found \"" + std::string(word) + "\"");
    return word.substr(key.size() + 1);
  }

 private:
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

std::optional<ParamValue> param_from(const ParamInfo& info, std::string_view text) {
  switch (info.type) {
    case ParamType::boolean:
      if (text == "true" || text == "false") return text == "true";
      return std::nullopt;
    case ParamType::integer: return number_from<std::int64_t>(text);
    case ParamType::number: return number_from<double>(text);
    case ParamType::choice: return std::string(text);
    case ParamType::numbers: {
      std::vector<double> numbers;
      for (const std::string_view part : split(text, ',')) {
        const std::optional<double> number = number_from<double>(part);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
      }
      return numbers;
    }
    case ParamType::text:
    case ParamType::layer:
    case ParamType::noise: break;  // of stages
  }
  return std::nullopt;
}

Result<NoiseSpec> take_spec(Words& words) {
  const std::string kind(words.take());
  if (kind.starts_with('{')) return noise_spec_from_json(kind);
  const NoiseKind* info = nullptr;
  for (const NoiseKind& known : all_noise_kinds())
    if (known.id == kind) info = &known;
  if (!info) return bad("unknown noise \"" + kind + "\"");
  NoiseSpec spec{.kind = kind};
  while (!words.empty() && words.peek() != "of" && !words.peek().starts_with("dims=")) {
    const std::string word(words.take());
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const ParamInfo* param = nullptr;
    for (const ParamInfo& known : info->params)
      if (known.name == name) param = &known;
    if (!param || equals == std::string::npos) return bad("\"" + kind + "\" has no parameter \"" + word + "\"");
    if (spec.params.find(name)) return bad("\"" + name + "\" is given twice");
    const std::optional<ParamValue> value = param_from(*param, std::string_view(word).substr(equals + 1));
    if (!value) return bad("\"" + word + "\" is not a value of this parameter");
    spec.params.set(name, *value);
  }
  if (words.peek() != "of") return spec;
  words.take();
  Result<NoiseSpec> source = take_spec(words);
  if (!source) return source;
  spec.inputs.push_back({"source", *source});
  return spec;
}

/// Whole units, or metres with an `m` behind them.
std::optional<std::int64_t> length_from(std::string_view text) {
  const bool metres = text.ends_with('m');
  if (metres) text.remove_suffix(1);
  std::optional<std::int64_t> value = number_from<std::int64_t>(text);
  if (value && metres && __builtin_mul_overflow(*value, units_per_metre, &*value)) return std::nullopt;
  return value;
}

Result<std::array<std::int64_t, 4>> take_lengths(Words& words, std::string_view key, int dimensions, bool one_for_all) {
  const Result<std::string_view> text = words.take_value(key);
  if (!text) return text.error();
  std::vector<std::string_view> parts = split(*text, ',');
  if (one_for_all && parts.size() == 1) parts.resize(static_cast<std::size_t>(dimensions), parts[0]);
  if (parts.size() != static_cast<std::size_t>(dimensions)) return bad(std::string(key) + " needs one length per dimension");
  std::array<std::int64_t, 4> lengths{};
  if (one_for_all) lengths.fill(1);
  for (std::size_t a = 0; a < parts.size(); ++a) {
    const std::optional<std::int64_t> length = length_from(parts[a]);
    if (!length) return bad("\"" + std::string(parts[a]) + "\" is not a length that fits into 64 bits");
    lengths[a] = *length;
  }
  return lengths;
}

Result<Box> take_box(Words& words) {
  const Result<std::string_view> dims = words.take_value("dims");
  if (!dims) return dims.error();
  if (dims->size() != 1 || (*dims)[0] < '1' || (*dims)[0] > '4') return bad("dims must be 1, 2, 3 or 4");
  Box box;
  box.dimensions = (*dims)[0] - '0';
  const auto origin = take_lengths(words, "origin", box.dimensions, false);
  if (!origin) return origin.error();
  const auto step = take_lengths(words, "step", box.dimensions, true);
  if (!step) return step.error();
  box.origin = *origin;
  box.step = *step;
  const Result<std::string_view> size = words.take_value("size");
  if (!size) return size.error();
  const std::vector<std::string_view> parts = split(*size, 'x');
  if (parts.size() != static_cast<std::size_t>(box.dimensions)) return bad("size needs one number per dimension");
  for (std::size_t a = 0; a < parts.size(); ++a) {
    const auto count = number_from<std::uint32_t>(parts[a]);
    if (!count || *count < 1 || *count > most_samples) return bad("\"" + std::string(parts[a]) + "\" is not a size");
    box.size[a] = *count;
    if (box.sample_count() > most_samples) return bad("too many samples");
  }
  return box;
}

Result<Case> case_from(const std::string& line, bool allow_unknown) {
  Words words(line);
  Case result;
  result.name = words.take();
  Result<NoiseSpec> spec = take_spec(words);
  if (!spec) return spec.error();
  result.spec = *spec;
  const Result<Box> box = take_box(words);
  if (!box) return box.error();
  result.box = *box;
  const Result<std::string_view> seed = words.take_value("seed");
  if (!seed) return seed.error();
  const auto seed_value = number_from<std::uint64_t>(*seed);
  if (!seed_value) return bad("seed must be a whole number");
  result.seed = Seed{*seed_value};
  if (words.take() != "->") return bad("expected -> after the seed");
  const std::string_view hash = words.take();
  if (!words.empty()) return bad("\"" + std::string(words.peek()) + "\" after the hash");
  if (hash == "?" && allow_unknown) return result;
  result.hash = number_from<std::uint64_t>(hash, 16);
  if (!result.hash || hash != hex(*result.hash)) return bad("\"" + std::string(hash) + "\" is not a hash of 16 hex digits");
  return result;
}

}  // namespace

Result<File> read_file(const std::string& path, bool allow_unknown) {
  File file{path, {}, {}};
  std::ifstream stream(path);
  if (!stream) return Error{ErrorCode::io, path, "cannot be opened"};
  std::set<std::string> names;
  for (std::string line; std::getline(stream, line);) {
    file.lines.push_back(line);
    if (line.find_first_not_of(" \t") == std::string::npos || line[0] == '#') continue;
    Result<Case> found = case_from(line, allow_unknown);
    if (found && !names.insert(found->name).second) found = bad("a second case of this name");
    if (!found)
      return Error{ErrorCode::corrupt, path + ":" + std::to_string(file.lines.size()),
                   found.error().message + " (in \"" + line.substr(0, line.find(' ')) + "\")"};
    found->line = file.lines.size() - 1;
    file.cases.push_back(*std::move(found));
  }
  if (stream.bad()) return Error{ErrorCode::io, path, "cannot be read"};
  if (file.cases.empty()) return Error{ErrorCode::corrupt, path, "holds no cases"};
  return file;
}

void set_hash(File& file, const Case& of, std::uint64_t hash) {
  std::string& line = file.lines[of.line];
  line = line.substr(0, line.rfind("->")) + "-> " + hex(hash);
}

Result<void> write_file(const File& file) {
  const std::string beside = file.path + ".new";
  std::ofstream stream(beside);
  for (const std::string& line : file.lines) stream << line << '\n';
  stream.close();
  if (!stream || std::rename(beside.c_str(), file.path.c_str()) != 0) return Error{ErrorCode::io, file.path, "cannot be written"};
  return {};
}

std::uint64_t hash_of(std::span<const float> values) {
  std::vector<std::byte> bytes;
  bytes.reserve(values.size() * 4);
  for (const float value : values)
    for (int shift = 0; shift < 32; shift += 8)
      bytes.push_back(static_cast<std::byte>(std::bit_cast<std::uint32_t>(value) >> shift));
  return fnv1a_64(bytes);
}

std::string hex(std::uint64_t hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += digits[hash >> shift & 15U];
  return text;
}

}  // namespace craton::golden
