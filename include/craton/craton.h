#ifndef CRATON_CRATON_H
#define CRATON_CRATON_H

/* Craton for C, and for everything that can call C. A world is a function: the same seed and recipe give the same bits on every
 * machine, at every place, in whatever order one asks. docs/c-abi.md is the guide.
 *
 * Rules that hold for every function here:
 *
 * Errors.   What can fail returns a craton_status: CRATON_OK, or what went wrong. The last parameter, which may be NULL, is a
 *           craton_error of the caller's that then holds the words. There is no last error of a thread and no global state.
 *           A function that fails leaves what its pointers point to as it was, unless it says otherwise. No exception and no
 *           abort crosses this border; NULL where a pointer is needed is CRATON_INVALID.
 * Handles.  craton_…_create and functions with a `craton_x** made` give a handle, which the caller ends with craton_x_destroy;
 *           NULL may be destroyed. Handles do not need each other: they may be destroyed in any order. A pointer that is no
 *           handle of the kind, or none any more, is CRATON_INVALID.
 * Threads.  A handle may be used by many threads at once, unless its type says otherwise; it must not be destroyed meanwhile.
 *           `threads` is how many threads a call may use: 0 is all of the machine, 1 only the caller's. Bits never depend on it.
 * Memory.   Numbers are written to buffers of the caller, with their length beside them. A buffer that is too small is
 *           CRATON_TOO_SMALL, and nothing is written to it. Where a function shows memory of the library instead
 *           (craton_bytes_get, craton_answer_data), that lives as long as its handle.
 * Versions. Functions and constants are only ever added. Structures that begin with `struct_size` may grow at their end: set it
 *           to sizeof, best by their …_init; the library reads and writes no more than that. All others stay as they are.
 * Text.     UTF-8 that ends with a zero.
 * Places.   Counts of 1/1024 m, from the origin of the world: x to the east, y to the south, z upwards.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(CRATON_C_STATIC) /* of programs that link the static library */
#define CRATON_C_API
#elif defined(_WIN32) && defined(CRATON_C_BUILDING)
#define CRATON_C_API __declspec(dllexport)
#elif defined(_WIN32)
#define CRATON_C_API __declspec(dllimport)
#else
#define CRATON_C_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- versions ---------------------------------------------------------------------------------------------------------- */

/* Raised where something is added here. A program runs with every library whose number is not lower than that of its header. */
#define CRATON_ABI_VERSION 2
CRATON_C_API uint32_t craton_abi_version(void);
/* Of the library, such as "0.1.0". */
CRATON_C_API const char* craton_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------------------ */

typedef int32_t craton_status;
enum {
  CRATON_OK = 0,
  CRATON_INVALID = 1,     /* a value of the wrong type or out of range, no number, NULL, a wrong handle */
  CRATON_UNKNOWN = 2,     /* a name that does not exist */
  CRATON_UNSUPPORTED = 3, /* well formed, but impossible here */
  CRATON_IO = 4,          /* a file or device refused */
  CRATON_CORRUPT = 5,     /* not what it claims to be */
  CRATON_CANCELLED = 6,
  CRATON_NO_MEMORY = 7,
  CRATON_TOO_SMALL = 8, /* a buffer of the caller */
  CRATON_INTERNAL = 9   /* a bug: please tell us */
};
/* "ok", "invalid", …; "unknown status" for other numbers. */
CRATON_C_API const char* craton_status_name(craton_status status);

/* What went wrong and where. Untouched where nothing did. Texts that are too long are cut between characters. */
typedef struct craton_error {
  craton_status status;
  int32_t reserved;
  char path[256];     /* the offending key, parameter or place; may be empty */
  char message[1024]; /* what was found, what is allowed */
} craton_error;

/* ---- places and seeds -------------------------------------------------------------------------------------------------- */

#define CRATON_UNITS_PER_METRE 1024

/* The nearest unit, halves to even; an error for NaN and beyond ±2^53 m. */
CRATON_C_API craton_status craton_units_from_metres(double metres, int64_t* units, craton_error* error);
/* A whole number, 0x…, or a word. */
CRATON_C_API craton_status craton_seed_from_text(const char* text, uint64_t* seed, craton_error* error);

/* ---- noise ------------------------------------------------------------------------------------------------------------- */

typedef struct craton_noise craton_noise;

/* Of a noise in JSON: {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.01}}. Frequencies are per metre.
 */
