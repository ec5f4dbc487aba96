// The ways of droplets, as many at once as a vector has lanes. A lane knows its start cell and its offset from it in cells, so
// that neither the block nor the place of the map shows in its bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/water/droplets/droplets_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/unroll-inl.h"
#include "stages/water/droplets/droplets.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using I = hn::RebindToSigned<F>;
using U = hn::RebindToUnsigned<F>;
using Floats = hn::Vec<F>;
using Ints = hn::Vec<I>;
using FloatMask = hn::Mask<F>;

constexpr float least_water = 0.02F;           // a droplet with less has dried up
constexpr float left_in_sea = 0.5F;            // of its water, in a step: it mixes
constexpr float least_speed_squared = 1e-24F;  // m/m: flat
constexpr float most_load = 0x1p22F;           // grains: exact as floats

/// Where droplets are: the square between four cells, and where in it.
struct Place {
  HWY_INLINE Place() {}  // one that the compiler makes would know no vectors on ARM

  Ints cell;  ///< the north-western one
  Floats x, y;
  Floats corners[4];

  HWY_INLINE Floats height() const {
    const Floats north = hn::Add(corners[0], hn::Mul(x, hn::Sub(corners[1], corners[0])));
    const Floats south = hn::Add(corners[2], hn::Mul(x, hn::Sub(corners[3], corners[2])));
    return hn::Add(north, hn::Mul(y, hn::Sub(south, north)));
  }
  HWY_INLINE Floats rise_east() const {
    const Floats north = hn::Sub(corners[1], corners[0]), south = hn::Sub(corners[3], corners[2]);
    return hn::Add(north, hn::Mul(y, hn::Sub(south, north)));
  }
  HWY_INLINE Floats rise_south() const {
    const Floats west = hn::Sub(corners[2], corners[0]), east = hn::Sub(corners[3], corners[1]);
    return hn::Add(west, hn::Mul(x, hn::Sub(east, west)));
  }
  HWY_INLINE FloatMask on_ground() const {
    const Floats highest = hn::Max(hn::Max(corners[0], corners[1]), hn::Max(corners[2], corners[3]));
    return hn::Lt(highest, hn::Set(F(), no_ground));
  }
  /// How near each corner is; together 1.
  HWY_INLINE void weights(Floats (&to)[4]) const {
    const Floats one = hn::Set(F(), 1), west = hn::Sub(one, x), north = hn::Sub(one, y);
    to[0] = hn::Mul(west, north);
    to[1] = hn::Mul(x, north);
    to[2] = hn::Mul(west, y);
    to[3] = hn::Mul(x, y);
  }
};

/// What a droplet is about to do at a place.
struct Visit {
  const Place& place;
  Floats weights[4];
  Floats water;    ///< 0 where the droplet has ended
  Floats power;    ///< slope · speed · water
  Ints shares[4];  ///< weights of the visit, in whole numbers
};

/// values[cell] and values[cell + 1] of each lane. Gathers cost by the element: pairs are half as many.
template <class T, class D = hn::Rebind<T, F>>
HWY_INLINE void gather_pairs(const T* values, Ints cell, hn::Vec<D>& west, hn::Vec<D>& east) {
  const D d;
#if HWY_TARGET == HWY_SCALAR
  west = hn::GatherIndex(d, values, cell);
  east = hn::GatherIndex(d, values + 1, cell);
#else
  const hn::Repartition<std::uint64_t, F> pairs;
  const hn::RebindToSigned<decltype(pairs)> offsets;
  const hn::Half<I> half;
  const auto* base = reinterpret_cast<const std::uint64_t*>(values);  // never read as such: gathers take bytes
  const auto gather = [&](auto cells) CRATON_INLINE_LAMBDA {
    return hn::BitCast(d, hn::GatherOffset(pairs, base, hn::ShiftLeft<2>(hn::PromoteTo(offsets, cells))));
  };
  const auto low = gather(hn::LowerHalf(half, cell)), high = gather(hn::UpperHalf(half, cell));
  west = hn::ConcatEven(d, high, low);
  east = hn::ConcatOdd(d, high, low);
#endif
}

