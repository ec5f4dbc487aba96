#include "surface/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <craton/surface/domain.h>

namespace craton {
namespace {

std::vector<Domain> domains() {
  return {*PlaneTile::make({.width = 1, .height = 1}),    *PlaneTile::make({.width = 2, .height = 7}),
          *PlaneTile::make({.width = 9, .height = 5}, 2), *Torus::make({.width = 3, .height = 3}),
          *Torus::make({.width = 11, .height = 6}),       *Torus::make({.width = 1, .height = 6, .wrap = Torus::Wrap::y}),
          *CubeSphere::make({.resolution = 4}, Seed{1}),  *CubeSphere::make({.resolution = 9}, Seed{1})};
}

template <class T>
void expect_every_cell_once(const T& topology, Cell begin, Cell end) {
  std::vector<int> visits(topology.cell_count());
  Cell next = begin;
  const auto offsets = topology.regular_offsets();
  sweep(
      topology, begin, end,
      [&](Cell first, Cell last) {
        ASSERT_EQ(first, next);
        ASSERT_LT(first, last);
        next = last;
        for (Cell cell = first; cell < last; ++cell) {
          ++visits[cell];
          std::vector<Link> links;
          topology.for_each_link(cell, [&](Link link) { links.push_back(link); });
          ASSERT_EQ(links.size(), 8u);
          for (std::size_t i = 0; i < 8; ++i) {
            ASSERT_EQ(links[i].to, cell + static_cast<Cell>(offsets[i]));
            if constexpr (EvenTopology<T>) { ASSERT_EQ(links[i].length, topology.regular_lengths()[i]); }
          }
        }
      },
      [&](Cell cell) {
        ASSERT_EQ(cell, next);
        next = cell + 1;
        ++visits[cell];
      });
  ASSERT_EQ(next, std::max(begin, end));
  for (Cell cell = 0; cell < topology.cell_count(); ++cell) ASSERT_EQ(visits[cell], cell >= begin && cell < end ? 1 : 0);
}

TEST(Sweep, VisitsEveryCellOnceInOrder) {
  for (const Domain& domain : domains())
    std::visit(
        [](const auto& topology) {
          const Cell count = topology.cell_count();
          for (Cell begin = 0; begin <= count; begin += 1 + count / 13)
            for (Cell end = begin; end <= count; end += 1 + count / 7) expect_every_cell_once(topology, begin, end);
          expect_every_cell_once(topology, 0, count);
        },
        domain);
}

// A stencil on it gives what the links give, whatever the blocks.
TEST(Sweep, StencilsAgreeWithLinks) {
  for (const Domain& domain : domains())
    std::visit(
        [](const auto& topology) {
          const Cell count = topology.cell_count();
          std::vector<float> values(count), expected(count), found(count);
          for (Cell cell = 0; cell < count; ++cell) values[cell] = static_cast<float>(cell * 7919 % 1000) * 0.37f;
          const auto by_links = [&](Cell cell) {
            float sum = 0;
            topology.for_each_link(cell, [&](Link link) { sum += values[link.to]; });
            return sum;
          };
          for (Cell cell = 0; cell < count; ++cell) expected[cell] = by_links(cell);
          const auto offsets = topology.regular_offsets();
          for (Cell begin = 0; begin < count; begin += 17)
            sweep(
                topology, begin, std::min(begin + 17, count),
                [&](Cell first, Cell last) {
                  for (Cell cell = first; cell < last; ++cell) {
                    float sum = 0;
                    for (std::int32_t offset : offsets) sum += values[cell + static_cast<Cell>(offset)];
                    found[cell] = sum;
                  }
                },
                [&](Cell cell) { found[cell] = by_links(cell); });
          EXPECT_EQ(found, expected);
        },
        domain);
}

}  // namespace
}  // namespace craton
