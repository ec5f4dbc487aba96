// Derives the rules in src/noise/hat_substitution.h: where the hats of the smallest metatiles lie, and where metatiles lie within
// those of the next level. Outlines and matching rules are those of Smith, Myers, Kaplan & Goodman-Strauss 2024 ("An aperiodic
// monotile", section 5, and its companion program), here in exact fractions of Eisenstein integers. Prints the rules for levels
// 1, 2 and 3, checks that t(n) = 3 t(n − 1) − t(n − 2) holds beyond, and proves that patches of level 5 (54 289 hats in an H)
// cover every kite once and leave no hole.
//
//     g++ -std=c++20 -O2 tools/make_hat_rules.cpp -o /tmp/make_hat_rules && /tmp/make_hat_rules
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using Int = std::int64_t;

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

struct Fraction {
  Int over = 0, under = 1;

  Fraction(Int whole = 0) : over(whole) {}
  Fraction(Int o, Int u) {
    const Int common = std::gcd(o, u) * (u < 0 ? -1 : 1);
    over = o / common;
    under = u / common;
  }
  friend Fraction operator+(Fraction x, Fraction y) { return {x.over * y.under + y.over * x.under, x.under * y.under}; }
  friend Fraction operator-(Fraction x, Fraction y) { return {x.over * y.under - y.over * x.under, x.under * y.under}; }
  friend Fraction operator*(Fraction x, Fraction y) { return {x.over * y.over, x.under * y.under}; }
  friend Fraction operator/(Fraction x, Fraction y) { return {x.over * y.under, x.under * y.over}; }
  friend bool operator==(Fraction x, Fraction y) { return x.over == y.over && x.under == y.under; }
};

/// x + y·ω with ω = exp(iπ/3).
struct Point {
  Fraction x, y;

  friend Point operator+(Point p, Point q) { return {p.x + q.x, p.y + q.y}; }
  friend Point operator-(Point p, Point q) { return {p.x - q.x, p.y - q.y}; }
  friend Point operator*(Point p, Point q) { return {p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x + p.y * q.y}; }
  friend bool operator==(Point p, Point q) { return p.x == q.x && p.y == q.y; }
  Point conjugate() const { return {x + y, Fraction(0) - y}; }
  friend Point operator/(Point p, Point q) {
    const Fraction norm = q.x * q.x + q.x * q.y + q.y * q.y;
    const Point product = p * q.conjugate();
    return {product.x / norm, product.y / norm};
  }
};

const Point unit[6] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

/// Mirrored at the real axis first, then turned, then moved.
struct Isometry {
  int turn = 0;
  bool mirrored = false;
  Point move{};

  Point operator()(Point p) const { return unit[turn] * (mirrored ? p.conjugate() : p) + move; }
  friend Isometry operator*(const Isometry& f, const Isometry& g) {
    return {(f.mirrored ? f.turn - g.turn + 6 : f.turn + g.turn) % 6, f.mirrored != g.mirrored, f(g.move)};
  }
  Isometry inverse() const {
    require(!mirrored, "metatiles are never mirrored");
    const int back = (6 - turn) % 6;
    return {back, false, Point{} - unit[back] * move};
  }
};

/// Takes p to P and the direction p → q to P → Q.
Isometry match(Point p, Point q, Point P, Point Q) {
  const Point turn = (Q - P) / (q - p);
  for (int r = 0; r < 6; ++r)
    if (unit[r] == turn) return {r, false, P - unit[r] * p};
  require(false, "sides that meet are equally long");
  return {};
}

struct Child {
  int type;  // 0 … 3, or −1: a hat
  Isometry place;
};
struct Metatile {
  std::vector<Point> outline;
  std::vector<Child> children;
};
using Level = std::array<Metatile, 4>;
enum Type { H, T, P, F };

/// In halves of a kite's short side; y counts rows of height √3/2.
Point at(double x, int y) { return {Fraction(static_cast<Int>(2 * x) - y), 2 * y}; }

