#pragma once

#include <cmath>
#include <cstdint>

#include <craton/base/hash.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/lab/lab.h>

namespace craton::lab {

/// Many noises of one kind: one for each seed.
class Realisations {
 public:
  Realisations(const LabSubject& subject, Seed seed)
      : spec_(subject.spec), seed_(seed), cell_units_(subject.cell_metres * units_per_metre) {}

  /// The spec was checked before.
  Noise noise(std::uint64_t index) const { return *Noise::make(spec_, seed(index)); }
  Seed seed(std::uint64_t index) const { return Seed{mix64(seed_.value + (index + 1) * 0x9E3779B97F4A7C15ULL)}; }

  std::int64_t units(double cells) const { return std::llround(cells * cell_units_); }
  Point2 point(LabPlace place) const { return {units(place.x), units(place.y)}; }

  /// `side` samples along each side of a window, at the left ends of equal parts: a vertex at the low corner is sampled.
  Grid2 grid(LabWindow window, std::uint32_t side) const {
    const std::int64_t step = units((window.high - window.low) / side);
    return {.origin = point({window.low, window.low}), .step = {step, step}, .width = side, .height = side};
  }

 private:
  const NoiseSpec& spec_;
  Seed seed_;
  double cell_units_;
};

/// A part of longer work, from `begin` to `end` of the whole.
class PartOfProgress : public Progress {
 public:
  PartOfProgress(Progress* whole, double begin, double end) : whole_(whole), begin_(begin), end_(end) {}
  void report(double share_done) override {
    if (whole_) whole_->report(begin_ + (end_ - begin_) * share_done);
  }

 private:
  Progress* whole_;
  double begin_, end_;
};

}  // namespace craton::lab
