// A delta as the shape it tends to, and not as its history (forms after Galloway 1975: rivers make fingers, waves round them
// off).
//
//   ways      Shortest ways from the river's last reach over shallow water (and low land beside it), where the bottom is uneven
//             like a noise: a tree, whose branches never cross.
//   channels  The ways to a few places at the outer edge that lie far from each other: the river itself, and distributaries.
//   land      Cells by C = way + k · distance from the next channel, from the least on, until there is as much as was wanted.
//             Lines of equal C are fingers k times as long as half their width. Waves take k down to 1: a round front.
//             A cell becomes land only where the water around it stays in one piece: so nothing is cut off the sea.
//   height    Falls with C from the beginning of the delta to its shore: channels have levees, and the ground dips away from
//   them.
//             The floor before it slopes down from the new shore.
#include "stages/water/rivers/delta_growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/noise_on.h"
#include "stages/water/rivers/land_pieces.h"
#include "surface/borders.h"
#include "surface/periods.h"

namespace craton {
namespace {

constexpr float bank = 2;             // m: rises that a channel may cut through on land
constexpr float above_water = 0.2F;   // m: how low the new land may be
constexpr float front_slope = 0.02F;  // m/m: of the floor before it
constexpr double least_part = 0.3;    // of the land wanted: where there is room for less there is none

struct Node {
  Cell cell;
  std::uint32_t parent;  // its own index: where ways begin
  float way;             // weighted metres from there
  float aside = 0;       // from the next channel
  float bed;             // m: water on this way is no higher
  bool water, edge = false, channel = false, filled = false, end = false;
};

template <Topology T>
class DeltaGrower {
 public:
  DeltaGrower(const Domain& domain, const T& topology, const DeltaGround& ground, const DeltaSite& site, const DeltaRules& rules,
              Seed seed, const Noise& noise, FlatArray<std::uint32_t>& mark)
      : domain_(domain),
        topology_(topology),
        ground_(ground),
        site_(site),
        rules_(rules),
        seed_(seed),
        noise_(noise),
        mark_(mark) {
    const auto calm = static_cast<float>(1 - site.waves);
    across_ = 1 + 4 * calm * calm;
    size_ = static_cast<float>(std::sqrt(site.area));
    forward_ = from_mouth(site.reach.front());
    forward_ = {-forward_.x, -forward_.y, -forward_.z};
  }

  std::optional<Delta> grow() {
    find_ways();
    std::optional<Delta> made;
    if (choose_ends()) {
      measure_aside();
      if (fill() >= least_part * site_.area) made = describe();
    }
    for (const Node& node : nodes_) mark_[node.cell] = 0;
    return made;
  }

 private:
  // ---- places ----

  bool is_water(Cell cell) const { return ground_.is_water(cell, site_.lake); }
  float depth(Cell cell) const { return site_.surface - ground_.heights[cell]; }
  const Node* node_at(Cell cell) const { return mark_[cell] != 0 ? &nodes_[mark_[cell] - 1] : nullptr; }

  /// Metres from the last cell of the reach, the short way round.
  Vec3d from_mouth(Cell cell) const {
    const Vec3d a = topology_.centre(site_.reach.back()), b = topology_.centre(cell);
    return Periods(domain_).shortest({b.x - a.x, b.y - a.y, b.z - a.z});
  }

  /// Whether the way from a to b would cross one that is there already: a diagonal, and the other one is a way or a river.
  bool crosses(Cell a, Cell b) const {
    const std::array<Cell, 8> ring = cells_around(topology_, a);
    for (std::size_t i = 0; i < 8; i += 2) {
      if (ring[i] != b) continue;
      const Cell left = ring[(i + 7) % 8], right = ring[i + 1];
      if (left == no_cell || right == no_cell) return false;
      if (ground_.taken(left) && ground_.taken(right)) return true;
      const Node *one = node_at(left), *other = node_at(right);
      return one && other && (&nodes_[one->parent] == other || &nodes_[other->parent] == one);
    }
    return false;
  }

  // ---- ways ----

  /// How hard it is to build a way over a cell: noise, depth, shores, and turning back.
  float weight(Cell cell) const {
    const float bump = noise_.at(topology_.position(cell));
    float hard = std::clamp(1 + 1.8F * bump, 0.25F, 3.0F) * (0.6F + 0.8F * fraction_as_float(mix64(seed_.value + cell)));
    if (is_water(cell)) hard *= 1 + 1.5F * depth(cell) / static_cast<float>(rules_.deepest);
    bool shore = false;
    topology_.for_each_link(cell, [&](Link link) { shore |= !is_water(link.to); });
    if (shore) hard *= 1.5F;
    const Vec3d apart = from_mouth(cell);
    const double along = apart.x * forward_.x + apart.y * forward_.y + apart.z * forward_.z;
    const double both = std::sqrt((apart.x * apart.x + apart.y * apart.y + apart.z * apart.z) *
                                  (forward_.x * forward_.x + forward_.y * forward_.y + forward_.z * forward_.z));
    const auto turned = static_cast<float>(both > 0 ? 1 - along / both : 0);
    return hard * (1 + 0.9F * turned);
  }

