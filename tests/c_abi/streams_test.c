/* Streams around cameras from C99: what they tell is what tiles and chunks are that one asks for. */
#include <craton/craton.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static const char land[] =
    "{\"craton\": 1, \"world\": \"terrain\", \"seed\": 7, \"domain\": {\"kind\": \"plane\", \"step\": 1}, \"stages\": ["
    "{\"stage\": \"noise\", \"scale\": 60, \"noise\": {\"kind\": \"fbm\", \"source\": {\"kind\": \"perlin\", \"frequency\": "
    "0.01}}}]}";

static float first_height(const craton_tile* tile) {
  static float values[300 * 300];
  craton_tile_info info;
  uint32_t layer = 0;
  craton_tile_info_init(&info, sizeof info);
  EXPECT(craton_tile_get_info(tile, &info, NULL) == CRATON_OK && info.sample_count <= 300 * 300);
  EXPECT(craton_tile_find_layer(tile, "height", &layer, NULL) == CRATON_OK);
  EXPECT(craton_tile_read_layer(tile, layer, values, sizeof values, NULL) == CRATON_OK);
  return values[info.margin * (info.width + 2 * info.margin) + info.margin];
}

static void terrain(void) {
  craton_terrain* terrain = NULL;
  craton_terrain_stream* stream = NULL;
  craton_stream_options options;
  craton_stream_state state;
  craton_camera camera;
  craton_terrain_event events[3];
  craton_error error;
  size_t count = 0, ready = 0, gone = 0, i;
  int32_t done = 0;
  EXPECT(craton_terrain_create(land, NULL, &terrain, &error) == CRATON_OK);
  craton_stream_options_init(&options, sizeof options);
  EXPECT(options.detail == 1.5 && options.apron == 1);
  options.threads = 2;
  EXPECT(craton_terrain_stream_create(terrain, &options, &stream, &error) == CRATON_OK);
  craton_camera_init(&camera, sizeof camera);
  camera.place[0] = ((int64_t)1 << 40) * CRATON_UNITS_PER_METRE; /* far out */
  camera.distance = 600;
  EXPECT(craton_terrain_stream_set_camera(stream, 0, &camera, &error) == CRATON_OK);
  EXPECT(craton_terrain_stream_wait(stream, 60000, &done, &error) == CRATON_OK && done == 1);
  craton_stream_state_init(&state, sizeof state);
  EXPECT(craton_terrain_stream_get_state(stream, &state, &error) == CRATON_OK && state.wanted > 3 && state.ready == state.wanted);
  /* Few at a time: none is lost. */
  do {
    EXPECT(craton_terrain_stream_poll(stream, events, 3, &count, &error) == CRATON_OK && count <= 3);
    for (i = 0; i < count; ++i) {
      craton_tile* asked = NULL;
      EXPECT(events[i].kind == CRATON_STREAM_READY && events[i].tile != NULL && events[i].status == CRATON_OK);
      EXPECT(craton_terrain_tile(terrain, events[i].level, events[i].x, events[i].y, 1, &asked, &error) == CRATON_OK);
      EXPECT(first_height(events[i].tile) == first_height(asked));
      craton_tile_destroy(asked);
      craton_tile_destroy(events[i].tile);
      ++ready;
    }
  } while (count > 0);
  EXPECT(ready == state.wanted);
  EXPECT(craton_terrain_stream_remove_camera(stream, 0, &error) == CRATON_OK);
  EXPECT(craton_terrain_stream_wait(stream, 60000, &done, &error) == CRATON_OK && done == 1);
  do {
    EXPECT(craton_terrain_stream_poll(stream, events, 3, &count, &error) == CRATON_OK);
    for (i = 0; i < count; ++i) {
      EXPECT(events[i].kind == CRATON_STREAM_GONE && events[i].tile == NULL);
      ++gone;
    }
  } while (count > 0);
  EXPECT(gone == ready);

  EXPECT(craton_terrain_stream_poll(stream, NULL, 3, &count, &error) == CRATON_INVALID && strcmp(error.path, "events") == 0);
  EXPECT(craton_terrain_stream_poll(stream, events, 3, NULL, &error) == CRATON_INVALID);
  EXPECT(craton_terrain_stream_set_camera(stream, 0, NULL, &error) == CRATON_INVALID);
  camera.altitude = (double)NAN;
  EXPECT(craton_terrain_stream_set_camera(stream, 0, &camera, &error) == CRATON_INVALID &&
         strcmp(error.path, "pose.altitude") == 0);
  camera.altitude = 0, camera.look[1] = (double)INFINITY;
  EXPECT(craton_terrain_stream_set_camera(stream, 0, &camera, &error) == CRATON_INVALID && strcmp(error.path, "pose.look") == 0);
  camera.look[1] = 0, camera.place[1] = INT64_MAX;
  EXPECT(craton_terrain_stream_set_camera(stream, 0, &camera, &error) == CRATON_INVALID && strcmp(error.path, "pose.place") == 0);
  options.detail = (double)NAN;
  {
    craton_terrain_stream* never = NULL;
    EXPECT(craton_terrain_stream_create(terrain, &options, &never, &error) == CRATON_INVALID && never == NULL);
    EXPECT(craton_terrain_stream_create(NULL, NULL, &never, &error) == CRATON_INVALID && strcmp(error.path, "terrain") == 0);
  }
  craton_terrain_destroy(terrain); /* the stream does not need it */
  camera.place[1] = 0;
  EXPECT(craton_terrain_stream_set_camera(stream, 1, &camera, &error) == CRATON_OK);
  craton_terrain_stream_destroy(stream);
  craton_terrain_stream_destroy(stream);
  EXPECT(craton_terrain_stream_wait(stream, 1, &done, &error) == CRATON_INVALID && strcmp(error.path, "stream") == 0);
  EXPECT(craton_terrain_stream_get_state(stream, &state, &error) == CRATON_INVALID);
}

