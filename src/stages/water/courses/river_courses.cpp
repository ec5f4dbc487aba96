#include "stages/water/courses/river_courses.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

constexpr float least_freedom = 0.02F;
constexpr int most_tries = 8;

/// Where an old line was at a distance along it, asked in growing order.
class OldLine {
 public:
  OldLine(const std::vector<Bead>& line, const CourseLine& corners, std::size_t first)
      : line_(line), corners_(corners), first_(first) {}
  struct Place {
    Vec3d at;
    double height;
    std::size_t corner;  ///< the one before
  };
  Place at(double along) {
    while (i_ + 2 < line_.size() && line_[i_ + 1].along < along) ++i_;
    const double span = line_[i_ + 1].along - line_[i_].along;
    const double share = span > 0 ? std::clamp((along - line_[i_].along) / span, 0.0, 1.0) : 0;
    const double from = corners_[first_ + i_].height, to = corners_[first_ + i_ + 1].height;
    return {mixed(line_[i_].at, line_[i_ + 1].at, share), std::clamp(from + (to - from) * share, to, from), first_ + i_};
  }

 private:
  const std::vector<Bead>& line_;
  const CourseLine& corners_;
  std::size_t first_, i_ = 0;
};

/// The place of the line from a to b nearest to another, as a share.
double share_nearest(const Vec3d& a, const Vec3d& b, const Vec3d& to) {
  const Vec3d along = b - a;
  const double square = dot(along, along);
  return square > 0 ? std::clamp(dot(to - a, along) / square, 0.0, 1.0) : 0;
}

}  // namespace

Result<PlaceNoise> PlaceNoise::make(const Domain& domain, Seed seed, double shortest, double longest) {
  PlaceNoise all;
  all.sphere_ = std::holds_alternative<CubeSphere>(domain);
  all.shortest_ = 1;
  while (all.shortest_ > shortest) all.shortest_ /= 2;
  while (all.shortest_ * 2 <= shortest) all.shortest_ *= 2;
  for (double size = all.shortest_;; size *= 2) {
    NoiseSpec spec{.kind = "perlin"};
    spec.params.set("frequency", 1 / size);
    CRATON_TRY(Noise noise, make_noise_on(domain, spec, seed.child(std::to_string(all.noises_.size())), ""));
    all.noises_.push_back(std::move(noise));
    if (size >= longest || all.noises_.size() == 24) return all;
  }
}

double PlaceNoise::at(const Vec3d& place, double size) const {
  std::size_t i = 0;
  for (double next = shortest_ * 1.41; next < size && i + 1 < noises_.size(); next *= 2) ++i;
  const auto units = [](double metres) { return static_cast<std::int64_t>(std::floor(metres * units_per_metre + 0.5)); };
  if (sphere_) return double{noises_[i].at(Point3{units(place.x), units(place.y), units(place.z)})};
  return double{noises_[i].at(Point2{units(place.x), units(place.y)})};
}

RiverCourses::RiverCourses(const CourseSpace& space, RiverReaches& reaches, const PlaceNoise& noise, const CourseRules& rules)
    : space_(space),
      reaches_(reaches),
      noise_(noise),
      rules_(rules),
      index_(space),
      segments_(reaches.river_count()),
      meandering_(reaches.river_count()) {
  for (std::uint32_t river = 0; river < reaches_.river_count(); ++river) {
    const CourseLine& line = reaches_.lines[river];
    for (std::uint32_t i = 0; i + 1 < line.size(); ++i)
      segments_[river].push_back(index_.add(line[i].at, line[i + 1].at, river, i));
  }
}

/// Rivers wander each for itself; only then they are laid down one after the other.
Result<void> RiverCourses::refine(const Execution& execution) {
  plans_.resize(reaches_.river_count());
  CRATON_TRY(parallel_blocks(plans_.size(), 1, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto river = static_cast<std::uint32_t>(begin); river < end; ++river)
      for (Stretch& stretch : stretches_of(river)) {
        Meanders meanders = meanders_of(river, stretch);
        plans_[river].push_back({std::move(stretch), std::move(meanders)});
      }
  }));
  for (std::uint32_t river = 0; river < reaches_.river_count(); ++river) refine_river(river);
  return {};
}

Meanders RiverCourses::meanders_of(std::uint32_t river, const Stretch& stretch) const {
  return wander(space_, beads_of(river, stretch), [&](const Bead&, const Vec3d& at) { return reaches_.on_floor(river, at); });
}

