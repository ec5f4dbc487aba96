#include <craton/measure/class_agreement.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace craton {

Result<ClassAgreement> ClassAgreement::compare(std::span<const std::uint8_t> made, std::span<const std::uint8_t> truth,
                                               std::uint32_t width, std::uint32_t classes) {
  if (width == 0 || truth.size() % width != 0 || truth.empty())
    return Error{ErrorCode::invalid_value, "truth", "is no raster of so many columns"};
  if (made.size() != truth.size()) return Error{ErrorCode::invalid_value, "made", "is not as large as the truth"};
  const auto beyond = [&](std::uint8_t each) { return each >= classes; };
  if (std::any_of(truth.begin(), truth.end(), beyond)) return Error{ErrorCode::invalid_value, "truth", "holds unknown classes"};
  if (std::any_of(made.begin(), made.end(), beyond)) return Error{ErrorCode::invalid_value, "made", "holds unknown classes"};

  ClassAgreement result;
  result.classes_ = classes;
  result.shares_.assign(std::size_t{classes} * classes, 0);
  const std::size_t rows = truth.size() / width;
  double land = 0, both = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto latitude = [&](double at) { return (0.5 - at / static_cast<double>(rows)) * std::numbers::pi; };
    const double area = std::sin(latitude(static_cast<double>(row))) - std::sin(latitude(static_cast<double>(row) + 1));
    for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
      if (truth[i] == 0) continue;
      land += area;
      if (made[i] == 0) continue;
      both += area;
      result.shares_[std::size_t{truth[i]} * classes + made[i]] += area;
    }
  }
  if (!(both > 0)) return Error{ErrorCode::invalid_value, "made", "no place is land in both maps"};
  for (double& share : result.shares_) share /= both;
  result.land_in_both_ = both / land;
  return result;
}

ClassAgreement ClassAgreement::grouped(std::span<const std::uint8_t> group, std::uint32_t groups) const {
  ClassAgreement result;
  result.classes_ = groups;
  result.shares_.assign(std::size_t{groups} * groups, 0);
  result.land_in_both_ = land_in_both_;
  for (std::uint32_t truth = 0; truth < classes_; ++truth)
    for (std::uint32_t made = 0; made < classes_; ++made)
      result.shares_[std::size_t{group[truth]} * groups + group[made]] += share(truth, made);
  return result;
}

double ClassAgreement::agreement() const {
  double sum = 0;
  for (std::uint32_t c = 0; c < classes_; ++c) sum += share(c, c);
  return sum;
}

double ClassAgreement::truth_share(std::uint32_t truth) const {
  double sum = 0;
  for (std::uint32_t made = 0; made < classes_; ++made) sum += share(truth, made);
  return sum;
}

double ClassAgreement::made_share(std::uint32_t made) const {
  double sum = 0;
  for (std::uint32_t truth = 0; truth < classes_; ++truth) sum += share(truth, made);
  return sum;
}

std::vector<Confusion> confusions(const ClassAgreement& agreement) {
  std::vector<Confusion> found;
  for (std::uint32_t truth = 0; truth < agreement.classes(); ++truth)
    for (std::uint32_t made = 0; made < agreement.classes(); ++made)
      if (const double share = agreement.share(truth, made); truth != made && share > 0)
        found.push_back({static_cast<std::uint8_t>(truth), static_cast<std::uint8_t>(made), share});
  std::sort(found.begin(), found.end(), [](const Confusion& a, const Confusion& b) {
    return std::tuple(-a.share, a.truth, a.made) < std::tuple(-b.share, b.truth, b.made);
  });
  return found;
}

}  // namespace craton