CRATON_C_API craton_status craton_noise_create(const char* json, uint64_t seed, craton_noise** made, craton_error* error);
CRATON_C_API void craton_noise_destroy(craton_noise* noise);

/* Bounds that no value leaves. */
CRATON_C_API craton_status craton_noise_range(const craton_noise* noise, float* low, float* high, craton_error* error);

/* Samples at origin + index · step, in units. Of `dimensions` axes (1 … 4) the first entries count. */
typedef struct craton_grid {
  uint32_t dimensions;
  uint32_t size[4];
  uint32_t reserved;
  int64_t origin[4];
  int64_t step[4];
} craton_grid;

/* All samples of a grid, x fastest, then y, z and w. `count` floats must be there. */
CRATON_C_API craton_status craton_noise_grid(const craton_noise* noise, const craton_grid* grid, uint32_t threads, float* values,
                                             size_t count, craton_error* error);
/* The values at `count` places of so many coordinates each; the bits are those of grids. */
CRATON_C_API craton_status craton_noise_points(const craton_noise* noise, uint32_t dimensions, const int64_t* coordinates,
                                               size_t count, uint32_t threads, float* values, craton_error* error);

/* ---- meshes ------------------------------------------------------------------------------------------------------------ */

typedef struct craton_mesh craton_mesh;
CRATON_C_API void craton_mesh_destroy(craton_mesh* mesh);

/* Arrays to fill, each with room for what the counts say; NULL where one is not wanted. Lengths are metres, x to the east, y to
 * the south, z upwards; triangles run counter-clockwise seen from outside. */
typedef struct craton_mesh_buffers {
  uint32_t struct_size;
  uint32_t reserved;
  size_t vertex_capacity; /* of each of the first three arrays, in vertices */
  size_t index_capacity;
  float* positions;    /* three a vertex */
  float* normals;      /* three a vertex, of length 1 */
  uint8_t* colours;    /* four a vertex: sRGB and opacity */
  uint32_t* indices;   /* three a triangle */
  size_t vertex_count; /* set by the call: how many there are */
  size_t index_count;  /* likewise */
} craton_mesh_buffers;
CRATON_C_API void craton_mesh_buffers_init(craton_mesh_buffers* buffers, size_t struct_size);

/* Without arrays the counts alone are set: ask once for them, and once more with arrays of that size. Where an array is too
 * small, the counts are set too. */
CRATON_C_API craton_status craton_mesh_read(const craton_mesh* mesh, craton_mesh_buffers* buffers, craton_error* error);

/* ---- endless terrain --------------------------------------------------------------------------------------------------- */

typedef struct craton_terrain craton_terrain;
typedef struct craton_tile craton_tile;

typedef struct craton_terrain_options {
  uint32_t struct_size;
  uint32_t tile_cells;  /* a side of a tile: a power of two, 16 … 4096; 256 */
  uint32_t margin;      /* samples around a tile, for normals at its borders: 0 … 64; 1 */
  uint32_t levels;      /* 1 … 24; 12 */
  uint64_t block_bytes; /* how much stages that look far may keep; 256 MiB */
  uint64_t seed;        /* in place of the recipe's, where has_seed is not 0 */
  uint32_t has_seed;
  uint32_t reserved;
} craton_terrain_options;
CRATON_C_API void craton_terrain_options_init(craton_terrain_options* options, size_t struct_size);

/* Of a recipe in JSON whose domain is a plane. NULL for the options: as they are after …_init. */
CRATON_C_API craton_status craton_terrain_create(const char* recipe, const craton_terrain_options* options, craton_terrain** made,
                                                 craton_error* error);
CRATON_C_API void craton_terrain_destroy(craton_terrain* terrain);
/* Units between samples of a level; twice as many at each. */
CRATON_C_API craton_status craton_terrain_step(const craton_terrain* terrain, uint32_t level, int64_t* units,
                                               craton_error* error);

/* Tile (x, y) of a level begins x · tile_cells samples east and y · tile_cells south of the origin. It has one sample more on
 * each axis, which it shares with its neighbours, and the margin around them. */
CRATON_C_API craton_status craton_terrain_tile(const craton_terrain* terrain, uint32_t level, int64_t x, int64_t y,
                                               uint32_t threads, craton_tile** made, craton_error* error);
CRATON_C_API void craton_tile_destroy(craton_tile* tile);

