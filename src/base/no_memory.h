#pragma once

#include <new>

#include <craton/base/result.h>

namespace craton {

/// What `make` gives; an error where there is not enough memory for it. For threads, which end the process by what they throw.
template <class Make>
auto or_no_memory(Make&& make) -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, "", "not enough memory"}; }
}

}  // namespace craton
