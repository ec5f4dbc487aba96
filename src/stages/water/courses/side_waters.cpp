#include "stages/water/courses/side_waters.h"

#include <algorithm>

#include <craton/base/hash.h>
#include <craton/base/math.h>

namespace craton {
namespace {

constexpr std::uint32_t no_river = 0xFFFFFFFFu;
constexpr double pi = 3.14159265358979323846;

/// 0 … 1 by place.
double drawn(Seed seed, const Vec3d& at, std::uint64_t salt) {
  const auto word = [](double metres) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(metres))); };
  const std::uint64_t hash = mix64(mix64(mix64(mix64(seed.value + salt) + word(at.x)) + word(at.y)) + word(at.z));
  return static_cast<double>(hash >> 11) * 0x1p-53;
}

Vec3d left_of_line(const CourseSpace& space, const Vec3d& before, const Vec3d& at, const Vec3d& after) {
  const Vec3d ahead = after - before;
  const double across = length(ahead);
  return across > 0 ? cross(space.up(at), ahead) * (1 / across) : Vec3d{};
}

bool is_free(const RiverReaches& reaches, const CourseSpace& space, std::uint32_t river, const Vec3d& from, const Vec3d& to) {
  const int pieces = 1 + static_cast<int>(distance(from, to) / (0.5 * space.spacing()));
  for (int i = 0; i <= pieces; ++i)
    if (!reaches.on_floor(river, space.on_ground(mixed(from, to, static_cast<double>(i) / pieces)))) return false;
  return true;
}

bool meets_any(const SegmentIndex& index, const std::vector<Vec3d>& line) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    if (index.meets(line[i], line[i + 1], [](const SegmentIndex::Segment&) { return true; })) return true;
  return false;
}

void add_line(SegmentIndex& index, const std::vector<Vec3d>& line) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i) index.add(line[i], line[i + 1], no_river, 0);
}

/// Down one side of a line and up the other; it tapers to its ends.
std::vector<Vec3d> crescent(const CourseSpace& space, const std::vector<Vec3d>& line, double width) {
  std::vector<Vec3d> left, right;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const double along = static_cast<double>(i) / static_cast<double>(line.size() - 1);
    const Vec3d out = left_of_line(space, line[i - 1], line[i], line[i + 1]) * (0.5 * width * std::sqrt(math::sin(pi * along)));
    left.push_back(space.rounded(space.on_ground(line[i] + out)));
    right.push_back(space.rounded(space.on_ground(line[i] - out)));
  }
  std::vector<Vec3d> ring{line.front()};
  ring.insert(ring.end(), right.begin(), right.end());
  ring.push_back(line.back());
  ring.insert(ring.end(), left.rbegin(), left.rend());
  ring.push_back(line.front());
  return ring;
}

double area_of(const CourseSpace& space, const std::vector<Vec3d>& ring) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) twice += space.left_of(ring[0], ring[i], ring[i + 1]);
  return 0.5 * twice;
}

bool crosses_itself(const CourseSpace& space, const std::vector<Vec3d>& ring) {
  for (std::size_t i = 0; i + 1 < ring.size(); ++i)
    for (std::size_t k = i + 2; k + 1 < ring.size(); ++k)
      if (space.meet(ring[i], ring[i + 1], ring[k], ring[k + 1])) return true;
  return false;
}

}  // namespace

std::vector<Oxbow> oxbows_of(const CourseSpace& space, const RiverReaches& reaches, const std::vector<OldBend>& bends,
                             double share, Seed seed, SegmentIndex& index) {
  std::vector<Oxbow> oxbows;
  for (const OldBend& bend : bends) {
    if (drawn(seed, bend.line.front(), 1) >= share || bend.line.size() < 18) continue;
    const std::vector<Vec3d> line(bend.line.begin() + 3, bend.line.end() - 3);  // its ends are silted up
    std::vector<Vec3d> ring = crescent(space, line, 0.8 * bend.width);
    bool clear = !crosses_itself(space, ring) && !meets_any(index, ring) && !meets_any(index, line);
    for (std::size_t i = 0; i + 1 < ring.size() && clear; ++i) clear = is_free(reaches, space, bend.river, ring[i], ring[i + 1]);
    if (!clear) continue;
    add_line(index, ring);
    add_line(index, line);
    // Seen with north up, where y grows to the south: on planes left is right.
    const double area = area_of(space, ring) * (std::holds_alternative<CubeSphere>(space.domain()) ? 1 : -1);
    if (area < 0) std::reverse(ring.begin(), ring.end());
    Oxbow oxbow{bend.river, bend.height, 0.8 * bend.width, std::abs(area), {}, {}};
    for (const Vec3d& at : line) oxbow.middle.push_back(space.point(at, bend.height));
    for (const Vec3d& at : ring) oxbow.shore.push_back(space.point(at, bend.height));
    oxbows.push_back(std::move(oxbow));
  }
  return oxbows;
}

