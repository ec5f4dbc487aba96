import * as THREE from 'three';
import { connection } from '../../api/connection';
import { css } from '../../draw/colours';
import { detail_texture } from '../../draw/detail';
import { ground_textures } from '../../draw/ground_textures';
import { lean, Scene3D, still } from '../../draw/scene3d';
import { Sky, type Light } from '../../draw/sky';
import { Walker } from '../../draw/walker';
import { Water } from '../../draw/water';
import type { Look } from '../../state/address';
import type { Studio } from '../../state/studio';
import { slider, toggle } from '../../ui/controls';
import { h, once_a_frame } from '../../ui/dom';
import { LayerList, Legend, section } from '../../ui/panel';
import { number_text } from '../../ui/scale';
import { beyond_link, light_of, light_sliders, middle_of, canvas_export, turn_walker, walker_look, walk_tools } from '../shared';
import type { View } from '../view';
import { preview_touch, tool_colours } from './brush';
import { BrushTools } from './brush_tool';
import { first_look } from './first_look';
import { paint_tile, paints, type Paint } from './ground_colour';
import { SunShadow } from '../../draw/sun_shadow';
import { terrain_exports } from './terrain_exports';
import { cells, margin, TerrainLand, type LandSource } from './terrain_land';
import { TerrainPicking, type Ground } from './terrain_picking';
import { ThingShop } from './scatter';
import { ThingLoader } from './thing_loader';
import { river_geometry } from './river_mesh';
import { decode_tile, shape_of, type TileId } from './tile_data';
import { grid_geometry, TileMesh } from './tile_mesh';
import type { Eye } from './tile_tree';

/** The origin of drawing moves in such steps, so that floats near the eye stay fine at any distance from the world's origin. */
const origin_step = 16384;

const usual_light: Light = { hour: 16.5, haze: 0.45, clouds: 0.35 };

class TerrainView implements View {
  readonly element = h('div', { class: 'view' });
  readonly panel: HTMLElement[];
  readonly exports;

  private readonly scene: Scene3D;
  private readonly sky = new Sky();
  private readonly water: Water;
  private readonly walker: Walker;
  private readonly grid = grid_geometry(lean ? 32 : 64);
  private readonly detail = detail_texture();
  private readonly stuff = ground_textures(lean ? 128 : 512);
  private readonly shadow = new SunShadow((x, y) => Math.max(0, this.land.tree?.value_at('height', x, y, 3) ?? 0));
  private readonly shared: Record<string, THREE.IUniform>;
  private readonly things: ThingLoader;
  private readonly shop: ThingShop;
  private readonly brush: BrushTools;
  private readonly layer_list: LayerList;
  private readonly legend = new Legend();
  private readonly crosshair = h('div', { class: 'crosshair', hidden: true });
  private readonly readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly stops: (() => void)[] = [];
  private readonly origin = { x: 0, y: 0 };

  private readonly land: TerrainLand;
  private readonly picking: TerrainPicking;
  private light: Light = usual_light;
  private paint: Paint = paints[0];
  private show_things = true;
  /** Counts lands that took the place of others. */
  private seen = 0;
  private placed = false;
  /** The next world is another one: it is looked at where it is worth seeing. */
  private place_next = false;