HWY_INLINE Place place_at(const DropletBlock& block, Ints start, Floats x, Floats y) {
  const I i;
  const Floats column = hn::Floor(x), row = hn::Floor(y);
  Place place;
  place.cell = hn::Add(start, hn::Add(hn::ConvertTo(i, column), hn::Mul(hn::ConvertTo(i, row), hn::Set(i, block.stride))));
  place.x = hn::Sub(x, column);
  place.y = hn::Sub(y, row);
  gather_pairs(block.heights, place.cell, place.corners[0], place.corners[1]);
  gather_pairs(block.heights + block.stride, place.cell, place.corners[2], place.corners[3]);
  return place;
}

/// Adds to a cell alone: pairs of cells in one register, as compilers would have it, wait for each other where lanes overlap.
HWY_INLINE void add_to_cell(std::int32_t* cell, std::int32_t amount) {
  *cell += amount;
  asm volatile("" : : : "memory");
}

/// Adds to the four cells of each lane. Lanes may meet in a cell, so one after the other.
HWY_INLINE void add_to_cells(std::int32_t* to, std::int32_t stride, const std::int32_t* cells, const std::int32_t* amounts,
                             std::size_t lanes) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::int32_t* north = to + cells[lane];
    std::int32_t* south = north + stride;
    add_to_cell(north, amounts[lane]);
    add_to_cell(north + 1, amounts[lanes + lane]);
    add_to_cell(south, amounts[2 * lanes + lane]);
    add_to_cell(south + 1, amounts[3 * lanes + lane]);
  }
}

/// Walks the droplets from `first` on, one a lane, and calls visit(step, Visit); gives the number of steps taken.
template <class OnVisit>
HWY_INLINE int walk(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts, std::size_t first,
                    const OnVisit& on_visit) {
  const F f;
  const I i;
  const auto start = hn::LoadU(i, starts.cells.data() + first);
  Floats x = hn::LoadU(f, starts.x.data() + first), y = hn::LoadU(f, starts.y.data() + first);
  const Floats none = hn::Zero(f), one = hn::Set(f, 1);
  const Floats keep = hn::Set(f, rules.keep), push = hn::Set(f, (1 - rules.keep) / rules.spacing);
  const Floats slopes = hn::Set(f, 1 / rules.spacing);
  Floats east = none, south = none, speed_squared = none, water = one;
  Place place = place_at(block, start, x, y);
  FloatMask alive = hn::And(hn::FirstN(f, starts.count - first), place.on_ground());
  Floats height = place.height();

  int step = 0;
  for (; step < rules.steps && !hn::AllFalse(f, alive); ++step) {
    east = hn::Sub(hn::Mul(keep, east), hn::Mul(push, place.rise_east()));
    south = hn::Sub(hn::Mul(keep, south), hn::Mul(push, place.rise_south()));
    const Floats squared = hn::Add(hn::Mul(east, east), hn::Mul(south, south));
    const FloatMask moves = hn::And(alive, hn::Gt(squared, hn::Set(f, least_speed_squared)));
    const Floats per_cell = hn::IfThenElseZero(moves, hn::Div(one, hn::Sqrt(squared)));
    const Floats next_x = hn::Add(x, hn::Mul(east, per_cell)), next_y = hn::Add(y, hn::Mul(south, per_cell));
    const Place next = place_at(block, start, next_x, next_y);
    const Floats next_height = next.height();
    const FloatMask moved = hn::And(moves, next.on_ground());
    const FloatMask on_land = hn::Ge(height, none);

    const Floats fall = hn::IfThenElseZero(moved, hn::Mul(hn::Sub(height, next_height), slopes));
    const Floats slope = hn::Max(fall, none);
    speed_squared = hn::Add(speed_squared, hn::Mul(hn::Set(f, rules.quickness), hn::Sub(slope, speed_squared)));
    Visit visit{place, {}, hn::IfThenElseZero(alive, water), none, {}};
    place.weights(visit.weights);
    const Floats left = hn::Set(f, 1 - static_cast<float>(step + 1) / static_cast<float>(rules.steps));
    visit.power = hn::IfThenElseZero(on_land, hn::Mul(hn::Mul(slope, hn::Sqrt(speed_squared)), hn::Mul(visit.water, left)));
    const Floats weight = hn::Mul(visit.water, hn::Set(f, rules.weight));
    unrolled<4>([&](auto k) CRATON_INLINE_LAMBDA { visit.shares[k] = hn::ConvertTo(i, hn::Mul(visit.weights[k], weight)); });
    on_visit(step, visit);

    const Floats moist = hn::Set(f, rules.moist);
    water = hn::Mul(water, hn::IfThenElse(on_land, moist, hn::Mul(moist, hn::Set(f, left_in_sea))));
    alive = hn::And(moved, hn::Gt(water, hn::Set(f, least_water)));
    x = hn::IfThenElse(moved, next_x, x);
    y = hn::IfThenElse(moved, next_y, y);
    height = hn::IfThenElse(moved, next_height, height);
    place.cell = hn::IfThenElse(hn::RebindMask(i, moved), next.cell, place.cell);
    place.x = hn::IfThenElse(moved, next.x, place.x);
    place.y = hn::IfThenElse(moved, next.y, place.y);
    unrolled<4>([&](auto k)
                    CRATON_INLINE_LAMBDA { place.corners[k] = hn::IfThenElse(moved, next.corners[k], place.corners[k]); });
  }
  return step;
}

