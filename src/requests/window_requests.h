#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>

/// Requests for windows onto what has no end.
namespace craton::requests {

struct TerrainRequest {
  std::string recipe = "land", seed, knobs, set, layers, folder;
  std::vector<double> at, size{1024, 1024};
  double step = 0;
  bool slope = false, rivers = false;
  std::string things, edits, file, map;
};

struct VoxelsRequest {
  std::string recipe, seed, set;
  std::vector<double> at{0, 0};
  int radius = 2, level = 0;
  std::string edits, file;
};

struct NoiseRequest {
  std::string noise, seed = "7";
  int dimensions = 2;
  std::vector<double> at, size;
  double step = 1;
};

Result<Answer> terrain_request(const TerrainRequest& request, const RequestContext& context);
Result<Answer> voxels_request(const VoxelsRequest& request, const RequestContext& context);
Result<Answer> noise_request(const NoiseRequest& request, const RequestContext& context);

}  // namespace craton::requests
