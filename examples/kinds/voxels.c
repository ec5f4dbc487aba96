/* A block of an endless voxel world: what it is made of, and its triangles. */
#include "shared.h"

#include <string.h>

int main(void) {
  craton_answer *block = NULL, *mesh = NULL;
  craton_array_info info;
  craton_bytes* table = NULL;
  craton_error error;
  const uint8_t* ground;
  const char* json = NULL;
  size_t bytes = 0, air = 0, i;
  need(craton_ask("voxels", "{\"seed\": 11, \"at\": [500, -300], \"radius\": 1}", NULL, &block, &error), &error);
  ground = values_of(block, "ground", &bytes);
  for (i = 0; i < bytes; ++i) air += ground[i] == 0;
  printf("ground %016" PRIx64 ", %lu of air\n", hash_of(block, "ground"), (unsigned long)air);
  need(craton_answer_table(block, "plants", &table, &error), &error);
  need(craton_bytes_get(table, &json, NULL, &error), &error);
  printf("%ld plants\n", strtol(strstr(json, "\"rows\":") + 7, NULL, 10));
  craton_bytes_destroy(table);

  need(craton_ask_of("mesh", "{\"mesher\": \"greedy\", \"plants\": false}", (const craton_answer* const*)&block, 1, NULL, &mesh,
                     &error),
       &error);
  craton_array_info_init(&info, sizeof info);
  need(craton_answer_get(mesh, find(mesh, "triangle"), &info, &error), &error);
  printf("%" PRIu64 " triangles\n", info.size[0]);
  craton_answer_destroy(mesh);
  craton_answer_destroy(block);
  return 0;
}
