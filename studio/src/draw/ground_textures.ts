import * as THREE from 'three';
import { lean } from './lean';
import { hash01, octaves, ridges } from './detail';

/**
 * What the ground is made of, close by: five pictures that repeat, made once. Red: light and dark around 128; green: hue around
 * 128; blue and alpha: slopes to the east and to the south around 128. Bright places are taken for high ones where layers meet.
 */
export const ground_layers = ['plants', 'rock', 'sand', 'gravel', 'snow'] as const;

export function ground_textures(size: number): THREE.DataArrayTexture {
  const fields = [plants(size), rock(size), sand(size), gravel(size), snow(size)];
  const data = new Uint8Array(size * size * 4 * fields.length);
  fields.forEach((field, layer) => pack(field, size, data.subarray(layer * size * size * 4, (layer + 1) * size * size * 4)));
  const texture = new THREE.DataArrayTexture(data, size, size, fields.length);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = lean ? 1 : 4;
  texture.needsUpdate = true;
  return texture;
}

interface Field {
  height: Float32Array;
  light: Float32Array;
  hue: Float32Array;
  /** How steep its slopes are drawn. */
  relief: number;
}

/** Light and hue keep a mean of one half, so that ground seen from afar has the colour that the world gave it. */
function pack({ height, light, hue, relief }: Field, size: number, out: Uint8Array): void {
  const even = [light, hue].map((values) => {
    let sum = 0;
    for (const value of values) sum += value;
    return 0.5 - sum / values.length;
  });
  const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value * 255)));
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const i = y * size + x;
      const at = (dx: number, dy: number) => height[((y + dy + size) % size) * size + ((x + dx + size) % size)];
      out[4 * i] = byte(light[i] + even[0]);
      out[4 * i + 1] = byte(hue[i] + even[1]);
      out[4 * i + 2] = byte(0.5 + (at(-1, 0) - at(1, 0)) * relief * (size / 256));
      out[4 * i + 3] = byte(0.5 + (at(0, -1) - at(0, 1)) * relief * (size / 256));
    }
  }
}

/** Distances to the nearest and second nearest of points strewn one a cell, and a random number of the nearest. */
function cells(size: number, count: number, seed: number): { near: Float32Array; edge: Float32Array; own: Float32Array } {
  const near = new Float32Array(size * size);
  const edge = new Float32Array(size * size);
  const own = new Float32Array(size * size);
  const xs = new Float32Array(count * count);
  const ys = new Float32Array(count * count);
  for (let j = 0; j < count; ++j) {
    for (let i = 0; i < count; ++i) {
      xs[j * count + i] = hash01(i, j, seed);
      ys[j * count + i] = hash01(i, j, seed + 1);
    }
  }
  for (let y = 0; y < size; ++y) {
    const v = (y / size) * count;
    const cy = Math.floor(v);
    for (let x = 0; x < size; ++x) {
      const u = (x / size) * count;
      const cx = Math.floor(u);
      let first = 9;
      let second = 9;
      let which = 0;
      for (let j = cy - 1; j <= cy + 1; ++j) {
        for (let i = cx - 1; i <= cx + 1; ++i) {
          const cell = ((j + count) % count) * count + ((i + count) % count);
          const dx = i + xs[cell] - u;
          const dy = j + ys[cell] - v;
          const d = dx * dx + dy * dy;
          if (d < first) {
            second = first;
            first = d;
            which = cell;
          } else if (d < second) {
            second = d;
          }
        }
      }
      const at = y * size + x;
      near[at] = Math.sqrt(first);
      edge[at] = Math.sqrt(second) - near[at];
      own[at] = hash01(which, 7, seed + 2);
    }
  }
  return { near, edge, own };
}

function plants(size: number): Field {
  const tufts = cells(size, 28, 101);
  const soft = octaves(size, [6, 12, 24], 0.6, 103);
  const blades = octaves(size, [48, 96, 128], 0.9, 107);
  const height = new Float32Array(size * size);
  const light = new Float32Array(size * size);
  const hue = new Float32Array(size * size);
  for (let i = 0; i < height.length; ++i) {
    const tuft = Math.max(0, 1 - tufts.near[i] * 1.25) * (0.55 + 0.45 * tufts.own[i]);
    height[i] = tuft * 0.55 + soft[i] * 0.2 + blades[i] * 0.35;
    light[i] = 0.24 + tuft * 0.34 + (blades[i] - 0.5) * 0.62 + (soft[i] - 0.5) * 0.22;
    hue[i] = 0.5 + (tufts.own[i] - 0.5) * 0.4 + (soft[i] - 0.5) * 0.5;
  }
  return { height, light, hue, relief: 1.5 };
}

