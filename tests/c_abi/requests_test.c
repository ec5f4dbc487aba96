/* Requests from C99: worlds, windows and noises by handles; what is refused, and that bad input never ends the program. */
#include <craton/craton.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static const char small_map[] =
    "{\"recipe\": {\"craton\": 1, \"world\": \"map\", \"domain\": {\"kind\": \"torus\", \"width\": 64, \"height\": 32, \"step\": "
    "100}, \"stages\": [{\"stage\": \"noise\", \"scale\": 300, \"noise\": {\"kind\": \"perlin\", \"frequency\": 0.001}}, "
    "{\"stage\": \"biomes\", \"scheme\": \"whittaker\", \"temperature\": \"height\", \"rain\": \"height\", "
    "\"temperature_warmest\": \"\", \"temperature_coldest\": \"\", \"rain_summer\": \"\", \"rain_winter\": \"\"}]}, \"seed\": 7}";

static craton_answer* asked(const char* request, const char* parameters) {
  craton_answer* answer = NULL;
  craton_error error;
  const craton_status status = craton_ask(request, parameters, NULL, &answer, &error);
  if (status != CRATON_OK) fprintf(stderr, "%s %s: %s: %s\n", request, parameters, error.path, error.message);
  EXPECT(status == CRATON_OK && answer != NULL);
  return answer;
}

static uint32_t array_of(const craton_answer* answer, const char* name) {
  uint32_t array = 1000;
  EXPECT(craton_answer_find(answer, name, &array, NULL) == CRATON_OK);
  return array;
}

static void declarations(void) {
  craton_bytes* text = NULL;
  const char* data = NULL;
  size_t size = 0;
  EXPECT(craton_requests(&text, NULL) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, &size, NULL) == CRATON_OK && strlen(data) == size);
  EXPECT(strstr(data, "\"id\": \"planet\"") != NULL && strstr(data, "\"picture\"") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_recipes(&text, NULL) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, NULL, NULL) == CRATON_OK && strstr(data, "\"river-land\"") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_recipe("world", "earth", &text, NULL) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, NULL, NULL) == CRATON_OK && strstr(data, "\"sphere\"") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_recipe("world", "erath", &text, NULL) == CRATON_UNKNOWN);
  EXPECT(craton_bytes_get(text, &data, &size, NULL) == CRATON_INVALID); /* it was destroyed */
}