Level smallest() {
  const Point hat[13] = {{0, 0}, {-1, -1}, {0, -2}, {2, -2}, {2, -1}, {4, -2}, {5, -1},
                         {4, 0}, {3, 0},   {2, 2},  {0, 3},  {0, 2},  {-1, 2}};
  Level level;
  const std::vector<Point> h{at(0, 0), at(4, 0), at(4.5, 1), at(2.5, 5), at(1.5, 5), at(-0.5, 1)};
  level[H] = {h,
              {{-1, match(hat[5], hat[7], h[5], h[0])},
               {-1, match(hat[9], hat[11], h[1], h[2])},
               {-1, match(hat[5], hat[7], h[3], h[4])},
               {-1, {2, true, at(2.5, 1)}}}};
  level[T] = {{at(0, 0), at(3, 0), at(1.5, 3)}, {{-1, {0, false, at(0.5, 1)}}}};
  const std::vector<Child> pair{{-1, {0, false, at(1.5, 1)}}, {-1, {5, false, at(0, 2)}}};
  level[P] = {{at(0, 0), at(4, 0), at(3, 2), at(-1, 2)}, pair};
  level[F] = {{at(0, 0), at(3, 0), at(3.5, 1), at(3, 2), at(-1, 2)}, pair};
  return level;
}

/// A patch of 29 metatiles that holds one of each kind of the next level.
std::vector<Child> patch(const Level& level) {
  struct Rule {
    int other, side, second, corner, type, own;
  };  // where `second` is none, the sides meet; else the side runs between corners of two others
  constexpr Rule rules[] = {
      {0, 0, -1, 0, P, 2},  {1, 0, -1, 0, H, 2},  {2, 0, -1, 0, P, 2},  {3, 0, -1, 0, H, 2},  {4, 4, -1, 0, P, 2},
      {0, 4, -1, 0, F, 3},  {2, 4, -1, 0, F, 3},  {4, 1, 3, 2, F, 0},   {8, 3, -1, 0, H, 0},  {9, 2, -1, 0, P, 0},
      {10, 2, -1, 0, H, 0}, {11, 4, -1, 0, P, 2}, {12, 0, -1, 0, H, 2}, {13, 0, -1, 0, F, 3}, {14, 2, -1, 0, F, 1},
      {15, 3, -1, 0, H, 4}, {8, 2, -1, 0, F, 1},  {17, 3, -1, 0, H, 0}, {18, 2, -1, 0, P, 0}, {19, 2, -1, 0, H, 2},
      {20, 4, -1, 0, F, 3}, {20, 0, -1, 0, P, 2}, {22, 0, -1, 0, H, 2}, {23, 4, -1, 0, F, 3}, {23, 0, -1, 0, F, 3},
      {16, 0, -1, 0, P, 2}, {9, 4, 0, 2, T, 2},   {4, 0, -1, 0, F, 3}};
  std::vector<Child> list{{H, {}}};
  const auto corner = [&](int child, int i) {
    const std::vector<Point>& outline = level[static_cast<std::size_t>(list[static_cast<std::size_t>(child)].type)].outline;
    return list[static_cast<std::size_t>(child)].place(outline[static_cast<std::size_t>(i) % outline.size()]);
  };
  for (const Rule& rule : rules) {
    const std::vector<Point>& own = level[static_cast<std::size_t>(rule.type)].outline;
    const Point from = rule.second < 0 ? corner(rule.other, rule.side + 1) : corner(rule.second, rule.corner);
    const auto i = static_cast<std::size_t>(rule.own);
    list.push_back({rule.type, match(own[i], own[(i + 1) % own.size()], from, corner(rule.other, rule.side))});
  }
  return list;
}

