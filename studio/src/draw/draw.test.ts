import { describe, expect, it } from 'vitest';
import { colour_at, height_ramp, plant_colour, ramps } from './colours';
import { fft, histogram_of, spectrum_of } from './fft';
import { make_touch, order_of, touch_heights } from '../views/terrain/brush';
import { forest } from '../views/terrain/climate';
import { decode_scatter, kinds_on_level, thinned } from '../views/terrain/scatter';
import { shadow_heights } from './sun_shadow';
import { packed_tile } from '../views/terrain/packed_tile';
import { decode_tile, sample, shape_of, type TileData } from '../views/terrain/tile_data';
import { paint_tile, paints } from '../views/terrain/ground_colour';

describe('spectra', () => {
  it('of a cosine is one line', () => {
    const n = 64;
    const re = Float64Array.from({ length: n }, (_, i) => Math.cos((2 * Math.PI * 5 * i) / n));
    const im = new Float64Array(n);
    fft(re, im);
    for (let k = 0; k < n; ++k) expect(Math.hypot(re[k], im[k])).toBeCloseTo(k === 5 || k === n - 5 ? n / 2 : 0, 9);
  });
  it('tell stripes from noise by direction', () => {
    const side = 64;
    const stripes = Array.from({ length: side * side }, (_, i) => Math.sin((i % side) * 0.9));
    let state = 1;
    const random = Array.from({ length: side * side }, () => (state = (state * 48271) % 2147483647) / 2147483647);
    // Along the line through frequency 0 that stripes lie across, and across it.
    const { power } = spectrum_of(stripes, side);
    const sum = (at: (i: number) => number) => Array.from({ length: side }, (_, i) => power[at(i)]).reduce((a, b) => a + b);
    expect(sum((i) => (side / 2) * side + i)).toBeGreaterThan(1000 * sum((i) => i * side + side / 2));
    const noise = spectrum_of(random, side).power;
    const halves = [0, 1].map((half) => noise.filter((_, i) => Number(i % side < side / 2) === half).reduce((a, b) => a + b));
    expect(halves[0] / halves[1]).toBeCloseTo(1, 0);
    expect(spectrum_of(stripes, side).radial.indexOf(Math.max(...spectrum_of(stripes, side).radial)) + 1).toBeCloseTo(
      (64 * 0.9) / (2 * Math.PI),
      -0.5,
    );
  });
  it('histograms count everything once', () => {
    expect(histogram_of([0, 0.5, 0.99, 1, -3, 7], 2, 0, 1)).toEqual([2, 4]);
  });
});