  struct Step {
    float way;
    Cell to;
    std::uint32_t from;
    bool operator>(const Step& other) const {
      if (way != other.way) return way > other.way;
      return to != other.to ? to > other.to : from > other.from;
    }
  };
  using Steps = std::priority_queue<Step, std::vector<Step>, std::greater<>>;

  void add(Cell cell, std::uint32_t parent, float way, float bed, bool water) {
    nodes_.push_back({.cell = cell, .parent = parent, .way = way, .bed = bed, .water = water});
    mark_[cell] = static_cast<std::uint32_t>(nodes_.size());
  }

  bool may_enter(Cell cell, float bed) const {
    if (ground_.taken(cell) || !(ground_.strength[cell] > 0) || at_border(topology_, cell)) return false;
    if (is_water(cell)) return depth(cell) <= static_cast<float>(rules_.deepest);
    return ground_.heights[cell] >= 0 && ground_.lakes[cell] == 0 && ground_.heights[cell] <= bed + bank;
  }

  void find_ways() {
    const float farthest = 2.2F * size_;
    for (std::size_t i = 0; i < site_.reach.size(); ++i) {  // the river's own way is easy
      const Cell cell = site_.reach[i];
      const float before = i == 0 ? 0 : nodes_.back().way + 0.5F * link_length(topology_, site_.reach[i - 1], cell);
      add(cell, static_cast<std::uint32_t>(i == 0 ? 0 : i - 1), before, site_.beds[i], false);
    }
    for (const Cell cell : site_.onward) {
      const Node last = nodes_.back();
      if (last.way > farthest || depth(cell) > static_cast<float>(rules_.deepest) || !(ground_.strength[cell] > 0) ||
          ground_.kept_free[cell] != 0 || at_border(topology_, cell))
        break;
      add(cell, static_cast<std::uint32_t>(nodes_.size() - 1), last.way + link_length(topology_, last.cell, cell), last.bed,
          true);
    }
    seeds_ = nodes_.size();
    Steps open;
    for (std::uint32_t i = 0; i < seeds_; ++i) look_on(i, open);
    while (!open.empty()) {
      const Step step = open.top();
      open.pop();
      const Node& from = nodes_[step.from];
      if (mark_[step.to] != 0 || crosses(from.cell, step.to)) continue;
      const bool water = is_water(step.to);
      add(step.to, step.from, step.way, water ? from.bed : std::min(from.bed, ground_.heights[step.to]), water);
      if (step.way > farthest)
        nodes_.back().edge = true;
      else
        look_on(static_cast<std::uint32_t>(nodes_.size() - 1), open);
    }
  }

  void look_on(std::uint32_t index, Steps& open) {
    const Node node = nodes_[index];
    bool edge = false;
    topology_.for_each_link(node.cell, [&](Link link) {
      if (mark_[link.to] != 0) return;
      edge |= is_water(link.to) && depth(link.to) > static_cast<float>(rules_.deepest);
      // Water does not go ashore again.
      if (!may_enter(link.to, node.bed) || (node.water && !is_water(link.to))) return;
      open.push({node.way + link.length * weight(link.to), link.to, index});
    });
    nodes_[index].edge = edge;
  }

  // ---- channels ----

  bool passes(std::uint32_t index, std::uint32_t through) const {
    for (;; index = nodes_[index].parent) {
      if (index == through) return true;
      if (nodes_[index].parent == index) return false;
    }
  }

  double apart(Cell a, Cell b) const {
    const Vec3d p = from_mouth(a), q = from_mouth(b);
    return std::sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z));
  }