void flow_kernel(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts) {
  const I i;
  const std::size_t lanes = hn::Lanes(i);
  AlignedArray<std::int32_t, 80> at;  // cells, then four amounts of each lane
  for (std::size_t first = 0; first < starts.count; first += lanes)
    walk(rules, block, starts, first, [&](int, const Visit& visit) CRATON_INLINE_LAMBDA {
      hn::StoreU(visit.place.cell, i, at.data);
      unrolled<4>([&](auto k) CRATON_INLINE_LAMBDA { hn::StoreU(visit.shares[k], i, at.data + (k + 1) * lanes); });
      add_to_cells(block.flow, block.stride, at.data, at.data + lanes, lanes);
    });
}

/// What droplets of a vector did at each step: cells, and four amounts (negative: taken) of each lane.
class Diary {
 public:
  explicit Diary(std::int32_t steps) : lanes_(hn::Lanes(I())), entries_(static_cast<std::size_t>(steps) * 5 * lanes_) {}
  std::int32_t* entry(int step) { return entries_.data() + static_cast<std::size_t>(step) * 5 * lanes_; }
  std::int32_t* amounts(int step, int corner) { return entry(step) + static_cast<std::size_t>(corner + 1) * lanes_; }
  std::size_t lanes() const { return lanes_; }

 private:
  std::size_t lanes_;
  AlignedVector<std::int32_t> entries_;
};

