#pragma once

#include <map>
#include <string>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

#include "arguments.h"

namespace craton::cli {

const NoiseKind* find_noise_kind(std::string_view id);

/// Whether a kind sums octaves of one other noise, as fbm does.
bool is_fractal(const NoiseKind& kind);

/// --kind, --fractal and one option for each parameter that such kinds declare, or --spec with a file. Everything about
/// parameters (names, ranges, defaults, sentences) comes from the declarations.
class NoiseOptions {
 public:
  void add_to(Arguments& args);

  /// The noise of the file; or the kind itself, or a fractal of it where an option asks for one.
  Result<NoiseSpec> spec() const;

  /// The error of a noise of this spec, told as the option or the file that it comes from.
  Error explained(Error error) const;

 private:
  Result<NoiseSpec> spec_of_file() const;

  std::string kind_ = "perlin", fractal_ = "fbm", file_;
  Option kind_option_, fractal_option_, file_option_;
  std::map<std::string, std::string> given_;  // parameter → text; only those on the command line
};

/// What --list prints: every kind with its dimensions, inputs and parameters.
std::string describe_noise_kinds();

}  // namespace craton::cli