static void a_map(void) {
  craton_answer* map = asked("world", small_map);
  craton_array_info info;
  craton_error error;
  craton_bytes* text = NULL;
  const void* values = NULL;
  const char* data = NULL;
  size_t bytes = 0, size = 0;
  uint64_t hash = 0;
  uint32_t count = 0, height = array_of(map, "height"), biome = array_of(map, "biome"), wrong = 0;
  float* copy = NULL;
  char name[64];
  craton_array_info_init(&info, sizeof info);
  EXPECT(craton_answer_count(map, &count, &error) == CRATON_OK && count >= 2);
  EXPECT(craton_answer_get(map, height, &info, &error) == CRATON_OK);
  EXPECT(info.type == CRATON_FLOAT32 && info.dimensions == 2 && info.count == 64 * 32 && info.bytes == 4 * 64 * 32);
  EXPECT(info.size[0] == 32 && info.size[1] == 64 && strcmp(info.axis[0], "y") == 0 && strcmp(info.axis[1], "x") == 0);
  EXPECT(info.placed[1] == 1 && info.origin[1] == 0 && info.step[1] == 100 * CRATON_UNITS_PER_METRE);
  EXPECT(strcmp(info.name, "height") == 0 && strcmp(info.unit, "m") == 0 && info.categories == 0);
  EXPECT(craton_answer_get(map, biome, &info, &error) == CRATON_OK && info.type == CRATON_UINT8 && info.categories > 1);
  EXPECT(craton_answer_category(map, biome, 1, name, sizeof name, &error) == CRATON_OK && strlen(name) > 0);
  EXPECT(craton_answer_category(map, biome, 1, name, 3, &error) == CRATON_OK && strlen(name) <= 2);
  EXPECT(craton_answer_category(map, biome, 255, name, sizeof name, &error) == CRATON_UNKNOWN &&
         strcmp(error.path, "value") == 0);
  EXPECT(craton_answer_category(map, biome, 0, name, 0, &error) == CRATON_TOO_SMALL);
  {
    uint8_t rgb[3 * 257] = {0};
    uint32_t ice = 0;
    while (craton_answer_category(map, biome, ice, name, sizeof name, NULL) == CRATON_OK && strcmp(name, "ice") != 0) ++ice;
    EXPECT(craton_answer_colours(map, biome, rgb, ice + 1, &error) == CRATON_OK);
    EXPECT(rgb[3 * ice] == 0xf2 && rgb[3 * ice + 1] == 0xf6 && rgb[3 * ice + 2] == 0xf8 && rgb[3 * ice + 3] == 0);
    EXPECT(craton_answer_colours(map, biome, NULL, 0, &error) == CRATON_OK);
    EXPECT(craton_answer_colours(map, biome, NULL, 1, &error) == CRATON_INVALID && strcmp(error.path, "rgb") == 0);
    EXPECT(craton_answer_colours(map, biome, rgb, 257, &error) == CRATON_INVALID && strcmp(error.path, "count") == 0);
    EXPECT(craton_answer_colours(map, height, rgb, 1, &error) == CRATON_UNSUPPORTED && strcmp(error.path, "array") == 0);
  }
  EXPECT(craton_answer_find(map, "hight", &wrong, &error) == CRATON_UNKNOWN && strstr(error.message, "height") != NULL);
  EXPECT(craton_answer_get(map, count, &info, &error) == CRATON_UNKNOWN && strcmp(error.path, "array") == 0);
  EXPECT(craton_answer_hash(map, height, &hash, &error) == CRATON_OK && hash != 0);

  EXPECT(craton_answer_data(map, height, &values, &bytes, &error) == CRATON_OK && bytes == 4 * 64 * 32);
  copy = malloc(bytes);
  EXPECT(craton_answer_read(map, height, copy, bytes - 1, &error) == CRATON_TOO_SMALL);
  EXPECT(craton_answer_read(map, height, copy, bytes, &error) == CRATON_OK && memcmp(copy, values, bytes) == 0);
  EXPECT(craton_answer_read(map, height, NULL, bytes, &error) == CRATON_INVALID && strcmp(error.path, "values") == 0);
  {
    const uint64_t begin[2] = {5, 60}, part[2] = {3, 4}, beyond[2] = {3, 5}, huge[2] = {~(uint64_t)0, ~(uint64_t)0};
    float window[12];
    size_t i;
    EXPECT(craton_answer_window(map, height, begin, part, window, sizeof window, &error) == CRATON_OK);
    for (i = 0; i < 12; ++i) EXPECT(window[i] == copy[(5 + i / 4) * 64 + 60 + i % 4]);
    EXPECT(craton_answer_window(map, height, begin, part, window, sizeof window - 1, &error) == CRATON_TOO_SMALL);
    EXPECT(craton_answer_window(map, height, begin, beyond, window, sizeof window, &error) == CRATON_INVALID);
    EXPECT(craton_answer_window(map, height, huge, huge, window, sizeof window, &error) == CRATON_INVALID);
    EXPECT(craton_answer_window(map, height, NULL, part, window, sizeof window, &error) == CRATON_INVALID);
  }
  {
    /* The place of a cell leads back to it; the map goes on beyond its borders. */
    static double x[64 * 32], y[64 * 32];
    double places[4];
    int64_t cells[2] = {-5, -5};
    EXPECT(craton_answer_places(map, x, y, 64 * 32, &error) == CRATON_OK);
    EXPECT(x[65] == 100 && y[65] == 100);
    EXPECT(craton_answer_places(map, x, y, 64, &error) == CRATON_INVALID);
    places[0] = x[777], places[1] = y[777], places[2] = x[778] + 6400, places[3] = y[778] - 3200;
    EXPECT(craton_answer_cells(map, places, 2, cells, &error) == CRATON_OK && cells[0] == 777 && cells[1] == 778);
    places[1] = (double)NAN;
    EXPECT(craton_answer_cells(map, places, 2, cells, &error) == CRATON_INVALID && strcmp(error.path, "y") == 0);
    EXPECT(craton_answer_cells(map, NULL, 2, cells, &error) == CRATON_INVALID);
    EXPECT(craton_answer_cells(map, NULL, 0, NULL, &error) == CRATON_OK);
  }
  EXPECT(craton_answer_describe(map, &text, &error) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, &size, &error) == CRATON_OK && strstr(data, "\"seed\":\"7\"") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_answer_picture(map, "{\"layer\": \"biome\"}", &text, &error) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, &size, &error) == CRATON_OK && size > 100 && memcmp(data + 1, "PNG", 3) == 0);
  craton_bytes_destroy(text);
  EXPECT(craton_answer_picture(map, "{\"layer\": \"bime\"}", &text, &error) == CRATON_UNKNOWN &&
         strcmp(error.path, "layer") == 0);
  EXPECT(craton_answer_geojson(map, "coast", &text, &error) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, &size, &error) == CRATON_OK && strstr(data, "FeatureCollection") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_answer_table(map, "rivers", &text, &error) == CRATON_UNKNOWN && strcmp(error.path, "table") == 0);
  EXPECT(craton_answer_table(map, NULL, &text, &error) == CRATON_INVALID);

  EXPECT(craton_answer_write(map, "c_requests_test.craton", &error) == CRATON_OK);
  {
    craton_answer* read = asked("open", "{\"file\": \"c_requests_test.craton\", \"layers\": \"height\"}");
    uint64_t again = 0;
    EXPECT(craton_answer_count(read, &count, &error) == CRATON_OK && count == 1);
    EXPECT(craton_answer_hash(read, 0, &again, &error) == CRATON_OK && again == hash);
    craton_answer_destroy(read);
  }
  remove("c_requests_test.craton");
  EXPECT(craton_answer_write(map, "no-such-folder/x.craton", &error) == CRATON_IO);
  free(copy);
  craton_answer_destroy(map);
}

