import * as THREE from 'three';
import { is_abort } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { Scene3D, still } from '../../draw/scene3d';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { Maker, remember_world } from '../../state/maker';
import { run_job } from '../../state/run_job';
import type { Quality } from '../../state/settings';
import type { Studio } from '../../state/studio';
import { icon_button, slider, toggle } from '../../ui/controls';
import { h, replace } from '../../ui/dom';
import { Facts, LayerList, Legend, section } from '../../ui/panel';
import { clamp } from '../../ui/scale';
import { facts_of } from '../place_facts';
import { making_controls, canvas_export } from '../shared';
import type { ExportChoice, View } from '../view';
import { page_export, PageSheet, pages } from '../page_sheet';
import { world_exports } from '../world_exports';
import { explain, paints_of, usual_paint, preview_order, type WorldPaint } from '../world_layers';
import { world_scheme } from '../world_tiles';
import type { Scheme } from '../map/pyramid';
import { atmosphere, Globe, lat_lon, place_on_ball } from './globe';
import { Orbit, usual_altitude } from './orbit';
import { cloud_shell, planet_clouds } from './clouds';
import { land_middle, motion_arrows, plate_texture, wind_arrows } from './overlays';

type Cell = 'cells' | 'sites' | 'cube' | 'edges' | 'warp' | 'grid';
type Switch = Cell | 'sun' | 'air' | 'wind' | 'motion' | 'plates' | 'clouds';
const uniform_of: Record<Cell, string> = {
  cells: 'uCells',
  sites: 'uSites',
  cube: 'uShape',
  edges: 'uCube',
  warp: 'uWarp',
  grid: 'uGrid',
};
/** Layers that only planets with air have. */
const of_air = ['temperature', 'rain', 'wind_east', 'wind_x', 'biome'];
/** What can be switched, and how it stands at first. */
const switches: readonly (readonly [Switch, boolean])[] = [
  ['plates', false],
  ['motion', false],
  ['wind', false],
  ['cells', false],
  ['sites', false],
  ['cube', false],
  ['edges', false],
  ['warp', true],
  ['grid', false],
  ['sun', true],
  ['air', true],
  ['clouds', true],
];
const usual_sun = 52;
const usual_field = 36;
/** Half the width of the mark at a place. */
const marker_pixels = 5;

/** Samples across a region. */
const region_sizes: Record<Quality, number> = { draft: 256, standard: 512, fine: 1024 };

class PlanetView implements View {
  readonly element = h('div', { class: 'view planet' });
  readonly panel: HTMLElement[];

  private readonly scene: Scene3D;
  private readonly orbit: Orbit;
  private readonly page: PageSheet;
  private readonly maker: Maker;
  private readonly uniforms: Record<string, THREE.IUniform>;
  private readonly layer_list = new LayerList((id) => this.choose(id));
  private readonly legend = new Legend();
  private readonly facts_list = new Facts('Point at a place; a click keeps it.');
  private readonly veil = h('div', { class: 'veil' }, h('div', { class: 'spinner' }), h('p', {}, 'Drawing a first picture…'));
  private readonly stops: (() => void)[] = [];
  private readonly at_abort = new AbortController();
  private readonly zoom_here = h('div', { class: 'button-row' });

  private world: WorldInfo | undefined;
  private paints: WorldPaint[] = [];
  private paint = 'natural';
  private globe: Globe | undefined;
  private under: Globe | undefined;
  private readonly arrows: Partial<Record<'wind' | 'motion', THREE.Object3D>> = {};
  private marker: THREE.Mesh | undefined;
  private sun = { lon: usual_sun };
  private readonly show = { wind: false, motion: false, plates: false, clouds: true };
  private lit = true;
  private air = true;
  private wants_air = true;
  private looking = false;
  private look_next: PointerEvent | undefined;
  private press = { x: 0, y: 0 };
  private fixed = false;

