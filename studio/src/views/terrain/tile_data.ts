/** A tile of endless terrain as the server sends it: samples by layer, (cells + 1)² each, row by row from the north-west. */
export interface TileId {
  level: number;
  x: number;
  y: number;
}

export interface TileData {
  id: TileId;
  /** Samples a side, and those around it that only serve slopes at the border. */
  side: number;
  margin: number;
  layers: ReadonlyMap<string, Float32Array>;
  /** Names of biomes, by the numbers of the layer `biome`. */
  biomes: readonly string[];
  /** Metres between samples. */
  step: number;
}

export const key_of = ({ level, x, y }: TileId): string => `${level}/${x}/${y}`;

/** Takes an answer apart: the layers that were asked for, one after the other. */
export function decode_tile(
  id: TileId,
  bytes: ArrayBuffer,
  names: readonly string[],
  margin: number,
  biomes: readonly string[] = [],
  step = 1,
): TileData {
  const count = (bytes.byteLength / names.length - 4) / 4;
  const whole = Math.round(Math.sqrt(count));
  if (whole * whole !== count) throw new Error(`a tile of ${bytes.byteLength} bytes does not hold ${names.length} square layers`);
  const layers = new Map(names.map((name, index) => [name, unpacked(bytes, index * (4 + 4 * count), whole)]));
  return { id, side: whole - 2 * margin, margin, layers, biomes, step };
}

/** A layer in the format `packed` (docs/server.md): differences to the plane through three neighbours, byte by byte. */
function unpacked(bytes: ArrayBuffer, at: number, side: number): Float32Array {
  const fineness = new DataView(bytes).getFloat32(at, true);
  const count = side * side;
  const parts = new Uint8Array(bytes, at + 4, 4 * count);
  const whole = new Int32Array(count);
  const values = new Float32Array(count);
  for (let i = 0; i < count; ++i) {
    const folded = parts[i] | (parts[count + i] << 8) | (parts[2 * count + i] << 16) | (parts[3 * count + i] << 24);
    const west = i % side > 0;
    const north = i >= side;
    const guess = (west ? whole[i - 1] : 0) + (north ? whole[i - side] : 0) - (west && north ? whole[i - side - 1] : 0);
    whole[i] = guess + ((folded >>> 1) ^ -(folded & 1));
    values[i] = whole[i] * fineness;
  }
  return values;
}

/** A layer's value between samples; u, v in cells from the tile's north-west corner. */
export function sample(data: TileData, name: string, u: number, v: number): number | undefined {
  const values = data.layers.get(name);
  if (!values) return undefined;
  const { side, margin } = data;
  const pitch = side + 2 * margin;
  const x = Math.min(side - 1.000001, Math.max(0, u));
  const y = Math.min(side - 1.000001, Math.max(0, v));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  if (name === 'biome') return values[(Math.round(y) + margin) * pitch + Math.round(x) + margin];
  const at = (i: number, j: number) => values[(y0 + j + margin) * pitch + x0 + i + margin];
  const top = at(0, 0) + (at(1, 0) - at(0, 0)) * (x - x0);
  const bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * (x - x0);
  return top + (bottom - top) * (y - y0);
}

/** Heights without the margin, and packed shapes: east and south slope as a normal, hollows, steepness. */
export interface TileShape {
  heights: Float32Array;
  shape: Uint8Array;
  low: number;
  high: number;
}

export function shape_of(data: TileData, step: number): TileShape {
  const { side, margin } = data;
  const values = data.layers.get('height')!;
  const pitch = side + 2 * margin;
  const limit = pitch - 1;
  const heights = new Float32Array(side * side);
  const shape = new Uint8Array(side * side * 4);
  let low = Infinity;
  let high = -Infinity;
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const px = x + margin;
      const py = y + margin;
      const h = values[py * pitch + px];
      const west = Math.max(0, px - 1);
      const east = Math.min(limit, px + 1);
      const north = Math.max(0, py - 1);
      const south = Math.min(limit, py + 1);
      const dx = (values[py * pitch + east] - values[py * pitch + west]) / ((east - west) * step);
      const dy = (values[south * pitch + px] - values[north * pitch + px]) / ((south - north) * step);
      const inverse = 1 / Math.sqrt(1 + dx * dx + dy * dy);
      // How much a place lies below its surroundings, over a few samples: such places see less of the sky.
      const w2 = Math.max(0, px - 3);
      const e2 = Math.min(limit, px + 3);
      const n2 = Math.max(0, py - 3);
      const s2 = Math.min(limit, py + 3);
      const around = (values[py * pitch + w2] + values[py * pitch + e2] + values[n2 * pitch + px] + values[s2 * pitch + px]) / 4;
      const hollow = (around - h) / (step * 3);
      const i = y * side + x;
      heights[i] = h;
      low = Math.min(low, h);
      high = Math.max(high, h);
      shape[4 * i] = 127.5 - dx * inverse * 127.5;
      shape[4 * i + 1] = 127.5 - dy * inverse * 127.5;
      shape[4 * i + 2] = Math.max(0, Math.min(255, 255 * (0.93 - 0.38 * Math.max(-0.15, Math.min(1.2, hollow)))));
      shape[4 * i + 3] = Math.min(255, 255 * (1 - inverse) * 2);
    }
  }
  return { heights, shape, low, high };
}