Point meeting_point(Point p, Point q, Point r, Point s) {
  const Fraction d = (s.y - r.y) * (q.x - p.x) - (s.x - r.x) * (q.y - p.y);
  const Fraction t = ((s.x - r.x) * (p.y - r.y) - (s.y - r.y) * (p.x - r.x)) / d;
  return {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
}

Level next_level(const Level& level) {
  const std::vector<Child> all = patch(level);
  const auto corner = [&](std::size_t child, std::size_t i) {
    return all[child].place(level[static_cast<std::size_t>(all[child].type)].outline[i]);
  };
  const auto chosen = [&](std::initializer_list<std::size_t> indices) {
    std::vector<Child> list;
    for (const std::size_t i : indices) list.push_back(all[i]);
    return list;
  };
  const Point b1 = corner(8, 2), b2 = corner(21, 2), turned = unit[4] * (b2 - b1) + b1;
  const Point lower_left = meeting_point(b1, turned, corner(6, 2), corner(7, 2));
  const Point w = unit[5] * (corner(6, 2) - lower_left);
  const std::vector<Point> h{lower_left, b1, b1 + w, corner(14, 2), corner(14, 2) - unit[5] * w, corner(6, 2)};
  const Point t0 = h[1] + (h[4] - h[5]);
  Level next;
  next[H] = {h, chosen({0, 9, 16, 27, 26, 6, 1, 8, 10, 15})};
  next[T] = {{t0, unit[5] * (h[2] - t0) + t0, h[2]}, chosen({11})};
  next[P] = {{corner(7, 2), corner(7, 2) + (b1 - lower_left), b1, lower_left}, chosen({7, 2, 3, 4, 28})};
  next[F] = {{b2, corner(24, 2), corner(25, 0), corner(25, 2), corner(25, 2) + (lower_left - b1)},
             chosen({21, 20, 22, 23, 24, 25})};
  return next;
}

// ---- the rules: every metatile's origin is the vertex of one of its hats

struct Rule {
  int type, turn;
  bool mirrored;
  Int a, b;  // along the axes of simplex noise, 120° apart
};
using Rules = std::vector<std::array<std::vector<Rule>, 4>>;  // [level][metatile]

Rules make_rules(int last) {
  constexpr std::size_t reference[4] = {0, 0, 1, 1};  // the child whose origin is that of its parent, from level 1 on
  Rules rules;
  Level level = smallest();
  std::array<Isometry, 4> below{};
  for (int n = 0; n <= last; ++n) {
    if (n > 0) level = next_level(level);
    std::array<Isometry, 4> frame{};
    for (std::size_t t = 0; t < 4; ++t) {
      const Child& child = level[t].children[n == 0 ? 0 : reference[t]];
      frame[t] = n == 0 ? Isometry{t == T ? 3 : 0, false, child.place.move}
                        : Isometry{0, false, (child.place * below[static_cast<std::size_t>(child.type)]).move};
    }
    rules.emplace_back();
    for (std::size_t t = 0; t < 4; ++t)
      for (const Child& child : level[t].children) {
        Isometry place = frame[t].inverse() * child.place;
        if (n > 0) place = place * below[static_cast<std::size_t>(child.type)];
        const Point steps = place.move / Point{2, 2};  // from kites' sides to the lattice of vertices
        require(steps.x.under == 1 && steps.y.under == 1, "metatiles lie on the lattice");
        // The mirror of the lattice is 30° away from that of the kites' sides.
        rules.back()[t].push_back({child.type, (place.turn + (place.mirrored ? 5 : 0)) % 6, place.mirrored,
                                   steps.x.over + steps.y.over, steps.y.over});
      }
    below = frame;
  }
  return rules;
}

using Vertex = std::pair<Int, Int>;
Vertex turned(Vertex v, int by) {
  for (; by > 0; --by) v = {v.first - v.second, v.first};
  return v;
}

using KiteKey = std::tuple<Int, Int, int>;
struct Cover {
  std::set<KiteKey> kites;
  std::size_t hats = 0, mirrored = 0, twice = 0;
};

void add_hats(const Rules& rules, int type, int level, int turn, Vertex origin, Cover& cover) {
  constexpr int hat[8][3] = {{0, 0, 0}, {0, 0, 5}, {0, 0, 3}, {0, 0, 4}, {0, -1, 0}, {0, -1, 1}, {1, 0, 3}, {1, 0, 2}};
  for (const Rule& rule : rules[static_cast<std::size_t>(level)][static_cast<std::size_t>(type)]) {
    const Vertex moved = turned({rule.a, rule.b}, turn);
    const Vertex place{origin.first + moved.first, origin.second + moved.second};
    const int own = (turn + rule.turn) % 6;
    if (level > 0) {
      add_hats(rules, rule.type, level - 1, own, place, cover);
      continue;
    }
    ++cover.hats;
    cover.mirrored += rule.mirrored;
    for (const auto& [a, b, k] : hat) {
      const Vertex v = turned(rule.mirrored ? Vertex{a - b, -b} : Vertex{a, b}, own);
      const bool is_new =
          cover.kites.insert({place.first + v.first, place.second + v.second, ((rule.mirrored ? 5 - k : k) + own) % 6}).second;
      cover.twice += !is_new;
    }
  }
}

/// Kites that are not covered and not joined to the outside.
std::size_t holes(const Cover& cover) {
  constexpr Vertex around[6] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
  Int low = 0, high = 0;
  for (const auto& [a, b, k] : cover.kites) {
    low = std::min({low, a - 2, b - 2});
    high = std::max({high, a + 2, b + 2});
  }
  std::set<KiteKey> outside{{low, low, 0}};
  std::vector<KiteKey> rest{{low, low, 0}};
  while (!rest.empty()) {
    const auto [a, b, k] = rest.back();
    rest.pop_back();
    const Vertex one = around[k], other = around[(k + 1) % 6];
    const KiteKey neighbours[4] = {{a, b, (k + 1) % 6},
                                   {a, b, (k + 5) % 6},
                                   {a + one.first, b + one.second, (k + 2) % 6},
                                   {a + other.first, b + other.second, (k + 4) % 6}};
    for (const KiteKey& next : neighbours) {
      const auto [x, y, z] = next;
      if (x < low || y < low || x > high || y > high || cover.kites.count(next) != 0) continue;
      if (outside.insert(next).second) rest.push_back(next);
    }
  }
  const auto side = static_cast<std::size_t>(high - low + 1);
  return side * side * 6 - outside.size() - cover.kites.size();
}

}  // namespace

