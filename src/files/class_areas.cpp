#include "files/class_areas.h"

namespace craton::files {

ClassAreas class_areas(const Domain& domain, std::span<const std::uint8_t> classes) {
  ClassAreas found{.number = std::vector<std::uint32_t>(classes.size(), 0), .class_of = {}, .areas = {}};
  std::vector<Cell> open;
  std::visit(
      [&](const auto& topology) {
        for (Cell start = 0; start < topology.cell_count(); ++start) {
          if (found.number[start] != 0) continue;
          found.class_of.push_back(classes[start]);
          const auto number = static_cast<std::uint32_t>(found.class_of.size());
          double area = 0;
          found.number[start] = number;
          open.assign(1, start);
          while (!open.empty()) {
            const Cell cell = open.back();
            open.pop_back();
            area += topology.area(cell);
            topology.for_each_link(cell, [&](const Link& link) {
              if (found.number[link.to] != 0 || classes[link.to] != classes[start]) return;
              found.number[link.to] = number;
              open.push_back(link.to);
            });
          }
          found.areas.push_back(area);
        }
      },
      domain);
  return found;
}

}  // namespace craton::files
