import { colour_at, height_ramp, plant_colour, ramps, rgb, type Ramp } from '../../draw/colours';
import { climate_of, forest, forest_of_biome } from './climate';
import type { TileData, TileShape } from './tile_data';

/** What the ground is painted with: as it would look, or one of its layers. */
export interface Paint {
  id: string;
  title: string;
  ramp?: Ramp;
  /** What the ends of the ramp stand for. */
  from?: number;
  to?: number;
  unit?: string;
}

export const paints: readonly Paint[] = [
  { id: 'natural', title: 'Natural' },
  { id: 'height', title: 'Height', ramp: height_ramp, from: -6000, to: 4500, unit: 'm' },
  { id: 'slope', title: 'Slope', ramp: ramps.slope, from: 0, to: 1.2, unit: 'm/m' },
  { id: 'temperature', title: 'Temperature', ramp: ramps.temperature, from: -25, to: 32, unit: '°C' },
  { id: 'rain', title: 'Rain', ramp: ramps.rain, from: 0, to: 350, unit: 'cm' },
];

/** Of a tile's samples: the colour of soil and plants (sRGB; alpha: how much of it lies under trees), and shares of what covers it. */
export interface TilePaint {
  colour: Uint8Array;
  /** Rock, sand, gravel, snow. */
  ground: Uint8Array;
}

const mud_colour = rgb('#5c5240');
const bed_colour = rgb('#8d8a6c');
const river_colour = rgb('#24414a');
const cold_canopy = rgb('#27331f');
const warm_canopy = rgb('#36451f');

export function paint_tile(data: TileData, shape: TileShape, paint: Paint): TilePaint {
  return paint.ramp ? paint_ramp(data, shape, paint) : paint_natural(data, shape);
}

function paint_ramp(data: TileData, shape: TileShape, paint: Paint): TilePaint {
  const { side, margin } = data;
  const pitch = side + 2 * margin;
  const out = new Uint8Array(side * side * 4);
  const values = data.layers.get(paint.id);
  const metres = paint.id === 'height';
  const from = paint.from ?? 0;
  const span = (paint.to ?? 1) - from;
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const i = y * side + x;
      const value = paint.id === 'slope' ? slope_of(shape.shape[4 * i + 3]) : (values?.[(y + margin) * pitch + x + margin] ?? 0);
      const colour = colour_at(paint.ramp!, metres ? value : (value - from) / span);
      out[4 * i] = colour[0];
      out[4 * i + 1] = colour[1];
      out[4 * i + 2] = colour[2];
      out[4 * i + 3] = 0;
    }
  }
  return { colour: out, ground: new Uint8Array(side * side * 4) };
}

export function slope_of(steepness: number): number {
  const cosine = Math.max(0.05, 1 - steepness / 510);
  return Math.sqrt(1 / (cosine * cosine) - 1);
}

const share = (value: number) => Math.max(0, Math.min(1, value));

/**
 * How much of a sample a river covers that is so many samples wide and whose middle is so many samples away. Rivers that are thinner
 * than a sample show, though not the thinnest.
 */
export function river_cover(width: number, away: number): number {
  const t = share((width - 0.05) / 0.17);
  const half = 0.5 * Math.max(width, 1.05 * t * t * (3 - 2 * t));
  return share(Math.min(0.5, away + half) - Math.max(-0.5, away - half));
}

function paint_natural(data: TileData, shape: TileShape): TilePaint {
  const { side, margin } = data;
  const pitch = side + 2 * margin;
  const colour = new Uint8Array(side * side * 4);
  const ground = new Uint8Array(side * side * 4);
  const get = (name: string) => data.layers.get(name);
  const temperature = get('temperature');
  const rain = get('rain');
  const biome = get('biome');
  const away = get('river_distance');
  const width = get('river');
  const layers = { rock: get('rock'), sand: get('sand'), gravel: get('gravel'), mud: get('mud'), snow: get('snow') };
  const base = [0, 0, 0];
  const mix = (to: readonly number[], by: number) => {
    const t = share(by);
    for (let c = 0; c < 3; ++c) base[c] += (to[c] - base[c]) * t;
  };
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const i = y * side + x;
      const p = (y + margin) * pitch + x + margin;
      const h = shape.heights[i];
      const slope = slope_of(shape.shape[4 * i + 3]);
      const climate = climate_of(
        temperature ? temperature[p] : 14 - Math.max(0, h) * 0.0065,
        rain ? rain[p] : 90,
        biome ? data.biomes[biome[p]] : undefined,
      );
      plant_colour(climate.warmth, climate.rain, base);
      mix(mud_colour, layers.mud ? layers.mud[p] * 0.8 : 0);

      // Rock that the recipe knows of, and faces too steep for soil.
      const bare = layers.rock ? layers.rock[p] : 0;
      // Rivers dim what lies under them; from afar they are but a colour.
      const river = away && width && width[p] > 0 ? river_cover(width[p] / data.step, (away[p] + 0.5 * width[p]) / data.step) : 0;
      const dry = 1 - river;
      const rock = dry * share(Math.max(bare * Math.min(1, slope * 1.6), (slope - 0.62) / 0.5));
      const gravel = dry * share(layers.gravel ? layers.gravel[p] * 0.9 : 0);
      const sand = dry * share(climate.painted && climate.rain < 25 ? 0.9 : layers.sand ? layers.sand[p] : h > -1 && h < 2 ? 0.8 : 0);
      const white = layers.snow && !climate.painted ? layers.snow[p] : share(-(climate.warmth + 1) / 4);
      const snow = dry * share(white * Math.max(0, 1 - Math.max(0, slope - 0.7) * 1.8));
      const grown = forest_of_biome(biome ? data.biomes[biome[p]] : undefined) ?? forest(climate.warmth, climate.rain, slope, 0);
      const trees = h < 1 ? 0 : dry * grown * share((0.95 - slope) / 0.4) * (1 - sand) * (1 - 0.7 * gravel) * (1 - rock * 0.8) * (1 - snow);
      mix(climate.warmth < 6 ? cold_canopy : warm_canopy, trees * 0.62);
      mix(river_colour, 0.9 * river);
      if (h < 0) mix(bed_colour, Math.min(0.85, 0.35 - h * 0.05));

      // Each covers what came before.
      const left_of_sand = (1 - rock) * (1 - snow);
      colour[4 * i] = base[0];
      colour[4 * i + 1] = base[1];
      colour[4 * i + 2] = base[2];
      colour[4 * i + 3] = 255 * trees;
      ground[4 * i] = 255 * rock * (1 - snow);
      ground[4 * i + 1] = 255 * sand * left_of_sand;
      ground[4 * i + 2] = 255 * gravel * (1 - sand) * left_of_sand;
      ground[4 * i + 3] = 255 * snow;
    }
  }
  return { colour, ground };
}
