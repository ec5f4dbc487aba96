import { describe, expect, it } from 'vitest';
import type { Client } from '../api/client';
import { ApiError } from '../api/client';
import type { EditAnswer, JsonObject } from '../api/types';
import { EditLog } from '../state/edits';
import { window_of_land } from './map/first_place';
import { kind_of } from './map/labels';
import { usual_step } from './noise/noise_view';
import { along, length_of, smoothed } from './map/path';
import { cloudiness } from './planet/clouds';
import { page_axes } from './planet/cube';
import { place_on_ball } from './planet/globe';
import { middle_of_land, motion_at, motion_of } from './planet/overlays';
import { climate_of, forest_of_biome } from './terrain/climate';
import { first_look } from './terrain/first_look';
import { river_cover } from './terrain/ground_colour';
import { river_geometry } from './terrain/river_mesh';
import { packed_tile } from './terrain/packed_tile';
import { decode_tile } from './terrain/tile_data';
import { tops_of, type ChunkData } from './voxels/chunk_mesh';

describe('motion of plates', () => {
  it('turns about the pole: eastwards at the equator, not at all at the pole', () => {
    const [east, north] = motion_at([0, 0, 1], 0, 70);
    expect(east).toBeCloseTo(1);
    expect(north).toBeCloseTo(0);
    expect(Math.hypot(...motion_at([0, 0, 1], 90, 12))).toBeCloseTo(0);
    // About an axis through 0° N 0° E, what lies at 90° E moves to the north.
    expect(motion_at([1, 0, 0], 0, 90)[1]).toBeCloseTo(1);
  });

  it('is that of each region, whether plates tell an axis or how their middle moves', () => {
    const plate = { number: 3, lat: 30, lon: 50, motion: [2, 1] as [number, number] };
    const of_middle = motion_of([plate])!;
    const { x, y, z } = place_on_ball(30, 50);
    const [a, o] = [(30 * Math.PI) / 180, (50 * Math.PI) / 180];
    const way = of_middle(3, [x, y, z])!;
    const along = (axis: readonly number[]) => way[0] * axis[0] + way[1] * axis[1] + way[2] * axis[2];
    const fastest = Math.hypot(2, 1);
    expect(along([Math.cos(o), 0, -Math.sin(o)])).toBeCloseTo(2 / fastest, 6);
    expect(along([-Math.sin(a) * Math.sin(o), Math.cos(a), -Math.sin(a) * Math.cos(o)])).toBeCloseTo(1 / fastest, 6);
    expect(of_middle(4, [x, y, z])).toBeUndefined();
    // The same axis, told as one: the same ways.
    const by_axis = motion_of([{ number: 3, motion: [0, 0], rotation: [0, 0, 2] }])!;
    expect(by_axis(3, page_axes([1, 0, 0]))).toEqual(page_axes([0, 1, 0]).map((value) => expect.closeTo(value, 9) as number));
    expect(motion_of([{ number: 1, motion: [0, 0] }])).toBeUndefined();
  });
});

describe('the first look at a planet', () => {
  it('is at land', () => {
    const heights = new Float32Array(48 * 24).fill(-1000);
    for (let row = 8; row < 13; ++row) for (let column = 30; column < 37; ++column) heights[row * 48 + column] = 100;
    const { lat, lon } = middle_of_land(heights, 48, 24);
    expect(lat).toBe(18);
    expect(Math.abs(lon - 71.25)).toBeLessThan(8);
  });
});

describe('the first look at a map', () => {
  it('is at land, also across its edge', () => {
    const heights = new Float32Array(64 * 32).fill(-1000);
    for (let row = 0; row < 32; ++row)
      for (let column = 0; column < 64; ++column) if ((column < 5 || column > 58) && row > 8 && row < 16) heights[row * 64 + column] = 10;
    const { u, v } = window_of_land(heights, 64, 32, { u: 0.4, v: 0.9 });
    expect(Math.min(u, 1 - u)).toBeLessThan(0.03);
    expect(v).toBeGreaterThan(0.2);
    expect(v).toBeLessThan(0.6);
  });
});

