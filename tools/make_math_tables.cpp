// Computes the constants and tables of base/math from series in 1408-bit fixed point and prints src/base/math_tables.h:
//
//     g++ -std=c++20 -O2 tools/make_math_tables.cpp -o /tmp/tables && /tmp/tables | clang-format > src/base/math_tables.h
//
// Nothing here comes from libm: pi is Machin's formula, logarithms are atanh series, powers of two are exp series.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr int fraction_words = 44;  // of 32 bits; two more hold the whole part
constexpr int all_words = fraction_words + 2;
constexpr std::uint32_t logarithm_raise_from = 53;  // significands from 1 + 53/128, about √2, count as below one

/// A non-negative fixed-point number, least significant word first.
struct Fixed {
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(all_words, 0);

  static Fixed whole(std::uint32_t n) {
    Fixed result;
    result.words[fraction_words] = n;
    return result;
  }
  bool zero() const {
    return std::all_of(words.begin(), words.end(), [](std::uint32_t word) { return word == 0; });
  }
  bool bit(int i) const { return i >= 0 && (words[i / 32] >> (i % 32) & 1) != 0; }
};

bool operator<(const Fixed& a, const Fixed& b) {
  return std::lexicographical_compare(a.words.rbegin(), a.words.rend(), b.words.rbegin(), b.words.rend());
}

