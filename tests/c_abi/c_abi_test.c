/* The C interface from C99: what it gives, what it refuses, and that it never does more than it says. */
#define _POSIX_C_SOURCE 200809L /* threads */

#include <craton/craton.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static const char hills[] = "{\"kind\": \"fbm\", \"octaves\": 4, \"source\": {\"kind\": \"perlin\", \"frequency\": 0.01}}";

static const char land[] =
    "{\"craton\": 1, \"world\": \"terrain\", \"seed\": 7, \"domain\": {\"kind\": \"plane\", \"step\": 1}, \"stages\": ["
    "{\"stage\": \"noise\", \"scale\": 60, \"noise\": {\"kind\": \"fbm\", \"source\": {\"kind\": \"perlin\", \"frequency\": "
    "0.01}}},"
    "{\"stage\": \"thermal\", \"iterations\": 2, \"talus\": 0.5, \"reference_step\": 1},"
    "{\"stage\": \"biomes\", \"scheme\": \"whittaker\", \"temperature\": \"height\", \"rain\": \"height\", "
    "\"temperature_warmest\": \"\","
    "\"temperature_coldest\": \"\", \"rain_summer\": \"\", \"rain_winter\": \"\"}]}";

/* ---- errors ---- */

static void versions_and_names(void) {
  EXPECT(craton_abi_version() >= CRATON_ABI_VERSION);
  EXPECT(strlen(craton_version()) > 0);
  EXPECT(strcmp(craton_status_name(CRATON_OK), "ok") == 0);
  EXPECT(strcmp(craton_status_name(CRATON_TOO_SMALL), "too small") == 0);
  EXPECT(strcmp(craton_status_name(-1), "unknown status") == 0);
  EXPECT(strcmp(craton_status_name(1000), "unknown status") == 0);
}

static void places_and_seeds(void) {
  craton_error error;
  int64_t units = 5;
  uint64_t seed = 5, word = 0;
  EXPECT(craton_units_from_metres(1.5, &units, &error) == CRATON_OK && units == 1536);
  EXPECT(craton_units_from_metres((double)NAN, &units, &error) == CRATON_INVALID && units == 1536);
  EXPECT(craton_units_from_metres(1e300, &units, NULL) == CRATON_INVALID);
  EXPECT(craton_units_from_metres(1, NULL, &error) == CRATON_INVALID && strcmp(error.path, "units") == 0);
  EXPECT(craton_seed_from_text("0x10", &seed, &error) == CRATON_OK && seed == 16);
  EXPECT(craton_seed_from_text("craton", &word, &error) == CRATON_OK && word != seed);
  EXPECT(craton_seed_from_text(NULL, &seed, &error) == CRATON_INVALID);
}

static void errors_are_words(void) {
  craton_noise* noise = NULL;
  craton_error error;
  char* name = malloc(5000);
  size_t i;
  memset(&error, 0xAB, sizeof error);
  EXPECT(craton_noise_create("{\"kind\": \"perlin\", \"frequncy\": 1}", 1, &noise, &error) != CRATON_OK);
  EXPECT(noise == NULL);
  EXPECT(strcmp(error.path, "/frequncy") == 0);
  EXPECT(strstr(error.message, "frequency") != NULL);
  EXPECT(craton_noise_create("{", 1, &noise, &error) != CRATON_OK);
  EXPECT(craton_noise_create("", 1, &noise, NULL) != CRATON_OK);
  /* Long texts are cut between characters: of two bytes each, behind one of one. */
  strcpy(name, "{\"a");
  for (i = 3; i < 4990; i += 2) memcpy(name + i, "\xC3\xA4", 2);
  strcpy(name + 4991, "\": 1}");
  EXPECT(craton_noise_create(name, 1, &noise, &error) != CRATON_OK);
  EXPECT(strlen(error.path) < sizeof error.path && strlen(error.message) < sizeof error.message);
  EXPECT(((unsigned char)error.path[strlen(error.path) - 1] & 0xC0) != 0xC0);
  free(name);
}

/* ---- noise ---- */

