import type { EditSquare, JsonObject } from '../../api/types';
import { shape_of, type TileData } from './tile_data';
import type { TileMesh } from './tile_mesh';
import type { TileTree } from './tile_tree';

export type BrushTool = 'raise' | 'lower' | 'flatten' | 'smooth' | 'paint';

export interface BrushSettings {
  tool: BrushTool;
  /** Metres. */
  radius: number;
  /** 0 … 1. */
  strength: number;
  biome: string;
}

/** One touch, as the server takes it. */
export interface Touch {
  tool: BrushTool;
  x: number;
  y: number;
  radius: number;
  by: number;
  strength: number;
  falloff: number;
  to?: number;
  biome?: string;
}

export const tool_colours: Record<BrushTool, readonly [number, number, number]> = {
  raise: [1.5, 0.72, 0.3],
  lower: [0.35, 0.75, 1.5],
  flatten: [1.4, 1.25, 0.5],
  smooth: [0.6, 1.4, 0.9],
  paint: [1.3, 0.55, 1.2],
};

/** How much of a touch a place gets: all in the middle, none at the border. The server's own curve. */
export function touch_weight({ radius, strength, falloff }: Pick<Touch, 'radius' | 'strength' | 'falloff'>, distance: number): number {
  if (!(distance < radius)) return 0;
  const inside = radius - distance;
  const fade = radius * falloff;
  if (inside >= fade) return strength;
  const t = inside / fade;
  return strength * t * t * (3 - 2 * t);
}

/** Larger brushes move more, so that a hill keeps its form at every size. */
export function make_touch({ tool, radius, strength, biome }: BrushSettings, x: number, y: number, level: number): Touch {
  const plain = { tool, x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100, radius, falloff: 1 };
  if (tool === 'raise' || tool === 'lower') return { ...plain, by: Number((radius * 0.09 * strength).toFixed(3)), strength: 1 };
  if (tool === 'paint') return { ...plain, by: 0, strength: 1, falloff: 0.5, biome };
  const share = Number((0.08 + 0.5 * strength * strength).toFixed(3));
  return tool === 'flatten'
    ? { ...plain, by: 0, strength: share, to: Math.round(level * 100) / 100 }
    : { ...plain, by: 0, strength: share };
}

export const square_of = ({ x, y, radius }: Touch): EditSquare => ({ x0: x - radius, y0: y - radius, x1: x + radius, y1: y + radius });

export function order_of(touches: readonly Touch[]): JsonObject {
  const strokes = touches.map(({ tool, x, y, radius, by, strength, falloff, to, biome }): JsonObject => ({
    tool,
    x,
    y,
    radius,
    strength,
    falloff,
    ...(tool === 'raise' || tool === 'lower' ? { by } : {}),
    ...(to === undefined ? {} : { to }),
    ...(biome ? { biome } : {}),
  }));
  return { strokes };
}

/** Heights of a tile after a touch, in place; false where it reaches none of them. */
export function touch_heights(data: TileData, step: number, touch: Touch): boolean {
  const heights = data.layers.get('height');
  if (!heights || touch.tool === 'paint') return false;
  const pitch = data.side + 2 * data.margin;
  const cells = data.side - 1;
  const left = data.id.x * cells - data.margin;
  const top = data.id.y * cells - data.margin;
  const first = (at: number, start: number) => Math.max(0, Math.ceil((at - touch.radius) / step - start));
  const last = (at: number, start: number) => Math.min(pitch - 1, Math.floor((at + touch.radius) / step - start));
  const before = touch.tool === 'smooth' ? heights.slice() : heights;
  let touched = false;
  for (let j = first(touch.y, top); j <= last(touch.y, top); ++j) {
    for (let i = first(touch.x, left); i <= last(touch.x, left); ++i) {
      const weight = touch_weight(touch, Math.hypot((left + i) * step - touch.x, (top + j) * step - touch.y));
      if (weight <= 0) continue;
      const at = j * pitch + i;
      if (touch.tool === 'raise') heights[at] += weight * touch.by;
      else if (touch.tool === 'lower') heights[at] -= weight * touch.by;
      else if (touch.tool === 'flatten') heights[at] += weight * ((touch.to ?? heights[at]) - heights[at]);
      else heights[at] += weight * (mean_around(before, pitch, i, j, Math.max(1, Math.round(touch.radius / 6 / step))) - heights[at]);
      touched = true;
    }
  }
  return touched;
}

function mean_around(heights: Float32Array, pitch: number, i: number, j: number, reach: number): number {
  const stride = Math.max(1, Math.floor(reach / 3));
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, j - reach); y <= Math.min(pitch - 1, j + reach); y += stride) {
    for (let x = Math.max(0, i - reach); x <= Math.min(pitch - 1, i + reach); x += stride) {
      sum += heights[y * pitch + x];
      ++count;
    }
  }
  return sum / count;
}

/** Shows a touch at once on all tiles that it reaches; those that are not seen follow when the server's tiles come. */
export function preview_touch(tree: TileTree<TileMesh>, step: number, touch: Touch): void {
  for (const tile of tree.things_in(square_of(touch))) {
    const own_step = step * 2 ** tile.data.id.level;
    if (touch_heights(tile.data, own_step, touch) && tile.mesh.visible) tile.reshape(shape_of(tile.data, own_step));
  }
}