describe('noises', () => {
  it('are first shown with some of their waves', () => {
    expect(usual_step({ kind: 'perlin', frequency: 0.01 })).toBeCloseTo(2.3);
    expect(usual_step({ kind: 'fbm', source: { kind: 'simplex', frequency: 0.5 } })).toBeCloseTo(0.0625);
    expect(usual_step({ kind: 'constant' })).toBe(1);
  });
});

describe('names on maps', () => {
  it('follow a path, and go on straight beyond its ends', () => {
    const path = [
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 4 },
    ];
    expect(length_of(path)).toBe(7);
    expect(along(path, 1)).toEqual({ x: 1, y: 0, turn: 0 });
    expect(along(path, 5)).toEqual({ x: 3, y: 2, turn: Math.PI / 2 });
    expect(along(path, 8).y).toBeCloseTo(5);
    expect(along(path, -1).x).toBeCloseTo(-1);
    expect(along([{ x: 2, y: 1 }], 3)).toEqual({ x: 2, y: 1, turn: 0 });
  });
  it('of rivers follow the way without its small bends', () => {
    const zigzag = Array.from({ length: 61 }, (_, i) => ({ x: i * 4, y: i % 2 === 0 ? 0 : 6 }));
    const calm = smoothed(zigzag, 10);
    const height = Math.max(...calm.slice(3, -3).map(({ y }) => y)) - Math.min(...calm.slice(3, -3).map(({ y }) => y));
    expect(height).toBeLessThan(3);
    expect(calm.at(-1)?.x).toBeCloseTo(240);
    expect(
      smoothed(
        [
          { x: 0, y: 0 },
          { x: 5, y: 0 },
        ],
        10,
      ),
    ).toHaveLength(2);
  });
  it('are set by what they name', () => {
    expect([
      kind_of('gulf', 'water'),
      kind_of('river', 'water'),
      kind_of('range', 'land'),
      kind_of('island', 'land'),
      kind_of('volcano', ''),
    ]).toEqual(['water', 'river', 'range', 'land', 'place']);
  });
});

describe('clouds', () => {
  it('are many over the equator and few over deserts', () => {
    expect(cloudiness(0)).toBeGreaterThan(cloudiness(24));
    expect(cloudiness(-54)).toBeGreaterThan(cloudiness(-24));
  });
});

describe('climate', () => {
  it('is that of the place, unless somebody painted another biome', () => {
    expect(climate_of(11, 120, 'temperate deciduous forest')).toEqual({ warmth: 11, rain: 120, painted: false });
    const desert = climate_of(5, 150, 'subtropical desert');
    expect(desert.painted).toBe(true);
    expect(desert.rain).toBeLessThan(20);
    expect(climate_of(5, 150, 'no such biome').painted).toBe(false);
    expect(forest_of_biome('taiga')).toBeGreaterThan(0.5);
    expect(forest_of_biome('tropical seasonal forest')).toBeGreaterThan(forest_of_biome('savanna') ?? 1);
    expect(forest_of_biome('shelf sea')).toBeUndefined();
  });
});

describe('rivers', () => {
  it('lie on their own level, from bank to bank', () => {
    const side = 9;
    const layer = (value: (x: number, y: number) => number) =>
      Array.from({ length: side * side }, (_, i) => value(i % side, Math.floor(i / side)));
    const values = new Float32Array([...layer(() => 5), ...layer((x) => Math.abs(x - 4) * 10 - 12), ...layer((_, y) => 20 - y)]);
    const tile = decode_tile({ level: 0, x: 0, y: 0 }, packed_tile(values, 3, 1), ['height', 'river_distance', 'river_level'], 0, [], 10);
    const river = river_geometry(tile)!;
    const places = river.getAttribute('position');
    const xs = Array.from({ length: places.count }, (_, i) => places.getX(i));
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([20, 60]);
    for (let i = 0; i < places.count; ++i) expect(places.getY(i)).toBe(20 - places.getZ(i) / 10);
    expect(river_geometry(decode_tile(tile.id, packed_tile(new Float32Array(81), 1, 1), ['height'], 0))).toBeUndefined();
    // A river of 8 m in samples of 10 m is a colour of the ground.
    const thin = new Float32Array([...values, ...layer(() => 8)]);
    const names = ['height', 'river_distance', 'river_level', 'river'];
    expect(river_geometry(decode_tile(tile.id, packed_tile(thin, 4, 1), names, 0, [], 10))).toBeUndefined();
  });

  it('cover what they cover of a sample; the thinnest do not show', () => {
    expect(river_cover(3, 0)).toBe(1);
    expect(river_cover(3, 1.5)).toBeCloseTo(0.5);
    expect(river_cover(0.5, 0)).toBeGreaterThan(0.5);
    expect(river_cover(0.05, 0)).toBeLessThan(0.06);
    expect(river_cover(1, 4)).toBe(0);
  });
});