function rock(size: number): Field {
  const blocks = cells(size, 7, 131);
  const shards = cells(size, 19, 137);
  const folds = ridges(size, [4, 8, 16, 32, 64], 139);
  const grain = octaves(size, [32, 64, 128], 0.8, 149);
  const height = new Float32Array(size * size);
  const light = new Float32Array(size * size);
  const hue = new Float32Array(size * size);
  for (let i = 0; i < height.length; ++i) {
    const crack = Math.min(1, blocks.edge[i] * 4.5) * (0.5 + 0.5 * Math.min(1, shards.edge[i] * 3.2));
    height[i] = crack * 0.4 + folds[i] * 0.45 + blocks.own[i] * 0.2 + grain[i] * 0.12;
    light[i] = 0.16 + crack * 0.24 + (blocks.own[i] - 0.5) * 0.14 + (folds[i] - 0.5) * 0.4 + (grain[i] - 0.5) * 0.3;
    hue[i] = 0.5 + (blocks.own[i] - 0.5) * 0.5 + (grain[i] - 0.5) * 0.2;
  }
  return { height, light, hue, relief: 3.2 };
}

function sand(size: number): Field {
  const bend = octaves(size, [3, 6, 12], 0.55, 151);
  const grain = octaves(size, [64, 128], 0.9, 157);
  const height = new Float32Array(size * size);
  const light = new Float32Array(size * size);
  const hue = new Float32Array(size * size);
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const i = y * size + x;
      // Ripples: steep on one side, as wind makes them.
      const phase = ((y / size) * 22 + (x / size) * 3 + bend[i] * 4.2) % 1;
      const ripple = phase < 0.7 ? phase / 0.7 : (1 - phase) / 0.3;
      height[i] = ripple * 0.16 + bend[i] * 0.3;
      light[i] = 0.5 + (ripple - 0.5) * 0.1 + (grain[i] - 0.5) * 0.3 + (bend[i] - 0.5) * 0.12;
      hue[i] = 0.5 + (bend[i] - 0.5) * 0.3;
    }
  }
  return { height, light, hue, relief: 2.4 };
}

function gravel(size: number): Field {
  const large = cells(size, 13, 163);
  const small = cells(size, 37, 167);
  const dust = octaves(size, [16, 48, 128], 0.7, 173);
  const height = new Float32Array(size * size);
  const light = new Float32Array(size * size);
  const hue = new Float32Array(size * size);
  for (let i = 0; i < height.length; ++i) {
    const stone = large.own[i] > 0.45 ? Math.max(0, Math.min(1, large.edge[i] * 2.6)) : 0;
    const pebble = Math.max(0, Math.min(1, small.edge[i] * 2.4));
    const high = Math.max(stone * (0.5 + large.own[i] * 0.5), pebble * 0.5 * (0.4 + 0.6 * small.own[i]));
    height[i] = high * 0.8 + dust[i] * 0.1;
    light[i] = 0.2 + high * 0.4 + ((stone > 0 ? large.own[i] : small.own[i]) - 0.5) * 0.3 + (dust[i] - 0.5) * 0.25;
    hue[i] = 0.5 + (small.own[i] - 0.5) * 0.6;
  }
  return { height, light, hue, relief: 2.2 };
}

function snow(size: number): Field {
  const drifts = octaves(size, [3, 6, 12, 24], 0.5, 179);
  const grain = octaves(size, [96, 128], 0.9, 181);
  const height = new Float32Array(size * size);
  const light = new Float32Array(size * size);
  const hue = new Float32Array(size * size).fill(0.5);
  for (let i = 0; i < height.length; ++i) {
    height[i] = drifts[i];
    light[i] = 0.5 + (drifts[i] - 0.5) * 0.12 + (grain[i] - 0.5) * 0.1;
  }
  return { height, light, hue, relief: 2.2 };
}