std::vector<RiverCourses::Stretch> RiverCourses::stretches_of(std::uint32_t river) const {
  const CourseLine& line = reaches_.lines[river];
  std::vector<double> along{0};
  for (std::size_t i = 1; i < line.size(); ++i) along.push_back(along.back() + distance(line[i - 1].at, line[i].at));
  const auto is_free = [&](std::size_t i) {
    return i > 0 && i + 1 < line.size() && reaches_.place_of(river, line[i]).freedom > least_freedom;
  };
  std::vector<Stretch> all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_free(i)) continue;
    std::size_t end = i;
    while (is_free(end)) ++end;
    Stretch stretch{i - 1, end, {}};
    if (along[end] - along[i - 1] > 1.2 * double{reaches_.place_of(river, line[i]).wavelength}) {
      for (std::size_t k = stretch.from; k <= end; ++k) {
        const ReachPlace& place = reaches_.place_of(river, line[k]);
        const double to_end = 0.6 * double{place.wavelength};
        const double freedom =
            double{place.freedom} * std::min({1.0, (along[end] - along[k]) / to_end, (along[k] - along[i - 1]) / to_end});
        stretch.old_line.push_back(
            {line[k].at, along[k], double{place.wavelength}, freedom, double{rules_.sinuosity[place.cell]}});
      }
      all.push_back(std::move(stretch));
    }
    i = end;
  }
  return all;
}

/// Evenly set, and moved a little by noise: the seeds of bends.
std::vector<Bead> RiverCourses::beads_of(std::uint32_t river, const Stretch& stretch) const {
  std::vector<Bead> beads = evenly(stretch.old_line);
  const std::vector<Bead> before = beads;
  for (std::size_t i = 1; i + 1 < beads.size(); ++i) {
    Bead& bead = beads[i];
    const Vec3d ahead = before[i + 1].at - before[i - 1].at;
    const double wave = bead.wavelength;
    if (const double across = length(ahead); across > 0) {
      const Vec3d right = cross(ahead, space_.up(bead.at)) * (1 / across);
      const Vec3d to = space_.on_ground(bead.at + right * (0.25 * wave * noise_.at(bead.at, 0.7 * wave) * bead.freedom));
      if (reaches_.on_floor(river, to)) bead.at = to;
    }
    // Some reaches wind more than others, and some bends so much that they are cut off.
    const double wild = noise_.at(before[i].at + Vec3d{wave, 0, 0}, 3 * wave);
    const double more = std::clamp(1 + 2 * wild, 0.2, 2.5) + (rules_.oxbows > 0 && wild > 0.25 ? 2.0 : 0.0);
    bead.sinuosity = 1 + (bead.sinuosity - 1) * more;
  }
  return beads;
}

void RiverCourses::refine_river(std::uint32_t river) {
  const std::vector<Plan> plans = std::move(plans_[river]);
  const std::vector<Stretch> stretches = stretches_of(river);
  if (stretches.empty()) return;
  CourseLine done;
  std::size_t next = 0;
  for (const Stretch& stretch : stretches) {
    const CourseLine& line = reaches_.lines[river];
    done.insert(done.end(), line.begin() + static_cast<std::ptrdiff_t>(next),
                line.begin() + static_cast<std::ptrdiff_t>(stretch.from) + 1);
    // The river that it joins may have changed its end.
    const auto plan = std::find_if(plans.begin(), plans.end(), [&](const Plan& made) {
      return made.stretch.from == stretch.from && made.stretch.to == stretch.to &&
             made.stretch.old_line.back().at == stretch.old_line.back().at;
    });
    const CourseLine piece = wandered(river, stretch, plan != plans.end() ? plan->meanders : meanders_of(river, stretch));
    done.insert(done.end(), piece.begin(), piece.end());
    next = stretch.to;
  }
  CourseLine& line = reaches_.lines[river];
  done.insert(done.end(), line.begin() + static_cast<std::ptrdiff_t>(next), line.end());
  line = std::move(done);
}

/// On the floor of its own valley, or where the river was before.
bool RiverCourses::lies_free(std::uint32_t river, const Place& from, const Place& to) const {
  const int pieces = 1 + static_cast<int>(distance(from.now, to.now) / (0.5 * space_.spacing()));
  for (int i = 1; i <= pieces; ++i) {
    const double share = static_cast<double>(i) / pieces;
    const Vec3d at = space_.on_ground(mixed(from.now, to.now, share));
    if (!reaches_.on_floor(river, at) && distance(at, mixed(from.old, to.old, share)) > 0.25 * space_.spacing()) return false;
  }
  return true;
}