/// What a visit takes or lays at each corner, written into the diary; gives the new load.
HWY_INLINE Ints exchange(const DropletRules& rules, const DropletBlock& block, const Visit& visit, Ints load, int step,
                         Diary& diary) {
  const F f;
  const I i;
  const U u;
  const Floats none = hn::Zero(f), half = hn::Set(f, 0.5F);
  // What the ground is like: of the nearest of the four cells.
  const Ints right = hn::IfThenElseZero(hn::RebindMask(i, hn::Ge(visit.place.x, half)), hn::Set(i, 1));
  const Ints down = hn::IfThenElseZero(hn::RebindMask(i, hn::Ge(visit.place.y, half)), hn::Set(i, block.stride));
  const auto ground = hn::GatherIndex(u, block.grounds, hn::Add(visit.place.cell, hn::Add(right, down)));
  const Floats capacity = hn::BitCast(f, hn::And(ground, hn::Set(u, 0xFFFF0000u)));
  const Floats share = hn::Set(f, 1.0F / 255);
  const auto byte = hn::Set(u, 0xFFu);
  const Floats erosion = hn::Mul(hn::ConvertTo(f, hn::BitCast(i, hn::And(hn::ShiftRight<8>(ground), byte))), share);
  const Floats deposition = hn::Mul(hn::ConvertTo(f, hn::BitCast(i, hn::And(ground, byte))), share);

  const Floats loaded = hn::ConvertTo(f, load);
  const Floats carries = hn::Min(hn::Mul(hn::Mul(capacity, hn::Set(f, rules.load)), visit.power), hn::Set(f, most_load));
  const Floats missing = hn::Sub(carries, loaded);
  const FloatMask takes = hn::Gt(missing, none);
  const Floats wish = hn::Abs(hn::Mul(hn::IfThenElse(takes, erosion, deposition), missing));
  const Floats rounding = hn::IfThenElseZero(takes, half);
  hn::StoreU(visit.place.cell, i, diary.entry(step));
  hn::Vec<U> corners[4];
  gather_pairs(block.limits, visit.place.cell, corners[0], corners[1]);
  gather_pairs(block.limits + block.stride, visit.place.cell, corners[2], corners[3]);
  unrolled<4>([&](auto k) CRATON_INLINE_LAMBDA {
    const auto limits = corners[k];
    const Floats limit = hn::BitCast(
        f, hn::IfThenElse(hn::RebindMask(u, takes), hn::And(limits, hn::Set(u, 0xFFFF0000u)), hn::ShiftLeft<16>(limits)));
    const Floats most = hn::Mul(limit, hn::ConvertTo(f, visit.shares[k]));
    const Ints amount = hn::ConvertTo(i, hn::Min(hn::Add(hn::Mul(wish, visit.weights[k]), rounding), most));
    const Ints change = hn::IfThenElse(hn::RebindMask(i, takes), hn::Neg(amount), hn::Min(amount, load));
    load = hn::Sub(load, change);
    hn::StoreU(change, i, diary.amounts(step, k));
  });
  return load;
}

/// What a droplet could not lay down it has never taken: the last grains are put back first.
HWY_INLINE void put_back(Ints load, int steps, Diary& diary) {
  const I i;
  const Ints none = hn::Zero(i);
  for (int step = steps; step-- > 0 && !hn::AllTrue(i, hn::Eq(load, none));)
    unrolled<4>([&](auto k) CRATON_INLINE_LAMBDA {
      std::int32_t* at = diary.amounts(step, k);
      const Ints change = hn::LoadU(i, at);
      const Ints back = hn::Min(hn::Max(hn::Neg(change), none), load);
      hn::StoreU(hn::Add(change, back), i, at);
      load = hn::Sub(load, back);
    });
}

void load_kernel(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts) {
  Diary diary(rules.steps);
  for (std::size_t first = 0; first < starts.count; first += diary.lanes()) {
    Ints load = hn::Zero(I());
    const int steps = walk(rules, block, starts, first, [&](int step, const Visit& visit) CRATON_INLINE_LAMBDA {
      load = exchange(rules, block, visit, load, step, diary);
    });
    put_back(load, steps, diary);
    for (int step = 0; step < steps; ++step)
      add_to_cells(block.change, block.stride, diary.entry(step), diary.amounts(step, 0), diary.lanes());
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(flow_kernel);
HWY_EXPORT(load_kernel);

}  // namespace

void walk_for_flow(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts) {
  HWY_DYNAMIC_DISPATCH(flow_kernel)(rules, block, starts);
}
void walk_with_load(const DropletRules& rules, const DropletBlock& block, const DropletStarts& starts) {
  HWY_DYNAMIC_DISPATCH(load_kernel)(rules, block, starts);
}

}  // namespace craton
#endif