static void noise_on_grids_and_points(void) {
  craton_noise *noise = NULL, *again = NULL;
  craton_error error;
  craton_grid grid;
  float values[12], more[12], at = 0, low = 1, high = -1;
  int64_t place[2];
  size_t i;
  memset(&grid, 0, sizeof grid);
  grid.dimensions = 2;
  grid.size[0] = 4;
  grid.size[1] = 3;
  grid.origin[0] = INT64_C(1) << 50;
  grid.origin[1] = -777;
  grid.step[0] = grid.step[1] = 5000;
  EXPECT(craton_noise_create(hills, 7, &noise, &error) == CRATON_OK && noise != NULL);
  EXPECT(craton_noise_create(hills, 8, &again, &error) == CRATON_OK);
  EXPECT(craton_noise_range(noise, &low, &high, &error) == CRATON_OK && low < 0 && high > 0);
  EXPECT(craton_noise_grid(noise, &grid, 1, values, 12, &error) == CRATON_OK);
  EXPECT(craton_noise_grid(noise, &grid, 0, more, 12, &error) == CRATON_OK);
  EXPECT(memcmp(values, more, sizeof values) == 0);
  EXPECT(craton_noise_grid(again, &grid, 1, more, 12, &error) == CRATON_OK);
  EXPECT(memcmp(values, more, sizeof values) != 0);
  for (i = 0; i < 12; ++i) {
    EXPECT(values[i] >= low && values[i] <= high);
    place[0] = grid.origin[0] + (int64_t)(i % 4) * 5000;
    place[1] = grid.origin[1] + (int64_t)(i / 4) * 5000;
    EXPECT(craton_noise_points(noise, 2, place, 1, 1, &at, &error) == CRATON_OK);
    EXPECT(memcmp(&at, &values[i], sizeof at) == 0);
  }

  more[0] = 42;
  EXPECT(craton_noise_grid(noise, &grid, 1, more, 11, &error) == CRATON_TOO_SMALL && more[0] == 42);
  EXPECT(strcmp(error.path, "values") == 0);
  EXPECT(craton_noise_grid(noise, &grid, 1, NULL, 12, &error) == CRATON_INVALID);
  EXPECT(craton_noise_grid(noise, NULL, 1, more, 12, &error) == CRATON_INVALID);
  EXPECT(craton_noise_grid(NULL, &grid, 1, more, 12, &error) == CRATON_INVALID);
  grid.dimensions = 5;
  EXPECT(craton_noise_grid(noise, &grid, 1, more, 12, &error) == CRATON_INVALID);
  grid.dimensions = 4;
  grid.size[0] = grid.size[1] = grid.size[2] = grid.size[3] = UINT32_MAX;
  EXPECT(craton_noise_grid(noise, &grid, 1, more, SIZE_MAX, &error) == CRATON_INVALID);
  EXPECT(craton_noise_points(noise, 0, place, 1, 1, &at, &error) == CRATON_INVALID);
  EXPECT(craton_noise_points(noise, 2, NULL, 0, 1, NULL, &error) == CRATON_OK);
  EXPECT(craton_noise_points(noise, 2, NULL, 1, 1, &at, &error) == CRATON_INVALID);
  EXPECT(craton_noise_create(hills, 7, NULL, &error) == CRATON_INVALID);
  craton_noise_destroy(noise);
  craton_noise_destroy(again);
  craton_noise_destroy(NULL);
}

/* ---- meshes ---- */

/* Reads a mesh in two calls; every index must be a vertex. Gives the number of triangles. */
static size_t check_mesh(const craton_mesh* mesh) {
  craton_error error;
  craton_mesh_buffers buffers;
  size_t i, wrong = 0, triangles = 0;
  craton_mesh_buffers_init(&buffers, sizeof buffers);
  EXPECT(craton_mesh_read(mesh, &buffers, &error) == CRATON_OK);
  if (buffers.vertex_count == 0) return 0;
  buffers.positions = malloc(buffers.vertex_count * 3 * sizeof(float));
  buffers.normals = malloc(buffers.vertex_count * 3 * sizeof(float));
  buffers.colours = malloc(buffers.vertex_count * 4);
  buffers.indices = malloc(buffers.index_count * sizeof(uint32_t));
  buffers.vertex_capacity = buffers.vertex_count - 1;
  buffers.index_capacity = buffers.index_count;
  EXPECT(craton_mesh_read(mesh, &buffers, &error) == CRATON_TOO_SMALL);
  buffers.vertex_capacity = buffers.vertex_count;
  buffers.index_capacity = buffers.index_count - 1;
  EXPECT(craton_mesh_read(mesh, &buffers, &error) == CRATON_TOO_SMALL);
  buffers.index_capacity = buffers.index_count;
  EXPECT(craton_mesh_read(mesh, &buffers, &error) == CRATON_OK);
  for (i = 0; i < buffers.index_count; ++i) wrong += buffers.indices[i] >= buffers.vertex_count;
  for (i = 0; i < buffers.vertex_count; ++i) {
    const float* n = buffers.normals + 3 * i;
    wrong += !(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 0.05F);
  }
  EXPECT(wrong == 0);
  triangles = buffers.index_count / 3;
  free(buffers.positions);
  free(buffers.normals);
  free(buffers.colours);
  free(buffers.indices);
  return triangles;
}

