#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/noise/noise.h>
#include <craton/picture/ramp.h>

namespace craton::cli {

/// How a noise is shown in the gallery.
struct Look {
  std::string_view ramp = "slate";  ///< one of all_ramps(), or of the gallery's own
  double relief = 0;                ///< height of the values in pixels, for light and shadow; 0: colours alone
  bool zero_centred = false;        ///< zero is the middle of the ramp (a coast)
};

/// A picture of the gallery before it is drawn.
struct Plate {
  std::string file;  ///< without its ending
  std::string title, note;
  NoiseSpec spec;
  Look look;
};

Result<const Ramp*> find_gallery_ramp(std::string_view id);

/// Name of a kind's picture, as the reference page links it.
std::string picture_of_kind(std::string_view kind);
std::string picture_of_preset(std::string_view preset);

/// "cracked_mud" → "Cracked mud"
std::string title_of_preset(std::string_view preset);

/// One of each kind that exists in two dimensions, then one of each preset.
Result<std::vector<Plate>> kind_plates();
Result<std::vector<Plate>> preset_plates();

}  // namespace craton::cli