typedef struct craton_tile_info {
  uint32_t struct_size;
  uint32_t level;
  int64_t x, y;
  int64_t origin[2]; /* units, of the first sample inside the margin */
  int64_t step;      /* units */
  uint32_t width;    /* samples, without the margin */
  uint32_t height;
  uint32_t margin;
  uint32_t layer_count;
  uint64_t sample_count; /* of a layer, margin included: (width + 2 · margin) · (height + 2 · margin), row by row */
} craton_tile_info;
CRATON_C_API void craton_tile_info_init(craton_tile_info* info, size_t struct_size);
CRATON_C_API craton_status craton_tile_get_info(const craton_tile* tile, craton_tile_info* info, craton_error* error);

enum { CRATON_FLOAT32 = 0, CRATON_INT32 = 1, CRATON_UINT8 = 2 };

typedef struct craton_layer_info {
  uint32_t struct_size;
  uint32_t type; /* CRATON_FLOAT32, … */
  char name[72];
  char unit[24];
} craton_layer_info;
CRATON_C_API void craton_layer_info_init(craton_layer_info* info, size_t struct_size);
CRATON_C_API craton_status craton_tile_get_layer(const craton_tile* tile, uint32_t layer, craton_layer_info* info,
                                                 craton_error* error);
/* The number of the layer of this name. */
CRATON_C_API craton_status craton_tile_find_layer(const craton_tile* tile, const char* name, uint32_t* layer,
                                                  craton_error* error);
/* The layer's samples in its own type; `bytes` is the size of the buffer. */
CRATON_C_API craton_status craton_tile_read_layer(const craton_tile* tile, uint32_t layer, void* values, size_t bytes,
                                                  craton_error* error);

/* Around a tile: its sides, then its corners. */
enum {
  CRATON_WEST = 0,
  CRATON_EAST = 1,
  CRATON_NORTH = 2,
  CRATON_SOUTH = 3,
  CRATON_NORTH_WEST = 4,
  CRATON_NORTH_EAST = 5,
  CRATON_SOUTH_WEST = 6,
  CRATON_SOUTH_EAST = 7
};

typedef struct craton_tile_mesh_options {
  uint32_t struct_size;
  uint32_t no_colours;
  double skirt;                  /* metres that the borders hang down; 0 */
  const craton_tile* coarser[8]; /* neighbours of coarser levels, by CRATON_WEST …; NULL where they are not coarser */
} craton_tile_mesh_options;
CRATON_C_API void craton_tile_mesh_options_init(craton_tile_mesh_options* options, size_t struct_size);

/* The ground of a tile, from its north-western sample; heights from the sea. Meshes of neighbours close without gaps, those of
 * other levels too where these are named. NULL for the options: as they are after …_init. */
CRATON_C_API craton_status craton_tile_mesh(const craton_tile* tile, const craton_tile_mesh_options* options, craton_mesh** made,
                                            craton_error* error);

/* The sea over a tile, and the rivers and lakes of its recipe (since 2). */
CRATON_C_API craton_status craton_tile_water(const craton_tile* tile, craton_mesh** made, craton_error* error);
/* Meshes between which a renderer moves each vertex, so that no change of level is seen (since 2): `fine` is the tile's ground,
 * `coarse` the same vertices where they lie on the next coarser level. `parent` is the tile of that level that holds this one;
 * both need a margin of one sample. */
CRATON_C_API craton_status craton_tile_morph(const craton_tile* tile, const craton_tile* parent, craton_mesh** fine,
                                             craton_mesh** coarse, craton_error* error);
/* The same terrain after changes by hand (since 2), a JSON list of touches of a brush: [{"tool": "raise", "x": 300, "y": 250,
 * "radius": 120, "by": 40}]; tools are raise, lower, flatten (to), smooth, stamp and paint (biome). */
CRATON_C_API craton_status craton_terrain_with_edits(const craton_terrain* terrain, const char* edits, craton_terrain** made,
                                                     craton_error* error);

/* ---- endless voxel worlds ---------------------------------------------------------------------------------------------- */

typedef struct craton_voxels craton_voxels;
typedef struct craton_chunk craton_chunk;

typedef struct craton_voxels_options {
  uint32_t struct_size;
  uint32_t has_seed;
  uint64_t seed; /* in place of the recipe's, where has_seed is not 0 */
} craton_voxels_options;
CRATON_C_API void craton_voxels_options_init(craton_voxels_options* options, size_t struct_size);

