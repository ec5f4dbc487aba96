import { query_of } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { Pinch } from '../../draw/pinch';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { Maker } from '../../state/maker';
import type { Studio } from '../../state/studio';
import { icon_button, toggle } from '../../ui/controls';
import { h, once_a_frame, takes_keys } from '../../ui/dom';
import { LayerList, Legend, section } from '../../ui/panel';
import { number_text, with_unit } from '../../ui/scale';
import { page_export, PageSheet, pages } from '../page_sheet';
import { canvas_export, making_controls } from '../shared';
import { cover_of, Veil } from '../veil';
import type { ExportChoice, View } from '../view';
import { world_exports } from '../world_exports';
import { explain, paints_of, preview_order, usual_paint, type WorldPaint } from '../world_layers';
import { world_scheme } from '../world_tiles';
import { window_of_land } from './first_place';
import { draw_labels, labels_of, type Box, type Label } from './labels';
import { MapCamera } from './map_camera';
import { MapFacts } from './map_facts';
import { MapPictures } from './map_pictures';
import type { Sight, Wraps } from './pyramid';

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
  private readonly veil = new Veil();
  private readonly scale_bar = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly layer_list = new LayerList((id) => this.choose(id));
  private readonly legend = new Legend();
  private readonly maker: Maker;
  private readonly stops: (() => void)[] = [];
  private readonly observer: ResizeObserver;
  private readonly ask = once_a_frame(() => this.draw());
  private readonly pictures = new MapPictures(this.ask);
  private readonly camera: MapCamera;
  private readonly facts_at: MapFacts;
  private readonly page: PageSheet;
  private readonly pinch: Pinch;

  private world: WorldInfo | undefined;
  private paints: WorldPaint[] = [];
  private paint = 'natural';
  private labels: Label[] = [];
  private show_labels = true;
  /** How many are drawn. */
  private names = 0;
  private frames = 0;
  private drag: { x: number; y: number } | undefined;
  private faced: number | undefined;

  constructor(private readonly studio: Studio) {
    this.camera = new MapCamera(
      () => ({ width: this.canvas.clientWidth, height: this.canvas.clientHeight, dpr: this.dpr(), ...studio.insets.value }),
      () => ({ ratio: this.ratio(), wraps: this.wraps(), samples: this.world?.domain.width ?? 1024 }),
    );
    this.facts_at = new MapFacts(studio.client, () => this.world);
    this.pinch = new Pinch(this.canvas, (move) => {
      this.camera.pan(move.dx, move.dy);
      this.zoom_by(move.factor, move);
    });
    const look = studio.looks.get('map') ?? {};
    this.show_labels = look.names !== 'no';
    this.set_look(look);
    this.page = new PageSheet(studio, studio.client, this.ask);
    this.element.append(this.canvas, this.page.element, this.tools(), this.scale_bar, this.veil.element);
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
      section('Under the pointer', this.facts_at.list.element),
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
      // At once, not with the next frame: an old map is never seen as the one that was asked for.
      this.maker.other.changed(() => {
        this.cover();
        this.ask();
      }),
      this.maker.world.watch((world) => world && this.open(world)),
      this.maker.preview.changed((url) => url && this.pictures.show_preview(url)),
      studio.step.changed((index) => this.pictures.show_step(index === undefined ? undefined : studio.steps.value[index]?.picture)),
      studio.fresh.changed(() => (this.camera.chosen = false)),
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
    tiles: this.pictures.drawn,
    seen: this.pictures.seen,
    waiting: this.page.style ? Number(this.page.waiting) : this.pictures.waiting,
    page: this.page.drawn,
    zoom: this.camera.zoom,
    world: this.world?.id ?? '',
    preview: this.pictures.has_preview ? 1 : 0,
    labels: this.labels.length,
    names: this.names,
    paint: this.paint,
  });

  look(): Look {
    const { centre, zoom, chosen } = this.camera;
    return {
      ...(chosen ? { at: numbers_text([centre.u, 5], [centre.v, 5], [zoom, 2]) } : {}),
      ...(this.paint === usual_paint(this.paints) ? {} : { layer: this.paint }),
      ...(this.show_labels ? {} : { names: 'no' }),
    };
  }

  set_look({ at, layer = usual_paint(this.paints) }: Look): void {
    const place = numbers_of(at, 3);
    if (place) this.camera.set(place[0], place[1], place[2]);
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
    this.pictures.dispose();
    this.facts_at.dispose();
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
        this.camera.set(0.5, 0.5, 0);
        this.page.fit();
        this.ask();
      }),
    );
  }

  private open(world: WorldInfo): void {
    this.world = world;
    this.paints = paints_of(world);
    this.labels = [];
    if (!this.camera.chosen && this.faced !== this.studio.fresh.value) {
      [this.camera.centre, this.camera.zoom] = [{ u: 0.5, v: 0.5 }, 0];
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
    const before = this.camera.centre;
    try {
      const bytes = await this.studio.client.bytes(
        `worlds/${encodeURIComponent(world.id)}/layers/height.f32?${query_of({ size: `${columns}x${rows}` })}`,
      );
      if (this.world !== world || this.camera.centre !== before || this.camera.chosen) return;
      this.camera.centre = window_of_land(new Float32Array(bytes), columns, rows, this.camera.seen());
      this.ask();
    } catch {
      // The middle will do.
    }
  }

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
    this.pictures.wear(paint && world_scheme(this.studio.client, world, paint));
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

  private dpr(): number {
    return this.canvas.width / Math.max(1, this.canvas.clientWidth);
  }

  /** Covers a map that is not the one that was asked for, and a picture that has not come. */
  private cover(): void {
    const shown = this.page.style ? !this.page.waiting : this.pictures.shown;
    this.veil.set(cover_of({ other: this.maker.other.value, shown, step: !this.page.style && this.pictures.has_step }));
  }

  private draw(): void {
    const { context, canvas, pictures } = this;
    if (canvas.width === 0) return;
    this.scale_bar.hidden = this.page.style !== '';
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--ground');
    context.fillRect(0, 0, canvas.width, canvas.height);
    ++this.frames;
    this.cover();
    if (this.page.style) {
      this.page.place();
      return;
    }
    const sight = this.camera.sight();
    context.imageSmoothingQuality = 'high';
    pictures.draw(context, sight, this.wraps(), this.studio.work.value.busy);
    if (this.show_labels && !pictures.has_step && pictures.has_base)
      this.names = draw_labels(context, this.labels, sight, this.paint === 'natural', this.camera.free(), this.wraps().u, this.covered());
    this.show_scale(sight);
  }

  /** Small things that lie on the map, in pixels of the canvas. */
  private covered(): Box[] {
    const dpr = this.dpr();
    return [...this.element.querySelectorAll('.tool-strip, .readout')].map((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return { x0: left * dpr, y0: top * dpr, x1: right * dpr, y1: bottom * dpr };
    });
  }

  private show_scale(sight: Sight): void {
    const domain = this.world?.domain;
    if (!domain?.width || !domain.step) return;
    const metres_a_pixel = (domain.width * domain.step) / (sight.width / this.dpr());
    const metres_a_centimetre = Number((metres_a_pixel * 37.8).toPrecision(2));
    this.scale_bar.textContent = `1 cm ≈ ${with_unit(metres_a_centimetre, 'm')}  ·  ${number_text(2 ** this.camera.zoom)}×`;
  }

  private resize(): void {
    const dpr = Math.min(2, devicePixelRatio);
    this.canvas.width = Math.round(this.element.clientWidth * dpr);
    this.canvas.height = Math.round(this.element.clientHeight * dpr);
    this.draw();
  }

  private zoom_by(factor: number, at?: { clientX: number; clientY: number }): void {
    if (this.page.style) this.page.zoom_by(factor);
    else this.camera.zoom_by(factor, at);
    this.ask();
  }

  private pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.ask();
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener('pointerup', () => (this.drag = undefined));
    canvas.addEventListener('pointercancel', () => (this.drag = undefined));
    canvas.addEventListener('pointermove', (event) => {
      if (!this.drag) {
        if (this.world) void this.facts_at.ask(this.camera.place_at(event));
        return;
      }
      if (!this.pinch.active) this.pan(event.clientX - this.drag.x, event.clientY - this.drag.y);
      this.drag = { x: event.clientX, y: event.clientY };
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
      else if (event.key === 'Enter' && event.target === canvas && this.world) void this.facts_at.ask(this.camera.centre);
    };
    window.addEventListener('keydown', keys);
    this.stops.push(() => window.removeEventListener('keydown', keys));
  }
}

export const make_map_view = (studio: Studio): View => new MapView(studio);