static void tables(void) {
  craton_answer* voxels = asked("voxels", "{\"radius\": 1, \"at\": [100, 50]}");
  craton_bytes* text = NULL;
  craton_array_info info;
  const char* data = NULL;
  char name[32];
  craton_array_info_init(&info, sizeof info);
  EXPECT(craton_answer_get(voxels, 0, &info, NULL) == CRATON_OK);
  EXPECT(info.dimensions == 3 && info.size[0] >= 64 && info.size[2] == 48 && strcmp(info.name, "ground") == 0);
  EXPECT(craton_answer_category(voxels, 0, 0, name, sizeof name, NULL) == CRATON_OK && strcmp(name, "air") == 0);
  EXPECT(craton_answer_table(voxels, "plants", &text, NULL) == CRATON_OK);
  EXPECT(craton_bytes_get(text, &data, NULL, NULL) == CRATON_OK && strstr(data, "\"species\"") != NULL);
  craton_bytes_destroy(text);
  EXPECT(craton_answer_geojson(voxels, NULL, &text, NULL) == CRATON_UNSUPPORTED);
  EXPECT(craton_answer_write(voxels, "never.craton", NULL) == CRATON_UNSUPPORTED);
  craton_answer_destroy(voxels);
}

/* The way of version 1 and requests give the same bits. */
static void same_bits(void) {
  static const char hills[] =
      "{\"noise\": {\"kind\": \"perlin\", \"frequency\": 0.01}, \"seed\": 5, \"at\": [1099511627776, -7], "
      "\"size\": [33, 17], \"step\": 0.5}";
  craton_answer* answer = asked("noise", hills);
  craton_noise* noise = NULL;
  craton_grid grid;
  float values[33 * 17];
  const void* data = NULL;
  memset(&grid, 0, sizeof grid);
  grid.dimensions = 2;
  grid.size[0] = 33, grid.size[1] = 17;
  EXPECT(craton_units_from_metres(1099511627776.0, &grid.origin[0], NULL) == CRATON_OK);
  grid.origin[1] = -7 * CRATON_UNITS_PER_METRE;
  grid.step[0] = grid.step[1] = CRATON_UNITS_PER_METRE / 2;
  EXPECT(craton_noise_create("{\"kind\": \"perlin\", \"frequency\": 0.01}", 5, &noise, NULL) == CRATON_OK);
  EXPECT(craton_noise_grid(noise, &grid, 1, values, 33 * 17, NULL) == CRATON_OK);
  EXPECT(craton_answer_data(answer, 0, &data, NULL, NULL) == CRATON_OK && memcmp(data, values, sizeof values) == 0);
  craton_noise_destroy(noise);
  craton_answer_destroy(answer);
}