/* Of a recipe of a voxel world in JSON; NULL: the world as it is without any, of seed 7. NULL for the options: as they are after
 * …_init. */
CRATON_C_API craton_status craton_voxels_create(const char* recipe, const craton_voxels_options* options, craton_voxels** made,
                                                craton_error* error);
CRATON_C_API void craton_voxels_destroy(craton_voxels* voxels);

typedef struct craton_voxels_info {
  uint32_t struct_size;
  uint32_t chunk_side;   /* columns along x and y */
  uint32_t chunk_height; /* voxels of a column */
  uint32_t ground_count;
  uint32_t species_count;
  uint32_t reserved;
  double step;  /* metres a voxel */
  double floor; /* height of the lowest voxels, metres from the sea */
} craton_voxels_info;
CRATON_C_API void craton_voxels_info_init(craton_voxels_info* info, size_t struct_size);
CRATON_C_API craton_status craton_voxels_get_info(const craton_voxels* voxels, craton_voxels_info* info, craton_error* error);

typedef struct craton_ground_info {
  uint32_t struct_size;
  uint32_t liquid;
  uint8_t colour[4]; /* sRGB, and 255 */
  char name[72];
} craton_ground_info;
CRATON_C_API void craton_ground_info_init(craton_ground_info* info, size_t struct_size);
/* Ground 0 is air. */
CRATON_C_API craton_status craton_voxels_get_ground(const craton_voxels* voxels, uint32_t ground, craton_ground_info* info,
                                                    craton_error* error);
/* The name of a species, cut where the buffer ends. */
CRATON_C_API craton_status craton_voxels_get_species(const craton_voxels* voxels, uint32_t species, char* name, size_t bytes,
                                                     craton_error* error);

/* What one thread keeps from chunk to chunk to be fast. Chunks never depend on it. One thread at a time. */
typedef struct craton_voxel_worker craton_voxel_worker;
CRATON_C_API craton_status craton_voxel_worker_create(craton_voxel_worker** made, craton_error* error);
CRATON_C_API void craton_voxel_worker_destroy(craton_voxel_worker* worker);

/* The chunk with the columns from x · chunk_side on. `apron` columns of its neighbours come along on every side, 0 … 2, 4, 8 or
 * 16: meshes need 1, smooth ones 2, a coarser level n 2^n. The worker may be NULL. */
CRATON_C_API craton_status craton_voxels_chunk(const craton_voxels* voxels, craton_voxel_worker* worker, int64_t x, int64_t y,
                                               uint32_t apron, craton_chunk** made, craton_error* error);
CRATON_C_API void craton_chunk_destroy(craton_chunk* chunk);

/* The grounds of a chunk without its apron, x fastest, then y, then z from the floor upwards: side · side · height bytes. */
CRATON_C_API craton_status craton_chunk_read(const craton_chunk* chunk, uint8_t* grounds, size_t count, craton_error* error);

typedef struct craton_plant {
  uint32_t x, y, z; /* column in the chunk, and the first voxel above the ground, from the floor */
  uint32_t species;
  float size;     /* 1 is usual */
  float rotation; /* degrees, from x towards y */
} craton_plant;
/* `count` is set to how many there are; NULL for the plants asks for it alone. */
CRATON_C_API craton_status craton_chunk_plants(const craton_chunk* chunk, craton_plant* plants, size_t capacity, size_t* count,
                                               craton_error* error);

enum {
  CRATON_MESH_GREEDY = 0,     /* faces of voxels, equal ones merged */
  CRATON_MESH_CULLED = 1,     /* each face alone */
  CRATON_MESH_CUBES = 2,      /* marching cubes; liquids as faces */
  CRATON_MESH_TETRAHEDRA = 3, /* marching tetrahedra, likewise */
  CRATON_MESH_NETS = 4        /* surface nets, likewise */
};
enum {
  CRATON_MESH_OCCLUSION = 1,  /* corners are shaded by what is beside them; of faces */
  CRATON_MESH_NO_LIQUIDS = 2, /* solid ground alone */
  CRATON_MESH_LIQUIDS = 4     /* liquids alone, as faces whatever the mesher */
};

/* What can be seen of a chunk, from its corner at the floor. `flags` are or-ed. */
CRATON_C_API craton_status craton_chunk_mesh(const craton_chunk* chunk, uint32_t mesher, uint32_t flags, craton_mesh** made,
                                             craton_error* error);

