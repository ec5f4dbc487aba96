// What plants look like. Every form is a small builder: wood first, then leaves around it.
#include "shape/plant_forms.h"

#include <algorithm>

namespace craton::shape {
namespace {

using Builder = PlantBuilder;
using Leaves = PlantBuilder::Leaves;

struct Direction {
  float x, y;
};
constexpr Direction around[8] = {{1, 0},  {0.71F, 0.71F},   {0, 1},  {-0.71F, 0.71F},
                                 {-1, 0}, {-0.71F, -0.71F}, {0, -1}, {0.71F, -0.71F}};

bool has(std::string_view name, std::string_view word) { return name.find(word) != std::string_view::npos; }

void roots(Builder& b, std::uint8_t wood) {
  for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
    if (b.unit() < 0.6F) b.put(x, y, 0, wood);
}

/// Oaks and their like: a short stem, and a crown of several rounds.
PlantVoxels broadleaf(std::string_view name, std::uint64_t seed) {
  Builder b(9, 26, 0.5F, seed);
  const std::uint8_t wood = b.colour(0x6b4d33);
  const bool maple = has(name, "maple"), beech = has(name, "beech");
  const Leaves leaves = maple   ? b.leaves(0x9a4a22, 0xbb5f28, 0xd38437)
                        : beech ? b.leaves(0x456b2c, 0x578537, 0x74a149)
                                : b.leaves(0x35602a, 0x4a7c33, 0x669a43);
  const int stem = 6 + b.below(3);
  b.column(0, 0, 0, stem + 2, wood);
  roots(b, wood);
  const float z = static_cast<float>(stem) + 2.4F;
  const int turn = b.below(8), rounds = 4 + b.below(2);
  for (int i = 0; i < rounds; ++i) {
    const Direction to = around[(turn + i * 8 / rounds) % 8];
    const float away = b.between(2.2F, 3.2F), rise = b.between(-1.4F, 1.4F), radius = b.between(2.5F, 3.3F);
    b.branch({0, 0, z - 3}, {to.x * away, to.y * away, z + rise - 1}, wood);
    b.blob({to.x * away, to.y * away, z + rise}, radius, radius * 0.82F, leaves);
  }
  const float top = b.between(2.6F, 3.6F);
  b.blob({0, 0, z + 1.8F}, 3.6F, top, leaves);
  return b.finished();
}

/// Birches and poplars: a slim white stem, a narrow light crown.
PlantVoxels birch(std::string_view name, std::uint64_t seed) {
  Builder b(5, 26, 0.5F, seed);
  const bool poplar = has(name, "poplar");
  const std::uint8_t wood = b.colour(poplar ? 0x8a7f6a : 0xdcd8cc), mark = b.colour(0x4a463f);
  const Leaves leaves = b.leaves(0x6b8f36, 0x86aa45, 0xa3c35c);
  const int stem = 7 + b.below(3);
  b.column(0, 0, 0, stem + 4, wood);
  for (int z = 1; z < stem; ++z)
    if (b.unit() < 0.25F) b.put(0, 0, z, mark);
  const float z = static_cast<float>(stem) + 2, long_half = b.between(4.2F, 5.4F);
  b.blob({0, 0, z + 0.5F}, poplar ? 1.9F : 2.4F, long_half, leaves);
  const Direction to = around[b.below(8)];
  b.blob({to.x * 1.4F, to.y * 1.4F, z - 1.5F}, 1.7F, 1.8F, leaves);
  return b.finished();
}

/// Spruces and firs: tiers that narrow upwards.
PlantVoxels spruce(std::string_view name, std::uint64_t seed) {
  Builder b(6, 26, 0.5F, seed);
  const std::uint8_t wood = b.colour(0x5b4330);
  const bool larch = has(name, "larch"), snowy = has(name, "snow");
  const Leaves leaves = larch ? b.leaves(0x8a7d2c, 0xa8963a, 0xc0b04c) : b.leaves(0x1f4531, 0x2a583c, 0x3b6d48);
  const std::uint8_t snow = b.colour(0xeef3f6);
  const int total = 17 + b.below(5), bare = 2 + b.below(2);
  const float widest = b.between(4.2F, 5.0F);
  b.column(0, 0, 0, bare + 1, wood);
  for (int z = bare; z < total; ++z) {
    const float along = static_cast<float>(z - bare) / static_cast<float>(total - bare);
    const int tier = (z - bare) % 3;
    const float radius = widest * (1 - along) * (tier == 0 ? 1.0F : tier == 1 ? 0.78F : 0.52F);
    b.disc(z, std::max(radius, z + 3 > total ? 0.3F : 0.9F), std::min(0.9F, 0.3F * radius), leaves);
    if (snowy && tier == 0) b.disc(z + 1, radius - 0.8F, 1.2F, {snow, snow, snow});
  }
  b.put(0, 0, total, leaves.light);
  return b.finished();
}

/// Pines: a high bare stem, flat cushions.
PlantVoxels pine(std::string_view, std::uint64_t seed) {
  Builder b(8, 28, 0.5F, seed);
  const std::uint8_t wood = b.colour(0x9a6a44), dark = b.colour(0x6e4f38);
  const Leaves leaves = b.leaves(0x2c5238, 0x3a6643, 0x4f7c50);
  const int stem = 11 + b.below(4), turn = b.below(8), cushions = 3 + b.below(2);
  b.column(0, 0, 0, stem, wood);
  b.column(0, 0, 0, 4, dark);
  for (int i = 0; i < cushions; ++i) {
    const Direction to = around[(turn + i * 3) % 8];
    const float away = b.between(2, 3.4F), z = static_cast<float>(stem) - 2.5F * static_cast<float>(i % 3);
    b.branch({0, 0, z - 2}, {to.x * away, to.y * away, z - 1}, wood);
    b.blob({to.x * away, to.y * away, z}, b.between(2.4F, 3.1F), 1.4F, leaves);
  }
  b.blob({0, 0, static_cast<float>(stem) + 0.8F}, 3.2F, 1.8F, leaves);
  return b.finished();
}

PlantVoxels dwarf(std::string_view, std::uint64_t seed) {
  Builder b(5, 14, 0.25F, seed);
  const std::uint8_t wood = b.colour(0x5b4330);
  const Leaves leaves = b.leaves(0x3c5a43, 0x4d6d4f, 0x63825f);
  const int total = 8 + b.below(4);
  b.column(0, 0, 0, total - 1, wood);
  for (int z = 1; z < total; ++z) {
    const float along = static_cast<float>(z) / static_cast<float>(total);
    b.disc(z, 4.0F * (1 - along) * (z % 2 == 1 ? 1.0F : 0.7F), 1.2F, leaves);
  }
  return b.finished();
}

/// Acacias: a leaning stem that forks, and flat roofs.
PlantVoxels acacia(std::string_view, std::uint64_t seed) {
  Builder b(11, 20, 0.5F, seed);
  const std::uint8_t wood = b.colour(0x7b5f44);
  const Leaves leaves = b.leaves(0x64802f, 0x7d9a3b, 0x98b24c);
  const int fork = 3 + b.below(2), turn = b.below(8), roofs = 2 + b.below(2);
  const Direction lean = around[turn];
  b.branch({0, 0, 0}, {lean.x, lean.y, static_cast<float>(fork)}, wood);
  for (int i = 0; i < roofs; ++i) {
    const Direction to = around[(turn + i * 8 / roofs + b.below(2)) % 8];
    const float away = b.between(2.6F, 4), z = static_cast<float>(fork) + b.between(4, 6.4F), radius = b.between(3.8F, 5);
    b.branch({lean.x, lean.y, static_cast<float>(fork)}, {to.x * away, to.y * away, z}, wood);
    b.blob({to.x * away, to.y * away, z}, radius, 1.15F, leaves);
  }
  return b.finished();
}

PlantVoxels baobab(std::string_view, std::uint64_t seed) {
  Builder b(8, 22, 0.5F, seed);
  const std::uint8_t wood = b.colour(0x9a7d63), shade = b.colour(0x86694f);
  const Leaves leaves = b.leaves(0x5a7a33, 0x708f3d, 0x88a54b);
  const int stem = 9 + b.below(3);
  for (int z = 0; z < stem; ++z) {
    const float along = static_cast<float>(z) / static_cast<float>(stem);
    b.disc(z, 2.6F - 0.9F * along, 0.4F, {shade, wood, wood});
  }
  const int turn = b.below(8);
  for (int i = 0; i < 5; ++i) {
    const Direction to = around[(turn + i * 8 / 5) % 8];
    const float away = b.between(3.4F, 4.6F), z = static_cast<float>(stem) + b.between(1.2F, 3.4F);
    b.branch({to.x, to.y, static_cast<float>(stem) - 1}, {to.x * away, to.y * away, z}, wood);
    b.blob({to.x * away, to.y * away, z + 0.4F}, b.between(1.7F, 2.3F), 1.2F, leaves);
  }
  b.blob({0, 0, static_cast<float>(stem) + 2}, 2.2F, 1.3F, leaves);
  return b.finished();
}

/// Palms: a bowed stem, and fronds that hang.
PlantVoxels palm(std::string_view, std::uint64_t seed) {
  Builder b(12, 26, 1.0F / 3, seed);
  const std::uint8_t wood = b.colour(0x8f7350), ring = b.colour(0x77603f), nut = b.colour(0x5d432a);
  const Leaves leaves = b.leaves(0x4a7a30, 0x5f923a, 0x7cab4b);
  const int stem = 14 + b.below(5), turn = b.below(8);
  const float bow = b.between(1, 4);
  const Direction lean = around[turn];
  float x = 0, y = 0;
  for (int z = 0; z < stem; ++z) {
    const float along = static_cast<float>(z) / static_cast<float>(stem);
    x = lean.x * bow * along * along;
    y = lean.y * bow * along * along;
    b.branch({x, y, static_cast<float>(z)}, {x, y, static_cast<float>(z)}, z % 3 == 2 ? ring : wood);
  }
  constexpr float droop[] = {0.4F, 1.2F, 1.5F, 1.3F, 0.7F, -0.4F, -1.8F};
  const auto top = static_cast<float>(stem);
  for (const Direction& to : around) {
    const float long_by = b.between(0.85F, 1.1F), drop = b.between(0.8F, 1.3F);
    for (int k = 0; k < 7; ++k) {
      const float away = static_cast<float>(k) * long_by + 0.6F, z = top + (droop[k] > 0 ? droop[k] : droop[k] * drop);
      const std::uint8_t leaf = k < 2 ? leaves.light : k < 5 ? leaves.middle : leaves.dark;
      const Builder::Place at{x + to.x * away, y + to.y * away, z};
      b.branch(at, at, leaf);
      if (k < 1 || k > 5) continue;
      const Builder::Place left{at.x - to.y * 0.9F, at.y + to.x * 0.9F, z - 0.6F},
          right{at.x + to.y * 0.9F, at.y - to.x * 0.9F, z - 0.6F};
      b.branch(left, left, leaf);
      b.branch(right, right, leaf);
    }
  }
  for (int i = 0; i < 2; ++i) {
    const Direction to = around[(turn + 3 * i) % 8];
    b.branch({x + to.x, y + to.y, top - 1}, {x + to.x, y + to.y, top - 1}, nut);
  }
  return b.finished();
}

/// Columns with arms.
PlantVoxels cactus(std::string_view, std::uint64_t seed) {
  Builder b(5, 16, 1.0F / 3, seed);
  const std::uint8_t rib = b.colour(0x5d9148), groove = b.colour(0x467637), flower = b.colour(0xe6609a);
  const int tall = 8 + b.below(5), more = b.below(2), arms = more + b.below(3);
  b.column(0, 0, 0, tall, rib);
  for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) b.column(x, y, 0, tall - 1, groove);
  const int turn = b.below(4);
  for (int i = 0; i < arms; ++i) {
    const Direction to = around[(turn + i) % 4 * 2];
    const int z = 3 + b.below(3), up = 2 + b.below(4);
    const auto x = static_cast<int>(to.x), y = static_cast<int>(to.y);
    for (int k = 2; k <= 3; ++k) b.put(x * k, y * k, z, groove);
    b.column(3 * x, 3 * y, z, z + up, rib);
    if (b.unit() < 0.4F) b.put(3 * x, 3 * y, z + up, flower);
  }
  if (b.unit() < 0.4F) b.put(0, 0, tall, flower);
  return b.finished();
}

/// Dry twigs.
PlantVoxels dead_bush(std::string_view, std::uint64_t seed) {
  Builder b(4, 9, 0.2F, seed);
  const std::uint8_t wood = b.colour(0x8d7350), pale = b.colour(0xa68c66);
  const int turn = b.below(8);
  b.column(0, 0, 0, 2, wood);
  for (int i = 0; i < 5; ++i) {
    const Direction to = around[(turn + i * 8 / 5) % 8];
    const float away = b.between(1.6F, 3.4F), z = b.between(2.5F, 6);
    b.branch({0, 0, 1}, {to.x * away, to.y * away, z}, i % 2 == 0 ? wood : pale);
  }
  return b.finished();
}

/// Blades of different heights that lean outwards.
PlantVoxels grass(std::string_view name, std::uint64_t seed) {
  Builder b(3, 10, 0.125F, seed);
  const bool dry = has(name, "dry") || has(name, "yellow"), tall = has(name, "tall");
  const Leaves leaves = dry ? b.leaves(0xa08f45, 0xb9a656, 0xcdbd70) : b.leaves(0x5f8c38, 0x79a546, 0x98bd5c);
  const int blades = 7 + b.below(3);
  for (int i = 0; i < blades; ++i) {
    const int x = b.below(5) - 2, y = b.below(5) - 2, length = 2 + b.below(4) + (tall ? 2 : 0);
    const std::uint8_t low = i % 2 == 0 ? leaves.dark : leaves.middle;
    b.column(x, y, 0, length, low);
    const int dx = x > 0 ? 1 : x < 0 ? -1 : 0, dy = y > 0 ? 1 : y < 0 ? -1 : 0;
    b.put(x + (i % 2 == 0 ? dx : 0), y + (i % 2 == 0 ? 0 : dy), length, leaves.light);
  }
  return b.finished();
}

/// A stem, leaves, and a head of petals; sometimes a second one beside it.
PlantVoxels flower(std::string_view name, std::uint64_t seed) {
  Builder b(3, 9, 0.125F, seed);
  const std::uint8_t stem = b.colour(0x5d8f3a), leaf = b.colour(0x74a548);
  const unsigned code = has(name, "red")      ? 0xd3453a
                        : has(name, "blue")   ? 0x5b74d6
                        : has(name, "white")  ? 0xf2efe6
                        : has(name, "purple") ? 0x9257c2
                                              : 0xf0cf48;
  const std::uint8_t petal = b.colour(code), eye = b.colour(has(name, "yellow") || code == 0xf0cf48 ? 0xb5772a : 0xf3d55e);
  const int heads = 1 + b.below(3);
  for (int i = 0; i < heads; ++i) {
    const Direction to = around[(b.below(8) + 3 * i) % 8];
    const int x = i == 0 ? 0 : static_cast<int>(to.x * 2.4F), y = i == 0 ? 0 : static_cast<int>(to.y * 2.4F);
    const int z = 3 + b.below(3);
    b.column(x, y, 0, z, stem);
    b.put(x + 1, y, 1, leaf);
    b.put(x, y - 1, 0, leaf);
    for (const auto& [px, py] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) b.put(x + px, y + py, z, petal);
    b.put(x, y, z, eye);
  }
  return b.finished();
}

/// Fronds from one root.
PlantVoxels fern(std::string_view, std::uint64_t seed) {
  Builder b(6, 8, 0.2F, seed);
  const Leaves leaves = b.leaves(0x3f6e30, 0x56883a, 0x74a34a);
  for (int i = 0; i < 8; ++i) {
    const Direction to = around[i];
    const float away = b.between(3, 5), rise = b.between(2, 4);
    b.branch({0, 0, 0}, {to.x * away * 0.5F, to.y * away * 0.5F, rise}, i % 2 == 0 ? leaves.dark : leaves.middle);
    b.branch({to.x * away * 0.5F, to.y * away * 0.5F, rise}, {to.x * away, to.y * away, rise - 1}, leaves.light);
  }
  return b.finished();
}

/// Stalks with brown heads.
PlantVoxels reed(std::string_view, std::uint64_t seed) {
  Builder b(3, 14, 0.17F, seed);
  const std::uint8_t stalk = b.colour(0x7f9a4a), pale = b.colour(0xa3b069), head = b.colour(0x6b4a2c);
  const int stalks = 6 + b.below(4);
  for (int i = 0; i < stalks; ++i) {
    const int x = b.below(6) - 3, y = b.below(6) - 3, length = 5 + b.below(6);
    b.column(x, y, 0, length, i % 2 == 0 ? stalk : pale);
    if (i % 3 == 0) b.column(x, y, length - 1, length + 2, head);
  }
  return b.finished();
}

/// Everything else: a low round bush, some with berries.
PlantVoxels shrub(std::string_view name, std::uint64_t seed) {
  Builder b(6, 10, 0.25F, seed);
  const std::uint8_t wood = b.colour(0x6b4d33), berry = b.colour(0xc23b34);
  const Leaves leaves = b.leaves(0x44702f, 0x5a8839, 0x77a44b);
  const int turn = b.below(8);
  const bool berries = has(name, "berr") || b.unit() < 0.25F;
  b.column(0, 0, 0, 2, wood);
  for (int i = 0; i < 3; ++i) {
    const Direction to = around[(turn + i * 3) % 8];
    const float away = b.between(0.8F, 2), z = b.between(1.8F, 3), radius = b.between(2, 2.8F);
    b.blob({to.x * away, to.y * away, z}, radius, radius * 0.85F, leaves);
  }
  for (int i = 0; berries && i < 9; ++i) {
    const int x = b.below(9) - 4, y = b.below(9) - 4, z = 1 + b.below(5);
    if (b.at(x, y, z) != 0) b.put(x, y, z, berry);
  }
  return b.finished();
}

// More exact words come first: a "dwarf pine" is no pine, "dead grass" no grass, and an "oak fern" no oak.
constexpr PlantForm forms[] = {{"dead", 3, dead_bush},  {"dwarf", 3, dwarf},     {"flower", 3, flower}, {"lily", 3, flower},
                               {"grass", 4, grass},     {"fern", 3, fern},       {"reed", 3, reed},     {"oak", 4, broadleaf},
                               {"beech", 4, broadleaf}, {"maple", 4, broadleaf}, {"birch", 4, birch},   {"poplar", 3, birch},
                               {"spruce", 4, spruce},   {"fir", 4, spruce},      {"larch", 4, spruce},  {"pine", 4, pine},
                               {"acacia", 4, acacia},   {"baobab", 3, baobab},   {"palm", 4, palm},     {"cactus", 4, cactus},
                               {"tree", 4, broadleaf},  {"shrub", 4, shrub}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether a name has a word, alone or with one s more, or a word that ends in it: a "sunflower", but no "alpine" and no "fire".
bool has_word(std::string_view name, std::string_view word) {
  constexpr std::size_t shortest_end = 5;  // shorter words end others by chance
  for (std::size_t at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
    const bool begins = at == 0 || !is_letter(name[at - 1]) || word.size() >= shortest_end;
    std::size_t end = at + word.size();
    if (end < name.size() && name[end] == 's') ++end;
    if (begins && (end == name.size() || !is_letter(name[end]))) return true;
  }
  return false;
}

}  // namespace

std::span<const PlantForm> plant_forms() { return forms; }

const PlantForm& form_of(std::string_view name) {
  for (const PlantForm& form : forms)
    if (has_word(name, form.word)) return form;
  return forms[std::size(forms) - 1];
}

}  // namespace craton::shape
