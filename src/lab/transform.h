#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>

/// Discrete Fourier transforms by kissfft (Borgerding 2003–). A transform belongs to one thread.
namespace craton::lab {

/// Of real values on a line: `length` (even) values give length/2 + 1 numbers.
class LineTransform {
 public:
  explicit LineTransform(std::uint32_t length);
  ~LineTransform();
  LineTransform(const LineTransform&) = delete;
  LineTransform& operator=(const LineTransform&) = delete;
  std::uint32_t length() const { return length_; }
  void run(const float* values, std::complex<float>* out);

 private:
  struct Plan;
  std::uint32_t length_;
  std::unique_ptr<Plan> plan_;
};

/// Of complex values, in place or not.
class ComplexTransform {
 public:
  explicit ComplexTransform(std::uint32_t length);
  ~ComplexTransform();
  ComplexTransform(const ComplexTransform&) = delete;
  ComplexTransform& operator=(const ComplexTransform&) = delete;
  void run(const std::complex<float>* values, std::complex<float>* out);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace craton::lab
