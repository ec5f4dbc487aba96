import { is_abort, query_of, type Client } from '../../api/client';
import { coarsest_with_things, decode_scatter, kinds_on_level, type ThingShop } from './scatter';
import type { TileMesh } from './tile_mesh';

export interface ThingSource {
  hash: string;
  seed: number;
  things: readonly string[];
}

/** Fetches what stands on tiles: of those that are seen, the nearest first, a few at a time. */
export class ThingLoader {
  count = 0;
  private readonly asked = new WeakSet<TileMesh>();
  private running = 0;
  private readonly abort = new AbortController();

  constructor(
    private readonly client: Client,
    private readonly shop: ThingShop,
    private readonly changed: () => void,
  ) {}

  update(tiles: readonly TileMesh[], eye: { x: number; y: number }, source: ThingSource, edits: Record<string, number>): void {
    if (source.things.length === 0 || this.running >= 3) return;
    const away = (tile: TileMesh) =>
      Math.hypot((tile.data.id.x + 0.5) * tile.size - eye.x, (tile.data.id.y + 0.5) * tile.size - eye.y) / tile.size;
    const waiting = tiles
      .filter((tile) => tile.mesh.visible && tile.data.id.level <= coarsest_with_things && !this.asked.has(tile))
      .sort((a, b) => away(a) - away(b));
    for (const tile of waiting.slice(0, 3 - this.running)) void this.load(tile, source, edits, this.abort.signal);
  }

  async load(tile: TileMesh, source: ThingSource, edits: Record<string, number>, signal: AbortSignal): Promise<void> {
    const { level, x, y } = tile.data.id;
    const kinds = kinds_on_level(source.things, level);
    this.asked.add(tile);
    if (kinds.length === 0) return;
    ++this.running;
    try {
      const query = query_of({ scatter: 1, kinds: kinds.join(','), ...edits });
      const things = decode_scatter(
        await this.client.bytes(`terrain/${source.hash}/${source.seed}/${level}/${x}/${y}?${query}`, signal),
        tile.size,
      );
      tile.things.add(this.shop.group(things, source.things, level));
      this.count += things.length;
    } catch (error) {
      // Ground without its plants is still ground; a request that was taken back may be made again.
      if (is_abort(error)) this.asked.delete(tile);
    } finally {
      --this.running;
      this.changed();
    }
  }

  dispose(): void {
    this.abort.abort();
  }
}
