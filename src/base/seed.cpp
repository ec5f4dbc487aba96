#include <craton/base/seed.h>

#include <craton/base/hash.h>

namespace craton {

// Each step is a bijection of the state for given bytes, so that two parents never share a child of the same name. The
// length goes in last: it tells names that end in zero bytes apart and makes a child of a child differ from the child
// of the joined name.
Seed Seed::child(std::string_view name) const {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
  std::uint64_t state = mix64(value + golden);
  for (std::size_t begin = 0; begin < name.size(); begin += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8 && begin + i < name.size(); ++i)
      word |= std::uint64_t{static_cast<unsigned char>(name[begin + i])} << (8 * i);
    state = mix64((state ^ word) + golden);
  }
  return Seed{mix64((state ^ name.size()) + golden)};
}

}  // namespace craton
