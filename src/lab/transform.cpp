#include "lab/transform.h"

#include <kiss_fft.h>
#include <kiss_fftr.h>

#include <new>

namespace craton::lab {
namespace {

// Both are two floats, one after the other.
static_assert(sizeof(kiss_fft_cpx) == sizeof(std::complex<float>) && sizeof(kiss_fft_scalar) == sizeof(float));

struct Release {
  template <class T>
  void operator()(T* plan) const {
    kiss_fft_free(plan);  // a macro: free
  }
};

template <class T>
T* checked(T* plan) {
  if (!plan) throw std::bad_alloc();
  return plan;
}

}  // namespace

struct LineTransform::Plan {
  std::unique_ptr<kiss_fftr_state, Release> state;
};

LineTransform::LineTransform(std::uint32_t length)
    : length_(length),
      plan_(std::make_unique<Plan>(Plan{
          std::unique_ptr<kiss_fftr_state, Release>(checked(kiss_fftr_alloc(static_cast<int>(length), 0, nullptr, nullptr)))})) {}
LineTransform::~LineTransform() = default;

void LineTransform::run(const float* values, std::complex<float>* out) {
  kiss_fftr(plan_->state.get(), values, reinterpret_cast<kiss_fft_cpx*>(out));
}

struct ComplexTransform::Plan {
  std::unique_ptr<kiss_fft_state, Release> state;
};

ComplexTransform::ComplexTransform(std::uint32_t length)
    : plan_(std::make_unique<Plan>(Plan{
          std::unique_ptr<kiss_fft_state, Release>(checked(kiss_fft_alloc(static_cast<int>(length), 0, nullptr, nullptr)))})) {}
ComplexTransform::~ComplexTransform() = default;

void ComplexTransform::run(const std::complex<float>* values, std::complex<float>* out) {
  kiss_fft(plan_->state.get(), reinterpret_cast<const kiss_fft_cpx*>(values), reinterpret_cast<kiss_fft_cpx*>(out));
}

}  // namespace craton::lab
