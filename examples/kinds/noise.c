/* A noise on a grid in three dimensions, far from the origin. */
#include "shared.h"

int main(void) {
  craton_answer* noise = NULL;
  craton_array_info info;
  craton_error error;
  size_t bytes = 0;
  float low, high;
  const float* value;
  need(craton_ask(
           "noise",
           "{\"seed\": 7, \"dimensions\": 3, \"at\": [1099511627776, 0, 0], \"size\": [64, 32, 16], \"step\": 2, \"noise\": "
           "{\"kind\": \"fbm\", \"octaves\": 5, \"source\": {\"kind\": \"perlin\", \"frequency\": 0.01}}}",
           NULL, &noise, &error),
       &error);
  value = values_of(noise, "value", &bytes);
  range_of(value, bytes / 4, &low, &high);
  printf("value %016" PRIx64 ", %.4f … %.4f\n", hash_of(noise, "value"), (double)low, (double)high);
  craton_array_info_init(&info, sizeof info);
  need(craton_answer_get(noise, find(noise, "value"), &info, &error), &error);
  printf("%" PRIu64 " x %" PRIu64 " x %" PRIu64 "\n", info.size[2], info.size[1], info.size[0]);
  craton_answer_destroy(noise);
  return 0;
}
