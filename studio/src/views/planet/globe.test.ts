import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../map/pyramid';
import { Globe, lat_lon, place_on_ball } from './globe';

const scheme: Scheme = { across: (z) => 2 * 2 ** z, down: (z) => 2 ** z, deepest: 3, tile_pixels: 256, url: (z, x, y) => `${z}/${x}/${y}` };
const turn = () => new Promise((done) => setTimeout(done));

function eye(lat: number, lon: number, altitude: number): THREE.PerspectiveCamera {
  const camera = new THREE.PerspectiveCamera(36, 16 / 9, 0.01, 20);
  camera.position.copy(place_on_ball(lat, lon, 1 + altitude));
  return camera;
}

function globe(answer: (url: string) => Promise<HTMLImageElement> = () => Promise.resolve({} as HTMLImageElement)) {
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const made = new Globe(
    scheme,
    { uLit: { value: 1 } },
    () => undefined,
    (url, signal) => (asked.push(url), signals.push(signal), answer(url)),
  );
  return { made, asked, signals };
}

/** Frames until nothing more comes. */
async function rest(made: Globe, camera: THREE.PerspectiveCamera, screen = 720): Promise<void> {
  for (let i = 0; i < 30; ++i) {
    made.update(camera, screen);
    await turn();
  }
  made.update(camera, screen);
}

/** How often each square of the finest level is covered. */
function cover(made: Globe): number[] {
  const [across, down] = [scheme.across(3), scheme.down(3)];
  const squares = new Array<number>(across * down).fill(0);
  for (const { z, x, y } of made.seen()) {
    const n = 2 ** (3 - z);
    for (let j = 0; j < n; ++j) for (let i = 0; i < n; ++i) ++squares[(y * n + j) * across + x * n + i];
  }
  return squares;
}

describe('a globe of tiles', () => {
  it('is ready when its two halves have come, and asks for nothing twice', async () => {
    const { made, asked } = globe();
    made.update(eye(0, 0, 3), 720);
    expect([made.ready, made.waiting]).toEqual([false, 2]);
    await rest(made, eye(0, 0, 3));
    expect([made.ready, made.waiting]).toEqual([true, 0]);
    expect(asked.slice(0, 2)).toEqual(['0/0/0', '0/1/0']);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('covers the ball once, finer below the eye than elsewhere, at every moment', async () => {
    const { made } = globe();
    const camera = eye(20, 40, 0.2);
    await rest(made, eye(0, 0, 4));
    for (let i = 0; i < 25; ++i) {
      made.update(camera, 900);
      expect(cover(made).every((count) => count === 1)).toBe(true);
      await turn();
    }
    await rest(made, camera, 900);
    const level = (lat: number, lon: number) =>
      made.seen().find(({ z, x, y }) => {
        const [u, v] = [((lon + 180) / 360) * scheme.across(z), ((90 - lat) / 180) * scheme.down(z)];
        return Math.floor(u) === x && Math.floor(v) === y;
      })!.z;
    expect(level(20, 40)).toBe(3);
    expect(level(-20, -140)).toBeLessThan(2);
    made.update(eye(-20, -140, 0.2), 900);
    expect(cover(made).every((count) => count === 1)).toBe(true);
  });

  it('shows what is coarser where a tile cannot be had, and asks for it no more', async () => {
    const { made, asked } = globe((url) => (url === '2/4/1' ? Promise.reject(new Error()) : Promise.resolve({} as HTMLImageElement)));
    const camera = eye(30, 10, 0.3);
    await rest(made, camera, 900);
    expect(cover(made).every((count) => count === 1)).toBe(true);
    expect(asked.filter((url) => url === '2/4/1')).toHaveLength(1);
    expect(made.seen().some(({ z, x, y }) => z === 1 && x === 2 && y === 0)).toBe(true);
  });

  it('gives up what is on its way when it goes', () => {
    const { made, signals } = globe(() => new Promise(() => undefined));
    made.update(eye(0, 0, 3), 720);
    made.dispose();
    expect(signals.length).toBeGreaterThan(0);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(made.seen()).toEqual([]);
  });

  it('knows places by latitude and longitude', () => {
    for (const [lat, lon] of [
      [0, 0],
      [51, -3],
      [-72, 170],
    ]) {
      const place = lat_lon(place_on_ball(lat, lon, 3));
      expect([place.lat, place.lon]).toEqual([expect.closeTo(lat, 9), expect.closeTo(lon, 9)]);
    }
  });
});