namespace {

class Braiding {
 public:
  Braiding(const CourseSpace& space, const RiverReaches& reaches, Seed seed, SegmentIndex& index)
      : space_(space), reaches_(reaches), seed_(seed), index_(index) {}

  double braid(std::uint32_t river, std::vector<Braid>& braids) {
    const CourseLine& line = reaches_.lines[river];
    double sum = 0;
    for (std::size_t i = 0; i + 1 < line.size();) {
      std::size_t end = i;
      while (end + 1 < line.size() && reaches_.place_of(river, line[end]).braided) ++end;
      for (std::size_t k = i; k < end; ++k) sum += distance(line[k].at, line[k + 1].at);
      if (end > i) braid_reach(river, i, end, braids);
      i = end + 1;
    }
    return sum;
  }

 private:
  /// Bars are some widths long; on coarse maps no shorter than a few cells.
  void braid_reach(std::uint32_t river, std::size_t from, std::size_t to, std::vector<Braid>& braids) {
    const CourseLine& line = reaches_.lines[river];
    for (std::size_t i = from; i < to;) {
      const ReachPlace& place = reaches_.place_of(river, line[i]);
      const double draw = drawn(seed_, line[i].at, 2), bar = std::max(7 * double{place.width}, 3 * space_.spacing());
      const double wanted = bar * (0.7 + draw);
      const std::size_t end = after(line, i, to, wanted);
      if (end == to || end < i + 3) return;
      const double side = drawn(seed_, line[i].at, 3) < 0.5 ? -1 : 1;
      for (const double across : {side, -side})
        if (add_arm(river, i, end, across * wanted * (0.13 + 0.14 * drawn(seed_, line[end].at, 4)), braids)) break;
      i = std::max(i + 1, after(line, i, to, wanted * (0.2 + 0.5 * drawn(seed_, line[i].at, 5))));
    }
  }

  static std::size_t after(const CourseLine& line, std::size_t from, std::size_t to, double wanted) {
    std::size_t i = from;
    for (double run = 0; i < to && run < wanted; ++i) run += distance(line[i].at, line[i + 1].at);
    return i;
  }

  bool add_arm(std::uint32_t river, std::size_t from, std::size_t to, double across, std::vector<Braid>& braids) {
    const CourseLine& line = reaches_.lines[river];
    const double skew = 0.7 + 0.7 * drawn(seed_, line[from].at, 6);
    const auto aside = [&](std::size_t i, double out) {
      const Vec3d left = left_of_line(space_, line[i - 1].at, line[i].at, line[i + 1].at);
      return space_.rounded(space_.on_ground(line[i].at + left * out));
    };
    for (int tries = 0; tries < 3; ++tries, across *= 0.6) {
      if (!reaches_.on_floor(river, aside((from + to) / 2, across))) continue;
      std::vector<Vec3d> arm{line[from].at};
      bool clear = true;
      for (std::size_t i = from + 1; i < to && clear; ++i) {
        const double along = static_cast<double>(i - from) / static_cast<double>(to - from);
        const double out = across * math::sin(pi * math::pow(along, skew));
        arm.push_back(aside(i, out));
        clear = reaches_.on_floor(river, arm.back());
      }
      arm.push_back(line[to].at);
      if (!clear || meets_any(index_, arm) || crosses_itself(space_, arm)) continue;
      add_line(index_, arm);
      Braid braid{river, {}};
      for (std::size_t i = from; i <= to; ++i) {
        const bool kept = (i == from || i == to) && line[i].kept;
        braid.path.push_back(kept ? line[i].point : space_.point(arm[i - from], line[i].height));
      }
      braids.push_back(std::move(braid));
      return true;
    }
    return false;
  }

  const CourseSpace& space_;
  const RiverReaches& reaches_;
  Seed seed_;
  SegmentIndex& index_;
};

}  // namespace

std::vector<Braid> braids_of(const CourseSpace& space, const RiverReaches& reaches, Seed seed, SegmentIndex& index,
                             std::vector<double>& braided) {
  std::vector<Braid> braids;
  Braiding braiding(space, reaches, seed, index);
  braided.assign(reaches.river_count(), 0);
  for (std::uint32_t river = 0; river < reaches.river_count(); ++river) braided[river] = braiding.braid(river, braids);
  return braids;
}

}  // namespace craton