  constructor(private readonly studio: Studio) {
    this.scene = new Scene3D(studio, this.element, 'Terrain. W, A, S, D to move, drag to look, F to walk or fly.');
    this.scene.tick = (seconds) => this.tick(seconds);
    this.walker = new Walker({
      canvas: this.scene.canvas,
      camera: this.scene.camera,
      eye: 1.75,
      walk_speed: 6,
      fly_speed: 90,
      changed: () => this.scene.ask(),
    });
    const look = studio.looks.get('terrain') ?? {};
    this.light = light_of(look, usual_light);
    this.stand(look);
    this.strokes = look.strokes ?? '';
    this.shared = {
      ...this.sky.uniforms,
      ...this.shadow.uniforms,
      tDetail: { value: this.detail },
      tStuff: { value: this.stuff },
      uDetailShift: { value: new THREE.Vector2() },
      uNatural: { value: 1 },
      uPointer: { value: new THREE.Vector4() },
      uBrush: { value: new THREE.Vector3() },
    };
    this.land = new TerrainLand(
      {
        client: studio.client,
        parent: this.scene.scene,
        eye: () => this.eye(),
        open_edits: (hash, seed, signal) => this.brush.log.open(hash, seed, signal, this.take_strokes()),
        edits: () => this.brush.log.query,
        make: (id, bytes, source) => this.make_tile(id, bytes, source),
        furnish: (tile, source, signal) => this.things.load(tile, source, this.brush.log.query, signal),
        known: ({ biomes }) => {
          this.brush.offer(biomes);
          this.choose_paint(this.paint.id);
        },
        entry: (sight) => (this.placed && !this.place_next ? undefined : sight),
        swapped: (entry) => {
          ++this.seen;
          if (this.place_next) this.placed = this.place_next = this.walker.chosen = false;
          if (entry && !this.placed) this.go_to(entry);
        },
        changed: () => this.scene.ask_soon(),
        ask: () => this.scene.ask(),
        failed: (error) => studio.fail(error),
      },
      lean ? 0.9 : 1.6,
    );
    this.picking = new TerrainPicking(this.land, this.scene.camera, this.origin);
    this.shop = new ThingShop({ ...this.sky.uniforms, ...this.shadow.uniforms });
    this.things = new ThingLoader(studio.client, this.shop, () => this.scene.ask_soon());
    this.brush = new BrushTools(studio, {
      canvas: this.scene.canvas,
      ground_under: (event) => this.ground_under(event),
      middle: () => middle_of(this.scene, studio),
      preview: (touch) => this.land.tree && preview_touch(this.land.tree, this.land.source.step, touch),
      changed: (squares) => this.land.tree?.renew(squares),
      moved: () => this.place_ring(),
    });
    this.water = new Water(this.sky.uniforms);
    this.scene.scene.add(this.sky.mesh, this.water.mesh);
    this.sky.set(this.light);
    this.layer_list = new LayerList((id) => this.choose_paint(id));
    const tools = walk_tools(this.walker, () => this.scene.ask(), this.stops);
    tools.append(this.brush.button);
    this.element.append(tools, this.brush.strip, this.crosshair, this.readout);
    this.panel = this.make_panel();
    this.exports = [
      canvas_export(this.snapshot, studio),
      ...terrain_exports(studio, () => ({ ...this.land.source, ...this.world_place(), edits: this.brush.log.state.value.revision })),
    ];
    this.choose_paint(look.layer ?? 'natural');
    this.scene.canvas.addEventListener(
      'pointermove',
      once_a_frame((event: PointerEvent) => this.hover(event)),
    );
    this.stops.push(
      studio.edit.watch(({ document, settled }) => void (document.kind === 'terrain' && this.land.show(document, settled))),
      studio.start.changed(() => void this.land.show(studio.document, true, true)),
      studio.stop.changed(() => {
        this.land.pause();
        studio.work.set({ busy: false, what: 'Stopped' });
      }),
      studio.fresh.changed(() => (this.place_next = true)),
      connection.line.changed(({ away }) => !away && void this.land.mend(studio.document.recipe)),
      this.brush.log.link.watch((link) => studio.beyond_link.set(link === undefined ? beyond_link : '')),
    );
  }

  facts = () => {
    const at = this.world_place();
    const { tree, next, source } = this.land;
    return {
      frames: this.scene.frames,
      tiles: tree?.things().length ?? 0,
      shown: tree?.shown ?? 0,
      wanted: tree?.progress.wanted ?? 0,
      ready: tree?.progress.ready ?? 0,
      coming: next ? 1 : 0,
      seen: this.seen,
      x: at.x,
      y: at.y,
      ground: tree?.value_at('height', at.x, at.y) ?? 0,
      hash: source.hash,
      renewing: tree?.renewing ? 1 : 0,
      revision: this.brush.log.state.value.revision,
      edits: this.brush.log.state.value.count,
      things: this.things.count,
    };
  };

  look(): Look {
    const { y: height } = this.scene.camera.position;
    return {
      ...walker_look(this.walker, { ...this.world_place(), height }, this.light, usual_light),
      ...(this.paint === paints[0] ? {} : { layer: this.paint.id }),
      ...(this.brush.log.link.value ? { strokes: this.brush.log.link.value } : {}),
    };
  }

  set_look(look: Look): void {
    this.strokes = look.strokes ?? '';
    this.stand(look);
    if ((look.layer ?? paints[0].id) !== this.paint.id) this.choose_paint(look.layer ?? paints[0].id);
    this.scene.ask();
  }

  snapshot = () => this.scene.snapshot();