int main() {
  constexpr int last = 8;
  const char* const name = "HTPF";
  const Rules rules = make_rules(last);
  for (std::size_t t = 0; t < 4; ++t) {
    std::printf("%c, hats:", name[t]);
    for (const Rule& rule : rules[0][t])
      std::printf(" {%d, %s, %d, %d}", rule.turn, rule.mirrored ? "true" : "false", int(rule.a), int(rule.b));
    std::printf("\n");
    for (std::size_t i = 0; i < rules[1][t].size(); ++i) {
      std::printf("    {Metatile::%c, %d, {", name[rules[1][t][i].type], rules[1][t][i].turn);
      for (std::size_t n = 1; n <= 3; ++n)
        std::printf("{%d, %d}%s", int(rules[n][t][i].a), int(rules[n][t][i].b), n < 3 ? ", " : "}},\n");
      for (std::size_t n = 2; n <= last; ++n) {
        require(rules[n][t][i].type == rules[1][t][i].type && rules[n][t][i].turn == rules[1][t][i].turn,
                "children keep their turns");
        if (n < 4) continue;
        require(rules[n][t][i].a == 3 * rules[n - 1][t][i].a - rules[n - 2][t][i].a &&
                    rules[n][t][i].b == 3 * rules[n - 1][t][i].b - rules[n - 2][t][i].b,
                "places follow the recurrence");
      }
    }
  }
  for (int t = 0; t < 4; ++t) {
    Cover cover;
    add_hats(rules, t, 5, 0, {0, 0}, cover);
    const std::size_t empty = holes(cover);
    std::printf("%c of level 5: %zu hats, %.5f of them mirrored, %zu kites, %zu covered twice, %zu in holes\n", name[t], cover.hats,
                double(cover.mirrored) / double(cover.hats), cover.kites.size(), cover.twice, empty);
    require(cover.twice == 0 && empty == 0 && cover.kites.size() == 8 * cover.hats, "every kite is covered once");
  }
  return 0;
}