struct told {
  double last;
  int calls, stop_after;
  char what[64];
};

static int32_t tell(void* user, double share, const char* what) {
  struct told* told = user;
  EXPECT(share >= told->last && share <= 1 && what != NULL);
  told->last = share;
  strncpy(told->what, what, sizeof told->what - 1);
  return ++told->calls == told->stop_after;
}

static void progress_and_cancel(void) {
  craton_run_options options;
  craton_answer* answer = NULL;
  craton_cancel* cancel = NULL;
  craton_error error;
  struct told told;
  memset(&told, 0, sizeof told);
  craton_run_options_init(&options, sizeof options);
  options.progress = tell;
  options.user = &told;
  options.threads = 1;
  EXPECT(craton_ask("map", "{\"size\": [64, 32]}", &options, &answer, &error) == CRATON_OK);
  EXPECT(told.calls > 10 && told.last > 0.999 && strlen(told.what) > 0);
  craton_answer_destroy(answer);
  answer = NULL;
  memset(&told, 0, sizeof told);
  told.stop_after = 3;
  EXPECT(craton_ask("map", "{\"size\": [64, 32]}", &options, &answer, &error) == CRATON_CANCELLED && answer == NULL);
  EXPECT(error.status == CRATON_CANCELLED);
  options.progress = NULL;
  EXPECT(craton_cancel_create(&cancel, &error) == CRATON_OK);
  options.cancel = cancel;
  EXPECT(craton_cancel_raise(cancel, &error) == CRATON_OK);
  EXPECT(craton_ask("map", NULL, &options, &answer, &error) == CRATON_CANCELLED && answer == NULL);
  craton_cancel_destroy(cancel);
  EXPECT(craton_cancel_raise(cancel, &error) == CRATON_INVALID);
  EXPECT(craton_ask("map", NULL, &options, &answer, &error) == CRATON_INVALID && strcmp(error.path, "options.cancel") == 0);
  options.cancel = NULL;
  options.memory = 1 << 20;
  EXPECT(craton_ask("map", NULL, &options, &answer, &error) == CRATON_UNSUPPORTED && strstr(error.message, "MiB") != NULL);
}

