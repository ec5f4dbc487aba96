import { page_axes } from './cube';

/** A true (Voronoi) region: all that is nearer to its site than to any other. Directions in the page's axes. */
export interface Region {
  cell: number;
  /** Of the layer that was asked for: its plate. */
  value: number;
  site: readonly [number, number, number];
  /** Counterclockwise, seen from outside. A side begins at its corner; beyond it lies the neighbour. */
  sides: readonly { corner: readonly [number, number, number]; neighbour: number; value: number }[];
}

/** What `GET worlds/{id}/regions/…` sends (docs/server.md). */
export function decode_regions(bytes: ArrayBuffer): Region[] {
  const view = new DataView(bytes);
  if (bytes.byteLength < 12 || view.getUint32(0) !== 0x43524731) throw new Error('these are no regions');
  const [count, corners] = [view.getUint32(4, true), view.getUint32(8, true)];
  if (bytes.byteLength !== 12 + 24 * count + 20 * corners) throw new Error('these are not all regions');
  const place = (at: number) => page_axes([view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)]);
  let corner = 12 + 24 * count;
  return Array.from({ length: count }, (_, i) => {
    const at = 12 + 24 * i;
    const sides = Array.from({ length: view.getUint32(at + 8, true) }, (__, k) => {
      const side = corner + 20 * k;
      return { corner: place(side), neighbour: view.getUint32(side + 12, true), value: view.getInt32(side + 16, true) };
    });
    corner += 20 * sides.length;
    return { cell: view.getUint32(at, true), value: view.getInt32(at + 4, true), site: place(at + 12), sides };
  });
}

/** Pieces of great circles between two directions, one after the other, six numbers each. */
export type Segments = number[];

/** Longer ones are cut, so that they lie on the ball. */
const longest = 0.03;

export function add_segment(segments: Segments, from: readonly number[], to: readonly number[]): void {
  const length = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const pieces = Math.max(1, Math.ceil(length / longest));
  const at = (i: number) => {
    const t = i / pieces;
    const p = [0, 1, 2].map((k) => from[k] + (to[k] - from[k]) * t);
    const size = Math.hypot(p[0], p[1], p[2]);
    return p.map((x) => x / size);
  };
  for (let i = 0; i < pieces; ++i) segments.push(...at(i), ...at(i + 1));
}

/** What `GET worlds/{id}/borders/…` sends. */
export function decode_borders(bytes: ArrayBuffer): Segments {
  const view = new DataView(bytes);
  if (bytes.byteLength < 4 || view.getUint32(0) !== 0x43524231 || (bytes.byteLength - 4) % 32 !== 0)
    throw new Error('these are no borders');
  const segments: Segments = [];
  const place = (at: number) => page_axes([view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)]);
  for (let at = 4; at < bytes.byteLength; at += 32) add_segment(segments, place(at + 8), place(at + 20));
  return segments;
}

/** Borders of regions, each once within a patch. */
export function borders_of(regions: readonly Region[]): Segments {
  const inside = new Set(regions.map(({ cell }) => cell));
  const segments: Segments = [];
  for (const { cell, sides } of regions)
    sides.forEach(({ corner, neighbour }, i) => {
      if (cell < neighbour || !inside.has(neighbour)) add_segment(segments, corner, sides[(i + 1) % sides.length].corner);
    });
  return segments;
}

/** Whether a region lies at the edge of what it belongs to: of its plate. */
export const at_edge = ({ value, sides }: Region) => sides.some((side) => side.value !== value);
