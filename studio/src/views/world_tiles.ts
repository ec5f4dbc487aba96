import type { Client } from '../api/client';
import type { WorldInfo } from '../api/types';
import type { Scheme } from './map/pyramid';
import type { WorldPaint } from './world_layers';

/** Addresses of a world's tiles: pictures by style, layers by name. */
export function world_scheme(client: Client, world: WorldInfo, paint: WorldPaint): Scheme {
  const id = encodeURIComponent(world.id);
  const folder =
    paint.kind === 'style'
      ? `worlds/${id}/pictures/${encodeURIComponent(paint.id)}`
      : `worlds/${id}/layers/${encodeURIComponent(paint.layer!.name)}/tile`;
  const suffix = paint.kind === 'style' ? '.png' : '?format=png';
  const { width = 2, height = 1, kind } = world.domain;
  // Level 0 is as few tiles as keep their pixels square: two for planets and for maps twice as wide as high.
  const wide = kind === 'sphere' ? 2 : Math.max(1, Math.round(width / height));
  const high = kind === 'sphere' ? 1 : Math.max(1, Math.round(height / width));
  const cells = kind === 'sphere' ? (world.domain.resolution ?? 256) * 4 : width;
  const level_of_cells = Math.max(0, Math.ceil(Math.log2(cells / (256 * wide))));
  // What has edges is drawn finer than cells: coasts, rivers, and on planets borders of what has no numbers.
  const finer = paint.kind === 'style' || (kind === 'sphere' && paint.layer?.type !== 'number');
  return {
    across: (z) => wide * 2 ** z,
    down: (z) => high * 2 ** z,
    deepest: Math.min(world.deepest ?? level_of_cells, finer ? Infinity : level_of_cells),
    tile_pixels: 256,
    url: (z, x, y) => client.url(`${folder}/${z}/${x}/${y}${suffix}`),
  };
}
