#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include <craton/base/export.h>

namespace craton {

enum class ErrorCode {
  invalid_value,  ///< a value of the wrong type, out of range, or not a number
  unknown_name,   ///< a key, kind, layer or option that does not exist
  unsupported,    ///< well formed, but impossible here (a target this machine lacks, a wrap that cannot be)
  io,             ///< a file or device refused
  corrupt,        ///< a file that is not what it claims to be
  cancelled,      ///< the caller asked to stop
};

/// What went wrong and where. `path` names the offending key, option or file.
struct Error {
  ErrorCode code = ErrorCode::invalid_value;
  std::string path;
  std::string message;

  /// "path: message", or the message alone where there is no path.
  CRATON_API std::string to_string() const;
};

/// A value, or the Error that prevented it. Never throws; asking a failed Result for its value is a bug.
///
///     craton::Result<craton::Noise> noise = craton::Noise::make(spec, seed);
///     if (!noise) return fail(noise.error().to_string());
///     float height = noise->at(point);
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T given) : state_(std::in_place_index<0>, std::move(given)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<std::monostate, Error> state_;
};

/// Hands the error of a failed Result to the caller; with a variable before it, keeps the value:
///
///     CRATON_TRY(check(spec));
///     CRATON_TRY(const Noise noise, Noise::make(spec, seed));
#define CRATON_TRY(first, ...) CRATON_TRY_JOIN(CRATON_TRY_CHECK, __VA_OPT__(_AND_KEEP))(first __VA_OPT__(, ) __VA_ARGS__)
#define CRATON_TRY_CHECK(expression)                                                                 \
  do {                                                                                               \
    if (auto craton_try_result = (expression); !craton_try_result) return craton_try_result.error(); \
  } while (false)
#define CRATON_TRY_CHECK_AND_KEEP(variable, ...) CRATON_TRY_KEEP_AS(CRATON_TRY_JOIN(craton_try_, __LINE__), variable, __VA_ARGS__)
#define CRATON_TRY_KEEP_AS(result, variable, ...) \
  auto result = __VA_ARGS__;                      \
  if (!result) return result.error();             \
  variable = *std::move(result)
#define CRATON_TRY_JOIN(a, b) CRATON_TRY_JOIN_NOW(a, b)
#define CRATON_TRY_JOIN_NOW(a, b) a##b

}  // namespace craton
