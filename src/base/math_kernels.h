#pragma once

/// The functions of craton/base/math.h without its floating-point guard, for loops that run under one already (every
/// parallel_blocks body does). Out of line on purpose: see FloatingPointMode.
namespace craton::math::kernel {

double sin(double x);
double cos(double x);
double tan(double x);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double pow(double x, double y);

float sin(float x);
float cos(float x);
float tan(float x);
float atan2(float y, float x);
float exp(float x);
float log(float x);
float pow(float x, float y);

}  // namespace craton::math::kernel
