import * as THREE from 'three';
import { is_abort } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { Scene3D, still } from '../../draw/scene3d';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { Maker, remember_world } from '../../state/maker';
import { run_job } from '../../state/run_job';
import type { Quality } from '../../state/settings';
import type { Studio } from '../../state/studio';
import { icon_button } from '../../ui/controls';
import { h } from '../../ui/dom';
import { LayerList, Legend } from '../../ui/panel';
import { clamp } from '../../ui/scale';
import { page_export, PageSheet, pages } from '../page_sheet';
import { canvas_export, making_controls } from '../shared';
import { cover_of, Veil } from '../veil';
import type { ExportChoice, View } from '../view';
import { world_exports } from '../world_exports';
import { explain, paints_of, preview_order, usual_paint, type WorldPaint } from '../world_layers';
import { world_scheme } from '../world_tiles';
import { Ball } from './ball';
import { atmosphere, place_on_ball } from './globe';
import { Orbit, usual_altitude } from './orbit';
import { land_middle } from './overlays';
import { OverlayLayers } from './overlay_layers';
import { Picking, type LatLon } from './picking';
import { planet_panel, usual_sun, widest_sun } from './planet_panel';
import { Switches } from './switches';

const usual_field = 36;

/** Samples across a region. */
const region_sizes: Record<Quality, number> = { draft: 256, standard: 512, fine: 1024 };

/** A planet: what it wears (`ball`), what lies over it (`overlays`), the eye (`orbit`), what is under the pointer (`picking`). */
class PlanetView implements View {
  readonly element = h('div', { class: 'view planet' });
  readonly panel: HTMLElement[];

  private readonly scene: Scene3D;
  private readonly orbit: Orbit;
  private readonly ball: Ball;
  private readonly overlays: OverlayLayers;
  private readonly picking: Picking;
  private readonly page: PageSheet;
  private readonly maker: Maker;
  private readonly uniforms = make_uniforms();
  private readonly switches: Switches;
  private readonly layer_list = new LayerList((id) => this.choose(id));
  private readonly legend = new Legend();
  private readonly veil = new Veil();
  private readonly stops: (() => void)[] = [];
  private readonly left = new AbortController();

  private world: WorldInfo | undefined;
  private paints: WorldPaint[] = [];
  private paint = 'natural';
  private readonly sun = { lon: usual_sun };
  private faced: number | undefined;

  constructor(private readonly studio: Studio) {
    this.scene = new Scene3D(studio, this.element, 'Planet. Drag to turn, wheel to zoom, double click to come nearer.');
    const ask = () => this.scene.ask();
    this.switches = new Switches((name) => {
      if (name === 'plates' || name === 'motion' || name === 'wind') void this.overlays.load();
      if (['cells', 'sites', 'faces', 'rims'].includes(name) && this.switches.on(name) && !this.overlays.regions.near && this.world)
        studio.say('Regions show from near: come nearer, or fly to a place.');
      ask();
    });
    this.orbit = new Orbit(this.scene.canvas, ask);
    this.ball = new Ball(this.scene.scene, this.uniforms, ask);
    this.overlays = new OverlayLayers(studio, this.scene.scene, this.uniforms, this.switches, ask);
    this.picking = new Picking({
      scene: this.scene,
      client: studio.client,
      world: () => this.world,
      dragging: () => this.orbit.dragging,
      unwarped: () => !this.switches.on('warp'),
      fly: ({ lat, lon }, nearer) => this.fly(lat, lon, nearer(this.orbit.altitude)),
      make_region: (place) => void this.make_region(place),
    });
    this.page = new PageSheet(studio, studio.client, ask);
    const look = studio.looks.get('planet') ?? {};
    this.switches.set_look(look);
    const [sun] = numbers_of(look.sun, 1) ?? [];
    if (sun !== undefined) this.sun.lon = clamp(sun, -widest_sun, widest_sun);
    this.set_look(look);
    this.scene.tick = (seconds) => this.tick(seconds);
    this.scene.scene.background = new THREE.Color(0x030507);
    this.scene.scene.add(atmosphere(this.uniforms));
    this.maker = new Maker(studio, 'planet', () => preview_order(this.paint, this.world));
    this.element.append(this.page.element, this.tools(), this.veil.element);
    this.panel = planet_panel({
      layers: this.layer_list,
      legend: this.legend,
      picking: this.picking,
      switches: this.switches,
      sun: this.sun,
      changed: ask,
      making: making_controls(this.maker),
    });
    this.stops.push(
      // At once, not with the next frame: an old planet is never seen as the one that was asked for.
      this.maker.other.changed(() => {
        this.cover();
        ask();
      }),
      this.maker.world.watch((world) => world && this.open(world)),
      this.maker.preview.changed((url) => url && this.show_picture(url)),
      studio.step.changed((index) => this.show_step(index)),
      studio.fresh.changed(() => (this.orbit.chosen = false)),
    );
  }

