/* What C reaches beside arrays: files, requests about answers, water, morphing, levels, models, edits, a stage of one's own. */
#include <craton/craton.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static const char small_map[] =
    "{\"recipe\": {\"craton\": 1, \"world\": \"map\", \"domain\": {\"kind\": \"torus\", \"width\": 32, \"height\": 16, \"step\": "
    "100}, \"stages\": [{\"stage\": \"noise\", \"scale\": 300, \"noise\": {\"kind\": \"perlin\", \"frequency\": 0.001}}, "
    "{\"stage\": \"terraced\", \"steps\": 50}]}, \"seed\": 7}";
static const char plain_map[] =
    "{\"recipe\": {\"craton\": 1, \"world\": \"map\", \"domain\": {\"kind\": \"torus\", \"width\": 32, \"height\": 16, \"step\": "
    "100}, \"stages\": [{\"stage\": \"noise\", \"scale\": 300, \"noise\": {\"kind\": \"perlin\", \"frequency\": 0.001}}]}, "
    "\"seed\": 7}";

static craton_answer* asked(const char* request, const char* parameters) {
  craton_answer* answer = NULL;
  craton_error error;
  if (craton_ask(request, parameters, NULL, &answer, &error) != CRATON_OK)
    fprintf(stderr, "%s: %s: %s\n", request, error.path, error.message);
  EXPECT(answer != NULL);
  return answer;
}

static void files_of_answers(void) {
  craton_answer *map = asked("world", plain_map), *page = NULL, *pair[2] = {NULL, NULL};
  const craton_answer* of[2];
  craton_error error;
  const char *name = NULL, *type = NULL;
  const void* data = NULL;
  size_t bytes = 0;
  uint32_t count = 9;
  of[0] = map;
  of[1] = map;
  EXPECT(craton_answer_file_count(map, &count, &error) == CRATON_OK && count == 0);
  EXPECT(craton_answer_file(map, 0, &name, NULL, NULL, NULL, &error) == CRATON_UNKNOWN);
  EXPECT(craton_ask_of("export", "{\"format\": \"r32\"}", of, 1, NULL, &page, &error) == CRATON_OK);
  EXPECT(craton_answer_file_count(page, &count, &error) == CRATON_OK && count == 2);
  EXPECT(craton_answer_file(page, 0, &name, &type, &data, &bytes, &error) == CRATON_OK);
  EXPECT(strcmp(name, "height.r32") == 0 && bytes == 32 * 16 * 4);
  {
    const void* values = NULL;
    EXPECT(craton_answer_data(map, 0, &values, NULL, &error) == CRATON_OK && memcmp(values, data, bytes) == 0);
  }
  craton_answer_destroy(page);
  EXPECT(craton_ask_of("diff", NULL, of, 2, NULL, &pair[0], &error) == CRATON_OK);
  craton_answer_destroy(pair[0]);
  page = NULL;
  EXPECT(craton_ask_of("diff", NULL, of, 1, NULL, &page, &error) == CRATON_INVALID && strcmp(error.path, "of") == 0);
  EXPECT(craton_ask_of("measure", NULL, NULL, 1, NULL, &page, &error) == CRATON_INVALID && strcmp(error.path, "of") == 0);
  of[1] = pair[0]; /* gone */
  EXPECT(craton_ask_of("diff", NULL, of, 2, NULL, &page, &error) == CRATON_INVALID && page == NULL);
  EXPECT(craton_answer_file(pair[0], 0, &name, NULL, NULL, NULL, &error) == CRATON_INVALID);
  craton_answer_destroy(map);
}

/* ---- a stage of one's own: heights in steps */

static int32_t terraces(void* user, craton_stage_call* call) {
  craton_bytes* text = NULL;
  const char* json = NULL;
  void* values = NULL;
  size_t bytes = 0, i;
  double x[512], y[512];
  craton_error error;
  ++*(int*)user;
  EXPECT(craton_stage_describe(call, &text, &error) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &json, NULL, &error) == CRATON_OK && strstr(json, "\"steps\":50") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_stage_layer(call, "hieght", &values, &bytes, &error) == CRATON_UNKNOWN);
  EXPECT(craton_stage_layer(call, "height", &values, &bytes, &error) == CRATON_OK && bytes == 512 * 4);
  EXPECT(craton_stage_places(call, x, y, 512, &error) == CRATON_OK && x[33] == 100 && y[33] == 100);
  EXPECT(craton_stage_places(call, x, y, 511, &error) == CRATON_TOO_SMALL);
  for (i = 0; i < 512; ++i) ((float*)values)[i] = floorf(((float*)values)[i] / 50) * 50;
  return 0;
}

