/* A landscape in C: a tile of endless terrain, printed as a small map, and the size of its mesh. */
#include <craton/craton.h>

#include <stdio.h>
#include <stdlib.h>

static const char recipe[] =
    "{\"craton\": 1, \"world\": \"terrain\", \"domain\": {\"kind\": \"plane\", \"step\": 8}, \"stages\": ["
    "{\"stage\": \"noise\", \"scale\": 150, \"noise\": {\"kind\": \"fbm\", \"source\": {\"kind\": \"perlin\", \"frequency\": "
    "0.002}}},"
    "{\"stage\": \"thermal\", \"iterations\": 4, \"talus\": 0.6, \"reference_step\": 8}]}";

static int fail(const craton_error* error) {
  fprintf(stderr, "%s: %s\n", error->path, error->message);
  return 1;
}

int main(int argument_count, char** arguments) {
  craton_error error;
  craton_terrain_options options;
  craton_terrain* terrain = NULL;
  craton_tile* tile = NULL;
  craton_mesh* mesh = NULL;
  craton_tile_info info;
  craton_mesh_buffers buffers;
  uint32_t height = 0, row, column;
  float* heights;

  craton_terrain_options_init(&options, sizeof options);
  options.tile_cells = 64;
  options.has_seed = 1;
  options.seed = 7;
  if (argument_count > 1 && craton_seed_from_text(arguments[1], &options.seed, &error) != CRATON_OK) return fail(&error);
  if (craton_terrain_create(recipe, &options, &terrain, &error) != CRATON_OK) return fail(&error);
  if (craton_terrain_tile(terrain, 0, 2, -1, 0, &tile, &error) != CRATON_OK) return fail(&error);

  craton_tile_info_init(&info, sizeof info);
  if (craton_tile_get_info(tile, &info, &error) != CRATON_OK) return fail(&error);
  if (craton_tile_find_layer(tile, "height", &height, &error) != CRATON_OK) return fail(&error);
  heights = malloc(info.sample_count * sizeof(float));
  if (heights == NULL) return 1;
  if (craton_tile_read_layer(tile, height, heights, info.sample_count * sizeof(float), &error) != CRATON_OK) return fail(&error);
  for (row = 0; row < info.height; row += 4) {
    for (column = 0; column < info.width; column += 2) {
      const float metres = heights[(row + info.margin) * (info.width + 2 * info.margin) + column + info.margin];
      putchar(metres < 0 ? '~' : metres < 15 ? '.' : metres < 50 ? 'o' : '^');
    }
    putchar('\n');
  }

  if (craton_tile_mesh(tile, NULL, &mesh, &error) != CRATON_OK) return fail(&error);
  craton_mesh_buffers_init(&buffers, sizeof buffers);
  if (craton_mesh_read(mesh, &buffers, &error) != CRATON_OK) return fail(&error); /* the counts alone */
  printf("%u vertices, %u triangles\n", (unsigned)buffers.vertex_count, (unsigned)(buffers.index_count / 3));

  free(heights);
  craton_mesh_destroy(mesh);
  craton_tile_destroy(tile);
  craton_terrain_destroy(terrain);
  return 0;
}