/* A chunk at a coarser level of detail, 0 … 4 (since 2): cubes of 2^level voxels become one. Without plants; its mesh is one of
 * faces, as large as that of the chunk. The chunk needs an apron of 2^level columns, or none. */
CRATON_C_API craton_status craton_chunk_coarser(const craton_chunk* chunk, uint32_t level, craton_chunk** made,
                                                craton_error* error);
/* Voxels set by hand (since 2), a JSON list: [{"x": 3, "y": -2, "z": 40, "ground": "granite"}]; without a ground they are taken
 * away. */
CRATON_C_API craton_status craton_voxels_with_edits(const craton_voxels* voxels, const char* edits, craton_voxels** made,
                                                    craton_error* error);

/* What plants look like (since 2): a few models of each species, of a level of detail 0 … 4. */
CRATON_C_API craton_status craton_voxels_model_count(const craton_voxels* voxels, uint32_t* count, craton_error* error);
/* From its foot, metres; `species` may be NULL. */
CRATON_C_API craton_status craton_voxels_model(const craton_voxels* voxels, uint32_t model, uint32_t level, uint32_t* species,
                                               craton_mesh** made, craton_error* error);
typedef struct craton_model_place {
  uint32_t model;
  float x, y, z;  /* of its foot: metres from the corner of the chunk at the floor of the world */
  float scale;    /* then turned */
  float rotation; /* degrees, from x towards y */
} craton_model_place;
/* The plants of a chunk as models. `count` is set to how many there are; NULL for the places asks for it alone. */
CRATON_C_API craton_status craton_chunk_models(const craton_chunk* chunk, craton_model_place* places, size_t capacity,
                                               size_t* count, craton_error* error);

/* ---- requests: whole worlds, windows onto endless ones, noises (since 2) ----------------------------------------------------
 *
 * All that users can ask for is declared in the library: craton_requests tells the list, with parameters, ranges and sentences.
 * Parameters go in as a JSON object. What comes back is an answer: arrays of values over the same cells, and tables of objects.
 */

/* Text or a file that the library made. */
typedef struct craton_bytes craton_bytes;
/* Where it lies, and how long it is; a zero stands behind it. Either pointer may be NULL. */
CRATON_C_API craton_status craton_bytes_get(const craton_bytes* bytes, const char** data, size_t* size, craton_error* error);
CRATON_C_API void craton_bytes_destroy(craton_bytes* bytes);

/* The declarations, as JSON: {"requests": [{"id", "doc", "gives", "params": [{"name", "type", "default", …}]}], "picture": …}. */
CRATON_C_API craton_status craton_requests(craton_bytes** made, craton_error* error);
/* The names of recipes and noises that come with Craton, as JSON: {"world": ["map", …], "noise": […], …}. */
CRATON_C_API craton_status craton_recipes(craton_bytes** made, craton_error* error);
/* One of them: its JSON. */
CRATON_C_API craton_status craton_recipe(const char* kind, const char* name, craton_bytes** made, craton_error* error);

/* Stops work from another thread. It may serve many calls; once raised it stays so. */
typedef struct craton_cancel craton_cancel;
CRATON_C_API craton_status craton_cancel_create(craton_cancel** made, craton_error* error);
CRATON_C_API craton_status craton_cancel_raise(craton_cancel* cancel, craton_error* error);
CRATON_C_API void craton_cancel_destroy(craton_cancel* cancel);

/* Told how far work is: a share of 0 … 1 that never falls, and what is being done, in a word; any thread may call it, one at a
 * time. What is not 0 stops the work: CRATON_CANCELLED. */
typedef int32_t (*craton_progress)(void* user, double share, const char* what);

/* A stage of your own, which recipes of whole worlds use as they use the library's. `declaration` is JSON: {"id": "dunes",
 * "layers":
 * [{"name": "height", "access": "change", "type": "number", "unit": "m"}], "numbers": {"spacing": 400}}; access is read, write or
 * change, type number, integer or category. `run` is called in the thread of craton_ask; what is not 0 ends the work, with what
 * craton_stage_fail said. The call is good until it returns. */
