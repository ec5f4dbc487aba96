/* A planet: made, measured, seen from space. */
#include "shared.h"

int main(void) {
  const double place[2] = {20, -30}; /* degrees north and east */
  craton_answer *planet = NULL, *globe = NULL;
  craton_error error;
  int64_t cell = -1;
  size_t bytes = 0;
  float low, high;
  const float* height;
  need(craton_ask("planet", "{\"seed\": 7, \"resolution\": 24, \"preset\": \"archipelago\"}", NULL, &planet, &error), &error);
  height = values_of(planet, "height", &bytes);
  range_of(height, bytes / 4, &low, &high);
  printf("height %016" PRIx64 ", %.0f … %.0f m\n", hash_of(planet, "height"), (double)low, (double)high);

  need(craton_answer_cells(planet, place, 1, &cell, &error), &error);
  printf("at 20 N, 30 W: %.1f m\n", (double)height[cell]);

  need(craton_ask_of("globe", "{\"size\": [256, 256]}", (const craton_answer* const*)&planet, 1, NULL, &globe, &error), &error);
  write_file(globe, "planet.png");
  craton_answer_destroy(globe);
  craton_answer_destroy(planet);
  return 0;
}
