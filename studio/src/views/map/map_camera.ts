import { clamp } from '../../ui/scale';
import type { Box } from './labels';
import type { Sight, Wraps } from './pyramid';

/** What a camera needs of the page, in pixels of the screen. */
export interface Window {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  /** Pixels of the canvas for one of the screen. */
  dpr: number;
}

/** A world as the camera sees it. */
export interface Sheet {
  /** Height by width. */
  ratio: number;
  wraps: Wraps;
  /** Samples across. */
  samples: number;
}

const farthest = -0.4;
const nearest = 24;

/** Where on a map one looks, and from how near: 0 shows the whole world, each 1 more makes it twice as large. */
export class MapCamera {
  centre = { u: 0.5, v: 0.5 };
  zoom = 0;
  /** Somebody chose where to look. */
  chosen = false;

  constructor(
    private readonly window: () => Window,
    private readonly sheet: () => Sheet,
  ) {}

  sight(): Sight {
    const { width, height, left, right, bottom, dpr } = this.window();
    const { ratio, wraps } = this.sheet();
    const free = { width: Math.max(200, width - left - right), height: Math.max(160, height - bottom) };
    // The whole world, once, fills what is free; zoom counts from there in powers of two.
    const [wide, high] = [free.width, free.height / ratio];
    const fit = wraps.u ? Math.max(wide, high) : Math.min(wide, high) * 0.94;
    const world = fit * 2 ** this.zoom * dpr;
    return { ...this.centre, width: world, height: world * ratio, cx: (left + free.width / 2) * dpr, cy: (free.height / 2) * dpr };
  }

  /** Shares of the world that are seen. */
  seen(): { u: number; v: number } {
    const { width, height, left, right, bottom, dpr } = this.window();
    const sight = this.sight();
    return { u: ((width - left - right) * dpr) / sight.width, v: ((height - bottom) * dpr) / sight.height };
  }

  /** What no drawer covers, in pixels of the canvas. */
  free(): Box {
    const { width, height, left, right, bottom, dpr } = this.window();
    return { x0: left * dpr, y0: 0, x1: (width - right) * dpr, y1: (height - bottom) * dpr };
  }

  /** The place of the world under a point of the screen. */
  place_at({ clientX, clientY }: { clientX: number; clientY: number }): { u: number; v: number } {
    const sight = this.sight();
    const { dpr } = this.window();
    const wrap = (value: number) => value - Math.floor(value);
    return { u: wrap(sight.u + (clientX * dpr - sight.cx) / sight.width), v: wrap(sight.v + (clientY * dpr - sight.cy) / sight.height) };
  }

  set(u: number, v: number, zoom: number): void {
    [this.centre, this.zoom, this.chosen] = [{ u, v }, clamp(zoom, farthest, nearest), true];
  }

  /** What lies under `at` stays there. */
  zoom_by(factor: number, at?: { clientX: number; clientY: number }): void {
    const before = this.sight();
    const deepest = Math.max(3, Math.log2((this.sheet().samples * 6) / before.width) + this.zoom);
    const zoom = clamp(this.zoom + Math.log2(factor), farthest, deepest);
    if (at) {
      const { dpr } = this.window();
      const share = 1 - 2 ** (this.zoom - zoom);
      this.centre = {
        u: this.centre.u + ((at.clientX * dpr - before.cx) / before.width) * share,
        v: this.centre.v + ((at.clientY * dpr - before.cy) / before.height) * share,
      };
    }
    this.zoom = zoom;
    this.chosen = true;
  }

  /** By pixels of the screen, as a hand drags. */
  pan(dx: number, dy: number): void {
    const sight = this.sight();
    const { dpr } = this.window();
    const { wraps } = this.sheet();
    const held = (value: number, closed: boolean) => (closed ? value - Math.floor(value) : clamp(value, 0, 1));
    this.centre = {
      u: held(this.centre.u - (dx * dpr) / sight.width, wraps.u),
      v: held(this.centre.v - (dy * dpr) / sight.height, wraps.v),
    };
    this.chosen = true;
  }
}
