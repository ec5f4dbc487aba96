// Howard & Knutson 1984, "Sufficient conditions for river meandering": a bank retreats by −R₀ + 2.5 · (mean of R₀ upstream, with
// weights that fade over 1/α), where R₀ is the curvature. Of small waves on a straight line those of length 8.25/α grow fastest;
// α is chosen so that this is the wavelength of Leopold & Wolman 1960.
#include "stages/water/courses/meander.h"

#include <algorithm>

#include "base/smooth_step.h"

namespace craton {
namespace {

constexpr int steps = 170, steps_between_cuts = 6;
constexpr double fastest_wave = 8.25;  // wavelength · α of the wave that grows fastest
constexpr double retreat = 0.4;        // of a bead's spacing squared, a step: half is where such a scheme bursts
constexpr double arc_of_wave = 1.15;   // a young wave is longer along the river than the wave of a grown bend along the valley
constexpr double neck = 0.13;          // of a wavelength, 1.4 widths: where two bends come nearer the river breaks through

Bead between(const Bead& a, const Bead& b, double share) {
  const auto mix = [&](double x, double y) { return x + (y - x) * share; };
  return {mixed(a.at, b.at, share), mix(a.along, b.along), mix(a.wavelength, b.wavelength), mix(a.freedom, b.freedom),
          mix(a.sinuosity, b.sinuosity)};
}

class Wandering {
 public:
  Wandering(const CourseSpace& space, std::vector<Bead> line, FunctionRef<bool(const Bead&, const Vec3d&)> may_lie)
      : space_(space), beads_(std::move(line)), may_lie_(may_lie) {}

  Meanders run() {
    soften(8);
    for (int step = 0; step < steps && beads_.size() > 8; ++step) {
      move();
      respace();
      if (step % steps_between_cuts == steps_between_cuts - 1) cut_necks();
    }
    soften(3);
    cut_necks();
    return {std::move(beads_), std::move(cut_)};
  }

 private:
  /// The line of cells has corners that are not the river's: eight rounds smooth about an eighth of a wave.
  void soften(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      Vec3d before = beads_.front().at;
      for (std::size_t i = 1; i + 1 < beads_.size(); ++i) {
        const Vec3d here = beads_[i].at;
        shift(beads_[i], (mixed(before, beads_[i + 1].at, 0.5) - here) * (0.5 * smooth_step(3 * beads_[i].freedom)));
        before = here;
      }
    }
  }

  bool shift(Bead& bead, const Vec3d& by) {
    const Vec3d to = space_.on_ground(bead.at + by);
    if (!may_lie_(bead, to)) return false;
    bead.at = to;
    return true;
  }

  /// Signed: positive where the river turns left.
  double curvature(std::size_t i) const {
    const Vec3d in = beads_[i].at - beads_[i - 1].at, out = beads_[i + 1].at - beads_[i].at;
    const double lengths = spans_[i] * spans_[i + 1] * length(in + out);
    return lengths > 0 ? 2 * dot(space_.up(beads_[i].at), cross(in, out)) / lengths : 0;
  }

  void move() {
    measure();
    shifts_.assign(beads_.size(), Vec3d{});
    relaxed_.assign(beads_.size(), Vec3d{});
    double upstream = 0;
    for (std::size_t i = 1; i + 1 < beads_.size(); ++i) {
      const Bead& bead = beads_[i];
      const double alpha = fastest_wave / (arc_of_wave * bead.wavelength);
      const double x = alpha * spans_[i];
      const double fade = 1 / (1 + x * (1 + x * (0.5 + x / 6)));  // e^−x
      const double here = curvature(i);
      upstream = upstream * fade + here * (1 - fade);
      const double grown = (lengths_[i] - 1) / std::max(bead.sinuosity - 1, 1e-3);
      const double spacing = bead_spacing(bead.wavelength);
      const Vec3d ahead = beads_[i + 1].at - beads_[i - 1].at;
      const double across = length(ahead);
      if (!(across > 0)) continue;
      const Vec3d right = cross(ahead, space_.up(bead.at)) * (1 / across);
      // Never further than a third of the way to the next bead, so that neighbours keep their order.
      const auto by = [&](double press) {
        return right * (std::clamp(retreat * spacing * spacing * press, -spacing / 3, spacing / 3) * bead.freedom);
      };
      shifts_[i] = by((2.5 * upstream - here) * smooth_step(4 * (1 - grown)));
      relaxed_[i] = by(-here);
    }
    // At the side of its valley a bend grows no more, but becomes rounder.
    for (std::size_t i = 1; i + 1 < beads_.size(); ++i)
      if (!shift(beads_[i], shifts_[i])) shift(beads_[i], relaxed_[i]);
  }