static void voxels(void) {
  static uint8_t streamed[16 * 16 * 64], asked[16 * 16 * 64];
  craton_voxels* voxels = NULL;
  craton_voxel_stream* stream = NULL;
  craton_stream_state state;
  craton_camera camera;
  craton_voxel_event events[64];
  craton_error error;
  size_t count = 0, i;
  int32_t done = 0;
  EXPECT(craton_voxels_create(NULL, NULL, &voxels, &error) == CRATON_OK);
  EXPECT(craton_voxel_stream_create(voxels, NULL, &stream, &error) == CRATON_OK);
  craton_camera_init(&camera, sizeof camera);
  camera.radius = 2;
  camera.place[0] = -5 * CRATON_UNITS_PER_METRE; /* in the chunk to the west */
  EXPECT(craton_voxel_stream_set_camera(stream, 0, &camera, &error) == CRATON_OK);
  EXPECT(craton_voxel_stream_wait(stream, 60000, &done, &error) == CRATON_OK && done == 1);
  craton_stream_state_init(&state, sizeof state);
  EXPECT(craton_voxel_stream_get_state(stream, &state, &error) == CRATON_OK && state.ready > 8);
  EXPECT(craton_voxel_stream_poll(stream, events, 64, &count, &error) == CRATON_OK && count == state.ready);
  for (i = 0; i < count; ++i) {
    craton_chunk* chunk = NULL;
    EXPECT(events[i].kind == CRATON_STREAM_READY && events[i].x >= -3 && events[i].x <= 1);
    EXPECT(craton_voxels_chunk(voxels, NULL, events[i].x, events[i].y, 0, &chunk, &error) == CRATON_OK);
    EXPECT(craton_chunk_read(chunk, asked, sizeof asked, &error) == CRATON_OK);
    EXPECT(craton_chunk_read(events[i].chunk, streamed, sizeof streamed, &error) == CRATON_OK);
    EXPECT(memcmp(asked, streamed, sizeof asked) == 0);
    craton_chunk_destroy(chunk);
    craton_chunk_destroy(events[i].chunk);
  }
  camera.radius = 65;
  EXPECT(craton_voxel_stream_set_camera(stream, 0, &camera, &error) == CRATON_INVALID && strcmp(error.path, "pose.radius") == 0);
  EXPECT(craton_voxel_stream_remove_camera(stream, 0, &error) == CRATON_OK);
  EXPECT(craton_voxel_stream_remove_camera((craton_voxel_stream*)(void*)voxels, 0, &error) == CRATON_INVALID);
  craton_voxels_destroy(voxels);
  craton_voxel_stream_destroy(stream);
}

int main(void) {
  terrain();
  voxels();
  if (failures > 0) fprintf(stderr, "%d failures\n", failures);
  return failures > 0;
}