/// One try to lay a stretch of a river into the index: its line, and what becomes of the small rivers that join it there.
struct RiverCourses::Try {
  RiverCourses& all;
  std::uint32_t river;
  std::vector<Vec3d> line{};           // with both ends
  std::vector<double> along{};         // of each corner, on the old line
  std::vector<Vec3d> old_places{};     // of each corner
  std::vector<std::size_t> joining{};  // tributaries that may be cut, in the trunk's list
  std::vector<std::uint32_t> added{}, removed{};
  std::uint32_t first = 0;               // segment of the line in the index
  std::vector<std::size_t> conflicts{};  // corners
  std::vector<Joint> joints{};

  const std::vector<Tributary>& tributaries() const { return all.reaches_.tributaries[river]; }

  void remove(std::uint32_t segment) {
    if (all.index_[segment].gone) return;
    all.index_.remove(segment);
    removed.push_back(segment);
  }

  bool may_be_cut(const SegmentIndex::Segment& segment) const {
    for (const std::size_t i : joining)
      if (tributaries()[i].river == segment.line) return segment.corner + 1 >= tributaries()[i].released;
    return false;
  }

  void lay_line() {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      bool meets = !all.lies_free(river, {line[i], old_places[i]}, {line[i + 1], old_places[i + 1]});
      all.index_.near(line[i], line[i + 1], [&](std::uint32_t number, const SegmentIndex::Segment& segment) {
        if (may_be_cut(segment) || !all.space_.meet(line[i], line[i + 1], segment.from, segment.to)) return true;
        meets = true;
        if (!added.empty() && number >= first) conflicts.push_back(number - first);  // the line itself
        return true;
      });
      if (meets) conflicts.push_back(i);
      const std::uint32_t number = all.index_.add(line[i], line[i + 1], river, 0);
      if (added.empty()) first = number;
      added.push_back(number);
    }
  }

  bool is_of_line(std::uint32_t number) const { return number >= first && number < first + line.size() - 1; }

  /// The most upstream place where a tributary meets the new line.
  std::optional<Joint> cut(std::size_t which) {
    const Tributary& tributary = tributaries()[which];
    const CourseLine& course = all.reaches_.lines[tributary.river];
    for (std::size_t i = tributary.released - 1; i + 1 < course.size(); ++i) {
      std::optional<Joint> found;
      double earliest = 2;
      all.index_.near(course[i].at, course[i + 1].at, [&](std::uint32_t number, const SegmentIndex::Segment& segment) {
        if (!is_of_line(number) || !all.space_.meet(course[i].at, course[i + 1].at, segment.from, segment.to)) return true;
        const double at = all.space_.share_of_crossing(course[i].at, course[i + 1].at, segment.from, segment.to);
        if (at >= earliest) return true;
        earliest = at;
        const double share = all.space_.share_of_crossing(segment.from, segment.to, course[i].at, course[i + 1].at);
        found = Joint{which, number - first, share, {}, i + 1, course[i].height};
        return true;
      });
      if (found) return found;
    }
    return {};
  }

  /// Where no tributary is cut it runs on to the nearest place of the new line.
  Joint reach_out(std::size_t which) const {
    const CourseLine& course = all.reaches_.lines[tributaries()[which].river];
    const Vec3d end = all.space_.beside(course.back().at, line.front());
    Joint nearest{which, 0, 0, {}, course.size(), course.back().height};
    double least = 1e300;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const Vec3d beside = all.space_.beside(end, line[i]);
      const double share = share_nearest(line[i], line[i + 1], beside);
      const double apart = distance(beside, mixed(line[i], line[i + 1], share));
      if (apart >= least) continue;
      least = apart;
      nearest.segment = i;
      nearest.share = share;
    }
    return nearest;
  }

  void place(Joint& joint) const {
    if (joint.share < 0.001) joint.share = 0;
    if (joint.share > 0.999) joint.share = 1;
    // The ends of the stretch are as they were before.
    if (static_cast<double>(joint.segment) + joint.share <= 0 ||
        static_cast<double>(joint.segment) + joint.share >= static_cast<double>(line.size() - 1))
      joint.share = 0.5;
    const Vec3d &from = line[joint.segment], &to = line[joint.segment + 1];
    joint.at = joint.share == 0   ? from
               : joint.share == 1 ? to
                                  : all.space_.rounded(all.space_.on_ground(mixed(from, to, joint.share)));
  }

  /// A tributary's corner that lies all but on the line is no corner of its own: its line would touch the trunk's twice.
  void drop_corner_beside(Joint& joint) const {
    const CourseLine& course = all.reaches_.lines[tributaries()[joint.tributary].river];
    if (joint.keeps < 2) return;
    const Vec3d& last = course[joint.keeps - 1].at;
    const double apart = distance(all.space_.beside(joint.at, last), last);
    if (apart == 0 || apart > 0.001 * all.space_.spacing()) return;
    --joint.keeps;
    joint.bed = course[joint.keeps - 1].height;
  }

  /// The last piece of a tributary, which must meet nothing but the line, at its end.
  bool lay_end(Joint& joint) {
    const std::uint32_t other = tributaries()[joint.tributary].river;
    const Vec3d from = all.reaches_.lines[other][joint.keeps - 1].at, to = all.space_.beside(joint.at, from);
    if (from == to) return true;
    bool meets = false;
    all.index_.near(from, to, [&](std::uint32_t number, const SegmentIndex::Segment& segment) {
      const auto touched = [&](const Vec3d& a, const Vec3d& b) { return !(a == b) && all.space_.meet(from, to, a, b); };
      meets = is_of_line(number) && number - first == joint.segment  // which will end at the joint, and go on from there
                  ? touched(segment.from, to) || touched(to, segment.to)
                  : touched(segment.from, segment.to);
      return !meets;
    });
    if (meets) return false;
    joint.end = all.index_.add(from, to, other, static_cast<std::uint32_t>(joint.keeps - 1));
    joint.has_end = true;
    added.push_back(joint.end);
    return true;
  }

  void lay_tributaries() {
    for (const std::size_t which : joining) {
      const std::optional<Joint> found = cut(which);
      joints.push_back(found ? *found : reach_out(which));
      place(joints.back());
      drop_corner_beside(joints.back());
      const std::vector<std::uint32_t>& segments = all.segments_[tributaries()[which].river];
      for (std::size_t i = joints.back().keeps - 1; i < segments.size(); ++i) remove(segments[i]);
    }
    for (Joint& joint : joints)
      if (!lay_end(joint)) conflicts.push_back(joint.segment);
  }

  bool run() {
    lay_line();
    if (conflicts.empty()) lay_tributaries();
    if (conflicts.empty()) return true;
    for (const std::uint32_t segment : added) all.index_.remove(segment);
    for (const std::uint32_t segment : removed) all.index_.restore(segment);
    return false;
  }
};

