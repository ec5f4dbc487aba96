#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <craton/base/export.h>

namespace craton {

/// A place that wants a name.
struct NameRequest {
  std::string_view kind;                ///< continent, sea, river, volcano, …
  std::string_view group;               ///< land, water, relief, cover, landmark
  std::string_view cover;               ///< what grows there: forest, desert, …; "" where that is not known
  std::int64_t culture = 0;             ///< row in the table `cultures`
  std::string_view sound;               ///< the name of that culture's sounds in the table of names
  int rank = 1;                         ///< 1 (most important) … 10
  double size = 0;                      ///< m² of areas, m of lines, 0 of points
  std::uint64_t lot = 0;                ///< the same for the same place of the same world, at every size of it
  double x = 0, y = 0, z = 0;           ///< where it is, m: the middle of its name, or the point; from the centre on spheres
  std::optional<double> temperature{};  ///< mean of the year there, °C, where the stage was told the layer
  std::optional<double> rain{};         ///< cm a year, likewise
  int attempt = 0;                      ///< grows by 1 each time the answer was taken already
  std::string_view suggestion;          ///< what Craton would call it
};

/// Names from outside, in place of Craton's. A source of assets that has some is a NameSource too: hand it to make_world.
///
///     class MyNames : public AssetSource, public NameSource { … };
///     make_world(recipe, terms, {.assets = &my_names});
///
/// It must answer the same question with the same name, or worlds differ from run to run.
class CRATON_API NameSource {
 public:
  virtual ~NameSource();
  /// The name; nothing: Craton's suggestion; "": the place stays without a name and is left out. After five answers that are
  /// taken already the suggestion stands.
  virtual std::optional<std::string> name(const NameRequest& request) const = 0;
  /// 64 bits that change when its names do, so that the cache of stages notices.
  virtual std::uint64_t names_fingerprint() const = 0;
};

}  // namespace craton
