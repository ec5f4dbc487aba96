#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// How two maps of classes agree, by area: a made climate beside the real one.
class CRATON_API ClassAgreement {
 public:
  /// Equirectangular rasters of `width` columns, the northern row first, the class of each sample below `classes`. Class 0 is
  /// sea: only samples that are land in both count. Areas are those of the samples on a sphere.
  static Result<ClassAgreement> compare(std::span<const std::uint8_t> made, std::span<const std::uint8_t> truth,
                                        std::uint32_t width, std::uint32_t classes);

  /// The same with classes put together: `group[c]` is the new class of c; 0 stays sea.
  ClassAgreement grouped(std::span<const std::uint8_t> group, std::uint32_t groups) const;

  std::uint32_t classes() const { return classes_; }
  /// Share of the compared land that is `truth` and was made `made`; all of them sum to 1.
  double share(std::uint32_t truth, std::uint32_t made) const { return shares_[truth * classes_ + made]; }
  double agreement() const;                       ///< 0 … 1: the sum of share(c, c)
  double truth_share(std::uint32_t truth) const;  ///< of compared land
  double made_share(std::uint32_t made) const;
  double land_in_both() const { return land_in_both_; }  ///< of true land

 private:
  std::uint32_t classes_ = 0;
  std::vector<double> shares_;
  double land_in_both_ = 0;
};

/// A mistake, and how much land it covers.
struct Confusion {
  std::uint8_t truth = 0, made = 0;
  double share = 0;
};
/// The largest first.
CRATON_API std::vector<Confusion> confusions(const ClassAgreement& agreement);

}  // namespace craton