  /// The ends of channels: the river's own first, then always the one farthest from the others. False where there is none.
  bool choose_ends() {
    const auto last = static_cast<std::uint32_t>(site_.reach.size() - 1);
    std::vector<std::uint32_t> outer;
    for (std::uint32_t i = static_cast<std::uint32_t>(seeds_); i < nodes_.size(); ++i)
      if (nodes_[i].water && nodes_[i].edge && nodes_[i].way > 0.5F * size_) outer.push_back(i);
    if (seeds_ > site_.reach.size()) {
      ends_.push_back(static_cast<std::uint32_t>(seeds_ - 1));
    } else {
      const std::uint32_t* best = nullptr;
      for (const std::uint32_t& i : outer)
        if (passes(i, last) && (!best || ahead(nodes_[i].cell) > ahead(nodes_[*best].cell))) best = &i;
      if (!best) return false;
      ends_.push_back(*best);
    }
    std::vector<double> nearest(outer.size(), 1e30);
    const double least = std::max(0.35 * double{size_}, 4 * topology_.spacing());
    while (static_cast<int>(ends_.size()) < site_.branches) {
      std::size_t far = outer.size();
      for (std::size_t i = 0; i < outer.size(); ++i) {
        nearest[i] = std::min(nearest[i], apart(nodes_[outer[i]].cell, nodes_[ends_.back()].cell));
        if (far == outer.size() || nearest[i] > nearest[far]) far = i;
      }
      if (far == outer.size() || nearest[far] < least) break;
      ends_.push_back(outer[far]);
    }
    for (const std::uint32_t end : ends_) {
      nodes_[end].end = true;
      for (std::uint32_t i = end; !nodes_[i].channel; i = nodes_[i].parent) nodes_[i].channel = true;
    }
    return true;
  }
  double ahead(Cell cell) const {
    const Vec3d p = from_mouth(cell);
    return p.x * forward_.x + p.y * forward_.y + p.z * forward_.z;
  }

  // ---- land ----