  constructor(private readonly studio: Studio) {
    this.scene = new Scene3D(studio, this.element, 'Planet. Drag to turn, wheel to zoom, double click to come nearer.');
    this.uniforms = {
      uSun: { value: new THREE.Vector3(1, 0, 0) },
      uLit: { value: 1 },
      uAir: { value: 1 },
      uBorders: { value: 0 },
      uGrid: { value: 0 },
      uCube: { value: 0 },
      uCells: { value: 0 },
      uSites: { value: 0 },
      uShape: { value: 0 },
      uWarp: { value: 1 },
      uResolution: { value: 64 },
      uClouds: { value: 0 },
      tClouds: { value: empty_picture() },
      tPlates: { value: empty_picture() },
    };
    this.orbit = new Orbit(this.scene.canvas, () => this.scene.ask());
    const look = studio.looks.get('planet') ?? {};
    this.switch_by(look);
    this.set_look(look);
    this.scene.tick = (seconds) => this.tick(seconds);
    this.scene.scene.background = new THREE.Color(0x030507);
    this.clouds = cloud_shell(this.uniforms);
    this.scene.scene.add(atmosphere(this.uniforms), this.clouds);
    this.maker = new Maker(studio, 'planet', () => preview_order(this.paint, this.world));
    this.page = new PageSheet(studio, studio.client, () => this.scene.ask());
    this.element.append(this.page.element, this.tools(), this.veil);
    this.panel = this.make_panel();
    this.listen();
    this.stops.push(
      this.maker.other.changed(() => this.scene.ask()),
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
    pieces: this.globe?.shown ?? 0,
    waiting: this.page.style ? Number(this.page.waiting) : (this.globe?.waiting ?? 0),
    page: this.page.drawn,
    old: Number(this.maker.other.value),
    marker: this.marker ? this.marker.scale.x / this.scene.camera.position.distanceTo(this.marker.position) : 0,
    world: this.world?.id ?? '',
    paint: this.paint,
  });

