/** What biomes stand for, where somebody painted one that the climate there would not have: °C, cm of rain a year, share of forest. */
const typical: readonly (readonly [RegExp, number, number, number])[] = [
  [/\bice\b|polar|glacier/, -14, 20, 0],
  [/tundra|alpine/, -6, 40, 0.02],
  [/boreal|taiga/, 1, 80, 0.85],
  [/temperate rain/, 12, 260, 0.95],
  [/tropical rain|jungle/, 26, 320, 1],
  [/tropical seasonal/, 24, 180, 0.8],
  [/savanna/, 25, 95, 0.1],
  [/forest/, 12, 130, 0.85],
  [/woodland|shrub|mediterranean/, 15, 62, 0.3],
  [/cold desert/, 6, 12, 0],
  [/desert/, 24, 12, 0],
  [/grass|steppe|prairie/, 9, 42, 0.03],
  [/swamp|marsh|wetland/, 16, 180, 0.35],
];

const entries = new Map<string, readonly [RegExp, number, number, number] | undefined>();

function entry_of(biome: string): readonly [RegExp, number, number, number] | undefined {
  if (!entries.has(biome))
    entries.set(
      biome,
      typical.find(([name]) => name.test(biome)),
    );
  return entries.get(biome);
}

export interface Climate {
  warmth: number;
  rain: number;
  /** The biome is not one that this climate would have: somebody painted it. */
  painted: boolean;
}

export function climate_of(warmth: number, rain: number, biome: string | undefined): Climate {
  const entry = biome === undefined ? undefined : entry_of(biome);
  if (!entry) return { warmth, rain, painted: false };
  // Far from what is usual for it, by degrees and by the ratio of rain.
  const off = Math.hypot((warmth - entry[1]) / 11, Math.log((rain + 12) / (entry[2] + 12)) / 1.1);
  const t = Math.max(0, Math.min(1, (off - 0.95) / 0.5));
  if (t === 0) return { warmth, rain, painted: false };
  return { warmth: warmth + (entry[1] - warmth) * t, rain: rain + (entry[2] - rain) * t, painted: t > 0.5 };
}

/** How thick a forest would be, 0 … 1: none in the cold, in the dry, on rock, sand and snow. */
export function forest(warmth: number, rain: number, slope: number, bare: number): number {
  const by_warmth = Math.max(0, Math.min(1, (warmth + 3) / 5));
  const need = 55 + Math.max(0, warmth - 8) * 4;
  const by_rain = Math.max(0, Math.min(1, (rain - need) / 70));
  const by_slope = Math.max(0, Math.min(1, (0.85 - slope) / 0.4));
  return by_warmth * by_rain * by_slope * Math.max(0, 1 - bare * 1.6);
}

export function forest_of_biome(biome: string | undefined): number | undefined {
  return biome === undefined ? undefined : entry_of(biome)?.[3];
}
