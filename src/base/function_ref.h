#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace craton {

/// A callable that somebody else owns: two pointers, no allocation. It must outlive the call it is handed to.
template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<R, F&, Args...>)
      FunctionRef(F&& function) {
    using Callable = std::remove_reference_t<F>;
    if constexpr (std::is_function_v<std::remove_pointer_t<Callable>>) {
      // Function pointers are held by value: a pointer to a temporary pointer would dangle.
      Callable* as_given = &function;
      if constexpr (std::is_function_v<Callable>) {
        object_ = reinterpret_cast<void*>(as_given);
      } else {
        object_ = reinterpret_cast<void*>(*as_given);
      }
      call_ = [](void* object, Args... args) -> R {
        return reinterpret_cast<std::add_pointer_t<std::remove_pointer_t<Callable>>>(object)(std::forward<Args>(args)...);
      };
    } else {
      object_ = const_cast<void*>(static_cast<const volatile void*>(std::addressof(function)));
      call_ = [](void* object, Args... args) -> R {
        return std::invoke(*static_cast<Callable*>(object), std::forward<Args>(args)...);
      };
    }
  }

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_ = nullptr;
  R (*call_)(void*, Args...) = nullptr;
};

}  // namespace craton
