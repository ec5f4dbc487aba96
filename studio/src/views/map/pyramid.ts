import { load_picture } from '../../api/picture';

/** Pictures of a world in tiles, coarse to fine, drawn onto a canvas and around its edges. */
export interface Scheme {
  /** Tiles of level z across and down. */
  across(z: number): number;
  down(z: number): number;
  deepest: number;
  tile_pixels: number;
  url(z: number, x: number, y: number): string;
}

interface Tile {
  image?: HTMLImageElement;
  loading: AbortController;
  broken: boolean;
  used: number;
}

/** What is seen: the world's place (0 … 1 in both directions, any number beyond wraps) under the middle, and pixels of its width. */
export interface Sight {
  u: number;
  v: number;
  /** Pixels that the whole world is wide and high. */
  width: number;
  height: number;
  /** Middle of the free part of the canvas. */
  cx: number;
  cy: number;
}

/** In which directions a map closes onto itself. */
export interface Wraps {
  u: boolean;
  v: boolean;
}

const most_tiles = 400;

export class Pyramid {
  drawn = 0;
  waiting = 0;
  private readonly tiles = new Map<string, Tile>();
  private clock = 0;

  constructor(
    private readonly scheme: Scheme,
    private readonly changed: () => void,
    private readonly load: (url: string, signal: AbortSignal) => Promise<HTMLImageElement> = load_picture,
  ) {}

  get has_base(): boolean {
    return [...this.tiles].some(([key, tile]) => key.startsWith('0/') && tile.image !== undefined);
  }

  /** Draws all levels from the coarsest to the one that fits, each over the other, as far as they have come. */
  draw(context: CanvasRenderingContext2D, sight: Sight, wraps: Wraps): void {
    ++this.clock;
    this.drawn = this.waiting = 0;
    const fitting = Math.ceil(Math.log2(sight.width / (this.scheme.across(0) * this.scheme.tile_pixels)) - 0.35);
    const level = Math.max(0, Math.min(this.scheme.deepest, fitting));
    for (let z = Math.max(0, level - 3); z <= level; ++z) this.draw_level(context, sight, z, wraps);
    if (level > 3) this.draw_level(context, sight, 0, wraps, true);
    this.forget();
  }

  dispose(): void {
    for (const tile of this.tiles.values()) tile.loading.abort();
    this.tiles.clear();
  }

  private draw_level(context: CanvasRenderingContext2D, sight: Sight, z: number, wraps: Wraps, only_load = false): void {
    const across = this.scheme.across(z);
    const down = this.scheme.down(z);
    const w = sight.width / across;
    const h = sight.height / down;
    const left = sight.cx - sight.u * sight.width;
    const top = sight.cy - sight.v * sight.height;
    const { width, height } = context.canvas;
    let x0 = Math.floor(-left / w);
    let x1 = Math.ceil((width - left) / w);
    let y0 = Math.floor(-top / h);
    let y1 = Math.ceil((height - top) / h);
    if (!wraps.u) {
      x0 = Math.max(0, x0);
      x1 = Math.min(across, x1);
    }
    if (!wraps.v) {
      y0 = Math.max(0, y0);
      y1 = Math.min(down, y1);
    }
    for (let y = y0; y < y1; ++y) {
      for (let x = x0; x < x1; ++x) {
        const tile = this.tile(z, ((x % across) + across) % across, ((y % down) + down) % down);
        const { image } = tile;
        if (!image) {
          if (!tile.broken) ++this.waiting;
          continue;
        }
        if (only_load) continue;
        // Whole pixels on both sides, so that no seam shows between tiles.
        const px = Math.round(left + x * w);
        const py = Math.round(top + y * h);
        context.drawImage(image, px, py, Math.round(left + (x + 1) * w) - px, Math.round(top + (y + 1) * h) - py);
        ++this.drawn;
      }
    }
  }

  private tile(z: number, x: number, y: number): Tile {
    const key = `${z}/${x}/${y}`;
    let tile = this.tiles.get(key);
    if (!tile) {
      const fresh: Tile = { loading: new AbortController(), broken: false, used: 0 };
      this.load(this.scheme.url(z, x, y), fresh.loading.signal).then(
        (image) => {
          fresh.image = image;
          this.changed();
        },
        () => {
          if (fresh.loading.signal.aborted) return;
          fresh.broken = true;
          this.changed();
        },
      );
      this.tiles.set(key, (tile = fresh));
    }
    tile.used = this.clock;
    return tile;
  }

  private forget(): void {
    if (this.tiles.size <= most_tiles) return;
    const oldest = [...this.tiles].sort((a, b) => a[1].used - b[1].used);
    for (const [key, tile] of oldest.slice(0, this.tiles.size - most_tiles)) {
      if (tile.used === this.clock) break;
      tile.loading.abort();
      this.tiles.delete(key);
    }
  }
}
