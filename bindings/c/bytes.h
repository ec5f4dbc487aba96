#pragma once

#include <string>

#include "types.h"

namespace craton::c {

/// Hands a text or file to the caller.
craton_status give_bytes(std::string bytes, craton_bytes** made);

}  // namespace craton::c