typedef struct craton_stage_call craton_stage_call;
typedef int32_t (*craton_stage_run)(void* user, craton_stage_call* call);
typedef struct craton_own_stage {
  const char* declaration;
  craton_stage_run run;
  void* user; /* handed to it */
} craton_own_stage;
/* As JSON: {"id", "seed", "axes": [{"name", "size"}], "layers": [{"name", "type"}], "numbers": {"spacing": 400}}. */
CRATON_C_API craton_status craton_stage_describe(craton_stage_call* call, craton_bytes** made, craton_error* error);
/* The values of a layer by its name in the declaration, to be read and, unless its access is read, written. */
CRATON_C_API craton_status craton_stage_layer(craton_stage_call* call, const char* name, void** values, size_t* bytes,
                                              craton_error* error);
/* The places of all cells, as craton_answer_places gives them. */
CRATON_C_API craton_status craton_stage_places(craton_stage_call* call, double* first, double* second, size_t count,
                                               craton_error* error);
CRATON_C_API void craton_stage_fail(craton_stage_call* call, const char* message);

typedef struct craton_run_options {
  uint32_t struct_size;
  uint32_t threads;         /* 0: all of the machine */
  uint64_t memory;          /* bytes that layers and arrays may take; 0: what the machine has. More is refused before it starts */
  craton_progress progress; /* may be NULL */
  void* user;               /* handed to it */
  craton_cancel* cancel;    /* may be NULL; it must live until the call ends */
  const craton_own_stage* stages; /* may be NULL */
  size_t stage_count;
} craton_run_options;
CRATON_C_API void craton_run_options_init(craton_run_options* options, size_t struct_size);

/* A world, a window, a grid of noise: what a request gives. */
typedef struct craton_answer craton_answer;

/* Asks. `parameters` is a JSON object, or NULL for none; the path of an error is the parameter, and within a recipe the place in
 * it ("recipe/stages/3/scale"). NULL for the options: as they are after …_init. */
CRATON_C_API craton_status craton_ask(const char* request, const char* parameters, const craton_run_options* options,
                                      craton_answer** made, craton_error* error);
/* The same of answers that are at hand: for requests with the parameter `of`, which says nothing then. `mesh`, `page`, `measure`,
 * … take one, `diff` two. They may be destroyed afterwards. */
CRATON_C_API craton_status craton_ask_of(const char* request, const char* parameters, const craton_answer* const* of,
                                         size_t count, const craton_run_options* options, craton_answer** made,
                                         craton_error* error);
CRATON_C_API void craton_answer_destroy(craton_answer* answer);

/* All of it in words, as JSON: seed, domain, arrays with axes, units and the names of categories, tables with columns, recipe. */
CRATON_C_API craton_status craton_answer_describe(const craton_answer* answer, craton_bytes** made, craton_error* error);

typedef struct craton_array_info {
  uint32_t struct_size;
  uint32_t type;       /* CRATON_FLOAT32, … */
  uint32_t dimensions; /* 1 … 4 */
  uint32_t categories; /* how many have names; 0 where values are no categories */
  uint64_t count;      /* of values */
  uint64_t bytes;
  uint64_t size[4];   /* of each axis, the slowest first */
  uint32_t placed[4]; /* whether its entries lie at origin + index · step, units; else they are only counted */
  int64_t origin[4];
  int64_t step[4];
  char axis[4][16]; /* "y", "x"; "face", "row", "column"; … */
  char name[72];
  char unit[24];
} craton_array_info;
CRATON_C_API void craton_array_info_init(craton_array_info* info, size_t struct_size);

CRATON_C_API craton_status craton_answer_count(const craton_answer* answer, uint32_t* arrays, craton_error* error);
/* The number of the array of this name. */
CRATON_C_API craton_status craton_answer_find(const craton_answer* answer, const char* name, uint32_t* array,
                                              craton_error* error);
CRATON_C_API craton_status craton_answer_get(const craton_answer* answer, uint32_t array, craton_array_info* info,
                                             craton_error* error);
/* What a value of a category is called, cut where the buffer ends. */
CRATON_C_API craton_status craton_answer_category(const craton_answer* answer, uint32_t array, uint32_t value, char* name,
                                                  size_t bytes, craton_error* error);
/* The colours in which pictures show the values 0, 1, …: `count` of them, red, green and blue of each, 3 · count bytes. Köppen's
 * climates have those of atlases, biomes ones of their own. */
CRATON_C_API craton_status craton_answer_colours(const craton_answer* answer, uint32_t array, uint8_t* rgb, uint32_t count,
                                                 craton_error* error);
