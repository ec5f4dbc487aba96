/* A map of a whole world: made, asked about a place, drawn as a page. */
#include "shared.h"

int main(void) {
  const double place[2] = {2500000, 1200000};
  craton_answer *map = NULL, *page = NULL;
  craton_error error;
  char biome[64];
  int64_t cell = -1;
  size_t bytes = 0;
  float low, high;
  const float* height;
  need(craton_ask("map", "{\"seed\": 7, \"size\": [192, 96]}", NULL, &map, &error), &error);
  height = values_of(map, "height", &bytes);
  range_of(height, bytes / 4, &low, &high);
  printf("height %016" PRIx64 ", %.0f … %.0f m\n", hash_of(map, "height"), (double)low, (double)high);

  need(craton_answer_cells(map, place, 1, &cell, &error), &error);
  need(craton_answer_category(map, find(map, "biome"), ((const uint8_t*)values_of(map, "biome", NULL))[cell], biome, sizeof biome,
                              &error),
       &error);
  printf("at 2500 km, 1200 km: %.1f m, %s\n", (double)height[cell], biome);

  need(craton_ask_of("page", "{\"size\": [900, 560]}", (const craton_answer* const*)&map, 1, NULL, &page, &error), &error);
  write_file(page, "map.png");
  craton_answer_destroy(page);
  craton_answer_destroy(map);
  return 0;
}