  private stand(look: Look): void {
    const place = turn_walker(this.walker, look);
    if (!place) return;
    this.go_to(place, place.height);
    this.placed = true;
    this.place_next = false;
  }

  private go_to(place: { x: number; y: number }, height = this.scene.camera.position.y): void {
    this.origin.x = Math.round(place.x / origin_step) * origin_step;
    this.origin.y = Math.round(place.y / origin_step) * origin_step;
    this.scene.camera.position.set(place.x - this.origin.x, height, place.y - this.origin.y);
  }

  undo = () => this.brush.undo();
  redo = () => this.brush.redo();

  dispose(): void {
    for (const stop of this.stops) stop();
    this.land.dispose();
    this.walker.dispose();
    this.water.dispose();
    this.grid.dispose();
    this.detail.dispose();
    this.stuff.dispose();
    this.shadow.dispose();
    this.brush.dispose();
    this.things.dispose();
    this.shop.dispose();
    this.sky.dispose();
    this.scene.dispose();
  }

  private make_panel(): HTMLElement[] {
    const detail = slider({
      label: 'Detail',
      help: 'How near ground must be to be shown finer.',
      min: 0.8,
      max: 3,
      step: 0,
      value: this.land.detail,
      default: 1.6,
      change: (value) => {
        this.land.detail = value;
        this.scene.ask();
      },
    });
    const things = toggle('Plants and rocks', 'What the world lets stand on its ground.', this.show_things, (value) => {
      this.show_things = value;
      for (const thing of this.land.tree?.things() ?? []) thing.things.visible = value;
      this.scene.ask();
    });
    return [
      section('Layers', this.layer_list.element),
      section('Legend', this.legend.element),
      section('Under the pointer', this.picking.facts.element),
      section('Light and detail', ...light_sliders(this.light, (part) => this.set_light(part)), detail.element, things.element),
    ];
  }

  private set_light(part: Partial<Light>): void {
    this.light = { ...this.light, ...part };
    this.sky.set(this.light);
    this.scene.ask();
  }

  private choose_paint(id: string): void {
    this.paint = paints.find((paint) => paint.id === id) ?? paints[0];
    const there = paints.filter((paint) => !paint.ramp || paint.id === 'slope' || this.land.source.layers.includes(paint.id));
    this.layer_list.set(
      there.map((paint) => ({
        id: paint.id,
        title: paint.title,
        swatch: paint.ramp
          ? `linear-gradient(to right, ${css(paint.ramp).join(', ')})`
          : 'linear-gradient(135deg, #53602f, #8b8378 60%, #eef2f5)',
      })),
      this.paint.id,
    );
    if (this.paint.ramp) this.legend.ramp(css(this.paint.ramp), this.paint.from ?? 0, this.paint.to ?? 1, this.paint.unit ?? '');
    else this.legend.text('As it would look: what grows by warmth and rain, rock where it is steep, sand, gravel, snow.');
    this.shared.uNatural.value = this.paint.ramp ? 0 : 1;
    for (const thing of this.land.tree?.things() ?? []) thing.repaint(paint_tile(thing.data, thing.shape, this.paint));
    this.scene.ask();
  }

  /** Those of an address are done once, of the world that it names. */
  private take_strokes(): string {
    const { strokes } = this;
    this.strokes = '';
    return strokes;
  }
  private strokes = '';

  private make_tile(id: TileId, bytes: ArrayBuffer, source: LandSource): TileMesh {
    const data = decode_tile(id, bytes, [...source.layers], margin, source.biomes, source.step * 2 ** id.level);
    const shape = shape_of(data, data.step);
    const size = cells * source.step * 2 ** id.level;
    const tile = new TileMesh(data, shape, size, this.grid, this.shared, paint_tile(data, shape, this.paint));
    tile.things.visible = this.show_things;
    const river = river_geometry(data);
    if (river) tile.pour(river, this.water.mesh.material);
    return tile;
  }

  private world_place(): { x: number; y: number } {
    const { x, z } = this.scene.camera.position;
    return { x: x + this.origin.x, y: z + this.origin.y };
  }

