#pragma once

#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/base/tables.h>

namespace craton {

/// Reads a table of biomes: JSON with // and /* */ comments.
///
///     {
///       "name": "Rain and temperature",
///       "axes": {"rain": [0, 1], "temperature": [0, 1]},
///       "biomes": [
///         {"name": "tundra", "rain": [0, 0.3], "temperature": [0, 0.4]},
///         …
///       ]
///     }
///
/// "axes" are two of rain, temperature and drainage, with the range of each in the layer's own unit. Every biome has a range on
/// both; its low ends belong to it, its high ones to the next. Together they cover the table, each place once: gaps and overlaps
/// are errors that say where. At most 100 entries and 64 KiB of text.
CRATON_API Result<BiomeTable> biome_table_from_json(std::string_view text);

/// Reads a table of plants:
///
///     {
///       "name": "Plants of the temperate zones",
///       "biomes": {
///         "taiga": {"density": 0.8, "species": {"spruce": 5, "pine": 3, "birch": 2}},
///         …
///       }
///     }
///
/// The biomes are named as in the layer of biomes; those that are not named are bare. Densities are 0 … 1; shares are above 0 and
/// count beside each other. At most 200 biomes and 200 species in all.
CRATON_API Result<PlantTable> plant_table_from_json(std::string_view text);

/// Reads a table of names:
///
///     {
///       "name": "Names of the far coast",
///       "words": {"Fox": ["forest", "river"], "Warm": ["hot"], …},
///       "cultures": {"coast": {"starts": ["Ka", "Lo"], "middles": ["ma", "ri"], "ends": ["na", "tua"]}, …},
///       "patterns": {"river": ["{name}", "{word} River"], "gulf": ["Gulf of {name}"], …},
///       "blocked": ["damn"]
///     }
///
/// Each part may be left out: then Craton's own stands. A kind of place with patterns has only those; what is blocked is blocked
/// beside Craton's own list. Words fit kinds of places (river, lake, range, …), groups, covers (forest, desert, …), cold, hot,
/// dry, wet, or any.
CRATON_API Result<NameTable> name_table_from_json(std::string_view text);

/// Reads plates from GeoJSON: each feature of polygons is a plate, in their order, or those with the same whole number "plate"
/// are one. "name" and "height" (metres) are taken from their properties, and how a plate moves from "east" and "north" (1 is
/// fast), or from "motion" as Craton writes it. Points with "east" and "north" are arrows: they move the plate they stand on. So
/// do those of "arrows", beside the features or alone:
///
///     {"arrows": [{"at": [10, 50], "east": 0.8, "north": -0.2}, …]}
///
/// where "at" is longitude and latitude in degrees; on maps metres to the east and to the north, as Craton writes GeoJSON. At
/// most 500 plates and 64 MiB of text.
CRATON_API Result<PlateDrawing> plate_drawing_from_json(std::string_view text);

}  // namespace craton
