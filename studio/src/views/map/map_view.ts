import { is_abort, query_of } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { Pinch } from '../../draw/pinch';
import { Maker } from '../../state/maker';
import type { Studio } from '../../state/studio';
import { icon_button, toggle } from '../../ui/controls';
import { h, once_a_frame, takes_keys } from '../../ui/dom';
import { Facts, LayerList, Legend, section } from '../../ui/panel';
import { clamp, number_text, with_unit } from '../../ui/scale';
import { facts_of } from '../place_facts';
import { explain, paints_of, usual_paint, preview_order, type WorldPaint } from '../world_layers';
import { canvas_export, making_controls } from '../shared';
import { page_export, PageSheet, pages } from '../page_sheet';
import { world_exports } from '../world_exports';
import { world_scheme } from '../world_tiles';
import type { ExportChoice, View } from '../view';
import { window_of_land } from './first_place';
import { draw_labels, labels_of, type Box, type Label } from './labels';
import { Pyramid, type Sight, type Wraps } from './pyramid';

/** A map that closes onto itself: it can be dragged for ever. */
class MapView implements View {
  readonly element = h('div', { class: 'view' });
  readonly panel: HTMLElement[];

  private readonly canvas = h('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-label': 'Map. Drag to move, wheel to zoom, arrow keys to move.',
  });
  private readonly context = this.canvas.getContext('2d', { alpha: false })!;
  private readonly veil = h('div', { class: 'veil' }, h('div', { class: 'spinner' }), h('p', {}, 'Drawing a first picture…'));
  private readonly scale_bar = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly layer_list = new LayerList((id) => this.choose(id));
  private readonly legend = new Legend();
  private readonly facts_list = new Facts('Point at a place.');
  private readonly maker: Maker;
  private readonly stops: (() => void)[] = [];
  private readonly observer: ResizeObserver;
  private readonly ask = once_a_frame(() => this.draw());

  private world: WorldInfo | undefined;
  private paints: WorldPaint[] = [];
  private paint = 'natural';
  private pyramid: Pyramid | undefined;
  private under: Pyramid | undefined;
  private readonly page: PageSheet;
  private readonly pinch = new Pinch(this.canvas, (move) => {
    this.pan(move.dx, move.dy);
    this.zoom_by(move.factor, move);
  });
  private preview: HTMLImageElement | undefined;
  private step_picture: HTMLImageElement | undefined;
  private labels: Label[] = [];
  private show_labels = true;
  /** How many are drawn. */
  private names = 0;
  private centre = { u: 0.5, v: 0.5 };
  private zoom = 0;
  /** Somebody chose where to look. */
  private chosen = false;
  private frames = 0;
  private drag: { x: number; y: number; moved: number } | undefined;
  private at_abort = new AbortController();
  private looking = false;
  private look_next: PointerEvent | undefined;

  constructor(private readonly studio: Studio) {
    const look = studio.looks.get('map') ?? {};
    this.show_labels = look.names !== 'no';
    this.set_look(look);
    this.page = new PageSheet(studio, studio.client, this.ask);
    this.element.append(this.canvas, this.page.element, this.tools(), this.scale_bar, this.veil);
    this.maker = new Maker(studio, 'map', () => preview_order(this.paint, this.world));
    this.panel = [
      section(
        'Layers',
        this.layer_list.element,
        toggle('Names', 'Names of seas, lands, ranges and places.', this.show_labels, (value) => {
          this.show_labels = value;
          this.ask();
        }).element,
      ),
      section('Legend', this.legend.element),
      section('Under the pointer', this.facts_list.element),
      section('Making', ...making_controls(this.maker)),
    ];
    // A canvas does not wait for type: it is drawn again when that has come.
    void Promise.all(
      ['500 16px "EB Garamond"', 'italic 500 16px "EB Garamond"', '500 12px "Inter"'].map((font) => document.fonts.load(font)),
    ).then(() => this.ask());
    this.listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
    this.stops.push(
      this.maker.other.changed(() => this.ask()),
      this.maker.world.watch((world) => world && this.open(world)),
      this.maker.preview.changed((url) => url && this.show_preview(url)),
      studio.step.changed((index) => this.show_step(index)),
      studio.fresh.changed(() => (this.chosen = false)),
      studio.insets.changed(() => this.ask()),
    );
  }

  get exports(): ExportChoice[] {
    const { world, studio } = this;
    return [
      this.page.style ? page_export(this.page, studio) : canvas_export(() => this.snapshot(), studio),
      ...(world ? world_exports(studio, world, this.paint) : []),
    ];
  }

  facts = () => ({
    frames: this.frames,
    tiles: this.pyramid?.drawn ?? 0,
    waiting: this.page.style ? Number(this.page.waiting) : (this.pyramid?.waiting ?? 0),
    page: this.page.drawn,
    zoom: this.zoom,
    world: this.world?.id ?? '',
    preview: this.preview ? 1 : 0,
    labels: this.labels.length,
    names: this.names,
    paint: this.paint,
  });

  look(): Look {
    const { u, v } = this.centre;
    return {
      ...(this.chosen ? { at: numbers_text([u, 5], [v, 5], [this.zoom, 2]) } : {}),
      ...(this.paint === usual_paint(this.paints) ? {} : { layer: this.paint }),
      ...(this.show_labels ? {} : { names: 'no' }),
    };
  }

  set_look({ at, layer = usual_paint(this.paints) }: Look): void {
    const place = numbers_of(at, 3);
    if (place) [this.centre, this.zoom, this.chosen] = [{ u: place[0], v: place[1] }, clamp(place[2], -0.4, 24), true];
    if (layer !== this.paint && this.world) this.choose(layer);
    else this.paint = layer;
    this.ask();
  }

  snapshot(): HTMLCanvasElement {
    this.draw();
    return this.canvas;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.observer.disconnect();
    this.maker.dispose();
    this.pyramid?.dispose();
    this.under?.dispose();
    this.page.dispose();
    this.pinch.dispose();
  }

  private tools(): HTMLElement {
    return h(
      'div',
      { class: 'tool-strip' },
      icon_button('minus', 'Zoom out (−)', () => this.zoom_by(1 / 1.6)),
      icon_button('plus', 'Zoom in (+)', () => this.zoom_by(1.6)),
      icon_button('map', 'The whole map', () => {
        this.zoom = 0;
        this.centre = { u: 0.5, v: 0.5 };
        this.chosen = true;
        this.page.fit();
        this.ask();
      }),
    );
  }

  private open(world: WorldInfo): void {
    this.world = world;
    this.paints = paints_of(world);
    this.labels = [];
    if (!this.chosen && this.faced !== this.studio.fresh.value) {
      [this.centre, this.zoom] = [{ u: 0.5, v: 0.5 }, 0];
      if (this.wraps().u) void this.face_land(world);
    }
    this.faced = this.studio.fresh.value;
    this.choose(this.paints.some((paint) => paint.id === this.paint) ? this.paint : this.paints[0].id);
    void labels_of(this.studio.client, world).then(
      (labels) => {
        if (this.world !== world) return;
        this.labels = labels;
        this.ask();
      },
      () => undefined,
    );
  }

  /** The first look is where most land is; whoever has moved meanwhile stays there. */
  private async face_land(world: WorldInfo): Promise<void> {
    if (!world.layers.some(({ name }) => name === 'height')) return;
    const [columns, rows] = [64, 32];
    const before = this.centre;
    try {
      const bytes = await this.studio.client.bytes(
        `worlds/${encodeURIComponent(world.id)}/layers/height.f32?${query_of({ size: `${columns}x${rows}` })}`,
      );
      const { left, right, bottom } = this.studio.insets.value;
      const sight = this.sight();
      const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
      const seen = {
        u: ((this.canvas.clientWidth - left - right) * dpr) / sight.width,
        v: ((this.canvas.clientHeight - bottom) * dpr) / sight.height,
      };
      if (this.world !== world || this.centre !== before || this.chosen) return;
      this.centre = window_of_land(new Float32Array(bytes), columns, rows, seen);
      this.ask();
    } catch {
      // The middle will do.
    }
  }
  private faced: number | undefined;

  /** The old picture stays below the new one until that has come. */
  private choose(id: string): void {
    const { world } = this;
    if (!world) return;
    this.paint = id;
    const paint = this.paints.find((entry) => entry.id === id);
    this.layer_list.set(this.paints, id);
    explain(paint, this.legend);
    if (pages.includes(id)) {
      this.page.show(world, id);
      this.ask();
      return;
    }
    this.page.hide();
    if (this.pyramid?.has_base) {
      this.under?.dispose();
      this.under = this.pyramid;
    } else {
      this.pyramid?.dispose();
    }
    this.pyramid = paint ? new Pyramid(world_scheme(this.studio.client, world, paint), this.ask) : undefined;
    this.ask();
  }

  private show_preview(url: string): void {
    const image = new Image();
    image.onload = () => {
      this.preview = image;
      // A preview is newer than the world on the screen: it lies on top until the new world comes.
      this.preview_on_top = true;
      this.ask();
    };
    image.src = url;
  }
  private preview_on_top = false;

  private show_step(index: number | undefined): void {
    const picture = index === undefined ? undefined : this.studio.steps.value[index]?.picture;
    if (!picture) {
      this.step_picture = undefined;
      this.ask();
      return;
    }
    const image = new Image();
    image.onload = () => {
      this.step_picture = image;
      this.ask();
    };
    image.src = picture;
  }

  /** A region of a planet has borders; maps close onto themselves. */
  private wraps(): Wraps {
    const open = (this.world?.domain.kind ?? 'torus') === 'plane';
    return { u: !open, v: !open };
  }

  private ratio(): number {
    const domain = this.world?.domain ?? (this.studio.document.recipe.domain as { width?: number; height?: number } | undefined);
    return (domain?.height ?? 1) / (domain?.width ?? 2);
  }

  private sight(): Sight {
    const { left, right, bottom } = this.studio.insets.value;
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    const free_width = Math.max(200, this.canvas.clientWidth - left - right);
    const free_height = Math.max(160, this.canvas.clientHeight - bottom);
    // The whole world, once, fills what is free; zoom counts from there in powers of two.
    const [wide, high] = [free_width, free_height / this.ratio()];
    const fit = this.wraps().u ? Math.max(wide, high) : Math.min(wide, high) * 0.94;
    const width = fit * 2 ** this.zoom * dpr;
    return { ...this.centre, width, height: width * this.ratio(), cx: (left + free_width / 2) * dpr, cy: (free_height / 2) * dpr };
  }

  private draw(): void {
    const { context, canvas } = this;
    if (canvas.width === 0) return;
    this.scale_bar.hidden = this.page.style !== '';
    if (this.page.style) {
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ground');
      context.fillRect(0, 0, canvas.width, canvas.height);
      this.veil.classList.toggle('gone', !this.maker.other.value && !this.page.waiting);
      this.page.place();
      ++this.frames;
      return;
    }
    const sight = this.sight();
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ground');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    const base = this.pyramid?.has_base ?? false;
    if (base) {
      this.under?.dispose();
      this.under = undefined;
    }
    this.under?.draw(context, sight, this.wraps());
    if (this.preview && !base && !this.under) this.draw_whole(this.preview, sight);
    this.pyramid?.draw(context, sight, this.wraps());
    const { busy } = this.studio.work.value;
    if (this.preview && this.preview_on_top && (busy || !base)) this.draw_whole(this.preview, sight);
    else if (base) this.preview_on_top = false;
    if (this.step_picture) this.draw_whole(this.step_picture, sight);
    if (this.show_labels && !this.step_picture && base)
      this.names = draw_labels(context, this.labels, sight, this.paint === 'natural', this.free(), this.wraps().u, this.covered());
    this.veil.classList.toggle('gone', !this.maker.other.value && (this.preview !== undefined || base));
    this.show_scale(sight);
    ++this.frames;
  }

  /** What no drawer covers, in pixels of the canvas. */
  private free(): Box {
    const { left, right, bottom } = this.studio.insets.value;
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    return { x0: left * dpr, y0: 0, x1: this.canvas.width - right * dpr, y1: this.canvas.height - bottom * dpr };
  }

  /** Small things that lie on the map, in pixels of the canvas. */
  private covered(): Box[] {
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    return [...this.element.querySelectorAll('.tool-strip, .readout')].map((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return { x0: left * dpr, y0: top * dpr, x1: right * dpr, y1: bottom * dpr };
    });
  }

  private draw_whole(image: HTMLImageElement, sight: Sight): void {
    const left = sight.cx - sight.u * sight.width;
    const top = sight.cy - sight.v * sight.height;
    if (!this.wraps().u) {
      this.context.drawImage(image, Math.round(left), Math.round(top), Math.ceil(sight.width), Math.ceil(sight.height));
      return;
    }
    for (let y = Math.floor(-top / sight.height); top + y * sight.height < this.canvas.height; ++y)
      for (let x = Math.floor(-left / sight.width); left + x * sight.width < this.canvas.width; ++x)
        this.context.drawImage(
          image,
          Math.round(left + x * sight.width),
          Math.round(top + y * sight.height),
          Math.ceil(sight.width),
          Math.ceil(sight.height),
        );
  }

  private show_scale(sight: Sight): void {
    const domain = this.world?.domain;
    if (!domain?.width || !domain.step) return;
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    const metres_a_pixel = (domain.width * domain.step) / (sight.width / dpr);
    const metres_a_centimetre = Number((metres_a_pixel * 37.8).toPrecision(2));
    this.scale_bar.textContent = `1 cm ≈ ${with_unit(metres_a_centimetre, 'm')}  ·  ${number_text(2 ** this.zoom)}×`;
  }

  private resize(): void {
    const dpr = Math.min(2, devicePixelRatio);
    this.canvas.width = Math.round(this.element.clientWidth * dpr);
    this.canvas.height = Math.round(this.element.clientHeight * dpr);
    this.draw();
  }

  private place_at(event: { clientX: number; clientY: number }): { u: number; v: number } {
    const sight = this.sight();
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    const wrap = (value: number) => value - Math.floor(value);
    return {
      u: wrap(sight.u + (event.clientX * dpr - sight.cx) / sight.width),
      v: wrap(sight.v + (event.clientY * dpr - sight.cy) / sight.height),
    };
  }

  private zoom_by(factor: number, event?: { clientX: number; clientY: number }): void {
    if (this.page.style) {
      this.page.zoom_by(factor);
      return;
    }
    const before = this.sight();
    const deepest = Math.max(3, Math.log2(((this.world?.domain.width ?? 1024) * 6) / before.width) + this.zoom);
    const zoom = Math.min(deepest, Math.max(-0.4, this.zoom + Math.log2(factor)));
    if (event) {
      const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
      const share = 1 - 2 ** (this.zoom - zoom);
      this.centre.u += ((event.clientX * dpr - before.cx) / before.width) * share;
      this.centre.v += ((event.clientY * dpr - before.cy) / before.height) * share;
    }
    this.zoom = zoom;
    this.chosen = true;
    this.ask();
  }

  private pan(dx: number, dy: number): void {
    const sight = this.sight();
    const dpr = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    const wrap = (value: number) => (this.wraps().u ? value - Math.floor(value) : Math.min(1, Math.max(0, value)));
    this.chosen = true;
    this.centre = { u: wrap(this.centre.u - (dx * dpr) / sight.width), v: wrap(this.centre.v - (dy * dpr) / sight.height) };
    this.ask();
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.clientX, y: event.clientY, moved: 0 };
    });
    canvas.addEventListener('pointerup', () => (this.drag = undefined));
    canvas.addEventListener('pointercancel', () => (this.drag = undefined));
    canvas.addEventListener('pointermove', (event) => {
      if (!this.drag) {
        void this.ask_facts(event);
        return;
      }
      if (!this.pinch.active) this.pan(event.clientX - this.drag.x, event.clientY - this.drag.y);
      this.drag = { x: event.clientX, y: event.clientY, moved: this.drag.moved + 1 };
    });
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom_by(Math.exp(-event.deltaY * 0.0016), event);
      },
      { passive: false },
    );
    canvas.addEventListener('dblclick', (event) => this.zoom_by(2, event));
    const keys = (event: KeyboardEvent) => {
      if (takes_keys(event.target, event.key) || event.ctrlKey || document.querySelector('dialog[open]')) return;
      const moves: Record<string, [number, number]> = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
      if (event.key === '+' || event.key === '=') this.zoom_by(1.5);
      else if (event.key === '-') this.zoom_by(1 / 1.5);
      else if (event.key in moves) this.pan(...moves[event.key]);
    };
    window.addEventListener('keydown', keys);
    this.stops.push(() => window.removeEventListener('keydown', keys));
  }

  /** Asks for the facts of a place, one question at a time, the latest last. */
  private async ask_facts(event: PointerEvent): Promise<void> {
    this.look_next = event;
    if (this.looking || !this.world) return;
    this.looking = true;
    while (this.look_next) {
      const now: PointerEvent = this.look_next;
      this.look_next = undefined;
      const { domain, id, layers } = this.world;
      const { u, v } = this.place_at(now);
      const step = domain.step ?? 1;
      try {
        const place = { x: u * (domain.width ?? 1) * step, y: v * (domain.height ?? 1) * step };
        const facts = await this.studio.client.at(id, place, this.at_abort.signal);
        this.facts_list.set(
          facts_of(facts, layers, [['x, y', `${number_text(Math.round(place.x / 1000))}, ${number_text(Math.round(place.y / 1000))} km`]]),
        );
      } catch (error) {
        if (!is_abort(error)) this.facts_list.set([['Place', 'not known']]);
      }
    }
    this.looking = false;
  }
}

export const make_map_view = (studio: Studio): View => new MapView(studio);
