#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>
#include <craton/requests/scenes.h>

/// Requests for triangles, files of numbers, sets of tiles and what stands on the land.
namespace craton::requests {

enum class MeshFormat { arrays, glb, obj, ply, vox };

struct MeshRequest {
  std::string of;
  MeshFormat format = MeshFormat::arrays;
  std::string height = "height", simplify;
  PlanetMeshKind kind = PlanetMeshKind::cube;
  int parts = 128;
  double exaggeration = 20;
  bool sea_floor = false;
  Mesher mesher = Mesher::greedy;
  int detail = 0;
  bool occlusion = false, plants = true, in_place = false;
};

enum class ExportFormat { png16, r16, r32, exr, geojson, csv, craton };

struct ExportRequest {
  std::string of;
  ExportFormat format = ExportFormat::png16;
  std::string layer, objects;
  std::vector<double> range, size;
};

struct ScatterRequest {
  std::string recipe = "land", seed, knobs, set, folder;
  std::vector<double> at{0, 0}, size{1024, 1024};
  std::string kinds = "usual";
};

struct TilesRequest {
  std::string recipe = "land", seed, knobs, set, folder;
  std::vector<double> at{0, 0}, tiles{2, 2};
  int cells = 256;
  double step = 0;
  std::string layer = "height";
  ExportFormat format = ExportFormat::r16;
  std::vector<double> range;
};

Result<Answer> mesh_request(const MeshRequest& request, const RequestContext& context);
Result<Answer> export_request(const ExportRequest& request, const RequestContext& context);
Result<Answer> scatter_request(const ScatterRequest& request, const RequestContext& context);
Result<Answer> tiles_request(const TilesRequest& request, const RequestContext& context);

}  // namespace craton::requests