static int32_t refuses(void* user, craton_stage_call* call) {
  (void)user;
  craton_stage_fail(call, "no ground to stand on");
  return 1;
}

static void own_stages(void) {
  int calls = 0;
  craton_own_stage stage = {"{\"id\": \"terraced\", \"layers\": [{\"name\": \"height\"}], \"numbers\": {\"steps\": 10}}",
                            terraces, NULL};
  craton_run_options options;
  craton_answer *map = NULL, *plain = asked("world", plain_map);
  const void *made = NULL, *was = NULL;
  craton_error error;
  size_t i, wrong = 0;
  stage.user = &calls;
  craton_run_options_init(&options, sizeof options);
  options.stages = &stage;
  options.stage_count = 1;
  EXPECT(craton_ask("world", small_map, NULL, &map, &error) == CRATON_UNKNOWN &&
         strcmp(error.path, "recipe/stages/1/stage") == 0);
  EXPECT(craton_ask("world", small_map, &options, &map, &error) == CRATON_OK && calls == 1);
  EXPECT(craton_answer_data(map, 0, &made, NULL, &error) == CRATON_OK &&
         craton_answer_data(plain, 0, &was, NULL, &error) == CRATON_OK);
  for (i = 0; i < 512; ++i) wrong += ((const float*)made)[i] != floorf(((const float*)was)[i] / 50) * 50;
  EXPECT(wrong == 0);
  craton_answer_destroy(map);
  map = NULL;
  stage.run = refuses;
  EXPECT(craton_ask("world", small_map, &options, &map, &error) == CRATON_INVALID && map == NULL);
  EXPECT(strcmp(error.path, "recipe/stages/1") == 0 && strstr(error.message, "no ground") != NULL);
  stage.declaration = "{\"id\": \"terraced\", \"layers\": [{\"name\": \"height\", \"access\": \"eat\"}]}";
  EXPECT(craton_ask("world", small_map, &options, &map, &error) == CRATON_INVALID &&
         strcmp(error.path, "stage/layers/0/access") == 0);
  stage.declaration = "{\"id\": \"noise\"}"; /* Craton's own has this name */
  EXPECT(craton_ask("world", small_map, &options, &map, &error) == CRATON_INVALID);
  options.stages = NULL;
  EXPECT(craton_ask("world", small_map, &options, &map, &error) == CRATON_INVALID && strcmp(error.path, "options.stages") == 0);
  craton_answer_destroy(plain);
}

/* ---- terrain */

static char* recipe_of(const char* kind, const char* name) {
  craton_bytes* text = NULL;
  const char* data = NULL;
  char* copy = NULL;
  size_t size = 0;
  EXPECT(craton_recipe(kind, name, &text, NULL) == CRATON_OK && craton_bytes_get(text, &data, &size, NULL) == CRATON_OK);
  copy = malloc(size + 1);
  memcpy(copy, data, size + 1);
  craton_bytes_destroy(text);
  return copy;
}

static size_t vertices_of(craton_mesh* mesh, float** positions) {
  craton_mesh_buffers buffers;
  craton_mesh_buffers_init(&buffers, sizeof buffers);
  EXPECT(craton_mesh_read(mesh, &buffers, NULL) == CRATON_OK);
  *positions = malloc((buffers.vertex_count + 1) * 12);
  buffers.positions = *positions;
  buffers.vertex_capacity = buffers.vertex_count;
  EXPECT(craton_mesh_read(mesh, &buffers, NULL) == CRATON_OK);
  craton_mesh_destroy(mesh);
  return buffers.vertex_count;
}

