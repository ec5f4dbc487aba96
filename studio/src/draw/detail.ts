import * as THREE from 'three';
import { lean } from './lean';

/**
 * Fine structure for the ground underfoot, where samples of the world are a metre apart: a picture that repeats, made once.
 * Red: soft blotches; green: grains; blue: cracks. Slopes of red + green are in alpha's place of a second picture, where needed.
 */
export function detail_texture(size = 256): THREE.DataTexture {
  const layers = [octaves(size, [4, 8, 16, 32], 0.6, 11), octaves(size, [32, 64, 128], 0.8, 23), ridges(size, [6, 12, 24, 48], 37)];
  const data = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; ++i) {
    for (let channel = 0; channel < 3; ++channel) data[4 * i + channel] = Math.max(0, Math.min(255, layers[channel][i] * 255));
    data[4 * i + 3] = 255;
  }
  return repeat(new THREE.DataTexture(data, size, size));
}

/** Normals of small waves, as a picture that repeats. */
export function wave_texture(size = 256): THREE.DataTexture {
  const height = octaves(size, [4, 8, 16, 32, 64], 0.62, 71);
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const at = (dx: number, dy: number) => height[((y + dy + size) % size) * size + ((x + dx + size) % size)];
      const i = 4 * (y * size + x);
      data[i] = 127.5 + Math.max(-1, Math.min(1, (at(-1, 0) - at(1, 0)) * 4)) * 127.5;
      data[i + 1] = 127.5 + Math.max(-1, Math.min(1, (at(0, -1) - at(0, 1)) * 4)) * 127.5;
      data[i + 2] = height[y * size + x] * 255;
      data[i + 3] = 255;
    }
  }
  return repeat(new THREE.DataTexture(data, size, size));
}

/** Clouds as a picture that repeats. Red: large forms; green: wisps. */
export function cloud_texture(size = 256): THREE.DataTexture {
  const forms = octaves(size, [4, 8, 16, 32, 64], 0.55, 211);
  const wisps = ridges(size, [8, 16, 32, 64], 223);
  const data = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; ++i) data.set([stretched(forms[i]), stretched(wisps[i]), 0, 255], 4 * i);
  return repeat(new THREE.DataTexture(data, size, size));
}

/** Sums of noises crowd around one half; clouds want the whole range. */
function stretched(value: number): number {
  return Math.max(0, Math.min(255, (0.5 + (value - 0.5) * 1.7) * 255));
}

function repeat(texture: THREE.DataTexture): THREE.DataTexture {
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = lean ? 1 : 4;
  texture.needsUpdate = true;
  return texture;
}

/** For looks only: worlds never see it. */
export function hash01(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function value_noise(size: number, cells: number, seed: number, out: Float32Array, weight: number, shape: (v: number) => number): void {
  const lattice = new Float32Array(cells * cells);
  for (let j = 0; j < cells; ++j) for (let i = 0; i < cells; ++i) lattice[j * cells + i] = hash01(i, j, seed);
  for (let y = 0; y < size; ++y) {
    const fy = (y / size) * cells;
    const y0 = Math.floor(fy);
    const y1 = (y0 + 1) % cells;
    const ty = smooth(fy - y0);
    for (let x = 0; x < size; ++x) {
      const fx = (x / size) * cells;
      const x0 = Math.floor(fx);
      const tx = smooth(fx - x0);
      const x1 = (x0 + 1) % cells;
      const top = lattice[y0 * cells + x0] + (lattice[y0 * cells + x1] - lattice[y0 * cells + x0]) * tx;
      const bottom = lattice[y1 * cells + x0] + (lattice[y1 * cells + x1] - lattice[y1 * cells + x0]) * tx;
      out[y * size + x] += weight * shape(top + (bottom - top) * ty);
    }
  }
}

function smooth(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

export function octaves(size: number, cells: number[], persistence: number, seed: number): Float32Array {
  return summed(size, cells, persistence, seed, (v) => v);
}

export function ridges(size: number, cells: number[], seed: number): Float32Array {
  return summed(size, cells, 0.6, seed, (v) => 1 - Math.abs(2 * v - 1) * 1.6);
}

function summed(size: number, cells: number[], persistence: number, seed: number, shape: (v: number) => number): Float32Array {
  const out = new Float32Array(size * size);
  let total = 0;
  cells.forEach((count, index) => {
    const weight = persistence ** index;
    value_noise(size, count, seed + index, out, weight, shape);
    total += weight;
  });
  for (let i = 0; i < out.length; ++i) out[i] /= total;
  return out;
}