/* ---- terrain ---- */

static craton_terrain* small_land(void) {
  craton_terrain* terrain = NULL;
  craton_terrain_options options;
  craton_error error;
  craton_terrain_options_init(&options, sizeof options);
  EXPECT(options.struct_size == sizeof options && options.tile_cells == 256 && options.levels == 12);
  options.tile_cells = 16;
  options.levels = 3;
  EXPECT(craton_terrain_create(land, &options, &terrain, &error) == CRATON_OK);
  return terrain;
}

static craton_tile* tile_at(const craton_terrain* terrain, uint32_t level, int64_t x, int64_t y) {
  craton_tile* tile = NULL;
  craton_error error;
  EXPECT(craton_terrain_tile(terrain, level, x, y, 1, &tile, &error) == CRATON_OK);
  return tile;
}

static void tiles_have_layers(void) {
  craton_terrain* terrain = small_land();
  craton_tile *west = tile_at(terrain, 0, 3, -2), *east = tile_at(terrain, 0, 4, -2);
  craton_tile_info info;
  craton_layer_info layer;
  craton_error error;
  uint32_t height = 99, biome = 99, row;
  int64_t step = 0;
  float a[19 * 19], b[19 * 19];
  uint8_t classes[19 * 19];
  EXPECT(craton_terrain_step(terrain, 2, &step, &error) == CRATON_OK && step == 4096);
  EXPECT(craton_terrain_step(terrain, 3, &step, &error) == CRATON_INVALID);
  craton_tile_info_init(&info, sizeof info);
  EXPECT(craton_tile_get_info(west, &info, &error) == CRATON_OK);
  EXPECT(info.width == 17 && info.height == 17 && info.margin == 1 && info.sample_count == 19 * 19);
  EXPECT(info.origin[0] == 3 * 16 * 1024 && info.origin[1] == -2 * 16 * 1024 && info.step == 1024 && info.layer_count >= 2);
  EXPECT(craton_tile_find_layer(west, "height", &height, &error) == CRATON_OK);
  EXPECT(craton_tile_find_layer(west, "biome", &biome, &error) == CRATON_OK);
  craton_layer_info_init(&layer, sizeof layer);
  EXPECT(craton_tile_get_layer(west, height, &layer, &error) == CRATON_OK);
  EXPECT(strcmp(layer.name, "height") == 0 && strcmp(layer.unit, "m") == 0 && layer.type == CRATON_FLOAT32);
  EXPECT(craton_tile_get_layer(west, biome, &layer, &error) == CRATON_OK && layer.type == CRATON_UINT8);
  EXPECT(craton_tile_read_layer(west, height, a, sizeof a, &error) == CRATON_OK);
  EXPECT(craton_tile_read_layer(east, height, b, sizeof b, &error) == CRATON_OK);
  EXPECT(craton_tile_read_layer(west, biome, classes, sizeof classes, &error) == CRATON_OK);
  for (row = 1; row < 18; ++row) EXPECT(memcmp(&a[row * 19 + 17], &b[row * 19 + 1], sizeof a[0]) == 0);

  EXPECT(craton_tile_read_layer(west, height, a, sizeof a - 1, &error) == CRATON_TOO_SMALL);
  EXPECT(craton_tile_read_layer(west, 77, a, sizeof a, &error) == CRATON_UNKNOWN);
  EXPECT(craton_tile_read_layer(west, height, NULL, 0, &error) == CRATON_INVALID);
  EXPECT(craton_tile_find_layer(west, "hight", &height, &error) == CRATON_UNKNOWN && strstr(error.message, "height") != NULL);
  EXPECT(craton_terrain_tile(terrain, 9, 0, 0, 1, &west, &error) == CRATON_INVALID);
  EXPECT(craton_terrain_tile(terrain, 0, INT64_MAX, 0, 1, &west, &error) != CRATON_OK);
  craton_terrain_destroy(terrain); /* tiles do not need it */
  EXPECT(craton_tile_get_info(west, &info, &error) == CRATON_OK);
  craton_tile_destroy(west);
  craton_tile_destroy(east);
}