static void terrain(void) {
  char* recipe = recipe_of("world", "terrain");
  craton_terrain_options options;
  craton_terrain *land = NULL, *edited = NULL;
  craton_tile *tile = NULL, *parent = NULL, *raised = NULL;
  craton_mesh *water = NULL, *fine = NULL, *coarse = NULL;
  craton_terrain_stream* stream = NULL;
  craton_error error;
  double begin = -1, end = -1, next = -1, beyond = -1, metres = 1;
  int64_t step = 0;
  uint32_t layer_above = 0;
  float above[19 * 19];
  float *a = NULL, *b = NULL;
  size_t count = 0, i, odd = 0, same = 0;
  craton_terrain_options_init(&options, sizeof options);
  options.tile_cells = 16;
  EXPECT(craton_terrain_create(recipe, &options, &land, &error) == CRATON_OK);
  EXPECT(craton_terrain_tile(land, 0, 5, -3, 1, &tile, &error) == CRATON_OK);
  EXPECT(craton_terrain_tile(land, 1, 2, -2, 1, &parent, &error) == CRATON_OK);
  EXPECT(craton_tile_water(tile, &water, &error) == CRATON_OK);
  craton_mesh_destroy(water);
  EXPECT(craton_tile_morph(tile, tile, &fine, &coarse, &error) == CRATON_INVALID && strcmp(error.path, "parent") == 0);
  EXPECT(craton_tile_morph(tile, parent, &fine, &coarse, &error) == CRATON_OK);
  EXPECT(craton_terrain_step(land, 0, &step, &error) == CRATON_OK);
  metres = (double)step / CRATON_UNITS_PER_METRE;
  EXPECT(craton_tile_find_layer(parent, "height", &layer_above, &error) == CRATON_OK);
  EXPECT(craton_tile_read_layer(parent, layer_above, above, sizeof above, &error) == CRATON_OK);
  count = vertices_of(fine, &a);
  EXPECT(vertices_of(coarse, &b) == count && count == 17 * 17);
  for (i = 0; i < count; ++i) {
    const long column = lround(a[3 * i] / metres), row = lround(a[3 * i + 1] / metres);
    const int corner = column % 2 == 0 && row % 2 == 0;
    if (corner && b[3 * i + 2] == above[(row / 2 + 9) * 19 + column / 2 + 9]) ++same; /* samples of the coarser level */
    if (!corner && a[3 * i + 2] != b[3 * i + 2]) ++odd;
  }
  EXPECT(same == 81 && odd > 100);
  free(a);
  free(b);

  EXPECT(craton_terrain_with_edits(land, "[{\"tool\": \"rase\"}]", &edited, &error) != CRATON_OK);
  EXPECT(strcmp(error.path, "edits/0/tool") == 0);
  EXPECT(craton_terrain_with_edits(land, NULL, &edited, &error) == CRATON_INVALID);
  EXPECT(craton_terrain_with_edits(land,
                                   "[{\"tool\": \"raise\", \"x\": 96, \"y\": -40, \"radius\": 1000, \"by\": 40, \"falloff\": 0}]",
                                   &edited, &error) == CRATON_OK);
  EXPECT(craton_terrain_tile(edited, 0, 5, -3, 1, &raised, &error) == CRATON_OK);
  {
    float was[19 * 19], is[19 * 19];
    uint32_t layer = 0;
    EXPECT(craton_tile_find_layer(tile, "height", &layer, &error) == CRATON_OK);
    EXPECT(craton_tile_read_layer(tile, layer, was, sizeof was, &error) == CRATON_OK);
    EXPECT(craton_tile_read_layer(raised, layer, is, sizeof is, &error) == CRATON_OK);
    EXPECT(fabsf(is[200] - was[200] - 40) < 0.01F);
  }

  EXPECT(craton_terrain_stream_create(land, NULL, &stream, &error) == CRATON_OK);
  EXPECT(craton_terrain_stream_morph_range(stream, 0, &begin, &end, &error) == CRATON_OK && begin >= 0 && end > begin);
  EXPECT(craton_terrain_stream_morph_range(stream, 1, &next, &beyond, &error) == CRATON_OK && beyond > end);
  EXPECT(craton_terrain_stream_morph_range(stream, 1, NULL, &end, &error) == CRATON_INVALID);
  craton_terrain_stream_destroy(stream);
  craton_tile_destroy(raised);
  craton_tile_destroy(parent);
  craton_tile_destroy(tile);
  craton_terrain_destroy(edited);
  craton_terrain_destroy(land);
  free(recipe);
}

