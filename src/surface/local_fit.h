#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace craton {

/// Weighted least squares: value = height + Σ slope[k] · term[k], where the terms are 0 at the place asked for.
class LocalFit {
 public:
  static constexpr std::size_t terms = 5;
  using Terms = std::array<double, terms>;

  void add(double weight, const Terms& term, double value) {
    weight_ += weight;
    value_ += weight * value;
    for (std::size_t i = 0; i < terms; ++i) {
      const double weighted = weight * term[i];
      term_[i] += weighted;
      term_value_[i] += weighted * value;
      for (std::size_t j = 0; j <= i; ++j) product_[i][j] += weighted * term[j];
    }
  }

  /// The height; 0 where nothing was added.
  double height() const {
    if (weight_ == 0) return 0;
    // A little stiffness keeps slopes finite where the data do not tell them (too few, or all in a line).
    constexpr double stiffness = 1e-5;
    std::array<Terms, terms> matrix = product_;
    Terms slope = term_value_;
    for (std::size_t i = 0; i < terms; ++i) {
      slope[i] -= term_[i] * value_ / weight_;
      for (std::size_t j = 0; j <= i; ++j) matrix[i][j] -= term_[i] * term_[j] / weight_;
      matrix[i][i] += stiffness;
    }
    solve(matrix, slope);
    double height = value_;
    for (std::size_t i = 0; i < terms; ++i) height -= slope[i] * term_[i];
    return height / weight_;
  }

 private:
  /// Cholesky's way, on the lower half of the matrix; `right` becomes the solution.
  static void solve(std::array<Terms, terms>& matrix, Terms& right) {
    for (std::size_t i = 0; i < terms; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double rest = matrix[i][j];
        for (std::size_t k = 0; k < j; ++k) rest -= matrix[i][k] * matrix[j][k];
        // Rounding cannot make a diagonal that stiffness raised negative by more than a trace.
        matrix[i][j] = i == j ? std::sqrt(rest > 1e-12 ? rest : 1e-12) : rest / matrix[j][j];
      }
      for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
      right[i] /= matrix[i][i];
    }
    for (std::size_t i = terms; i-- > 0;) {
      for (std::size_t k = i + 1; k < terms; ++k) right[i] -= matrix[k][i] * right[k];
      right[i] /= matrix[i][i];
    }
  }

  double weight_ = 0, value_ = 0;
  Terms term_{}, term_value_{};
  std::array<Terms, terms> product_{};  // lower half
};

}  // namespace craton
