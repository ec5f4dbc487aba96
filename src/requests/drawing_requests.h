#pragma once

#include <string>
#include <vector>

#include <craton/picture/atlas.h>
#include <craton/picture/globe_painter.h>
#include <craton/picture/hat_picture.h>
#include <craton/picture/view.h>
#include <craton/requests/request.h>

#include "requests/picture_request.h"

/// Requests for pictures of what others gave.
namespace craton::requests {

struct DrawRequest {
  std::string of;
  std::string layer, style, ramp;
  int longest = 1024;
  bool legend = false;
};

enum class PageFormat { png, svg };

struct PageRequest {
  std::string of;
  AtlasStyle style = AtlasStyle::atlas;
  PageFormat format = PageFormat::png;
  std::vector<double> size, centre;
  Projection projection = Projection::equirectangular;
  std::string title;
  bool labels = true, grid = true;
};

struct GlobeRequest {
  std::string of;
  GlobeStyle style = GlobeStyle::space;
  std::vector<double> size{1024, 1024}, centre, sun{-42, 20};
  int turn = 0;
  double distance = 6;
  std::string palette;
  bool clouds = true, air = true, glint = true;
  std::string layer = "height";
  bool borders = true, plates = false, sites = false, faces = false, cube = false, warp = true;
};

struct ViewRequest {
  std::string of;
  std::string layer;
  std::vector<double> size{1600, 900};
  int samples = 8;
  ViewStyle style = ViewStyle::landscape;
  ViewColour colour = ViewColour::natural;
  std::vector<double> eye, look, azimuth, pitch, sun, snow, fov;
  double haze = 1, exaggeration = 0;
  bool indexed = false;
};

struct TilingRequest {
  std::vector<double> at{0, 0}, size{1200, 900};
  double cells = 24, frequency = 1;
  std::string seed = "0";
  HatColours colour = HatColours::metatile;
  bool kites = false, numbers = false, legend = true, hats = false;
  PageFormat format = PageFormat::png;
  std::string ground;
};

Result<Answer> draw_request(const DrawRequest& request, const RequestContext& context);
Result<Answer> page_request(const PageRequest& request, const RequestContext& context);
Result<Answer> globe_request(const GlobeRequest& request, const RequestContext& context);
Result<Answer> view_request(const ViewRequest& request, const RequestContext& context);
Result<Answer> tiling_request(const TilingRequest& request, const RequestContext& context);

/// [width, height] in pixels; nothing given: 0 × 0.
Result<GridSize> pixels_of(const std::vector<double>& size);

}  // namespace craton::requests