static void voxels(void) {
  craton_voxels *world = NULL, *built = NULL;
  craton_chunk *chunk = NULL, *coarse = NULL, *changed = NULL;
  craton_mesh* mesh = NULL;
  craton_voxels_info info;
  craton_model_place places[512];
  craton_error error;
  float* positions = NULL;
  uint8_t *fine = NULL, *rough = NULL;
  uint32_t models = 0, species = 1000;
  size_t count = 0, plants = 0, size = 0, i, air = 0;
  craton_voxels_info_init(&info, sizeof info);
  EXPECT(craton_voxels_create(NULL, NULL, &world, &error) == CRATON_OK);
  EXPECT(craton_voxels_get_info(world, &info, &error) == CRATON_OK);
  EXPECT(craton_voxels_chunk(world, NULL, 3, -2, 17, &chunk, &error) == CRATON_INVALID && strcmp(error.path, "apron") == 0);
  EXPECT(craton_voxels_chunk(world, NULL, 3, -2, 4, &chunk, &error) == CRATON_OK);
  EXPECT(craton_chunk_coarser(chunk, 5, &coarse, &error) == CRATON_INVALID && coarse == NULL);
  EXPECT(craton_chunk_coarser(chunk, 2, &coarse, &error) == CRATON_OK);
  size = (size_t)info.chunk_side * info.chunk_side * info.chunk_height;
  fine = malloc(size);
  rough = malloc(size / 64);
  EXPECT(craton_chunk_read(chunk, fine, size, &error) == CRATON_OK &&
         craton_chunk_read(coarse, rough, size / 64, &error) == CRATON_OK);
  EXPECT(craton_chunk_read(coarse, rough, size / 64 - 1, &error) == CRATON_TOO_SMALL);
  /* Above the highest voxel of a column of 4 x 4 there is air at the coarser level, too. */
  for (i = 0; i < size / 64; ++i) {
    const size_t side = info.chunk_side / 4, x = i % side, y = i / side % side, z = i / side / side;
    size_t dx, dy, dz, solid = 0;
    for (dz = 0; dz < 4; ++dz)
      for (dy = 0; dy < 4; ++dy)
        for (dx = 0; dx < 4; ++dx)
          solid += fine[((4 * z + dz) * info.chunk_side + 4 * y + dy) * info.chunk_side + 4 * x + dx] != 0;
    if (solid == 0) {
      ++air;
      EXPECT(rough[i] == 0);
    }
    if (solid == 64) EXPECT(rough[i] != 0);
  }
  EXPECT(air > 0);
  EXPECT(craton_chunk_mesh(coarse, CRATON_MESH_NETS, 0, &mesh, &error) == CRATON_INVALID);
  EXPECT(craton_chunk_mesh(coarse, CRATON_MESH_GREEDY, 0, &mesh, &error) == CRATON_OK);
  count = vertices_of(mesh, &positions);
  {
    float most = 0;
    for (i = 0; i < count; ++i) most = positions[3 * i] > most ? positions[3 * i] : most;
    EXPECT(fabs(most - info.chunk_side * info.step) < 1e-3);
  }
  free(positions);

  EXPECT(craton_voxels_model_count(world, &models, &error) == CRATON_OK && models >= info.species_count);
  EXPECT(craton_voxels_model(world, models, 0, NULL, &mesh, &error) == CRATON_UNKNOWN);
  EXPECT(craton_voxels_model(world, 0, 0, &species, &mesh, &error) == CRATON_OK && species < info.species_count);
  count = vertices_of(mesh, &positions);
  EXPECT(count > 8);
  free(positions);
  EXPECT(craton_chunk_plants(chunk, NULL, 0, &plants, &error) == CRATON_OK);
  EXPECT(craton_chunk_models(chunk, places, 512, &count, &error) == CRATON_OK && count == plants);
  for (i = 0; i < count; ++i) EXPECT(places[i].model < models && places[i].scale > 0);

  EXPECT(craton_voxels_with_edits(world, "[{\"x\": 50, \"y\": -30, \"z\": 60, \"ground\": \"stnoe\"}]", &built, &error) ==
         CRATON_INVALID);
  EXPECT(strcmp(error.path, "edits/0/ground") == 0);
  EXPECT(craton_voxels_with_edits(world, "[{\"x\": 50, \"y\": -30, \"z\": 60, \"ground\": \"granite\"}]", &built, &error) ==
         CRATON_OK);
  EXPECT(craton_voxels_chunk(built, NULL, 3, -2, 0, &changed, &error) == CRATON_OK);
  EXPECT(craton_chunk_read(changed, fine, size, &error) == CRATON_OK);
  EXPECT(fine[(60 * info.chunk_side + 2) * info.chunk_side + 2] != 0);
  craton_chunk_destroy(changed);
  craton_chunk_destroy(coarse);
  craton_chunk_destroy(chunk);
  craton_voxels_destroy(built);
  craton_voxels_destroy(world);
  free(fine);
  free(rough);
}

int main(void) {
  files_of_answers();
  own_stages();
  terrain();
  voxels();
  if (failures > 0) fprintf(stderr, "%d failures\n", failures);
  return failures > 0;
}
