/** Colours of layers, the same on maps, globes and ground. Ramps are few, quiet, and even in lightness where order matters. */
export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export interface Ramp {
  stops: readonly (readonly [number, Rgb])[];
}

function ramp(...stops: [number, string][]): Ramp {
  return { stops: stops.map(([at, colour]) => [at, rgb(colour)]) };
}

/** Shares 0 … 1 of the layer's range. */
export const ramps = {
  grey: ramp([0, '#101214'], [1, '#f4f2ec']),
  slope: ramp([0, '#f2efe6'], [0.25, '#d9c9a0'], [0.5, '#b98a5a'], [0.75, '#7d4a3b'], [1, '#3a2430']),
  temperature: ramp([0, '#2b3f77'], [0.25, '#7fa3c7'], [0.48, '#e9ecdf'], [0.6, '#f0d9a0'], [0.8, '#d98a55'], [1, '#8f2f2f']),
  rain: ramp([0, '#efe3c2'], [0.25, '#cfd8a8'], [0.5, '#86b79a'], [0.75, '#3f86a0'], [1, '#1d3f73']),
  plain: ramp([0, '#23313f'], [0.35, '#3f7580'], [0.65, '#a7bf8f'], [1, '#f6efc8']),
} as const;

/** Heights in metres: quiet blues below the sea, green to brown to white above it. */
export const height_ramp: Ramp = {
  stops: [
    [-6000, rgb('#0d2542')],
    [-3000, rgb('#1c4468')],
    [-200, rgb('#4b84a3')],
    [-1, rgb('#8fbcc9')],
    [0, rgb('#7d9367')],
    [150, rgb('#9aa873')],
    [500, rgb('#c3b884')],
    [1200, rgb('#b3926a')],
    [2200, rgb('#94755f')],
    [3200, rgb('#b5aaa4')],
    [4500, rgb('#f4f3f1')],
  ],
};

export function colour_at({ stops }: Ramp, value: number): Rgb {
  if (!(value > stops[0][0])) return stops[0][1];
  for (let i = 1; i < stops.length; ++i) {
    if (value <= stops[i][0]) {
      const [a, from] = stops[i - 1];
      const [b, to] = stops[i];
      const t = (value - a) / (b - a);
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
    }
  }
  return stops[stops.length - 1][1];
}

export function css({ stops }: Ramp): string[] {
  const low = stops[0][0];
  const span = stops[stops.length - 1][0] - low;
  return stops.map(([at, [r, g, b]]) => `rgb(${r} ${g} ${b}) ${Math.round(((at - low) / span) * 100)}%`);
}

/** What grows by warmth (°C) and rain (cm a year), as seen from above: muted, as real land is. */
const plants: readonly (readonly Rgb[])[] = [
  // dry → wet
  [rgb('#9b9a90'), rgb('#8d8b7c'), rgb('#8a8a7e'), rgb('#8f9088')], // −15: polar desert
  [rgb('#8a8069'), rgb('#6f6a50'), rgb('#5f6148'), rgb('#575d48')], // −2: tundra
  [rgb('#9a8c62'), rgb('#6d6f45'), rgb('#465134'), rgb('#3a472f')], // 5: steppe → taiga
  [rgb('#b39c6c'), rgb('#83803f'), rgb('#53602f'), rgb('#3b4d27')], // 13: grass → forest
  [rgb('#c9ad7f'), rgb('#98854c'), rgb('#5f6a31'), rgb('#344a22')], // 22: desert → forest
  [rgb('#cfae7b'), rgb('#a48a50'), rgb('#66702f'), rgb('#2b4420')], // 28
];
const warmths = [-15, -2, 5, 13, 22, 28];
const rains = [8, 45, 110, 220];

function bracket(list: readonly number[], value: number): [number, number] {
  if (value <= list[0]) return [0, 0];
  for (let i = 1; i < list.length; ++i) if (value <= list[i]) return [i - 1, (value - list[i - 1]) / (list[i] - list[i - 1])];
  return [list.length - 2, 1];
}

export function plant_colour(warmth: number, rain: number, out: number[]): void {
  const [row, ty] = bracket(warmths, warmth);
  const [column, tx] = bracket(rains, rain);
  for (let c = 0; c < 3; ++c) {
    const top = plants[row][column][c] + (plants[row][column + 1][c] - plants[row][column][c]) * tx;
    const bottom = plants[row + 1][column][c] + (plants[row + 1][column + 1][c] - plants[row + 1][column][c]) * tx;
    out[c] = top + (bottom - top) * ty;
  }
}