static void tiles_become_meshes(void) {
  craton_terrain* terrain = small_land();
  craton_tile *fine = tile_at(terrain, 0, 1, 0), *coarse = tile_at(terrain, 1, 1, 0), *far_away = tile_at(terrain, 1, 9, 9);
  craton_tile_mesh_options options;
  craton_mesh* mesh = NULL;
  craton_error error;
  EXPECT(craton_tile_mesh(fine, NULL, &mesh, &error) == CRATON_OK);
  EXPECT(check_mesh(mesh) == 2 * 16 * 16);
  craton_mesh_destroy(mesh);
  craton_tile_mesh_options_init(&options, sizeof options);
  options.coarser[CRATON_EAST] = coarse;
  options.skirt = 2;
  EXPECT(craton_tile_mesh(fine, &options, &mesh, &error) == CRATON_OK);
  EXPECT(check_mesh(mesh) == 2 * 16 * 16 - 8 + 2 * (3 * 16 + 8));
  craton_mesh_destroy(mesh);
  mesh = NULL;
  options.coarser[CRATON_EAST] = far_away;
  EXPECT(craton_tile_mesh(fine, &options, &mesh, &error) == CRATON_INVALID && mesh == NULL);
  EXPECT(strcmp(error.path, "coarser.east") == 0);
  options.coarser[CRATON_EAST] = (const craton_tile*)(const void*)terrain; /* a handle of another kind */
  EXPECT(craton_tile_mesh(fine, &options, &mesh, &error) == CRATON_INVALID);
  options.coarser[CRATON_EAST] = NULL;
  options.skirt = (double)NAN;
  EXPECT(craton_tile_mesh(fine, &options, &mesh, &error) == CRATON_INVALID);
  craton_tile_destroy(fine);
  craton_tile_destroy(coarse);
  craton_tile_destroy(far_away);
  craton_terrain_destroy(terrain);
}

static void structures_may_grow(void) {
  /* What an older program, and what a newer one, would hand over. */
  struct {
    craton_terrain_options known;
    char more[64];
  } newer;
  craton_terrain_options older;
  craton_terrain* terrain = NULL;
  craton_error error;
  memset(&older, 0x55, sizeof older);
  craton_terrain_options_init(&older, offsetof(craton_terrain_options, margin));
  EXPECT(older.tile_cells == 256 && older.margin == 0x55555555);
  EXPECT(craton_terrain_create(land, &older, &terrain, &error) == CRATON_OK);
  craton_terrain_destroy(terrain);
  craton_terrain_options_init(&newer.known, sizeof newer);
  EXPECT(newer.known.struct_size == sizeof newer && newer.more[63] == 0);
  EXPECT(craton_terrain_create(land, &newer.known, &terrain, &error) == CRATON_OK);
  craton_terrain_destroy(terrain);
  older.struct_size = 0;
  EXPECT(craton_terrain_create(land, &older, &terrain, &error) == CRATON_INVALID && strcmp(error.path, "options") == 0);
  EXPECT(craton_terrain_create("{\"craton\": 1}", NULL, &terrain, &error) != CRATON_OK);
  EXPECT(craton_terrain_create(NULL, NULL, &terrain, &error) == CRATON_INVALID);
}

/* ---- voxels ---- */

