#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

namespace craton::cli {

const NoiseKind* find_noise_kind(std::string_view id);

/// --kind, and one option for each parameter that any kind declares. Everything about parameters (names, ranges,
/// defaults, sentences) comes from those declarations.
class NoiseOptions {
 public:
  void add_to(CLI::App& app);

  /// The kind itself, or a fractal sum of it where an option of fbm asks for one.
  Result<NoiseSpec> spec() const;

 private:
  std::string kind_ = "perlin";
  std::map<std::string, std::string> given_;  // parameter → text; only those on the command line
  std::map<std::string, CLI::Option*> options_;
};

/// The same error with its path ("/source/frequency") told as the option that set it ("--frequency").
Error as_option_error(Error error);

/// {"kind": …, parameters and inputs by name, "seed"} on one line.
std::string json_of(const NoiseSpec& spec);

/// What --list prints: every kind with its dimensions and parameters.
std::string describe_noise_kinds();

}  // namespace craton::cli