  private eye(): Eye {
    const { camera } = this.scene;
    camera.updateMatrixWorld();
    const matrix = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const frustum = new THREE.Frustum().setFromProjectionMatrix(matrix);
    return { ...this.world_place(), z: camera.position.y, frustum, origin: this.origin };
  }

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    const { land } = this;
    const moving = this.walker.tick(seconds, (x, z) => land.tree?.value_at('height', x + this.origin.x, z + this.origin.y));
    this.crosshair.hidden = !this.walker.locked;
    this.move_origin();
    this.set_depth_range();
    const place = this.world_place();
    land.update(this.eye());
    if (land.tree && !this.placed) this.place_eye();
    if (land.tree && !lean && this.show_things) this.things.update(land.tree.things(), place, land.source, this.brush.log.query);
    const shading =
      land.tree !== undefined &&
      this.shadow.update(
        place,
        this.origin,
        this.sky.uniforms.uSun.value,
        `${land.source.hash} ${land.source.seed} ${land.tree.came}`,
        performance.now(),
      );
    this.place_ring(false);
    this.sky.update(camera.position, still ? 0 : seconds);
    this.water.update(camera.position, this.origin, still ? 0 : seconds);
    (this.shared.uDetailShift.value as THREE.Vector2).set(this.origin.x % 22103, this.origin.y % 22103);
    this.report(place);
    if (shading) this.scene.ask_soon();
    return moving || !still;
  }

  private place_eye(): void {
    const value = (layer: string, x: number, y: number) => this.land.tree?.value_at(layer, x, y);
    const rivers = this.land.source.layers.includes('river_distance');
    const look = first_look(
      this.world_place(),
      (x, y) => value('height', x, y) ?? 0,
      (x, y) => rivers && (value('river_distance', x, y) ?? 1000) < 40,
    );
    this.scene.camera.position.set(look.x - this.origin.x, look.height, look.y - this.origin.y);
    this.walker.yaw = look.yaw;
    this.walker.pitch = look.pitch;
    this.placed = true;
    this.scene.ask();
  }

  /** The brush's ring lies on the ground under the pointer. */
  private place_ring(ask = true): void {
    const { at, on, settings } = this.brush;
    this.walker.look_button = on ? 2 : 0;
    (this.shared.uPointer.value as THREE.Vector4).set(
      (at?.x ?? 0) - this.origin.x,
      0,
      (at?.y ?? 0) - this.origin.y,
      on && at ? settings.radius : 0,
    );
    (this.shared.uBrush.value as THREE.Vector3).set(...tool_colours[settings.tool]);
    if (ask) this.scene.ask();
  }

  private move_origin(): void {
    const { position } = this.scene.camera;
    const dx = Math.round(position.x / origin_step) * origin_step;
    const dy = Math.round(position.z / origin_step) * origin_step;
    if (dx === 0 && dy === 0) return;
    this.origin.x += dx;
    this.origin.y += dy;
    position.x -= dx;
    position.z -= dy;
  }

  private set_depth_range(): void {
    const { camera } = this.scene;
    const at = this.world_place();
    const above = camera.position.y - Math.max(0, this.land.tree?.value_at('height', at.x, at.y) ?? 0);
    camera.near = Math.min(40, Math.max(0.25, above * 0.06));
    camera.far = 90000;
    camera.updateProjectionMatrix();
  }

  private report(place: { x: number; y: number }): void {
    const { camera } = this.scene;
    const [east, south, height] = [place.x, place.y, camera.position.y].map((value) => number_text(Math.round(value)));
    this.readout.textContent = `x ${east}  y ${south}  ·  ${height} m  ·  ${number_text(this.walker.speed)} m/s`;
    const tree = this.land.next ?? this.land.tree;
    if (!tree) return;
    const { ready, wanted } = tree.progress;
    const busy = ready < wanted && !tree.paused;
    const before = this.studio.work.value;
    if (busy) this.studio.work.set({ busy, what: `Tiles: ${ready} of ${wanted}`, share: wanted === 0 ? 0 : ready / wanted });
    else if (before.busy) this.studio.work.set({ busy: false, what: tree.paused ? 'Stopped' : `${wanted} tiles around you` });
  }

  private ground_under(event: { clientX: number; clientY: number }): Ground | undefined {
    return this.picking.ground_under(this.scene.pointer(this.walker.locked ? middle_of(this.scene, this.studio) : event));
  }

  private hover(event: PointerEvent): void {
    if (!this.walker.dragging) this.picking.tell(this.scene.pointer(this.walker.locked ? middle_of(this.scene, this.studio) : event));
  }
}

export const make_terrain_view = (studio: Studio): View => new TerrainView(studio);