static void chunks_of_voxels(void) {
  craton_voxels* voxels = NULL;
  craton_voxel_worker* worker = NULL;
  craton_chunk *chunk = NULL, *again = NULL;
  craton_voxels_info info;
  craton_ground_info ground;
  craton_error error;
  craton_plant plants[256];
  uint8_t *a, *b;
  size_t count = 0, size;
  char name[64];
  EXPECT(craton_voxels_create(NULL, NULL, &voxels, &error) == CRATON_OK);
  craton_voxels_info_init(&info, sizeof info);
  EXPECT(craton_voxels_get_info(voxels, &info, &error) == CRATON_OK);
  EXPECT(info.chunk_side == 16 && info.chunk_height == 64 && info.step == 1 && info.ground_count > 4 && info.species_count > 2);
  craton_ground_info_init(&ground, sizeof ground);
  EXPECT(craton_voxels_get_ground(voxels, 0, &ground, &error) == CRATON_OK && strcmp(ground.name, "air") == 0);
  EXPECT(craton_voxels_get_ground(voxels, info.ground_count, &ground, &error) == CRATON_UNKNOWN);
  EXPECT(craton_voxels_get_species(voxels, 0, name, sizeof name, &error) == CRATON_OK && strlen(name) > 1);
  EXPECT(craton_voxels_get_species(voxels, 0, name, 2, &error) == CRATON_OK && strlen(name) == 1);
  EXPECT(craton_voxels_get_species(voxels, 0, name, 0, &error) == CRATON_TOO_SMALL);
  EXPECT(craton_voxel_worker_create(&worker, &error) == CRATON_OK);
  EXPECT(craton_voxels_chunk(voxels, worker, 12, -5, 2, &chunk, &error) == CRATON_OK);
  EXPECT(craton_voxels_chunk(voxels, NULL, 12, -5, 0, &again, &error) == CRATON_OK);
  size = (size_t)info.chunk_side * info.chunk_side * info.chunk_height;
  a = malloc(size);
  b = malloc(size);
  EXPECT(craton_chunk_read(chunk, a, size, &error) == CRATON_OK && craton_chunk_read(again, b, size, &error) == CRATON_OK);
  EXPECT(memcmp(a, b, size) == 0 && a[0] != 0 && a[size - 1] == 0);
  EXPECT(craton_chunk_read(chunk, a, size - 1, &error) == CRATON_TOO_SMALL);
  EXPECT(craton_chunk_plants(chunk, NULL, 0, &count, &error) == CRATON_OK && count <= 256);
  EXPECT(craton_chunk_plants(chunk, plants, 256, &count, &error) == CRATON_OK);
  EXPECT(count == 0 || craton_chunk_plants(chunk, plants, count - 1, &count, &error) == CRATON_TOO_SMALL);
  EXPECT(craton_voxels_chunk(voxels, worker, INT64_MAX, 0, 1, &again, &error) != CRATON_OK);
  EXPECT(craton_voxels_chunk(voxels, worker, 0, 0, 3, &again, &error) == CRATON_INVALID);
  EXPECT(craton_voxels_create("{\"craton\": 1, \"world\": \"voxels\", \"voxels\": {\"releif\": 3}}", NULL, &voxels, &error) !=
         CRATON_OK);
  EXPECT(strstr(error.path, "releif") != NULL);
  free(a);
  free(b);
  craton_chunk_destroy(chunk);
  craton_chunk_destroy(again);
  craton_voxel_worker_destroy(worker);
  craton_voxels_destroy(voxels);
}

static void chunks_become_meshes(void) {
  craton_voxels* voxels = NULL;
  craton_voxels_options options;
  craton_chunk *chunk = NULL, *bare = NULL;
  craton_mesh* mesh = NULL;
  craton_error error;
  size_t triangles[5], merged, liquids, solid;
  uint32_t mesher;
  craton_voxels_options_init(&options, sizeof options);
  options.has_seed = 1;
  options.seed = 12;
  EXPECT(craton_voxels_create(NULL, &options, &voxels, &error) == CRATON_OK);
  EXPECT(craton_voxels_chunk(voxels, NULL, 3, 4, 2, &chunk, &error) == CRATON_OK);
  EXPECT(craton_voxels_chunk(voxels, NULL, 3, 4, 0, &bare, &error) == CRATON_OK);
  craton_voxels_destroy(voxels); /* chunks do not need it */
  for (mesher = 0; mesher < 5; ++mesher) {
    EXPECT(craton_chunk_mesh(chunk, mesher, 0, &mesh, &error) == CRATON_OK);
    triangles[mesher] = check_mesh(mesh);
    EXPECT(triangles[mesher] > 0);
    craton_mesh_destroy(mesh);
    EXPECT(craton_chunk_mesh(bare, mesher, 0, &mesh, &error) == CRATON_INVALID);
  }
  EXPECT(triangles[CRATON_MESH_GREEDY] < triangles[CRATON_MESH_CULLED]);
  EXPECT(craton_chunk_mesh(chunk, CRATON_MESH_GREEDY, CRATON_MESH_OCCLUSION, &mesh, &error) == CRATON_OK);
  merged = check_mesh(mesh);
  EXPECT(merged >= triangles[CRATON_MESH_GREEDY]);
  craton_mesh_destroy(mesh);
  EXPECT(craton_chunk_mesh(chunk, CRATON_MESH_GREEDY, CRATON_MESH_LIQUIDS, &mesh, &error) == CRATON_OK);
  liquids = check_mesh(mesh);
  craton_mesh_destroy(mesh);
  EXPECT(craton_chunk_mesh(chunk, CRATON_MESH_GREEDY, CRATON_MESH_NO_LIQUIDS, &mesh, &error) == CRATON_OK);
  solid = check_mesh(mesh);
  EXPECT(liquids + solid == triangles[CRATON_MESH_GREEDY]);
  craton_mesh_destroy(mesh);
  EXPECT(craton_chunk_mesh(chunk, 5, 0, &mesh, &error) == CRATON_INVALID);
  EXPECT(craton_chunk_mesh(chunk, 0, 64, &mesh, &error) == CRATON_INVALID);
  EXPECT(craton_chunk_mesh(NULL, 0, 0, &mesh, &error) == CRATON_INVALID);
  EXPECT(craton_mesh_read(NULL, NULL, &error) == CRATON_INVALID);
  craton_chunk_destroy(chunk);
  craton_chunk_destroy(bare);
}

