/* A window onto endless terrain, 2^40 m from the origin: a hill raised by hand, and its triangles. */
#include "shared.h"

int main(void) {
  craton_answer *land = NULL, *mesh = NULL;
  craton_error error;
  size_t bytes = 0;
  float low, high;
  const float* height;
  need(craton_ask("terrain",
                  "{\"recipe\": \"terrain\", \"seed\": 7, \"at\": [1099511627776, 0], \"size\": [129, 129], \"step\": 4, "
                  "\"edits\": [{\"tool\": \"raise\", "
                  "\"x\": 1099511628032, \"y\": 256, \"radius\": 80, \"by\": 40}]}",
                  NULL, &land, &error),
       &error);
  height = values_of(land, "height", &bytes);
  range_of(height, bytes / 4, &low, &high);
  printf("height %016" PRIx64 ", %.1f … %.1f m\n", hash_of(land, "height"), (double)low, (double)high);

  need(craton_ask_of("mesh", "{\"format\": \"glb\"}", (const craton_answer* const*)&land, 1, NULL, &mesh, &error), &error);
  write_file(mesh, "terrain.glb");
  craton_answer_destroy(mesh);
  craton_answer_destroy(land);
  return 0;
}
