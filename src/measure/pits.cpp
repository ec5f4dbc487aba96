// Priority flood (Barnes, Lehman & Mulla 2014, the variant with a plain queue for hollows): water enters the land from its
// outlets, always over the lowest known rim; ground below the rim over which it was reached lies in a pit.
#include <algorithm>
#include <queue>
#include <vector>

#include "measure/ground.h"

namespace craton::measure {
namespace {

struct Rim {
  float level;
  Cell cell;

  /// The lowest first; of two equal ones the one with the smaller number, so that the order is total.
  friend bool operator<(const Rim& a, const Rim& b) { return a.level != b.level ? a.level > b.level : a.cell > b.cell; }
};

bool is_border(const PlaneTile& tile, Cell cell) {
  const Cell row = cell / tile.stored_width(), column = cell % tile.stored_width();
  return row == 0 || column == 0 || row + 1 == tile.stored_height() || column + 1 == tile.stored_width();
}
bool is_border(const Torus& torus, Cell cell) {
  const GridSize size = torus.size();
  const Cell row = cell / size.width, column = cell % size.width;
  return (!torus.wraps_y() && (row == 0 || row + 1 == size.height)) ||
         (!torus.wraps_x() && (column == 0 || column + 1 == size.width));
}
bool is_border(const CubeSphere&, Cell) { return false; }

template <class T>
class Flood {
 public:
  Flood(const T& topology, const Ground& ground) : topology_(topology), ground_(ground), reached_(ground.heights.size(), false) {}

  /// The share of the land that lies below the rim over which water reaches it.
  Result<double> run(const CancelToken* cancel) {
    start();
    std::uint64_t visited = 0;
    while (!hollow_.empty() || !rims_.empty()) {
      if ((++visited & 0xFFFFF) == 0 && cancel && cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      if (!hollow_.empty()) {
        const Rim at = hollow_.front();
        hollow_.pop();
        spread(at.cell, at.level);
      } else {
        const Rim at = rims_.top();
        rims_.pop();
        spread(at.cell, at.level);
      }
    }
    return land_ > 0 ? pits_ / land_ : 0;
  }

 private:
  void start() {
    Cell lowest = 0;
    bool any = false;
    for (Cell cell = 0; cell < ground_.heights.size(); ++cell) {
      const float height = ground_.heights[cell];
      if (ground_.heights[cell] < ground_.heights[lowest]) lowest = cell;
      if (!ground_.is_land(cell)) {
        reached_[cell] = true;
        if (has_coast(cell)) rims_.push({height, cell});
        any = true;
      } else if (is_border(topology_, cell)) {
        land_ += topology_.area(cell);
        reached_[cell] = true;
        rims_.push({height, cell});
        any = true;
      }
    }
    if (any) return;
    land_ += topology_.area(lowest);
    reached_[lowest] = true;
    rims_.push({ground_.heights[lowest], lowest});
  }

  bool has_coast(Cell sea) const {
    bool coast = false;
    topology_.for_each_link(sea, [&](Link link) { coast |= ground_.is_land(link.to); });
    return coast;
  }

  void spread(Cell from, float level) {
    topology_.for_each_link(from, [&](Link link) {
      if (reached_[link.to]) return;
      reached_[link.to] = true;
      const float height = ground_.heights[link.to];
      const double area = topology_.area(link.to);
      land_ += area;
      if (height < level) {
        pits_ += area;
        hollow_.push({level, link.to});
      } else {
        rims_.push({height, link.to});
      }
    });
  }

  const T& topology_;
  const Ground& ground_;
  std::vector<bool> reached_;
  std::priority_queue<Rim> rims_;
  std::queue<Rim> hollow_;
  double land_ = 0, pits_ = 0;
};

}  // namespace

Result<double> measure_pits(const Domain& domain, const Ground& ground, const Execution& execution) {
  return std::visit([&](const auto& topology) { return Flood(topology, ground).run(execution.cancel); }, domain);
}

}  // namespace craton::measure