/* ---- threads ---- */

typedef struct shared_handles {
  const craton_noise* noise;
  const craton_terrain* terrain;
  const craton_voxels* voxels;
} shared_handles;

/* What one thread makes with handles that all share; its numbers in one sum. */
typedef struct visit {
  const shared_handles* handles;
  double sum;
  int errors;
} visit;

static void* visit_all(void* given) {
  visit* own = given;
  craton_voxel_worker* worker = NULL;
  craton_error error;
  float heights[19 * 19], values[64];
  uint8_t grounds[16 * 16 * 64];
  craton_grid grid;
  int round;
  size_t i;
  memset(&grid, 0, sizeof grid);
  grid.dimensions = 1;
  grid.size[0] = 64;
  grid.step[0] = 3000;
  own->errors += craton_voxel_worker_create(&worker, &error) != CRATON_OK;
  for (round = 0; round < 6; ++round) {
    craton_tile* tile = NULL;
    craton_chunk* chunk = NULL;
    own->errors += craton_noise_grid(own->handles->noise, &grid, 0, values, 64, &error) != CRATON_OK;
    own->errors += craton_terrain_tile(own->handles->terrain, 1, round, -round, 1, &tile, &error) != CRATON_OK;
    own->errors += craton_tile_read_layer(tile, 0, heights, sizeof heights, &error) != CRATON_OK;
    own->errors += craton_voxels_chunk(own->handles->voxels, worker, round, 3, 0, &chunk, &error) != CRATON_OK;
    own->errors += craton_chunk_read(chunk, grounds, sizeof grounds, &error) != CRATON_OK;
    for (i = 0; i < 64; ++i) own->sum += (double)values[i];
    for (i = 0; i < 19 * 19; ++i) own->sum += (double)heights[i];
    for (i = 0; i < sizeof grounds; ++i) own->sum += grounds[i] * (double)(i % 7);
    craton_tile_destroy(tile);
    craton_chunk_destroy(chunk);
    own->errors += craton_noise_create("{", 1, NULL, &error) == CRATON_OK; /* errors do not meet either */
  }
  craton_voxel_worker_destroy(worker);
  return NULL;
}

static void threads_share_handles(void) {
  craton_noise* noise = NULL;
  craton_voxels* voxels = NULL;
  craton_terrain* terrain = small_land();
  craton_error error;
  shared_handles handles;
  visit visits[4];
  pthread_t threads[4];
  int i;
  EXPECT(craton_noise_create("{\"kind\": \"perlin\", \"frequency\": 0.01}", 7, &noise, &error) == CRATON_OK);
  EXPECT(craton_voxels_create(NULL, NULL, &voxels, &error) == CRATON_OK);
  handles.noise = noise;
  handles.terrain = terrain;
  handles.voxels = voxels;
  for (i = 0; i < 4; ++i) {
    visits[i].handles = &handles;
    visits[i].sum = 0;
    visits[i].errors = 0;
    EXPECT(pthread_create(&threads[i], NULL, visit_all, &visits[i]) == 0);
  }
  for (i = 0; i < 4; ++i) {
    EXPECT(pthread_join(threads[i], NULL) == 0);
    EXPECT(visits[i].errors == 0 && visits[i].sum == visits[0].sum && visits[i].sum != 0);
  }
  craton_noise_destroy(noise);
  craton_voxels_destroy(voxels);
  craton_terrain_destroy(terrain);
}

int main(void) {
  versions_and_names();
  places_and_seeds();
  errors_are_words();
  noise_on_grids_and_points();
  tiles_have_layers();
  tiles_become_meshes();
  structures_may_grow();
  chunks_of_voxels();
  chunks_become_meshes();
  threads_share_handles();
  if (failures == 0) printf("the C interface holds\n");
  return failures == 0 ? 0 : 1;
}
