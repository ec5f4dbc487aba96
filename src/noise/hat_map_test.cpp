#include "noise/hat_map.h"

#include <gtest/gtest.h>

#include "noise/variants_test.h"

namespace craton {
namespace {

/// What the map says of every kite is what the tiling says, wherever the map lies.
TEST(HatMap, IsTheTiling) {
  test::Random random(3);
  for (int round = 0; round < 30; ++round) {
    const HatTiling tiling(Seed{random.bits()});
    const std::int64_t far = round % 3 == 0 ? 0 : std::int64_t{1} << (round % 3 == 1 ? 40 : 61);
    const HatBox box{{far - 5, -far + 3}, {far - 5 + random.between(1, 300), -far + 3 + random.between(1, 300)}};
    const HatCover cover(tiling, box);
    const std::int64_t width = random.between(1, std::min<std::int64_t>(box.last.a - box.first.a + 1, 60)),
                       height = random.between(1, std::min<std::int64_t>(box.last.b - box.first.b + 1, 60));
    const HatVector<std::int64_t> first{random.between(0, box.last.a - box.first.a + 1 - width),
                                        random.between(0, box.last.b - box.first.b + 1 - height)};
    ASSERT_TRUE(cover.contains(first, width, height));
    HatMap map;
    map.make(cover, first, width, height);
    for (int i = 0; i < 100; ++i) {
      const std::int64_t a = random.between(0, width - 1), b = random.between(0, height - 1);
      const int k = static_cast<int>(random.below(6));
      const HatVertex vertex{box.first.a + first.a + a, box.first.b + first.b + b};
      const HatPlace place = tiling.at({vertex, k});
      const HatPair pair = map.pair_of(a, b, k);
      ASSERT_EQ(pair.direction, hat_shared_side(place)) << round << " at " << a << ", " << b << ", " << k;
      ASSERT_EQ((HatVertex{vertex.a + pair.a, vertex.b + pair.b}), place.hat.vertex) << round;
    }
  }
}

}  // namespace
}  // namespace craton
