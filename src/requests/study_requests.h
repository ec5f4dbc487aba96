#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>

/// Requests that take their time: a flight over land, a study of noises, edits of endless worlds.
namespace craton::requests {

enum class FlightLevels { one, smooth, sudden };

struct FlightRequest {
  std::string recipe = "land", seed, knobs, set, folder, file;
  std::vector<double> start, end;
  int count = 12;
  double altitude = 250, distance = 8000;
  std::vector<double> size{480, 270};
  int samples = 8;
  double fov = 0, haze = 2.5;
  std::vector<double> sun;
  FlightLevels levels = FlightLevels::one;
  bool sheet = false;
};

struct LabRequest {
  std::string kinds, noises;
  bool full = false, report = true, data = false;
  int realisations = 0, samples = 0;
  double size = 0;
  std::string seed = "0";
};

Result<Answer> flight_request(const FlightRequest& request, const RequestContext& context);
Result<Answer> lab_request(const LabRequest& request, const RequestContext& context);

}  // namespace craton::requests
