#pragma once

/// Marks what libcraton exports; everything else is hidden.
#if defined(_WIN32)
#define CRATON_API
#else
#define CRATON_API __attribute__((visibility("default")))
#endif