/* 64 bits of the content, those that `craton info` shows of layers. */
CRATON_C_API craton_status craton_answer_hash(const craton_answer* answer, uint32_t array, uint64_t* hash, craton_error* error);

/* The values where they lie, row by row; they live as long as the answer. */
CRATON_C_API craton_status craton_answer_data(const craton_answer* answer, uint32_t array, const void** values, size_t* bytes,
                                              craton_error* error);
/* The same into a buffer of the caller. */
CRATON_C_API craton_status craton_answer_read(const craton_answer* answer, uint32_t array, void* values, size_t bytes,
                                              craton_error* error);
/* A part of an array: `size[k]` entries of each axis from `begin[k]` on. */
CRATON_C_API craton_status craton_answer_window(const craton_answer* answer, uint32_t array, const uint64_t* begin,
                                                const uint64_t* size, void* values, size_t bytes, craton_error* error);

/* Places are two numbers each: metres to the east and to the south; on planets degrees north and east. */
/* The cells nearest to `count` places, indices into all arrays; -1 beyond the borders. After an error nothing is promised of
 * `cells`. */
CRATON_C_API craton_status craton_answer_cells(const craton_answer* answer, const double* places, size_t count, int64_t* cells,
                                               craton_error* error);
/* The places of all cells: `count` of them in each of the two arrays. */
CRATON_C_API craton_status craton_answer_places(const craton_answer* answer, double* first, double* second, size_t count,
                                                craton_error* error);

/* A table of objects as JSON: {"name", "doc", "rows", "columns": [{"name", "unit", "doc", "type", "values"}]}. */
CRATON_C_API craton_status craton_answer_table(const craton_answer* answer, const char* name, craton_bytes** made,
                                               craton_error* error);
/* Tables as GeoJSON, their names between commas; "coast" is the border between land and sea, NULL all that there is. */
CRATON_C_API craton_status craton_answer_geojson(const craton_answer* answer, const char* names, craton_bytes** made,
                                                 craton_error* error);
/* A PNG. `parameters` are those that craton_requests calls "picture", as JSON; NULL for none. */
CRATON_C_API craton_status craton_answer_picture(const craton_answer* answer, const char* parameters, craton_bytes** made,
                                                 craton_error* error);
/* The world as a .craton file, which the request `open` reads; written beside and renamed. */
CRATON_C_API craton_status craton_answer_write(const craton_answer* answer, const char* path, craton_error* error);

/* Files that were made: pictures, scenes, pages, reports. Nobody has written them yet. */
CRATON_C_API craton_status craton_answer_file_count(const craton_answer* answer, uint32_t* files, craton_error* error);
/* A file's name ("globe.png"), its type ("image/png") and its bytes, which live as long as the answer. Any pointer may be NULL.
 */
CRATON_C_API craton_status craton_answer_file(const craton_answer* answer, uint32_t file, const char** name, const char** type,
                                              const void** data, size_t* bytes, craton_error* error);

/* ---- streams around cameras (since 2) ------------------------------------------------------------------------------------- */

/* Tiles or chunks around cameras, made by threads of the stream: near ones first. No call waits for them, except …_wait; all are
 * safe from many threads. Memory never grows beyond `bytes` and what the caller keeps: where cameras want more, the farthest are
 * left out. A stream goes on without the handle that it was made of. */
typedef struct craton_terrain_stream craton_terrain_stream;
typedef struct craton_voxel_stream craton_voxel_stream;

typedef struct craton_stream_options {
  uint32_t struct_size;
  uint32_t threads; /* 0: one less than the machine has, at least one */
  uint64_t bytes;   /* of all that is kept; 0: 512 MiB of tiles, 256 MiB of chunks */
  double detail;    /* a tile nearer than this many of its sides is halved: 1 … 16; 1.5 */
  uint32_t apron;   /* of chunks, as craton_voxels_chunk takes it; 1 */
  uint32_t reserved;
} craton_stream_options;
CRATON_C_API void craton_stream_options_init(craton_stream_options* options, size_t struct_size);

