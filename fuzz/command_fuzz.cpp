// libFuzzer: whatever words a command line holds, they are read to a command, a text to print, or one clear line; and whatever an
// option's value holds, its reader gives something within the declared bounds or one clear line. Nothing is run.
//   command_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in command_seeds/
// Each line is a word.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/printable.h>

#include "apps/cli/command.h"
#include "apps/cli/text.h"
#include "json_fuzz.h"

namespace {

using namespace craton;
using namespace craton::cli;
using fuzz::expect;

template <class T>
bool read(const Result<T>& value) {
  expect(value.ok() || (value.error().path == "--option" && !value.error().message.empty()));
  return value.ok();
}

/// Readers of options' values.
void read_value(std::string_view text) {
  const Result<double> one = parse_number(text, "--option");
  if (read(one)) expect(std::isfinite(*one));
  const Result<std::vector<double>> numbers = parse_numbers(text, "--option");
  if (read(numbers))
    for (const double number : *numbers) expect(std::isfinite(number));
  const Result<std::int64_t> integer = parse_integer(text, "--option");
  if (read(integer)) expect(*parse_integer(std::to_string(*integer), "--option") == *integer);
  const Result<std::vector<std::uint32_t>> size = parse_size(text, "--option");
  if (read(size)) {
    double samples = 1;
    for (const std::uint32_t side : *size) {
      expect(side >= 1 && side <= 65536);
      samples *= side;
    }
    expect(!size->empty() && size->size() <= 3 && samples <= 0x1p32);
  }
  const Result<GridSize> sides = parse_sides(text, "--option");
  if (read(sides)) expect(sides->width >= 1 && sides->height >= 1 && sides->width <= 65536 && sides->height <= 65536);
  const Result<std::uint64_t> bytes = parse_bytes(text, "--option");
  if (read(bytes)) expect(!bytes_text(*bytes).empty());
  const Result<Seed> seed = parse_seed(text, "--option");
  if (read(seed)) expect(parse_seed(text, "--option")->value == seed->value);
}

/// Texts and numbers that commands write as JSON.
void write_values(std::string_view text) {
  expect(nlohmann::json::accept(json_string(text)));
  expect(lower(lower(std::string(text))) == lower(std::string(text)));
  if (const Result<double> number = parse_number(text, "--option")) {
    expect(nlohmann::json::parse(json_number(*number)).get<double>() == *number);
    expect(nlohmann::json::accept(json_number(static_cast<float>(*number))));
  }
}

/// What a terminal is shown, whatever came.
void show(std::string_view text) {
  const std::string shown = printable(text);
  expect(is_utf8(shown));
  for (const char c : shown) expect(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
}

const std::vector<std::string>& known() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made{"\n",           "\n-o\n",   "=",   "--help", "--version",
                                  "-h",           "--",       "-",   "1e999",  "-0",
                                  "0x7f",         "640x480",  "1,2", "4G",     "\xc3\x28",
                                  "\xe2\x80\xae", "\x1b[31m", "nan", "1.5GiB", "18446744073709551616",
                                  "65537x65537"};
    // Every word of the help that is a command or an option.
    const auto add = [&](const std::string& help) {
      for (std::size_t at = 0; (at = help.find("\n  ", at)) != std::string::npos; ++at) {
        const std::size_t begin = help.find_first_not_of(" \n", at), end = help.find_first_of(" ,\n", begin);
        if (begin != std::string::npos && end != std::string::npos) made.push_back("\n" + help.substr(begin, end - begin) + "\n");
      }
    };
    const std::string commands = read_command_line({"--help"})->text;
    add(commands);
    const std::size_t count = made.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string word = made[i].substr(1, made[i].size() < 2 ? 0 : made[i].size() - 2);
      if (word.empty() || word.front() == '-' || word == "craton") continue;
      if (const Result<ReadLine> help = read_command_line({word, "--help"})) add(help->text);
    }
    return made;
  }();
  return all;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  return fuzz::mutate(known(), data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('\0') != std::string_view::npos) return 0;  // no system hands over such words
  std::vector<std::string> words;
  for (const std::string_view word : split(text, '\n')) {
    words.emplace_back(word);
    read_value(word);
    write_values(word);
  }
  const Result<ReadLine> line = read_command_line(words);
  if (!line) {
    expect(!line.error().message.empty());
    show(line.error().to_string());
    return 0;
  }
  expect(line->line != nullptr);
  expect(line->text.empty() || !line->command.run || line->text.size() > 10);
  return 0;
}
