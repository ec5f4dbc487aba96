#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

/// What the fuzzers of JSON share.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace fuzz {

inline void expect(bool holds) {
  if (!holds) std::abort();
}

// Compiling and asking must stay short, or the fuzzer spends its minute on one text.
constexpr double most_work = 2000;

inline double integer_of(const craton::NoiseSpec& spec, const char* name) {
  const craton::ParamValue* value = spec.params.find(name);
  const auto* integer = value ? std::get_if<std::int64_t>(value) : nullptr;
  return integer ? static_cast<double>(*integer) : 1;
}

inline double length_of(const craton::NoiseSpec& spec, const char* name) {
  const craton::ParamValue* value = spec.params.find(name);
  const auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr;
  return list && !list->empty() ? static_cast<double>(list->size()) : 1;
}

// As if everything that is shared were written out, and everything that counts something repeated; found once for each noise.
inline double work_of(const craton::NoiseSpec& spec, std::map<const craton::NoiseSpec*, double>& known) {
  const auto [place, fresh] = known.try_emplace(&spec, 0);
  if (!fresh) return place->second;
  double sum = 1;
  for (const craton::NoiseInput& input : spec.inputs) sum += work_of(*input.noise, known);
  const double times = integer_of(spec, "octaves") * integer_of(spec, "steps") * length_of(spec, "amplitudes");
  return known[&spec] = sum * times;
}

inline void expect_clear(const craton::Error& error) {
  expect(!error.message.empty() && error.message.size() < 2000);
  expect(error.code == craton::ErrorCode::corrupt || error.code == craton::ErrorCode::unsupported ||
         error.code == craton::ErrorCode::invalid_value || error.code == craton::ErrorCode::unknown_name);
}

inline std::vector<std::string> words_of_noises() {
  std::vector<std::string> words{"\"kind\":",   "\"seed\":",
                                 "\"nodes\":{", "\"seed\":\"\"",
                                 "\"n\"",       "\"n\":{\"kind\":\"perlin\"}",
                                 "0",           "-1",
                                 "0.5",         "1e-3",
                                 "1e999",       "true",
                                 "null",        "[1,2,3]",
                                 "{}",          ",",
                                 "\"x\":\"n\"", "//"};
  for (const craton::NoiseKind& kind : craton::all_noise_kinds()) {
    const std::string id(kind.id);
    words.push_back("\"" + id + "\"");
    std::string whole = "{\"kind\":\"" + id + "\"";
    for (const craton::NoiseInputInfo& input : kind.inputs) {
      words.push_back("\"" + std::string(input.name) + "\":");
      whole += ",\"" + std::string(input.name) + "\":{\"kind\":\"value\"}";
    }
    words.push_back(whole + "}");
    for (const craton::ParamInfo& param : kind.params) {
      words.push_back("\"" + std::string(param.name) + "\":");
      for (const std::string_view choice : param.choices) words.push_back("\"" + std::string(choice) + "\"");
    }
  }
  return words;
}

class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  std::size_t operator()(std::size_t below) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33) % below;
  }

 private:
  std::uint64_t state_;
};

/// JSON that stays JSON: a value is taken away, doubled, exchanged with another of the text, or set to an edge of its kind; what
/// stands behind a line "---" stays. Nothing where the text is no JSON.
inline std::optional<std::string> mutate_tree(const std::string& text, Random& random) {
  using Json = nlohmann::ordered_json;
  const std::size_t end = std::min(text.find("\n---\n"), text.size());
  Json root = Json::parse(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false, true);
  if (root.is_discarded() || !root.is_structured()) return {};
  std::vector<std::pair<Json*, std::size_t>> places;  // a list or an object, and which of its values
  std::vector<Json*> left{&root};
  while (!left.empty()) {
    Json* node = left.back();
    left.pop_back();
    std::size_t index = 0;
    for (Json& value : *node) {
      places.emplace_back(node, index++);
      if (value.is_structured()) left.push_back(&value);
    }
  }
  if (places.empty()) return {};
  const auto at = [](const std::pair<Json*, std::size_t>& place) {
    return std::next(place.first->begin(), static_cast<std::ptrdiff_t>(place.second));
  };
  const auto place = places[random(places.size())];
  const Json other = *at(places[random(places.size())]);
  switch (random(5)) {
    case 0: place.first->erase(at(place)); break;
    case 1: *at(place) = other; break;
    case 2:
      if (place.first->is_array())
        place.first->push_back(other);
      else
        (*place.first)[at(places[random(places.size())])->dump().substr(0, 20)] = other;
      break;
    case 3:
      if (at(place)->is_number()) {
        constexpr double edges[] = {0, -0.0, 1, -1, 0.5, 2, 3, 1e-300, 1e300, 4294967296.0, 9007199254740993.0, 1e6};
        *at(place) = edges[random(std::size(edges))];
        break;
      }
      [[fallthrough]];
    default: {
      constexpr const char* edges[] = {
          "null", "true", "0", "-1", "7", "\"\"", "\"height\"", "[]", "{}", "[0,1]", "{\"layer\":\"height\"}"};
      *at(place) = Json::parse(edges[random(std::size(edges))]);
    }
  }
  return root.dump(-1, ' ', false, Json::error_handler_t::replace) + text.substr(end);
}

/// A fourth of the mutants are other bytes, a fourth other trees of JSON, where that is what it is; the others get a word of the
/// language in place of some bytes: from letters alone the fuzzer would hardly find one.
inline std::size_t mutate(const std::vector<std::string>& words, std::uint8_t* data, std::size_t size, std::size_t max_size,
                          unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Random random(seed);
  if (seed % 4 == 1) {
    const std::optional<std::string> tree = mutate_tree(std::string(reinterpret_cast<const char*>(data), size), random);
    if (tree && tree->size() <= max_size) {
      std::memcpy(data, tree->data(), tree->size());
      return tree->size();
    }
  }
  const std::string& word = words[random(words.size())];
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t at = random(size + 1);
  // A text or a number is replaced as a whole where there is one.
  std::size_t replaced = 0;
  if (random(2) == 0) {
    const std::size_t end = text.find_first_of(",:{}[]", at + 1);
    replaced = end == std::string::npos ? 0 : end - at;
  }
  text.replace(at, replaced, word);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace fuzz