typedef struct craton_camera {
  uint32_t struct_size;
  uint32_t radius;      /* of voxels: chunks that it sees to all sides, 0 … 64; 7 */
  int64_t place[2];     /* units */
  double altitude;      /* metres above the ground: the higher, the coarser tiles may be; 0 */
  double distance;      /* of terrain: metres that it sees to all sides; 8000 */
  double look[2];       /* where it looks on the map, of any length: that comes first; 0, 0: everywhere */
  double field_of_view; /* degrees; 90 */
} craton_camera;
CRATON_C_API void craton_camera_init(craton_camera* camera, size_t struct_size);

enum { CRATON_STREAM_READY = 0, CRATON_STREAM_GONE = 1, CRATON_STREAM_FAILED = 2 };

typedef struct craton_terrain_event {
  uint32_t kind; /* CRATON_STREAM_READY, … */
  uint32_t level;
  int64_t x, y;
  craton_tile* tile;    /* of what is ready: the caller's, to be destroyed; else NULL */
  craton_status status; /* of what failed */
  int32_t reserved;
} craton_terrain_event;

typedef struct craton_voxel_event {
  uint32_t kind;
  craton_status status;
  int64_t x, y;
  craton_chunk* chunk;
} craton_voxel_event;

typedef struct craton_stream_state {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t bytes, kept;   /* of tiles or chunks, and their number */
  uint64_t wanted, ready; /* that cameras see, and those of them that are made */
  uint64_t left_out;      /* that cameras would see if there were more bytes */
  uint64_t made, found;   /* since the beginning: computed, and seen again while still kept */
} craton_stream_state;
CRATON_C_API void craton_stream_state_init(craton_stream_state* state, size_t struct_size);

CRATON_C_API craton_status craton_terrain_stream_create(const craton_terrain* terrain, const craton_stream_options* options,
                                                        craton_terrain_stream** made, craton_error* error);
CRATON_C_API void craton_terrain_stream_destroy(craton_terrain_stream* stream);
/* Moves a camera, or adds it. */
CRATON_C_API craton_status craton_terrain_stream_set_camera(craton_terrain_stream* stream, uint32_t camera,
                                                            const craton_camera* pose, craton_error* error);
CRATON_C_API craton_status craton_terrain_stream_remove_camera(craton_terrain_stream* stream, uint32_t camera,
                                                               craton_error* error);
/* What changed since it was last told, up to `capacity` of it; `count` is set to how many there were. Ask again until that is 0.
 * A tile is gone only when all that takes its place is ready. */
CRATON_C_API craton_status craton_terrain_stream_poll(craton_terrain_stream* stream, craton_terrain_event* events,
                                                      size_t capacity, size_t* count, craton_error* error);
/* Until all that cameras want is made, or cannot be; `done` is 0 where the time was over before. */
CRATON_C_API craton_status craton_terrain_stream_wait(craton_terrain_stream* stream, uint32_t milliseconds, int32_t* done,
                                                      craton_error* error);
/* Where vertices of a level turn into the next coarser one (craton_tile_morph): metres from a camera, the largest of its
 * distances to the east or west, to the north or south, and of its altitude. */
CRATON_C_API craton_status craton_terrain_stream_morph_range(const craton_terrain_stream* stream, uint32_t level, double* begin,
                                                             double* end, craton_error* error);
CRATON_C_API craton_status craton_terrain_stream_get_state(const craton_terrain_stream* stream, craton_stream_state* state,
                                                           craton_error* error);

/* The same of chunks. */
CRATON_C_API craton_status craton_voxel_stream_create(const craton_voxels* voxels, const craton_stream_options* options,
                                                      craton_voxel_stream** made, craton_error* error);
CRATON_C_API void craton_voxel_stream_destroy(craton_voxel_stream* stream);
CRATON_C_API craton_status craton_voxel_stream_set_camera(craton_voxel_stream* stream, uint32_t camera, const craton_camera* pose,
                                                          craton_error* error);
CRATON_C_API craton_status craton_voxel_stream_remove_camera(craton_voxel_stream* stream, uint32_t camera, craton_error* error);
CRATON_C_API craton_status craton_voxel_stream_poll(craton_voxel_stream* stream, craton_voxel_event* events, size_t capacity,
                                                    size_t* count, craton_error* error);
CRATON_C_API craton_status craton_voxel_stream_wait(craton_voxel_stream* stream, uint32_t milliseconds, int32_t* done,
                                                    craton_error* error);
CRATON_C_API craton_status craton_voxel_stream_get_state(const craton_voxel_stream* stream, craton_stream_state* state,
                                                         craton_error* error);

#ifdef __cplusplus
}
#endif

#endif