/// The joints become corners, which rise above no tributary.
void RiverCourses::add_joints(std::vector<Joint>& joints, CourseLine& corners) {
  // From the last to the first, so that the numbers of segments stay.
  std::sort(joints.begin(), joints.end(), [](const Joint& a, const Joint& b) {
    if (a.segment != b.segment) return a.segment > b.segment;
    return a.share != b.share ? a.share > b.share : a.tributary > b.tributary;
  });
  for (const Joint& joint : joints) {
    std::size_t corner = joint.segment + (joint.share == 1 ? 1 : 0);
    if (joint.share > 0 && joint.share < 1) {
      corner = joint.segment + 1;
      if (corners[corner - 1].at == joint.at) {
        --corner;
      } else if (!(corners[corner].at == joint.at)) {
        CourseCorner middle = corners[joint.segment];
        middle.at = joint.at;
        const double next = corners[corner].height;
        middle.height = std::clamp(middle.height + (next - middle.height) * joint.share, next, middle.height);
        corners.insert(corners.begin() + static_cast<std::ptrdiff_t>(corner), middle);
      }
    }
    const double most = std::max(joint.bed, corners.back().height);
    for (std::size_t i = corner; i < corners.size() && corners[i].height > most; ++i) corners[i].height = most;
  }
}

/// Tributaries end at their joints.
void RiverCourses::move_ends(std::uint32_t river, const std::vector<Joint>& joints, const CourseLine& corners) {
  for (const Joint& joint : joints) {
    const std::uint32_t tributary = reaches_.tributaries[river][joint.tributary].river;
    CourseLine& line = reaches_.lines[tributary];
    line.resize(joint.keeps);
    segments_[tributary].resize(joint.keeps - 1);
    if (joint.has_end) {
      segments_[tributary].push_back(joint.end);
      line.push_back({space_.beside(joint.at, line.back().at), 0, {}, false, line.back().cell});
    }
    const auto at =
        std::find_if(corners.begin(), corners.end(), [&](const CourseCorner& corner) { return corner.at == joint.at; });
    line.back().height = at->height;
    line.back().kept = false;
  }
}