  void measure_aside() {
    Steps open;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      nodes_[i].aside = nodes_[i].channel ? 0.0F : 1e30F;
      if (nodes_[i].channel) open.push({0, nodes_[i].cell, i});
    }
    while (!open.empty()) {
      const Step step = open.top();
      open.pop();
      const Node node = nodes_[step.from];
      if (step.way > node.aside) continue;
      topology_.for_each_link(node.cell, [&](Link link) {
        if (mark_[link.to] == 0) return;
        Node& next = nodes_[mark_[link.to] - 1];
        const float bump = noise_.at(topology_.position(link.to));
        const float aside = node.aside + link.length * std::clamp(1 + 1.2F * bump, 0.4F, 2.5F);
        if (aside >= next.aside) return;
        next.aside = aside;
        open.push({aside, next.cell, mark_[link.to] - 1});
      });
    }
  }

  float order(const Node& node) const { return node.way + across_ * node.aside; }
  bool still_water(Cell cell) const {
    if (!is_water(cell)) return false;
    const Node* node = node_at(cell);
    return !node || !node->filled;
  }

  /// m² that became land.
  double fill() {
    Steps open;
    LandPieces pieces(topology_, [this](Cell cell) { return is_water(cell); });
    const auto still = [this](Cell cell) { return still_water(cell); };
    const auto offer = [&](std::uint32_t i) {
      const Node& node = nodes_[i];
      if (node.water && !node.filled && !node.end && node.aside < 1e29F) open.push({order(node), node.cell, i});
    };
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (!nodes_[i].water || i < seeds_)
        topology_.for_each_link(nodes_[i].cell, [&](Link link) {
          if (mark_[link.to] != 0) offer(mark_[link.to] - 1);
        });
    double area = 0;
    while (!open.empty() && area < site_.area) {
      const Step step = open.top();
      open.pop();
      Node& node = nodes_[step.from];
      if (node.filled) continue;
      const std::optional<std::uint32_t> name = pieces.join_around(node.cell, still);
      if (!name) continue;
      node.filled = true;
      pieces.add(node.cell, *name);
      outermost_ = std::max(outermost_, step.way);
      area += topology_.area(node.cell);
      topology_.for_each_link(node.cell, [&](Link link) {
        if (mark_[link.to] != 0) offer(mark_[link.to] - 1);
      });
    }
    return area;
  }

  // ---- what has become of it ----

  Delta describe() const {
    Delta delta;
    for (std::size_t i = 0; i < ends_.size(); ++i) add_channel(i, delta);
    share_water(delta);
    const auto rise = static_cast<float>(rules_.slope) * outermost_;
    for (const Node& node : nodes_) {
      if (!node.water) continue;
      const float inside = 1 - order(node) / outermost_;
      if (node.filled)
        delta.land.push_back({node.cell, ground_height(inside, rise)});
      else if (const float floor = site_.surface - above_water + inside * outermost_ / across_ * front_slope;
               floor > ground_.heights[node.cell] && floor < site_.surface)
        delta.floor.push_back({node.cell, floor});
    }
    for (DeltaChannel& channel : delta.channels) lower_beds(channel, delta, rise);
    return delta;
  }

  float ground_height(float inside, float rise) const { return site_.surface + above_water + rise * std::max(inside, 0.0F); }

  /// From the water upstream to a channel that is known, cut off where the land ends.
  void add_channel(std::size_t index, Delta& delta) const {
    std::vector<std::uint32_t> way;
    for (std::uint32_t i = ends_[index];; i = nodes_[i].parent) {
      way.push_back(i);
      if (nodes_[i].parent == i || (index > 0 && place_of(delta, nodes_[i].cell))) break;
    }
    std::reverse(way.begin(), way.end());
    DeltaChannel channel;
    for (const std::uint32_t i : way) {
      channel.cells.push_back(nodes_[i].cell);
      if (nodes_[i].water && !nodes_[i].filled) break;
    }
    if (index > 0) {
      const std::optional<std::pair<std::size_t, std::size_t>> at = place_of(delta, channel.cells.front());
      if (channel.cells.size() < 3 || !at || at->second + 1 >= delta.channels[at->first].cells.size()) return;
      channel.from = at->first;
      channel.place = at->second;
    }
    delta.channels.push_back(std::move(channel));
  }

  /// The channel on which a cell lies, and where; of several that begin there the first.
  static std::optional<std::pair<std::size_t, std::size_t>> place_of(const Delta& delta, Cell cell) {
    for (std::size_t c = 0; c < delta.channels.size(); ++c) {
      const std::vector<Cell>& cells = delta.channels[c].cells;
      for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] == cell) return std::pair{c, i};
    }
    return {};
  }

  /// Each end gets its part, the river's own the largest; upstream the parts add up.
  void share_water(Delta& delta) const {
    double sum = 0;
    std::vector<double> own;
    for (const DeltaChannel& channel : delta.channels) {
      const double part =
          own.empty() ? 1.6 : 0.4 + 0.8 * double{fraction_as_float(mix64(seed_.value ^ mix64(channel.cells.back())))};
      own.push_back(part);
      sum += part;
    }
    for (std::size_t c = delta.channels.size(); c-- > 0;) {
      DeltaChannel& channel = delta.channels[c];
      channel.shares.assign(channel.cells.size(), own[c] / sum);
      for (std::size_t d = c + 1; d < delta.channels.size(); ++d)
        if (delta.channels[d].from == c)
          for (std::size_t i = 0; i <= delta.channels[d].place; ++i) channel.shares[i] += delta.channels[d].shares[0];
    }
  }

  /// Water never rises, and the ground of a channel is its bed.
  void lower_beds(DeltaChannel& channel, Delta& delta, float rise) const {
    const bool main = &channel == delta.channels.data();
    float bed = main ? site_.beds.front() : delta.channels[channel.from].beds[channel.place];
    for (std::size_t i = 0; i < channel.cells.size(); ++i) {
      const Cell cell = channel.cells[i];
      const Node& node = *node_at(cell);
      if (i + 1 == channel.cells.size())
        bed = std::min(bed, site_.surface);
      else if (node.filled)
        bed = std::min(bed, ground_height(1 - order(node) / outermost_, rise));
      else
        bed = std::min(bed, node.bed);
      channel.beds.push_back(bed);
      const bool old_river = mark_[cell] <= site_.reach.size();
      if (i + 1 < channel.cells.size() && (main || i > 0) && !old_river) delta.beds.push_back({cell, bed});
    }
  }

  const Domain& domain_;
  const T& topology_;
  const DeltaGround& ground_;
  const DeltaSite& site_;
  const DeltaRules& rules_;
  Seed seed_;
  const Noise& noise_;
  FlatArray<std::uint32_t>& mark_;  // 1 + index of the node
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> ends_;
  std::size_t seeds_ = 0;
  float across_ = 1, size_ = 0, outermost_ = 0;
  Vec3d forward_;
};

Result<Noise> bottom_noise(const Domain& domain, double size, Seed seed) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", std::clamp(4 / size, 1e-9, 0.25 / spacing(domain)));
  NoiseSpec noise{.kind = "fbm", .inputs = {{"source", perlin}}};
  noise.params.set("octaves", std::int64_t{3});
  return make_noise_on(domain, noise, seed, "");
}

}  // namespace

Result<std::optional<Delta>> grow_delta(const Domain& domain, const DeltaGround& ground, const DeltaSite& site,
                                        const DeltaRules& rules, Seed seed, FlatArray<std::uint32_t>& mark) {
  CRATON_TRY(const Noise noise, bottom_noise(domain, std::sqrt(site.area), seed));
  return std::visit(
      [&](const auto& topology) { return DeltaGrower(domain, topology, ground, site, rules, seed, noise, mark).grow(); }, domain);
}

}  // namespace craton