  look(): Look {
    const { lat, lon, altitude } = this.orbit.goal;
    const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
    const on = switches.filter(([key, usual]) => this.switched(key) !== usual).map(([key]) => key);
    return {
      ...(this.orbit.chosen ? { at: numbers_text([lat, 2], [turned, 2], [altitude, 3]) } : {}),
      ...(this.paint === usual_paint(this.paints) ? {} : { layer: this.paint }),
      ...(on.length > 0 ? { show: on.join(',') } : {}),
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

  private switched(key: Switch): boolean {
    if (key === 'sun') return this.lit;
    if (key === 'air') return this.wants_air;
    if (key === 'wind' || key === 'motion' || key === 'plates' || key === 'clouds') return this.show[key];
    return this.uniforms[uniform_of[key]].value === 1;
  }

  /** Switches that an address names stand the other way than usual. */
  private switch_by(look: Look): void {
    for (const key of (look.show ?? '').split(',')) {
      const usual = switches.find(([name]) => name === key);
      if (!usual) continue;
      const [name, before] = usual;
      if (name === 'sun') this.lit = !before;
      else if (name === 'air') this.wants_air = !before;
      else if (name === 'wind' || name === 'motion' || name === 'plates' || name === 'clouds') this.show[name] = !before;
      else this.uniforms[uniform_of[name]].value = before ? 0 : 1;
    }
    const [sun] = numbers_of(look.sun, 1) ?? [];
    if (sun !== undefined) this.sun.lon = clamp(sun, -120, 120);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.at_abort.abort();
    this.maker.dispose();
    this.globe?.dispose();
    this.under?.dispose();
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

  private make_panel(): HTMLElement[] {
    const cell = (key: Cell, label: string, help: string) =>
      toggle(label, help, this.switched(key), (value) => {
        this.uniforms[uniform_of[key]].value = value ? 1 : 0;
        this.scene.ask();
      }).element;
    const overlay = (label: string, help: string, name: 'wind' | 'motion' | 'plates') =>
      toggle(label, help, this.show[name], (value) => {
        this.show[name] = value;
        void this.load_overlays();
      });
    this.zoom_here.hidden = true;
    return [
      section('Layers', this.layer_list.element),
      section('Legend', this.legend.element),
      section('Under the pointer', this.facts_list.element, this.zoom_here),
      section(
        'Plates and winds',
        overlay('Borders of plates', 'Where plates meet.', 'plates').element,
        overlay('Motion of plates', 'Arrows along which plates move, long where they are fast.', 'motion').element,
        overlay('Wind', 'Arrows along the wind.', 'wind').element,
      ),
      section(
        'Cells',
        cell('cells', 'Borders', 'Between the cells of the grid.'),
        cell('sites', 'Sites', 'The middle of each cell.'),
        cell('cube', 'Cube', 'The cube that the sphere is made of.'),
        cell('edges', 'Edges of the cube', 'On the sphere.'),
        cell('warp', 'Warp', 'Makes cells of almost equal area; off: those of the plain cube.'),
        cell('grid', 'Meridians and parallels', 'Every 15 degrees.'),
      ),
      section(
        'Light',
        toggle('Sun', 'Day and night, and glitter on the sea.', this.lit, (value) => {
          this.lit = value;
          this.scene.ask();
        }).element,
        toggle('Air', 'The atmosphere, where the planet has one.', this.wants_air, (value) => {
          this.wants_air = value;
          this.uniforms.uAir.value = this.air && value ? 1 : 0;
          this.scene.ask();
        }).element,
        toggle('Clouds', 'Decoration: no layer of the world.', this.show.clouds, (value) => {
          this.show.clouds = value;
          this.scene.ask();
        }).element,
        slider({
          label: 'Sun from',
          help: 'How far the sun stands beside the eye.',
          min: -120,
          max: 120,
          step: 0,
          value: this.sun.lon,
          default: usual_sun,
          unit: '°',
          change: (value) => {
            this.sun.lon = value;
            this.scene.ask();
          },
        }).element,
      ),
      section('Making', ...making_controls(this.maker)),
    ];
  }

  private open(world: WorldInfo): void {
    this.world = world;
    // A planet without weather has no air: no haze around it, and no clouds.
    this.air = world.layers.some(({ name }) => of_air.includes(name));
    this.uniforms.uAir.value = this.air && this.wants_air ? 1 : 0;
    this.paints = paints_of(world);
    this.choose(this.paints.some((entry) => entry.id === this.paint) ? this.paint : this.paints[0].id);
    void this.load_overlays();
    if (!this.orbit.chosen && this.faced !== this.studio.fresh.value) void this.face_land(world);
    this.faced = this.studio.fresh.value;
  }
  private faced: number | undefined;

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
    if (paint) this.show_globe(world_scheme(this.studio.client, world, paint));
  }

  /** One picture of the whole planet: a preview, or a step of the generation. */
  private show_picture(url: string): void {
    this.page.hide();
    this.show_globe({ across: () => 1, down: () => 1, deepest: 0, tile_pixels: 512, url: () => url });
  }

  private show_step(index: number | undefined): void {
    const picture = index === undefined ? undefined : this.studio.steps.value[index]?.picture;
    if (picture) this.show_picture(picture);
    else if (this.world) this.choose(this.paint);
  }

  private show_globe(scheme: Scheme): void {
    if (this.globe?.ready) {
      this.under?.dispose();
      this.under = this.globe;
    } else {
      this.globe?.dispose();
    }
    this.globe = new Globe(scheme, this.uniforms, () => this.scene.ask());
    this.scene.scene.add(this.globe.group);
    this.scene.ask();
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

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    camera.fov = this.field_of_view();
    const moving = this.orbit.tick(seconds, camera);
    camera.updateProjectionMatrix();
    if (this.marker) {
      // As large on the screen from near as from far; behind the ball it is not seen.
      const away = camera.position.distanceTo(this.marker.position);
      this.marker.scale.setScalar(
        (away * marker_pixels * 2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2)) / this.scene.canvas.clientHeight,
      );
      this.marker.visible = camera.position.dot(this.marker.position) > 1;
    }
    const natural = !this.paint.startsWith('layer:');
    this.uniforms.uLit.value = this.lit && natural ? 1 : 0;
    (this.uniforms.uSun.value as THREE.Vector3).copy(place_on_ball(12, this.orbit.lon + this.sun.lon));
    const { globe, under } = this;
    globe?.update(camera, this.scene.canvas.height);
    if (globe) globe.group.visible = globe.ready;
    if (globe?.ready && under) {
      under.dispose();
      this.under = undefined;
    }
    this.veil.classList.toggle(
      'gone',
      !this.maker.other.value && (this.page.style ? !this.page.waiting : (globe?.ready ?? false) || this.under !== undefined),
    );
    const shape = this.uniforms.uShape.value as number;
    for (const name of ['wind', 'motion'] as const) {
      const arrows = this.arrows[name];
      if (arrows) arrows.visible = this.show[name] && this.arrows_of[name] === this.world?.id && shape === 0;
    }
    const cloudy =
      this.air && this.show.clouds && natural && shape === 0 && this.paint === 'natural' && this.studio.step.value === undefined;
    this.uniforms.uClouds.value = cloudy ? 1 : 0;
    this.clouds.visible = cloudy && this.clouds_of !== undefined;
    if (cloudy && this.clouds_of !== this.world?.seed && globe?.ready) this.make_clouds();
    this.uniforms.uResolution.value = this.world?.domain.resolution ?? 64;
    return moving && !still;
  }

  private readonly arrows_of: Partial<Record<'wind' | 'motion', string>> = {};
  private readonly clouds: THREE.Mesh;
  /** Seed of the planet whose clouds they are. */
  private clouds_of: number | undefined;

  private async load_overlays(): Promise<void> {
    const { world } = this;
    if (!world) return;
    try {
      if (this.show.plates) {
        const texture = await plate_texture(this.studio.client, world);
        if (this.world !== world) return;
        this.uniforms.tPlates.value = texture ?? empty_picture();
        if (!texture) this.studio.say('This planet has no plates.');
        // It may have been switched off while the picture came.
        this.uniforms.uBorders.value = texture && this.show.plates ? 1 : 0;
      } else {
        this.uniforms.uBorders.value = 0;
      }
      for (const [name, make, none] of [
        ['wind', wind_arrows, 'This planet has no wind.'],
        ['motion', motion_arrows, 'This planet has no plates that move.'],
      ] as const) {
        if (!this.show[name] || this.arrows_of[name] === world.id) continue;
        const arrows = await make(this.studio.client, world);
        if (this.world !== world) return;
        this.arrows[name]?.removeFromParent();
        this.arrows_of[name] = world.id;
        delete this.arrows[name];
        if (arrows) {
          this.arrows[name] = arrows;
          this.scene.scene.add(arrows);
        } else this.studio.say(none);
      }
    } catch (error) {
      this.studio.fail(error);
    }
    this.scene.ask();
  }

  /** Made when the planet stands, because it takes a moment. */
  private make_clouds(): void {
    this.clouds_of = this.world?.seed;
    (this.uniforms.tClouds.value as THREE.Texture).dispose();
    this.uniforms.tClouds.value = planet_clouds(this.world?.seed ?? 0);
    this.scene.ask();
  }

  private place_under(event: { clientX: number; clientY: number }): { lat: number; lon: number } | undefined {
    const ray = new THREE.Raycaster();
    ray.setFromCamera(this.scene.pointer(event), this.scene.camera);
    const hit = ray.ray.intersectSphere(new THREE.Sphere(new THREE.Vector3(), 1), new THREE.Vector3());
    return hit ? lat_lon(hit) : undefined;
  }

  private listen(): void {
    const { canvas } = this.scene;
    canvas.addEventListener('pointerdown', (event) => (this.press = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener('pointermove', (event) => {
      if (!this.orbit.dragging && !this.fixed) void this.ask_facts(event);
    });
    canvas.addEventListener('click', (event) => {
      if (Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > 4) return;
      const place = this.place_under(event);
      this.fixed = place !== undefined && !this.fixed;
      this.mark(this.fixed ? place : undefined);
      if (place) void this.ask_facts(event);
    });
    canvas.addEventListener('dblclick', (event) => {
      const place = this.place_under(event);
      if (place) this.fly(place.lat, place.lon, Math.max(0.08, this.orbit.altitude * 0.4));
    });
  }

  /** A place that was clicked keeps its facts until another click, and can be flown to. */
  private mark(place: { lat: number; lon: number } | undefined): void {
    this.marker?.removeFromParent();
    this.marker = undefined;
    this.zoom_here.hidden = place === undefined;
    if (place) {
      this.marker = new THREE.Mesh(
        new THREE.SphereGeometry(1, 16, 12),
        new THREE.MeshBasicMaterial({ color: 0xffa05a, toneMapped: false, depthTest: false }),
      );
      this.marker.renderOrder = 5;
      this.marker.position.copy(place_on_ball(place.lat, place.lon));
      this.scene.scene.add(this.marker);
      const nearer = h('button', { type: 'button', class: 'button' }, 'Fly there');
      nearer.addEventListener('click', () => this.fly(place.lat, place.lon, 0.25));
      const zoom = h(
        'button',
        {
          type: 'button',
          class: 'button',
          title: 'Makes the land around this place, some 400 km wide, with detail of its own',
          'data-role': 'zoom-here',
        },
        'Zoom in here',
      );
      zoom.addEventListener('click', () => void this.make_region(place));
      replace(this.zoom_here, zoom, nearer);
    }
    this.scene.ask();
  }

  /** The land around a place as a map of its own, made from the planet. */
  private async make_region(place: { lat: number; lon: number }): Promise<void> {
    const { studio, world } = this;
    if (!world) return;
    try {
      const order = {
        zoom: { world: world.id, lat: place.lat, lon: place.lon, span_km: 400 },
        size: region_sizes[this.maker.quality],
        name: `${world.name} ${Math.round(place.lat)}, ${Math.round(place.lon)}`,
      };
      const done = await run_job(studio, 'Zooming in…', studio.client.make(order), this.at_abort.signal);
      const region = done.world ? await studio.client.world(done.world) : undefined;
      if (!region?.recipe) return;
      const document = { kind: 'map' as const, preset: '', title: region.name, recipe: region.recipe, seed: region.seed };
      remember_world(document, region.id);
      studio.open(document);
    } catch (error) {
      if (!is_abort(error)) studio.fail(error);
    }
  }

  private async ask_facts(event: PointerEvent | MouseEvent): Promise<void> {
    this.look_next = event as PointerEvent;
    if (this.looking || !this.world) return;
    this.looking = true;
    while (this.look_next) {
      const place = this.place_under(this.look_next);
      this.look_next = undefined;
      if (!place) {
        this.facts_list.set([['Place', 'space']]);
        continue;
      }
      const latitude = `${Math.abs(place.lat).toFixed(1)}° ${place.lat < 0 ? 'S' : 'N'}`;
      const longitude = `${Math.abs(place.lon).toFixed(1)}° ${place.lon < 0 ? 'W' : 'E'}`;
      const where = `${latitude}, ${longitude}`;
      try {
        const facts = await this.studio.client.at(this.world.id, place, this.at_abort.signal);
        this.facts_list.set(facts_of(facts, this.world.layers, [['Place', where]]));
      } catch (error) {
        if (!is_abort(error)) this.facts_list.set([['Place', where]]);
      }
    }
    this.looking = false;
  }
}

/** A shader must have something to read before the true picture has come. */
function empty_picture(): THREE.DataTexture {
  const texture = new THREE.DataTexture(new Uint8Array([0, 0, 0, 0]), 1, 1);
  texture.needsUpdate = true;
  return texture;
}

export const make_planet_view = (studio: Studio): View => new PlanetView(studio);