  get exports(): ExportChoice[] {
    const { world, studio } = this;
    return [
      this.page.style ? page_export(this.page, studio) : canvas_export(this.snapshot, studio),
      ...(world ? world_exports(studio, world, this.paint) : []),
    ];
  }

  facts = () => ({
    frames: this.scene.frames,
    pieces: this.ball.pieces,
    seen: this.ball.seen,
    waiting: this.page.style ? Number(this.page.waiting) : this.ball.waiting,
    page: this.page.drawn,
    old: Number(this.maker.other.value),
    marker: this.picking.marked,
    world: this.world?.id ?? '',
    paint: this.paint,
    regions: this.overlays.regions.regions,
    regions_waiting: this.overlays.regions.waiting,
    borders: this.overlays.regions.borders,
  });

  look(): Look {
    const { lat, lon, altitude } = this.orbit.goal;
    const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
    return {
      ...(this.orbit.chosen ? { at: numbers_text([lat, 2], [turned, 2], [altitude, 3]) } : {}),
      ...(this.paint === usual_paint(this.paints) ? {} : { layer: this.paint }),
      ...this.switches.look(),
      ...(this.sun.lon === usual_sun ? {} : { sun: numbers_text([this.sun.lon, 1]) }),
    };
  }

  set_look({ at, layer = usual_paint(this.paints) }: Look): void {
    const place = numbers_of(at, 3);
    if (place) this.orbit.set(place[0], place[1], place[2]);
    if (layer !== this.paint && this.world) this.choose(layer);
    else this.paint = layer;
    this.scene.ask();
  }

  snapshot = () => this.scene.snapshot();

  dispose(): void {
    for (const stop of this.stops) stop();
    this.left.abort();
    this.maker.dispose();
    this.ball.dispose();
    this.overlays.dispose();
    this.picking.dispose();
    this.orbit.dispose();
    this.page.dispose();
    this.scene.dispose();
  }

  private tools(): HTMLElement {
    return h(
      'div',
      { class: 'tool-strip' },
      icon_button('minus', 'Farther (−)', () => (this.page.style ? this.page.zoom_by(1 / 1.4) : this.orbit.zoom(1.4))),
      icon_button('plus', 'Nearer (+)', () => (this.page.style ? this.page.zoom_by(1.4) : this.orbit.zoom(1 / 1.4))),
      icon_button('globe', 'The whole planet', () => this.fly(18, this.orbit.lon, usual_altitude)),
    );
  }

  private fly(lat: number, lon: number, altitude: number): void {
    this.orbit.chosen = true;
    this.orbit.fly_to(lat, lon, altitude);
  }

  private open(world: WorldInfo): void {
    this.world = world;
    this.uniforms.uTheta.value = world.domain.theta ?? 0.8687;
    this.paints = paints_of(world);
    this.choose(this.paints.some((entry) => entry.id === this.paint) ? this.paint : this.paints[0].id);
    this.overlays.open(world);
    if (!this.orbit.chosen && this.faced !== this.studio.fresh.value) void this.face_land(world);
    this.faced = this.studio.fresh.value;
  }

