import { describe, expect, it } from 'vitest';
import { colour_at, height_ramp, plant_colour, ramps } from './colours';
import { fft, histogram_of, spectrum_of } from './fft';
import { decode_tile, sample, shape_of } from '../views/terrain/tile_data';
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
    expect(spectrum_of(stripes, side).anisotropy).toBeGreaterThan(2);
    expect(spectrum_of(random, side).anisotropy).toBeLessThan(0.4);
    expect(spectrum_of(stripes, side).radial.indexOf(Math.max(...spectrum_of(stripes, side).radial)) + 1).toBeCloseTo((64 * 0.9) / (2 * Math.PI), -0.5);
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
  for (let y = 0; y < pitch; ++y) for (let x = 0; x < pitch; ++x) {
    values[y * pitch + x] = 2 * (x - 1) + (y - 1);
    values[pitch * pitch + y * pitch + x] = 15;
  }
  const tile = decode_tile({ level: 0, x: 0, y: 0 }, values.buffer, ['height', 'temperature'], 1);

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
    for (const picture of pictures) expect(picture.length).toBe(side * side * 4);
    expect(pictures[0].slice(0, 3)).not.toEqual(pictures[1].slice(0, 3));
  });
});

describe('colours', () => {
  it('stay inside and change evenly', () => {
    expect(colour_at(ramps.grey, -5)).toEqual([16, 18, 20]);
    expect(colour_at(ramps.grey, 5)).toEqual([244, 242, 236]);
    expect(colour_at(height_ramp, Number.NaN)).toEqual(colour_at(height_ramp, -9000));
    const out = [0, 0, 0];
    for (let warmth = -30; warmth < 40; warmth += 5) for (let rain = 0; rain < 400; rain += 40) {
      plant_colour(warmth, rain, out);
      for (const part of out) expect(part >= 0 && part <= 255).toBe(true);
    }
  });
});