describe('tiles of terrain', () => {
  // A plane that rises 2 m a sample to the east and 1 m to the south, 5 × 5 samples with a margin of 1.
  const side = 5;
  const pitch = side + 2;
  const values = new Float32Array(2 * pitch * pitch);
  for (let y = 0; y < pitch; ++y)
    for (let x = 0; x < pitch; ++x) {
      values[y * pitch + x] = 2 * (x - 1) + (y - 1);
      values[pitch * pitch + y * pitch + x] = 15;
    }
  const tile = decode_tile({ level: 0, x: 0, y: 0 }, packed_tile(values, 2, 1 / 8), ['height', 'temperature'], 1);

  it('are what the server packed, byte by byte', () => {
    // 3 −2
    // 4 −69995 in quarters: differences 12, −20, 4, −279976; folded 24, 39, 8, 559951.
    const bytes = new Uint8Array(4 + 16);
    new DataView(bytes.buffer).setFloat32(0, 0.25, true);
    bytes.set([24, 39, 8, 0x4f, 0, 0, 0, 0x8b, 0, 0, 0, 8], 4);
    const { layers } = decode_tile({ level: 0, x: 0, y: 0 }, bytes.buffer, ['height'], 0);
    expect([...layers.get('height')!]).toEqual([3, -2, 4, -69995]);
  });
  it('are taken apart into layers, with their margin', () => {
    expect(tile.side).toBe(side);
    expect(sample(tile, 'height', 1.5, 2.25)).toBeCloseTo(5.25);
    expect(sample(tile, 'height', -3, 99)).toBeCloseTo(4, 3);
    expect(sample(tile, 'temperature', 2, 2)).toBe(15);
    expect(sample(tile, 'nothing', 0, 0)).toBeUndefined();
    expect(() => decode_tile({ level: 0, x: 0, y: 0 }, new ArrayBuffer(44), ['height'], 1)).toThrow(/square/);
  });
  it('have the same slope everywhere, borders included', () => {
    const { shape, low, high } = shape_of(tile, 1);
    expect([low, high]).toEqual([0, 12]);
    const inverse = 1 / Math.sqrt(1 + 4 + 1);
    for (let i = 0; i < side * side; ++i) {
      expect(shape[4 * i]).toBeCloseTo(127.5 - 2 * inverse * 127.5, -0.5);
      expect(shape[4 * i + 1]).toBeCloseTo(127.5 - inverse * 127.5, -0.5);
    }
  });
  it('are painted in every way', () => {
    const shape = shape_of(tile, 1);
    const pictures = paints.map((paint) => paint_tile(tile, shape, paint));
    for (const { colour, ground } of pictures) expect([colour.length, ground.length]).toEqual([side * side * 4, side * side * 4]);
    expect(pictures[0].colour.slice(0, 3)).not.toEqual(pictures[1].colour.slice(0, 3));
    // What covers the ground never adds up to more than all of it.
    for (let i = 0; i < side * side; ++i)
      expect(pictures[0].ground.slice(4 * i, 4 * i + 4).reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(256);
  });
});

describe('colours', () => {
  it('stay inside and change evenly', () => {
    expect(colour_at(ramps.grey, -5)).toEqual([16, 18, 20]);
    expect(colour_at(ramps.grey, 5)).toEqual([244, 242, 236]);
    expect(colour_at(height_ramp, Number.NaN)).toEqual(colour_at(height_ramp, -9000));
    const out = [0, 0, 0];
    for (let warmth = -30; warmth < 40; warmth += 5)
      for (let rain = 0; rain < 400; rain += 40) {
        plant_colour(warmth, rain, out);
        for (const part of out) expect(part >= 0 && part <= 255).toBe(true);
      }
  });
});

describe('trees', () => {
  it('grow where it is warm and wet, and not on cliffs, snow or sand', () => {
    expect(forest(14, 160, 0.1, 0)).toBeGreaterThan(0.9);
    expect(forest(-8, 160, 0.1, 0)).toBe(0);
    expect(forest(25, 40, 0.1, 0)).toBe(0);
    expect(forest(14, 160, 1.2, 0)).toBe(0);
    expect(forest(14, 160, 0.1, 1)).toBe(0);
  });
  it('are read as the server sends them, and thin out with distance', () => {
    const bytes = new ArrayBuffer(12 + 2 * 16);
    const view = new DataView(bytes);
    [0x43, 0x53, 0x43, 0x31].forEach((letter, i) => view.setUint8(i, letter));
    view.setUint32(4, 2, true);
    view.setUint32(8, 6, true);
    view.setUint16(12 + 16, 65535, true);
    view.setFloat32(12 + 16 + 4, 31.5, true);
    view.setFloat32(12 + 16 + 8, 12, true);
    view.setUint8(12 + 16 + 12, 3);
    view.setUint8(12 + 16 + 13, 64);
    const things = decode_scatter(bytes, 128);
    expect(things).toHaveLength(2);
    expect(things[1]).toEqual({ kind: 3, x: 128, z: 0, y: 31.5, size: 12, turn: Math.PI / 2 });
    expect(() => decode_scatter(bytes.slice(0, 30), 128)).toThrow(/do not fit/);
    expect(kinds_on_level(['rock', 'conifer', 'grass'], 0)).toHaveLength(3);
    expect(kinds_on_level(['rock', 'conifer', 'grass'], 2)).toEqual(['conifer']);
    const many = Array.from({ length: 1000 }, (_, i) => ({ kind: 0, x: i * 1.7, y: 0, z: i * 0.9, size: 5, turn: 0 }));
    expect(thinned(many, 1)).toHaveLength(1000);
    expect(thinned(many, 3).length).toBeLessThan(thinned(many, 2).length);
  });
});

describe('the brush', () => {
  const flat = (level: number): TileData => ({
    id: { level, x: 0, y: 0 },
    side: 129,
    margin: 1,
    layers: new Map([['height', new Float32Array(131 * 131).fill(10)]]),
    biomes: [],
    step: 2 ** level,
  });
  const touch = make_touch({ tool: 'raise', radius: 20, strength: 1, biome: '' }, 64, 64, 0);
  it('moves heights as the server does, alike on every level', () => {
    const [fine, coarse] = [flat(0), flat(1)];
    expect(touch_heights(fine, 1, touch)).toBe(true);
    expect(touch_heights(coarse, 2, touch)).toBe(true);
    expect(sample(fine, 'height', 64, 64)).toBeCloseTo(10 + touch.by);
    expect(sample(fine, 'height', 74, 64)).toBeCloseTo(10 + touch.by / 2);
    expect(sample(fine, 'height', 84, 64)).toBe(10);
    for (const at of [60, 66, 70]) expect(sample(coarse, 'height', at / 2, 32)).toBe(sample(fine, 'height', at, 64));
    expect(touch_heights(flat(0), 1, { ...touch, x: 500 })).toBe(false);
  });
  it('flattens towards the height where it was put down', () => {
    const tile = flat(0);
    for (let i = 0; i < 40; ++i) touch_heights(tile, 1, { ...touch, tool: 'flatten', strength: 0.5, to: 3 });
    expect(sample(tile, 'height', 64, 64)).toBeCloseTo(3);
    expect(order_of([touch])).toEqual({ strokes: [{ tool: 'raise', x: 64, y: 64, radius: 20, strength: 1, falloff: 1, by: touch.by }] });
  });
});

describe('shadows of mountains', () => {
  it('fall away from the sun and grow lower with distance', () => {
    const heights = new Float32Array(32 * 32);
    for (let y = 0; y < 32; ++y) heights[y * 32 + 20] = 100;
    const shade = shadow_heights(heights, 32, 1, 0.2, 8);
    expect(shade[16 * 32 + 19]).toBeCloseTo(92);
    expect(shade[16 * 32 + 10]).toBeCloseTo(20);
    expect(shade[16 * 32 + 22]).toBeLessThan(0);
  });
});
