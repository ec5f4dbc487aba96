#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton::cli {

/// What `show` writes as .geojson.
struct ObjectsJob {
  std::string world, output;
  std::string objects;  ///< "rivers,lakes": tables, or coast; "": all
  std::string layer;    ///< of heights; "": height
};

/// Reads no more of the world than its objects and the layer that has a coast.
Result<void> write_objects(const ObjectsJob& job, const Execution& execution);

}  // namespace craton::cli
