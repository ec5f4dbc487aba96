#pragma once

#include <cstdint>
#include <set>
#include <string_view>

#include <craton/base/seed.h>
#include <craton/surface/domain.h>

/// Numbers by which places draw their names: by kind and place alone, so that the same place of the same world has the same name
/// at another size, beside other places, and on a map that was extended.
namespace craton {

class PlaceKeys {
 public:
  PlaceKeys(const Domain& domain, Seed seed);

  /// The number of the widest square around a place that no other of its kind has taken yet, from squares of this level on: each
  /// level halves their sides. A place that lies a little elsewhere at another resolution is mostly in the same square. Those
  /// that matter most come first: what comes later never changes what they got.
  std::uint64_t take(std::string_view kind, const Vec3d& place, int level);

 private:
  std::uint64_t square(std::string_view kind, const Vec3d& place, int level) const;

  Seed seed_;
  double side_x_ = 1, side_y_ = 1, side_z_ = 1;  // of squares of level 0, m
  std::uint64_t count_x_ = 0, count_y_ = 0;      // of them around the map; 0: it does not close
  Vec3d origin_{};
  std::set<std::uint64_t> taken_;
};

}  // namespace craton
