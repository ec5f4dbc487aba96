import { query_of } from '../../api/client';
import { load_picture } from '../../api/picture';
import type { JsonObject, NoiseKind } from '../../api/types';
import { Pinch } from '../../draw/pinch';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { is_object } from '../../state/recipe';
import type { Studio } from '../../state/studio';
import { choice, slider, toggle, type Control } from '../../ui/controls';
import { h, once_a_frame, takes_keys } from '../../ui/dom';
import { section } from '../../ui/panel';
import { clamp } from '../../ui/scale';

/** Cells along a side of a tile, and its pixels. */
const tile_cells = 12;
const tile_pixels = 480;
const [fewest, most] = [4, 96];
const usual_cells = 24;
const kept_tiles = 160;
/** Of the tiling where the noise is made of no hats. */
const usual_frequency = 1 / 64;
const farthest = 2 ** 40;

/** Cells a metre of the hats that a noise is made of first: those have its own seed, so that the tiling lies below it. */
export function hat_frequency(spec: JsonObject, kinds: readonly NoiseKind[]): number | undefined {
  const kind = kinds.find(({ id }) => id === spec.kind);
  if (spec.seed !== undefined || !kind) return undefined;
  if (kind.id === 'hat') {
    const usual = kind.params.find(({ name }) => name === 'frequency')?.default;
    const frequency = spec.frequency ?? usual;
    return typeof frequency === 'number' && frequency > 0 ? frequency : undefined;
  }
  const first = kind.inputs.length > 0 ? spec[kind.inputs[0]] : undefined;
  if (!is_object(first) || kind.id === 'warp') return undefined;
  // Fractals count their frequency on top of their source's.
  const inner = hat_frequency(first, kinds);
  return inner;
}

/** Tiles that cover a window: numbers of the first and the last, in both directions. */
export function tiles_over(
  centre: { x: number; y: number },
  across: number,
  down: number,
): { x0: number; x1: number; y0: number; y1: number } {
  return {
    x0: Math.floor((centre.x - across / 2) / tile_cells),
    x1: Math.floor((centre.x + across / 2) / tile_cells),
    y0: Math.floor((centre.y - down / 2) / tile_cells),
    y1: Math.floor((centre.y + down / 2) / tile_cells),
  };
}

interface Tile {
  image?: HTMLImageElement;
  below?: ImageBitmap;
  abort: AbortController;
  used: number;
}