  /// Of each bead: the length of the river over that of the valley, about a wave around it.
  void measure() {
    lengths_.assign(beads_.size(), 1);
    run_.assign(beads_.size(), 0);
    spans_.assign(beads_.size(), 0);
    for (std::size_t i = 1; i < beads_.size(); ++i) {
      spans_[i] = distance(beads_[i - 1].at, beads_[i].at);
      run_[i] = run_[i - 1] + spans_[i];
    }
    constexpr std::size_t half = 14;
    for (std::size_t i = 0; i < beads_.size(); ++i) {
      const std::size_t from = i > half ? i - half : 0, to = std::min(i + half, beads_.size() - 1);
      const double valley = beads_[to].along - beads_[from].along;
      lengths_[i] = (run_[to] - run_[from]) / std::max(valley, 1e-3 * beads_[i].wavelength);
    }
  }

  void respace() {
    std::vector<Bead>& to = spare_;
    to.clear();
    to.push_back(beads_.front());
    for (std::size_t i = 1; i < beads_.size(); ++i) {
      const bool last = i + 1 == beads_.size();
      const double spacing = bead_spacing(beads_[i].wavelength), gap = distance(to.back().at, beads_[i].at);
      if (!last && gap < 0.55 * spacing) continue;
      if (gap > 1.45 * spacing) {
        Bead middle = between(to.back(), beads_[i], 0.5);
        if (to.size() > 1 && !last) {  // through four beads, so that bends stay round
          const Vec3d sum = (to.back().at + beads_[i].at) * (9.0 / 16) - (to[to.size() - 2].at + beads_[i + 1].at) * (1.0 / 16);
          const Vec3d round = space_.on_ground(sum);
          if (may_lie_(middle, round)) middle.at = round;
        }
        middle.at = space_.on_ground(middle.at);
        to.push_back(middle);
      }
      to.push_back(beads_[i]);
    }
    std::swap(beads_, spare_);
  }

  /// The last bead of the first bend that comes back to bead i; i where none does.
  std::size_t end_of_neck(std::size_t i) const {
    const double reach = neck * beads_[i].wavelength, spacing = 1.5 * bead_spacing(beads_[i].wavelength);
    for (std::size_t j = i + 9; j < std::min(i + 130, beads_.size());) {
      const double apart = distance(beads_[i].at, beads_[j].at);
      if (apart < reach) return j;
      j += 1 + static_cast<std::size_t>((apart - reach) / spacing);
    }
    return i;
  }

  void cut_necks() {
    for (std::size_t i = 1; i + 10 < beads_.size(); ++i) {
      const std::size_t end = end_of_neck(i);
      if (end == i || end + 1 >= beads_.size()) continue;
      cut_.push_back({{beads_.begin() + static_cast<std::ptrdiff_t>(i), beads_.begin() + static_cast<std::ptrdiff_t>(end) + 1}});
      beads_.erase(beads_.begin() + static_cast<std::ptrdiff_t>(i) + 1, beads_.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }

  const CourseSpace& space_;
  std::vector<Bead> beads_, spare_;
  FunctionRef<bool(const Bead&, const Vec3d&)> may_lie_;
  std::vector<Vec3d> shifts_, relaxed_;
  std::vector<double> lengths_, run_, spans_;  // spans: from the bead before
  std::vector<CutBend> cut_;
};

}  // namespace

std::vector<Bead> evenly(const std::vector<Bead>& line) {
  std::vector<Bead> beads{line.front()};
  double since = 0;  // metres since the last bead
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double span = distance(line[i - 1].at, line[i].at);
    double done = 0;
    for (;;) {
      const double wanted = bead_spacing(beads.back().wavelength) - since;
      if (!(done + wanted < span)) break;
      done += wanted;
      since = 0;
      beads.push_back(between(line[i - 1], line[i], done / span));
    }
    since += span - done;
  }
  const double last_gap = distance(beads.back().at, line.back().at);
  if (beads.size() > 1 && last_gap < 0.5 * bead_spacing(line.back().wavelength)) beads.pop_back();
  beads.push_back(line.back());
  return beads;
}

std::vector<Bead> rounded_line(const CourseSpace& space, const std::vector<Bead>& line) {
  std::vector<Bead> beads{line.front()};
  for (std::size_t i = 1; i < line.size(); ++i) {
    Bead middle = between(line[i - 1], line[i], 0.5);
    const Vec3d before = i > 1 ? line[i - 2].at : line[i - 1].at, after = i + 1 < line.size() ? line[i + 1].at : line[i].at;
    middle.at = space.on_ground((line[i - 1].at + line[i].at) * (9.0 / 16) - (before + after) * (1.0 / 16));
    beads.push_back(middle);
    beads.push_back(line[i]);
  }
  return beads;
}

Meanders wander(const CourseSpace& space, std::vector<Bead> line, FunctionRef<bool(const Bead& bead, const Vec3d& at)> may_lie) {
  return Wandering(space, std::move(line), may_lie).run();
}

}  // namespace craton
