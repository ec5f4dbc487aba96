#pragma once

#include <string>
#include <vector>

#include <craton/base/result.h>

#include "arguments.h"
#include "declared.h"
#include "make_job.h"

namespace craton::cli {

/// What `craton map` is told about the world.
struct MapOptions {
  MakeRequest make;
  DeclaredOptions declared{"map"};
  std::string extend, by;

  void add_to(Arguments& args);
  /// Checks them and hands them to the request: the recipe, and how it is changed.
  Result<void> read();

 private:
  Result<void> read_extension();
};

}  // namespace craton::cli