/** The tiling of hats behind aperiodic noise: endless, drawn by the server in tiles, over the noise that is made of it. */
export class Tiling {
  readonly element = h('div', { class: 'tiling' });
  readonly panel: HTMLElement[];
  drawn = 0;
  private readonly canvas = h('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-label': 'Tiling of hats. Drag or arrow keys to move, wheel to zoom.',
  });
  private readonly tiles = new Map<string, Tile>();
  private readonly ask = once_a_frame(() => this.draw());
  private readonly hint = h('p', { class: 'hint' });
  private readonly width: Control<number>;
  private readonly below: HTMLElement;
  private readonly pinch: Pinch;
  private readonly observer: ResizeObserver;
  private readonly stops: (() => void)[] = [];
  /** In cells of the tiling; the world's origin is 0. */
  private centre = { x: 0, y: 0 };
  private cells = usual_cells;
  private colour = 'metatile';
  private kites = false;
  private noise = true;
  private clock = 0;
  private made_of = '';
  private last: { x: number; y: number } | undefined;

  constructor(private readonly studio: Studio) {
    this.element.append(this.canvas);
    this.width = slider({
      label: 'Width',
      help: 'How much of the plane is shown.',
      min: fewest,
      max: most,
      step: 0,
      value: this.cells,
      default: usual_cells,
      unit: 'cells',
      change: (value) => {
        this.cells = value;
        this.ask();
      },
    });
    this.below = toggle('Noise below', 'The noise that is made of these hats, at the same place.', this.noise, (value) => {
      this.noise = value;
      this.renew();
    }).element;
    this.panel = [
      section(
        'Tiling',
        this.width.element,
        choice(
          'Colours',
          'What colours tell.',
          [
            ['metatile', 'Metatiles'],
            ['turn', 'Turns'],
          ],
          this.colour,
          (value) => {
            this.colour = value;
            this.renew();
          },
        ).element,
        toggle('Kites', 'Borders of the kites that hats are made of.', this.kites, (value) => {
          this.kites = value;
          this.renew();
        }).element,
        this.below,
        this.hint,
      ),
    ];
    this.pinch = new Pinch(this.canvas, (move) => {
      this.pan(move.dx, move.dy);
      this.zoom_by(move.factor);
    });
    this.observer = new ResizeObserver(() => this.ask());
    this.observer.observe(this.element);
    this.listen();
  }

  look(): Look {
    return {
      ...(this.cells === usual_cells ? {} : { cells: numbers_text([this.cells, 2]) }),
      ...(this.centre.x === 0 && this.centre.y === 0 ? {} : { at: numbers_text([this.centre.x, 2], [this.centre.y, 2]) }),
      ...(this.colour === 'metatile' ? {} : { colour: this.colour }),
      ...(this.kites ? { kites: 'yes' } : {}),
      ...(this.noise ? {} : { below: 'no' }),
    };
  }

  set_look({ cells, colour, kites, at, below }: Look): void {
    const [size] = numbers_of(cells, 1) ?? [];
    this.width.set((this.cells = clamp(size ?? usual_cells, fewest, most)));
    const [x = 0, y = 0] = numbers_of(at, 2) ?? [];
    this.centre = { x: clamp(x, -farthest, farthest), y: clamp(y, -farthest, farthest) };
    this.colour = colour === 'turn' ? 'turn' : 'metatile';
    this.kites = kites === 'yes';
    this.noise = below !== 'no';
    this.renew();
  }

  /** What is seen, as one picture. */
  path(): string {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const wide = 1600;
    const high = Math.round(clamp((wide * height) / Math.max(1, width), 200, 3200));
    return `tiling.svg?${query_of({ ...this.order(), ...this.place(this.centre), cells: this.cells, width: wide, height: high })}`;
  }

  /** The noise or the seed may be another one since it was seen last. */
  show(): void {
    const { recipe, seed } = this.studio.document;
    const made_of = JSON.stringify([recipe, seed]);
    if (made_of !== this.made_of) this.renew();
    this.made_of = made_of;
    this.below.hidden = this.hats === undefined;
    this.hint.textContent =
      this.hats === undefined
        ? 'One shape fills the plane and never repeats. This noise is not made of it: choose hat noise to see how the two lie together.'
        : 'One shape fills the plane and never repeats. The noise is made of it: its values hang on the corners of these hats.';
    this.ask();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.renew();
    this.observer.disconnect();
    this.pinch.dispose();
  }

  private get hats(): number | undefined {
    return hat_frequency(this.studio.document.recipe, this.studio.noises);
  }

  private order(): Record<string, string | number> {
    return {
      seed: this.studio.document.seed,
      frequency: this.hats ?? usual_frequency,
      colour: this.colour,
      kites: this.kites ? 1 : 0,
    };
  }

  /** Cells as metres. */
  private place({ x, y }: { x: number; y: number }): { x: number; y: number } {
    const frequency = this.hats ?? usual_frequency;
    return { x: x / frequency, y: y / frequency };
  }

  private renew(): void {
    for (const { abort } of this.tiles.values()) abort.abort();
    this.tiles.clear();
    this.ask();
  }

  private tile(i: number, j: number): Tile {
    const key = `${i}/${j}`;
    let tile = this.tiles.get(key);
    if (!tile) {
      const fresh: Tile = { abort: new AbortController(), used: 0 };
      this.tiles.set(key, (tile = fresh));
      void this.load(fresh, i, j);
    }
    tile.used = this.clock;
    return tile;
  }

  private async load(tile: Tile, i: number, j: number): Promise<void> {
    const { client, document } = this.studio;
    const { signal } = tile.abort;
    const middle = this.place({ x: (i + 0.5) * tile_cells, y: (j + 0.5) * tile_cells });
    try {
      const query = query_of({ ...this.order(), ...middle, cells: tile_cells, width: tile_pixels, height: tile_pixels });
      tile.image = await load_picture(client.url(`tiling.svg?${query}`), signal);
      ++this.drawn;
      this.ask();
      if (!this.noise || this.hats === undefined) return;
      const side = tile_pixels / 2;
      const step = tile_cells / this.hats / side;
      const corner = this.place({ x: i * tile_cells, y: j * tile_cells });
      const spec = {
        spec: document.recipe,
        seed: document.seed,
        width: side,
        height: side,
        step,
        x: corner.x + step / 2,
        y: corner.y + step / 2,
      };
      tile.below = await createImageBitmap(await (await client.noise_picture(spec, signal)).blob());
      this.ask();
    } catch (error) {
      if (!signal.aborted) this.studio.fail(error instanceof Error ? error : new Error('The tiling could not be drawn.'));
    }
  }

  private draw(): void {
    const { canvas } = this;
    const { clientWidth, clientHeight } = canvas;
    if (this.element.hidden || clientWidth === 0) return;
    const dpr = Math.min(2, devicePixelRatio);
    [canvas.width, canvas.height] = [Math.round(clientWidth * dpr), Math.round(clientHeight * dpr)];
    const context = canvas.getContext('2d')!;
    const scale = canvas.width / this.cells;
    const { x0, x1, y0, y1 } = tiles_over(this.centre, this.cells, canvas.height / scale);
    ++this.clock;
    const left = (i: number) => Math.round(canvas.width / 2 + (i * tile_cells - this.centre.x) * scale);
    const top = (j: number) => Math.round(canvas.height / 2 + (j * tile_cells - this.centre.y) * scale);
    for (let j = y0; j <= y1; ++j)
      for (let i = x0; i <= x1; ++i) {
        const { image, below } = this.tile(i, j);
        const box = [left(i), top(j), left(i + 1) - left(i), top(j + 1) - top(j)] as const;
        if (!image) continue;
        context.globalAlpha = 1;
        context.globalCompositeOperation = 'source-over';
        context.drawImage(image, ...box);
        if (!below || !this.noise) continue;
        // Light and dark of the noise on the colours of the tiling.
        context.globalCompositeOperation = 'hard-light';
        context.globalAlpha = 0.75;
        context.drawImage(below, ...box);
      }
    this.forget();
  }

  private forget(): void {
    if (this.tiles.size <= kept_tiles) return;
    for (const [key, tile] of [...this.tiles].sort((a, b) => a[1].used - b[1].used).slice(0, this.tiles.size - kept_tiles)) {
      if (tile.used === this.clock) break;
      tile.abort.abort();
      this.tiles.delete(key);
    }
  }

  private pan(dx: number, dy: number): void {
    const cell = this.canvas.clientWidth / this.cells;
    this.centre = { x: this.centre.x - dx / cell, y: this.centre.y - dy / cell };
    this.ask();
  }

  private zoom_by(factor: number): void {
    this.width.set((this.cells = clamp(this.cells / factor, fewest, most)));
    this.ask();
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.last = { x: event.clientX, y: event.clientY };
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (this.last = undefined));
    canvas.addEventListener('pointermove', (event) => {
      if (!this.last) return;
      if (!this.pinch.active) this.pan(event.clientX - this.last.x, event.clientY - this.last.y);
      this.last = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom_by(Math.exp(-event.deltaY * 0.0014));
      },
      { passive: false },
    );
    const keys = (event: KeyboardEvent) => {
      if (this.element.hidden || takes_keys(event.target, event.key) || event.ctrlKey || document.querySelector('dialog[open]')) return;
      const moves: Record<string, [number, number]> = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
      if (event.key === '+' || event.key === '=') this.zoom_by(1.4);
      else if (event.key === '-') this.zoom_by(1 / 1.4);
      else if (event.key in moves) this.pan(...moves[event.key]);
    };
    window.addEventListener('keydown', keys);
    this.stops.push(() => window.removeEventListener('keydown', keys));
  }
}
