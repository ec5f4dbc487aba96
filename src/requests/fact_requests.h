#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>

/// Requests that tell of worlds: figures, places, differences.
namespace craton::requests {

struct MeasureRequest {
  std::string of, layer, sea_level;
  bool cells = false;
};

struct QueryRequest {
  std::string of;
  std::vector<double> at;
  std::string nearest;
};

struct DiffRequest {
  std::string of;
};

Result<Answer> measure_request(const MeasureRequest& request, const RequestContext& context);
Result<Answer> query_request(const QueryRequest& request, const RequestContext& context);
Result<Answer> diff_request(const DiffRequest& request, const RequestContext& context);

}  // namespace craton::requests