describe('the first look', () => {
  it('stands on land and looks at the mountain', () => {
    const mountain = { x: 3000, y: -5000 };
    const look = first_look(
      { x: 0, y: 0 },
      (x, y) => 30 + 1500 * Math.exp(-(((x - mountain.x) / 1500) ** 2) - ((y - mountain.y) / 1500) ** 2),
    );
    const towards = Math.atan2(-(mountain.x - look.x), -(mountain.y - look.y));
    expect(Math.cos(look.yaw - towards)).toBeGreaterThan(0.8);
    expect(look.height).toBeGreaterThan(30);
  });

  it('has a river before it where there is no sea', () => {
    const slope = (x: number) => 900 + Math.abs(x) * 0.1;
    const on_river = (x: number) => Math.abs(x) < 150;
    const look = first_look({ x: 0, y: 0 }, slope, on_river);
    const met = [400, 900].map((away) => look.x - away * Math.sin(look.yaw));
    expect(met.some(on_river)).toBe(true);
    expect(look.height).toBeLessThan(1100);
  });
});

describe('shadows of voxels', () => {
  it('are thrown by the highest ground and by the crowns of trees', () => {
    const empty = { places: new Float32Array(), colours: new Uint8Array(), normals: new Int8Array(), indices: new Uint32Array() };
    const floors = Array.from({ length: 16 }, () => [2, 5]);
    const data: ChunkData = {
      x: 0,
      y: 0,
      side: 4,
      floor: 0,
      solid: empty,
      liquid: empty,
      floors,
      grounds: new Uint8Array(),
      plants: [{ x: 1.5, y: 5, z: 1.5, species: 0, turn: 0, size: 1 }],
    };
    const tops = tops_of(data, () => 4);
    expect(tops[3 * 4 + 3]).toBe(5);
    expect(tops[1 * 4 + 1]).toBe(9);
    expect(tops[1 * 4 + 2]).toBeCloseTo(8.2);
  });
});

describe('edits', () => {
  const answer = (revision: number, count: number): EditAnswer<number> => ({ revision, count, undone: 0, done: 1, changed: [revision] });
  it('are sent one after the other, and told when they are kept', async () => {
    const sent: JsonObject[] = [];
    let open = 0;
    const client = {
      edits: () => Promise.resolve({ revision: 5, count: 1, undone: 2, edits: [] }),
      edit: async (_base: string, order: JsonObject) => {
        expect(++open).toBe(1);
        await new Promise((done) => setTimeout(done, 5));
        --open;
        sent.push(order);
        return answer(10 + sent.length, 1 + sent.length);
      },
    } as unknown as Client;
    const changed: number[] = [];
    const log = new EditLog<number>(
      client,
      'terrain',
      (places) => changed.push(...places),
      (error) => expect.fail(String(error)),
    );
    await log.open('hash', 7);
    expect(log.state.value).toEqual({ there: true, revision: 5, count: 1, undone: 2 });
    await Promise.all([log.add({ a: 1 }), log.add({ a: 2 })]);
    expect(sent).toEqual([{ a: 1 }, { a: 2 }]);
    expect(changed).toEqual([11, 12]);
    expect(log.state.value.revision).toBe(12);
  });
  it('of servers without them are nowhere, and a refusal is told', async () => {
    const client = {
      edits: () => Promise.reject(new ApiError(404, 'http', '', 'no')),
      edit: () => Promise.reject(new ApiError(409, 'full', '', 'full')),
    } as unknown as Client;
    const failures: unknown[] = [];
    const log = new EditLog<number>(
      client,
      'voxels',
      () => undefined,
      (error) => failures.push(error),
    );
    await log.open('hash', 7);
    expect(log.state.value.there).toBe(false);
    await log.add({});
    expect(failures).toHaveLength(1);
  });
});