/// The line of a try, whose corners stand on the heights of the old line.
CourseLine RiverCourses::corners_of(std::uint32_t river, const Stretch& stretch, std::vector<Bead> beads, Try& now) const {
  for (double gap = bead_spacing(beads.front().wavelength); gap > 0.45 * space_.spacing() && beads.size() < 1'000'000; gap /= 2)
    beads = rounded_line(space_, beads);
  const CourseLine& line = reaches_.lines[river];
  OldLine old(stretch.old_line, line, stretch.from);
  CourseLine corners;
  for (std::size_t i = 0; i < beads.size(); ++i) {
    const OldLine::Place place = old.at(beads[i].along);
    const bool end = i == 0 || i + 1 == beads.size();
    corners.push_back({end ? beads[i].at : space_.rounded(beads[i].at), place.height, {}, false, line[place.corner].cell});
    now.line.push_back(corners.back().at);
    now.old_places.push_back(place.at);
    now.along.push_back(beads[i].along);
  }
  return corners;
}

/// Around places where the river met something it gets less freedom, and in the end none.
void RiverCourses::calm(Stretch& stretch, const std::vector<double>& conflicts, int tries) {
  for (const double conflict : conflicts)
    for (Bead& bead : stretch.old_line) {
      const double away = std::abs(bead.along - conflict) / (1.5 * bead.wavelength);
      if (away < 1) bead.freedom *= tries < 3 ? 0.3 + 0.7 * away : (away < 0.6 ? 0 : away);
    }
}

CourseLine RiverCourses::wandered(std::uint32_t river, Stretch stretch, Meanders meanders) {
  const CourseLine& line = reaches_.lines[river];
  std::vector<std::size_t> joining;
  for (std::size_t i = 0; i < reaches_.tributaries[river].size(); ++i) {
    const std::uint32_t corner = reaches_.tributaries[river][i].corner;
    if (corner > stretch.from && corner < stretch.to) joining.push_back(i);
  }
  for (std::size_t i = stretch.from; i < stretch.to; ++i) index_.remove(segments_[river][i]);
  for (int tries = 0; tries < most_tries; ++tries) {
    if (tries > 0) meanders = meanders_of(river, stretch);
    Try now{*this, river};
    now.joining = joining;
    CourseLine corners = corners_of(river, stretch, meanders.beads, now);
    if (!now.run()) {
      std::vector<double> conflicts;
      for (const std::size_t conflict : now.conflicts)
        if (conflicts.empty() || std::abs(now.along[conflict] - conflicts.back()) > 0.1 * space_.spacing())
          conflicts.push_back(now.along[conflict]);
      calm(stretch, conflicts, tries);
      continue;
    }
    add_joints(now.joints, corners);
    for (const std::uint32_t segment : now.added)
      if (now.is_of_line(segment)) index_.remove(segment);
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) index_.add(corners[i].at, corners[i + 1].at, river, 0);
    move_ends(river, now.joints, corners);
    meandering_[river] += stretch.old_line.back().along - stretch.old_line.front().along;
    keep_bends(river, stretch, meanders);
    return {corners.begin() + 1, corners.end() - 1};
  }
  for (std::size_t i = stretch.from; i < stretch.to; ++i) index_.restore(segments_[river][i]);
  return {line.begin() + static_cast<std::ptrdiff_t>(stretch.from) + 1, line.begin() + static_cast<std::ptrdiff_t>(stretch.to)};
}

void RiverCourses::keep_bends(std::uint32_t river, const Stretch& stretch, const Meanders& meanders) {
  OldLine old(stretch.old_line, reaches_.lines[river], stretch.from);
  std::vector<const CutBend*> bends;
  for (const CutBend& bend : meanders.cut) bends.push_back(&bend);
  std::stable_sort(bends.begin(), bends.end(),
                   [](const CutBend* a, const CutBend* b) { return a->beads.front().along < b->beads.front().along; });
  for (const CutBend* bend : bends) {
    const OldLine::Place place = old.at(bend->beads.front().along);
    OldBend kept{river, place.height, double{reaches_.place_of(river, reaches_.lines[river][place.corner]).width}, {}};
    for (const Bead& bead : bend->beads) kept.line.push_back(space_.rounded(bead.at));
    old_bends_.push_back(std::move(kept));
  }
}

}  // namespace craton