  /** The first look is at the side with most land. */
  private async face_land(world: WorldInfo): Promise<void> {
    const place = await land_middle(this.studio.client, world).catch(() => undefined);
    if (place && !this.orbit.chosen) this.orbit.fly_to(place.lat, place.lon, usual_altitude);
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
      this.scene.ask();
      return;
    }
    this.page.hide();
    if (paint) this.ball.wear(world_scheme(this.studio.client, world, paint));
  }

  private show_picture(url: string): void {
    this.page.hide();
    this.ball.wear_picture(url);
  }

  private show_step(index: number | undefined): void {
    const picture = index === undefined ? undefined : this.studio.steps.value[index]?.picture;
    if (picture) this.show_picture(picture);
    else if (this.world) this.choose(this.paint);
  }

  /** Covers a planet that is not the one that was asked for, and a picture that has not come. */
  private cover(): void {
    const { ball, page } = this;
    this.veil.set(
      cover_of({
        other: this.maker.other.value,
        shown: page.style ? !page.waiting : ball.shown,
        step: ball.ready && this.studio.step.value !== undefined,
      }),
    );
  }

  private tick(seconds: number): boolean {
    const { camera, canvas } = this.scene;
    const { switches, uniforms } = this;
    camera.fov = this.field_of_view();
    const moving = this.orbit.tick(seconds, camera);
    camera.updateProjectionMatrix();
    this.picking.place_marker();
    const on = (name: Parameters<Switches['on']>[0]) => (switches.on(name) ? 1 : 0);
    const natural = !this.paint.startsWith('layer:');
    uniforms.uShape.value = on('cube');
    uniforms.uWarp.value = on('warp');
    uniforms.uCube.value = on('edges');
    uniforms.uGrid.value = on('grid');
    uniforms.uAir.value = this.overlays.air ? on('air') : 0;
    uniforms.uLit.value = natural ? on('sun') : 0;
    (uniforms.uSun.value as THREE.Vector3).copy(place_on_ball(12, this.orbit.lon + this.sun.lon));
    (uniforms.uScreen.value as THREE.Vector2).set(canvas.width / 2, canvas.height / 2);
    this.ball.update(camera, canvas.height);
    const whole = this.paint === 'natural' && this.studio.step.value === undefined;
    this.overlays.update(camera, canvas.height, whole, this.ball.ready);
    this.cover();
    return moving && !still;
  }

  /** Degrees from top to bottom: more in windows that are higher than wide, so that the whole ball fits. */
  private field_of_view(): number {
    const { left, right, bottom } = this.studio.insets.value;
    const { clientWidth, clientHeight } = this.scene.canvas;
    const [width, height] = [clientWidth - left - right, clientHeight - bottom];
    if (width <= 0 || height <= 0) return usual_field;
    const half = Math.tan(THREE.MathUtils.degToRad(usual_field / 2)) * Math.max(1, height / width);
    return Math.min(80, THREE.MathUtils.radToDeg(2 * Math.atan(half)));
  }

  /** The land around a place as a map of its own, made from the planet. */
  private async make_region(place: LatLon): Promise<void> {
    const { studio, world } = this;
    if (!world) return;
    try {
      const order = {
        zoom: { world: world.id, lat: place.lat, lon: place.lon, span_km: 400 },
        size: region_sizes[this.maker.quality],
        name: `${world.name} ${Math.round(place.lat)}, ${Math.round(place.lon)}`,
      };
      const done = await run_job(studio, 'Zooming in…', studio.client.make(order), this.left.signal);
      const region = done.world ? await studio.client.world(done.world) : undefined;
      if (!region?.recipe) return;
      const document = { kind: 'map' as const, preset: '', title: region.name, recipe: region.recipe, seed: region.seed };
      remember_world(document, region.id);
      studio.open(document);
    } catch (error) {
      if (!is_abort(error)) studio.fail(error);
    }
  }
}

function make_uniforms(): Record<string, THREE.IUniform> {
  // A shader must have something to read before the true picture has come.
  const empty = new THREE.DataTexture(new Uint8Array([0, 0, 0, 0]), 1, 1);
  empty.needsUpdate = true;
  const numbers = { uLit: 1, uAir: 1, uGrid: 0, uCube: 0, uShape: 0, uWarp: 1, uTheta: 0.8687, uClouds: 0 };
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { value }])),
    uSun: { value: new THREE.Vector3(1, 0, 0) },
    uScreen: { value: new THREE.Vector2(1, 1) },
    tClouds: { value: empty },
  };
}

export const make_planet_view = (studio: Studio): View => new PlanetView(studio);