static void bad_input(void) {
  craton_answer* answer = NULL;
  craton_answer* gone = asked("noise", "{\"noise\": \"clouds\", \"size\": [4, 4]}");
  craton_bytes* text = NULL;
  craton_run_options no_size;
  craton_error error;
  craton_array_info info;
  uint64_t hash = 0;
  uint32_t number = 0;
  const void* data = NULL;
  double place[2] = {0, 0};
  int64_t cell = 0;
  const char* const wrong[] = {"",
                               "{",
                               "[]",
                               "null",
                               "{\"sede\": 1}",
                               "{\"seed\": NaN}",
                               "{\"seed\": 1, \"seed\": 2}",
                               "{\"size\": [0, 5]}",
                               "{\"recipe\": {\"craton\": 1}}",
                               "{\"recipe\": \"\\u0000\"}",
                               "{\"size\": \"\xff\"}"};
  size_t i;
  for (i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    const craton_status status = craton_ask("map", wrong[i], NULL, &answer, &error);
    EXPECT((status == CRATON_INVALID || status == CRATON_UNKNOWN) && answer == NULL);
    EXPECT(strlen(error.message) > 0);
  }
  EXPECT(craton_ask("map", "{\"recipe\": {\"craton\": 1, \"world\": \"map\", \"stages\": [{\"stage\": \"nois\"}]}}", NULL,
                    &answer, &error) == CRATON_UNKNOWN);
  EXPECT(strcmp(error.path, "recipe/stages/0/stage") == 0);
  EXPECT(craton_ask(NULL, "{}", NULL, &answer, &error) == CRATON_INVALID && strcmp(error.path, "request") == 0);
  EXPECT(craton_ask("map", "{}", NULL, NULL, &error) == CRATON_INVALID && strcmp(error.path, "made") == 0);
  EXPECT(craton_ask("mpa", "{}", NULL, &answer, &error) == CRATON_UNKNOWN && strstr(error.message, "map") != NULL);
  memset(&no_size, 0, sizeof no_size);
  EXPECT(craton_ask("map", "{}", &no_size, &answer, &error) == CRATON_INVALID);
  EXPECT(answer == NULL);

  /* Handles that are none, none any more, or of another kind. */
  craton_array_info_init(&info, sizeof info);
  craton_answer_destroy(gone);
  craton_answer_destroy(gone);
  craton_answer_destroy(NULL);
  EXPECT(craton_recipes(&text, NULL) == CRATON_OK);
  {
    craton_answer* handles[3];
    handles[0] = NULL, handles[1] = gone, handles[2] = (craton_answer*)(void*)text;
    for (i = 0; i < 3; ++i) {
      craton_answer* handle = handles[i];
      EXPECT(craton_answer_count(handle, &number, &error) == CRATON_INVALID && strcmp(error.path, "answer") == 0);
      EXPECT(craton_answer_find(handle, "height", &number, &error) == CRATON_INVALID);
      EXPECT(craton_answer_get(handle, 0, &info, &error) == CRATON_INVALID);
      EXPECT(craton_answer_hash(handle, 0, &hash, &error) == CRATON_INVALID);
      EXPECT(craton_answer_data(handle, 0, &data, NULL, &error) == CRATON_INVALID);
      EXPECT(craton_answer_cells(handle, place, 1, &cell, &error) == CRATON_INVALID);
      EXPECT(craton_answer_describe(handle, &text, &error) == CRATON_INVALID);
      EXPECT(craton_answer_write(handle, "never.craton", &error) == CRATON_INVALID);
    }
  }
  craton_bytes_destroy(text);
}

/* Structures of version 1 are as long as they were: programs that were compiled with it still run. */
static void version_1(void) {
  EXPECT(sizeof(craton_error) == 8 + 256 + 1024);
  EXPECT(sizeof(craton_grid) == 24 + 32 + 32);
  EXPECT(sizeof(craton_terrain_options) == 40 && sizeof(craton_tile_info) == 72 && sizeof(craton_layer_info) == 104);
  EXPECT(sizeof(craton_voxels_options) == 16 && sizeof(craton_voxels_info) == 40 && sizeof(craton_ground_info) == 84);
  EXPECT(sizeof(craton_plant) == 24 && sizeof(craton_mesh_buffers) == 72 && sizeof(craton_tile_mesh_options) == 80);
}

int main(void) {
  declarations();
  a_map();
  tables();
  same_bits();
  progress_and_cancel();
  bad_input();
  version_1();
  if (failures > 0) fprintf(stderr, "%d failures\n", failures);
  return failures > 0;
}