Fixed operator+(Fixed a, const Fixed& b) {
  std::uint64_t carry = 0;
  for (int i = 0; i < all_words; ++i) {
    carry += std::uint64_t{a.words[i]} + b.words[i];
    a.words[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return a;
}

Fixed operator-(Fixed a, const Fixed& b) {
  std::int64_t borrow = 0;
  for (int i = 0; i < all_words; ++i) {
    borrow += std::int64_t{a.words[i]} - b.words[i];
    a.words[i] = static_cast<std::uint32_t>(borrow);
    borrow >>= 32;
  }
  return a;
}

Fixed operator*(Fixed a, std::uint32_t n) {
  std::uint64_t carry = 0;
  for (int i = 0; i < all_words; ++i) {
    carry += std::uint64_t{a.words[i]} * n;
    a.words[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return a;
}

Fixed operator/(Fixed a, std::uint32_t n) {
  std::uint64_t rest = 0;
  for (int i = all_words - 1; i >= 0; --i) {
    rest = rest << 32 | a.words[i];
    a.words[i] = static_cast<std::uint32_t>(rest / n);
    rest %= n;
  }
  return a;
}

Fixed operator*(const Fixed& a, const Fixed& b) {
  std::vector<std::uint32_t> product(2 * all_words, 0);
  for (int i = 0; i < all_words; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < all_words; ++j) {
      carry += std::uint64_t{a.words[i]} * b.words[j] + product[i + j];
      product[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[i + all_words] = static_cast<std::uint32_t>(carry);
  }
  Fixed result;
  std::copy_n(product.begin() + fraction_words, all_words, result.words.begin());
  return result;
}

/// a / b for a < b, bit by bit.
Fixed quotient_below_one(Fixed a, const Fixed& b) {
  Fixed result;
  for (int i = 32 * fraction_words - 1; i >= 0; --i) {
    a = a + a;
    if (a < b) continue;
    a = a - b;
    result.words[i / 32] |= std::uint32_t{1} << (i % 32);
  }
  return result;
}

/// Sum of (p/q)^(2n+1) / (2n+1), with alternating signs for atan, without for atanh.
Fixed odd_series(std::uint32_t p, std::uint32_t q, bool alternating) {
  Fixed power = Fixed::whole(p) / q, plus, minus;
  for (std::uint32_t n = 0; !power.zero(); ++n) {
    Fixed& side = alternating && n % 2 == 1 ? minus : plus;
    side = side + power / (2 * n + 1);
    power = power * (p * p) / (q * q);
  }
  return plus - minus;
}

Fixed atan(std::uint32_t p, std::uint32_t q) { return odd_series(p, q, true); }

/// ln(p/q) for p > q, as 2 atanh((p−q)/(p+q)).
Fixed log(std::uint32_t p, std::uint32_t q) { return p == q ? Fixed{} : odd_series(p - q, p + q, false) * 2; }

Fixed exp(const Fixed& x) {
  Fixed term = Fixed::whole(1), sum;
  for (std::uint32_t n = 1; !term.zero(); ++n) {
    sum = sum + term;
    term = term * x / n;
  }
  return sum;
}

/// A number taken apart into doubles.
class Parts {
 public:
  explicit Parts(Fixed value, bool negative = false) : rest_(std::move(value)), negative_(negative) {}

  /// The nearest double of so many bits; what it misses stays for the next call.
  double next(int bits = 53) {
    int top = 32 * all_words - 1;
    while (top >= 0 && !rest_.bit(top)) --top;
    if (top < 0) return 0.0;
    const int low = std::max(top - bits + 1, 0);
    Fixed rounded;
    for (int i = low; i <= top; ++i)
      if (rest_.bit(i)) set(rounded, i);
    if (rest_.bit(low - 1)) {
      Fixed one;
      set(one, low);
      rounded = rounded + one;
    }
    double magnitude = 0;
    for (int i = 0; i < 32 * all_words; ++i)
      if (rounded.bit(i)) magnitude += std::ldexp(1.0, i - 32 * fraction_words);
    const double result = negative_ ? -magnitude : magnitude;
    if (rest_ < rounded) {
      rest_ = rounded - rest_;
      negative_ = !negative_;
    } else {
      rest_ = rest_ - rounded;
    }
    return result;
  }

 private:
  static void set(Fixed& number, int i) { number.words[i / 32] |= std::uint32_t{1} << (i % 32); }

  Fixed rest_;
  bool negative_;
};

void print_pair(const char* name, Parts parts) {
  const double high = parts.next(), low = parts.next();
  std::printf("inline constexpr DoubleDouble %s{%a, %a};\n", name, high, low);
}

/// Three parts whose first two stay exact when multiplied by a whole number of 53 − bits bits.
void print_triple(const char* name, Parts parts, int bits) {
  const double high = parts.next(bits), middle = parts.next(bits), low = parts.next();
  std::printf("inline constexpr double %s_high = %a, %s_middle = %a, %s_low = %a;\n", name, high, name, middle, name, low);
}

/// Two parts whose first stays exact when multiplied by a whole number of 53 − bits bits.
void print_high_and_low(const char* name, Parts parts, int bits) {
  const double high = parts.next(bits), low = parts.next();
  std::printf("inline constexpr double %s_high = %a, %s_low = %a;\n", name, high, name, low);
}

void print_entry(Parts parts) {
  const double high = parts.next(), low = parts.next();
  std::printf("    {%a, %a},\n", high, low);
}

void print_two_over_pi(const Fixed& two_over_pi) {
  std::printf("\n// 64 zeros, then the binary digits of 2/π, most significant first.\n");
  std::printf("inline constexpr std::uint64_t two_over_pi_bits[20] = {\n    0x0000000000000000,");
  for (int i = 1; i < 20; ++i) {
    const int word = fraction_words - 2 * i;
    std::printf("%s0x%08x%08x,", i % 4 == 0 ? "\n    " : " ", two_over_pi.words[word + 1], two_over_pi.words[word]);
  }
  std::printf("\n};\n");
}

void print_logarithms() {
  std::printf(
      "\n// The upper seven bits i of a significand m in [1, 2) pick c, about 1/m with nine bits, and −ln c; from √2 on the\n");
  std::printf(
      "// exponent is raised by one and the entry is −ln 2c. c is 1 (1/2) beside powers of two, where the logarithm vanishes.\n");
  std::printf("struct LogarithmEntry {\n  double reciprocal;\n  DoubleDouble minus_log;\n};\n");
  std::printf("inline constexpr unsigned logarithm_raise_from = %u;\n", logarithm_raise_from);
  std::printf("inline constexpr LogarithmEntry logarithm_table[128] = {\n");
  for (std::uint32_t i = 0; i < 128; ++i) {
    // c = n/512 nearest to 128/(128 + i + ½)
    const std::uint32_t n = i == 0 ? 512 : i == 127 ? 256 : (2 * 512 * 256 / (257 + 2 * i) + 1) / 2;
    const bool raised = i >= logarithm_raise_from;
    Parts parts = raised ? Parts(log(2 * n, 512), true) : Parts(log(512, n));
    const double high = parts.next(), low = parts.next();
    std::printf("    {%a, {%a, %a}},\n", n / 512.0, high, low);
  }
  std::printf("};\n");
}

}  // namespace

int main() {
  const Fixed pi = atan(1, 5) * 16 - atan(1, 239) * 4;
  const Fixed ln2 = log(2, 1);

  std::printf("#pragma once\n\n// Made by tools/make_math_tables.cpp; do not edit.\n\n#include <cstdint>\n\n");
  std::printf("#include \"base/double_double.h\"\n\nnamespace craton::math {\n\n");
  print_pair("pi", Parts(pi));
  print_pair("half_pi", Parts(pi / 2));
  print_triple("half_pi", Parts(pi / 2), 33);
  print_high_and_low("ln2", Parts(ln2), 41);
  print_triple("ln2_64th", Parts(ln2 / 64), 35);
  std::printf("inline constexpr double steps_per_unit = %a;  // 64 / ln 2\n",
              Parts(quotient_below_one(Fixed::whole(64) / 128, ln2)).next() * 128);
  print_two_over_pi(quotient_below_one(Fixed::whole(2), pi));

  std::printf("\n// 2^(j/64)\ninline constexpr DoubleDouble power_of_two_table[64] = {\n");
  for (std::uint32_t j = 0; j < 64; ++j) print_entry(Parts(exp(ln2 / 64 * j)));
  std::printf("};\n\n// atan(k/16)\ninline constexpr DoubleDouble arctangent_table[17] = {\n");
  for (std::uint32_t k = 0; k <= 16; ++k) print_entry(Parts(k == 16 ? pi / 4 : atan(k, 16)));
  std::printf("};\n");
  print_logarithms();
  std::printf("\n}  // namespace craton::math\n");
}
