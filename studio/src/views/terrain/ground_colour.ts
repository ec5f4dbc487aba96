import { colour_at, height_ramp, plant_colour, ramps, rgb, type Ramp } from '../../draw/colours';
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

const rock_dark = rgb('#5d5750');
const rock_light = rgb('#8b8378');
const sand_colour = rgb('#c8b48c');
const gravel_colour = rgb('#857d70');
const mud_colour = rgb('#5c5240');
const snow_colour = rgb('#eef2f5');
const bed_colour = rgb('#8d8a6c');

/** Colours of a tile's samples, sRGB; alpha is how rough and stony the ground is (drives the detail picture). */
export function paint_tile(data: TileData, shape: TileShape, paint: Paint): Uint8Array {
  return paint.ramp ? paint_ramp(data, shape, paint) : paint_natural(data, shape);
}

function paint_ramp(data: TileData, shape: TileShape, paint: Paint): Uint8Array {
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
  return out;
}

function slope_of(steepness: number): number {
  const cosine = Math.max(0.05, 1 - steepness / 510);
  return Math.sqrt(1 / (cosine * cosine) - 1);
}

function paint_natural(data: TileData, shape: TileShape): Uint8Array {
  const { side, margin } = data;
  const pitch = side + 2 * margin;
  const out = new Uint8Array(side * side * 4);
  const get = (name: string) => data.layers.get(name);
  const temperature = get('temperature');
  const rain = get('rain');
  const weights = { rock: get('rock'), sand: get('sand'), gravel: get('gravel'), mud: get('mud'), snow: get('snow') };
  const base = [0, 0, 0];
  const mix = (to: readonly number[], share: number) => {
    if (share <= 0) return;
    const t = Math.min(1, share);
    for (let c = 0; c < 3; ++c) base[c] += (to[c] - base[c]) * t;
  };
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const i = y * side + x;
      const p = (y + margin) * pitch + x + margin;
      const h = shape.heights[i];
      const slope = slope_of(shape.shape[4 * i + 3]);
      const warmth = temperature ? temperature[p] : 14 - Math.max(0, h) * 0.0065;
      plant_colour(warmth, rain ? rain[p] : 90, base);
      const bare = weights.rock ? weights.rock[p] : 0;
      // Rock that the recipe knows of, and faces too steep for soil.
      const steep = Math.max(0, Math.min(1, (slope - 0.62) / 0.5));
      const stony = Math.max(bare * Math.min(1, slope * 1.6), steep);
      mix(gravel_colour, weights.gravel ? weights.gravel[p] * 0.9 : 0);
      mix(mud_colour, weights.mud ? weights.mud[p] * 0.8 : 0);
      mix(sand_colour, weights.sand ? weights.sand[p] : h > -1 && h < 2 ? 0.8 : 0);
      const grey = [0, 1, 2].map((c) => rock_dark[c] + (rock_light[c] - rock_dark[c]) * Math.min(1, 0.3 + bare * 0.7));
      mix(grey, stony);
      const white = weights.snow ? weights.snow[p] : Math.max(0, Math.min(1, -(warmth + 1) / 4));
      mix(snow_colour, white * Math.max(0, 1 - Math.max(0, slope - 0.7) * 1.8));
      if (h < 0) mix(bed_colour, Math.min(0.85, 0.35 - h * 0.05));
      out[4 * i] = base[0];
      out[4 * i + 1] = base[1];
      out[4 * i + 2] = base[2];
      out[4 * i + 3] = Math.min(255, 60 + 195 * stony * (1 - white));
    }
  }
  return out;
}
