import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { direction_on_face, patch_cells, patches_of, patches_seen, warped_direction } from './cube';
import { add_segment, at_edge, borders_of, decode_borders, decode_regions, type Region } from './region_data';

/** Two triangles that share a side, as the server writes them: axes x (0° E), y (90° E), z (north). */
function bytes_of(regions: readonly { cell: number; value: number; site: number[]; sides: [number[], number, number][] }[]): ArrayBuffer {
  const corners = regions.flatMap(({ sides }) => sides);
  const view = new DataView(new ArrayBuffer(12 + 24 * regions.length + 20 * corners.length));
  let at = 0;
  const word = (value: number) => (view.setInt32(at, value, true), (at += 4));
  const place = (values: number[]) => values.forEach((value) => (view.setFloat32(at, value, true), (at += 4)));
  view.setUint32(0, 0x43524731);
  at = 4;
  word(regions.length);
  word(corners.length);
  for (const { cell, value, site, sides } of regions) {
    word(cell);
    word(value);
    word(sides.length);
    place(site);
  }
  for (const [corner, neighbour, value] of corners) {
    place(corner);
    word(neighbour);
    word(value);
  }
  return view.buffer;
}

const two = bytes_of([
  {
    cell: 5,
    value: 1,
    site: [1, 0, 0],
    sides: [
      [[1, 0, 0], 6, 2],
      [[0, 1, 0], 9, 1],
      [[0, 0, 1], 8, 1],
    ],
  },
  {
    cell: 6,
    value: 2,
    site: [0, 1, 0],
    sides: [
      [[0, 1, 0], 5, 1],
      [[1, 0, 0], 7, 2],
      [[0, 0, -1], 7, 2],
    ],
  },
]);

describe('regions', () => {
  it('are read as they are sent, in the axes of the page', () => {
    const [first, second] = decode_regions(two);
    expect([first.cell, first.value, first.sides.map(({ neighbour }) => neighbour)]).toEqual([5, 1, [6, 9, 8]]);
    // 0° E is the page's z, 90° E its x, north its y.
    expect([first.site, second.site, first.sides[2].corner]).toEqual([
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(first.sides[0].value).toBe(2);
    expect([at_edge(first), at_edge({ ...first, sides: first.sides.slice(1) })]).toEqual([true, false]);
    expect(() => decode_regions(two.slice(0, 90))).toThrow('not all');
    expect(() => decode_regions(new ArrayBuffer(20))).toThrow('no regions');
    expect(() => decode_borders(two)).toThrow('no borders');
  });

  it('have each border once, on the ball', () => {
    const regions = decode_regions(two);
    const segments = borders_of(regions);
    // Five sides of a quarter of a great circle, of which two regions share one.
    const quarter = Math.ceil(Math.SQRT2 / 0.03);
    expect(segments.length).toBe(5 * quarter * 6);
    for (let i = 0; i < segments.length; i += 3) expect(Math.hypot(segments[i], segments[i + 1], segments[i + 2])).toBeCloseTo(1, 12);
    const short: number[] = [];
    add_segment(short, [1, 0, 0], [Math.cos(0.01), Math.sin(0.01), 0]);
    expect(short.length).toBe(6);
  });

  it('of one plate alone have no edge', () => {
    const lone: Region = { cell: 1, value: 4, site: [1, 0, 0], sides: [{ corner: [1, 0, 0], neighbour: 2, value: 4 }] };
    expect(at_edge(lone)).toBe(false);
  });
});

describe('the cube below a planet', () => {
  it('has faces that meet, with the warp as without it', () => {
    for (const theta of [0.01, 0.8687]) {
      // The right edge of the front is the left edge of the right face; the top's lower edge is the front's upper one.
      for (const t of [0, 0.3, 1]) {
        expect(direction_on_face(0, 1, t, theta).map((x) => x.toFixed(9))).toEqual(
          direction_on_face(1, 0, t, theta).map((x) => x.toFixed(9)),
        );
        expect(direction_on_face(4, t, 1, theta).map((x) => x.toFixed(9))).toEqual(
          direction_on_face(0, t, 0, theta).map((x) => x.toFixed(9)),
        );
      }
    }
    expect(direction_on_face(0, 0.5, 0.5, 0.8687)).toEqual([0, 0, 1].map((x) => expect.closeTo(x, 12) as number));
    expect(direction_on_face(4, 0.5, 0.5, 0.8687)).toEqual([0, 1, 0].map((x) => expect.closeTo(x, 12) as number));
  });

  it('without its warp is looked through to the true place', () => {
    const theta = 0.8687;
    for (const [a, b] of [
      [0.1, 0.8],
      [0.5, 0.02],
      [0.97, 0.6],
    ]) {
      const plain = new THREE.Vector3(...direction_on_face(0, a, b, 0.01));
      const true_place = direction_on_face(0, a, b, theta);
      const found = warped_direction(plain, theta);
      expect([found.x, found.y, found.z]).toEqual(true_place.map((x) => expect.closeTo(x, 3) as number));
    }
  });

  it('is covered by patches, of which those below the eye are wanted', () => {
    const patches = patches_of(80, 0.8687);
    expect(patches.length).toBe(6 * 3 * 3);
    expect(patches.filter(({ face }) => face === 2)).toHaveLength(9);
    const seen = patches_seen(patches, [0, 0, 1.2], 99);
    expect(seen[0].face).toBe(0);
    expect(seen.length).toBeLessThan(patches.length / 2);
    // Every place that the eye sees lies in one of them.
    for (let i = 0; i < 400; ++i) {
      const [angle, turn] = [Math.acos(1 / 1.2) * Math.sqrt(i / 400), i * 2.4];
      const place = [Math.sin(angle) * Math.cos(turn), Math.sin(angle) * Math.sin(turn), Math.cos(angle)];
      expect(seen.some(({ middle, radius }) => middle.reduce((sum, x, k) => sum + x * place[k], 0) > Math.cos(radius) - 1e-9)).toBe(true);
    }
    expect(patches_seen(patches, [0, 0, 5], 7)).toHaveLength(7);
    expect(patch_cells).toBe(32);
  });
});
