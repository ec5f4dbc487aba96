#pragma once

#include <array>
#include <string>
#include <vector>

#include <craton/picture/hat_picture.h>

#include "picture/paper_page.h"

/// What a picture of hats is made of, before it becomes pixels or text.
namespace craton::picture {

struct ScenePoint {
  double x = 0, y = 0;
};

struct SceneHat {
  std::vector<ScenePoint> outline;
  Rgb8 fill;
};

struct SceneText {
  std::string text;
  double x = 0, y = 0;  ///< the middle, or where it is a caption its left end, on the baseline
  double size = 0;
  Rgb8 colour;
};

struct SceneSwatch {
  double x = 0, y = 0, side = 0;
  Rgb8 fill;
};

struct HatScene {
  std::uint32_t width = 0, height = 0;
  double picture_height = 0;  ///< below it lies the legend
  double line = 1;            ///< width of hats' outlines
  std::vector<SceneHat> hats;
  std::vector<std::array<ScenePoint, 2>> kite_lines;
  std::vector<SceneText> numbers, captions;
  std::vector<SceneSwatch> swatches;
};

Result<HatScene> make_hat_scene(const HatPictureOptions& options, const Execution& execution = {});
/// An error where the picture is not wanted any more.
Result<void> go_on(const Execution& execution);

}  // namespace craton::picture
