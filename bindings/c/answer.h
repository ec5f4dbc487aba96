#pragma once

#include <craton/requests/answer.h>

#include "types.h"

struct craton_answer {
  static constexpr std::uint64_t own_mark = 8;
  craton::Answer answer;
};
