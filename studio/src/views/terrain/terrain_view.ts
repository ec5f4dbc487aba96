import * as THREE from 'three';
import { query_of } from '../../api/client';
import { css } from '../../draw/colours';
import { detail_texture } from '../../draw/detail';
import { lean, Scene3D, still } from '../../draw/scene3d';
import { Sky, type Light } from '../../draw/sky';
import { Walker } from '../../draw/walker';
import { Water } from '../../draw/water';
import type { Edit, Studio } from '../../state/studio';
import { slider, toggle } from '../../ui/controls';
import { h, once_a_frame } from '../../ui/dom';
import { Facts, LayerList, Legend, section, type Fact } from '../../ui/panel';
import { number_text, with_unit } from '../../ui/scale';
import { picture_export, walk_tools } from '../shared';
import type { View } from '../view';
import { paint_tile, paints, type Paint } from './ground_colour';
import { terrain_exports } from './terrain_exports';
import { TreeShop, trees_of } from './scatter';
import { decode_tile, shape_of, type TileId } from './tile_data';
import { grid_geometry, TileMesh } from './tile_mesh';
import { TileTree, type Eye } from './tile_tree';

/** Layers that natural colours are made of; recipes that keep fewer are painted with what there is. */
const wanted_layers = ['height', 'temperature', 'rain', 'rock', 'sand', 'gravel', 'mud', 'snow'] as const;
const margin = 1;
const cells = 128;
/** The origin of drawing moves in such steps, so that floats near the eye stay fine at any distance from the world's origin. */
const origin_step = 16384;

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
  private readonly shared: Record<string, THREE.IUniform>;
  private readonly trees = new TreeShop(this.sky.uniforms);
  private readonly layer_list: LayerList;
  private readonly legend = new Legend();
  private readonly facts_list = new Facts();
  private readonly readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly stops: (() => void)[] = [];
  private readonly origin = { x: 0, y: 0 };

  private detail_value = lean ? 0.9 : 1.6;
  private light: Light = { hour: 16.5, haze: 0.45 };
  private paint: Paint = paints[0];
  private tree: TileTree<TileMesh> | undefined;
  private next: TileTree<TileMesh> | undefined;
  private layers: string[] = [...wanted_layers];
  private source = { hash: '', seed: 0, step: 1 };
  private show_trees = true;
  private placed = false;
  private asked = 0;
  private abort = new AbortController();

  constructor(private readonly studio: Studio) {
    this.scene = new Scene3D(studio, this.element, 'Terrain. W, A, S, D to move, drag to look, F to walk or fly.');
    this.scene.tick = (seconds) => this.tick(seconds);
    this.walker = new Walker({
      canvas: this.scene.canvas, camera: this.scene.camera, eye: 1.75, walk_speed: 6, fly_speed: 90, changed: () => this.scene.ask(),
    });
    this.shared = { ...this.sky.uniforms, tDetail: { value: this.detail }, uDetailShift: { value: new THREE.Vector2() }, uNatural: { value: 1 },
      uPointer: { value: new THREE.Vector3() }, uBrush: { value: 0 } };
    this.water = new Water(this.sky.uniforms);
    this.scene.scene.add(this.sky.mesh, this.water.mesh);
    this.sky.set(this.light);
    this.layer_list = new LayerList((id) => this.choose_paint(id));
    this.element.append(walk_tools(this.walker, () => this.scene.ask(), this.stops), this.readout);
    this.panel = this.make_panel();
    this.exports = [picture_export(this.scene, studio), ...terrain_exports(studio, () => ({ ...this.source, ...this.world_place() }))];
    this.choose_paint('natural');
    this.scene.canvas.addEventListener('pointermove', once_a_frame((event: PointerEvent) => this.hover(event)));
    this.stops.push(
      studio.edit.watch((edit) => void this.show(edit)),
      studio.start.changed(() => void this.show({ document: studio.document, settled: true, own: false }, true)),
      studio.stop.changed(() => this.pause()));
  }

  facts = () => {
    const at = this.world_place();
    const tree = this.tree;
    return {
      frames: this.scene.frames, tiles: tree?.things().length ?? 0, shown: tree?.shown ?? 0, wanted: tree?.progress.wanted ?? 0,
      ready: tree?.progress.ready ?? 0, x: at.x, y: at.y, ground: tree?.value_at('height', at.x, at.y) ?? 0, hash: this.source.hash,
    };
  };

  dispose(): void {
    this.abort.abort();
    for (const stop of this.stops) stop();
    this.tree?.dispose();
    this.next?.dispose();
    this.walker.dispose();
    this.water.dispose();
    this.grid.dispose();
    this.detail.dispose();
    this.trees.dispose();
    this.scene.dispose();
  }

  private make_panel(): HTMLElement[] {
    const hour = slider({ label: 'Time of day', help: 'Where the sun stands.', min: 4, max: 20, step: 0, value: this.light.hour, unit: 'h', change: (value) => this.set_light({ hour: value }) });
    const haze = slider({ label: 'Haze', help: 'How thick the air is.', min: 0, max: 1, step: 0, value: this.light.haze, change: (value) => this.set_light({ haze: value }) });
    const detail = slider({ label: 'Detail', help: 'How near ground must be to be shown finer.', min: 0.8, max: 3, step: 0, value: this.detail_value, default: 1.6, change: (value) => this.set_detail(value) });
    const trees = toggle('Trees', 'Decoration where warmth and rain allow a forest.', this.show_trees, (value) => {
      this.show_trees = value;
      for (const thing of this.tree?.things() ?? []) thing.trees.visible = value;
      this.scene.ask();
    });
    return [section('Layers', this.layer_list.element), section('Legend', this.legend.element), section('Under the pointer', this.facts_list.element),
      section('Light and detail', hour.element, haze.element, detail.element, trees.element)];
  }

  private set_detail(value: number): void {
    this.detail_value = value;
    if (this.tree) this.tree.detail = value;
    this.scene.ask();
  }

  private set_light(part: Partial<Light>): void {
    this.light = { ...this.light, ...part };
    this.sky.set(this.light);
    this.scene.ask();
  }

  private choose_paint(id: string): void {
    this.paint = paints.find((paint) => paint.id === id) ?? paints[0];
    const there = paints.filter((paint) => !paint.ramp || paint.id === 'slope' || this.layers.includes(paint.id));
    this.layer_list.set(there.map((paint) => ({
      id: paint.id, title: paint.title,
      swatch: paint.ramp ? `linear-gradient(to right, ${css(paint.ramp).join(', ')})` : 'linear-gradient(135deg, #53602f, #8b8378 60%, #eef2f5)',
    })), this.paint.id);
    if (this.paint.ramp) this.legend.ramp(css(this.paint.ramp), this.paint.from ?? 0, this.paint.to ?? 1, this.paint.unit ?? '');
    else this.legend.text('As it would look: what grows by warmth and rain, rock where it is steep, sand, gravel, snow.');
    this.shared.uNatural.value = this.paint.ramp ? 0 : 1;
    for (const thing of this.tree?.things() ?? []) thing.repaint(paint_tile(thing.data, thing.shape, this.paint));
    this.scene.ask();
  }

  /** Another recipe or seed: its coarse tiles are fetched beside the old ones, and take their place when they have come. */
  private async show({ document, settled }: Edit, again = false): Promise<void> {
    if (document.kind !== 'terrain') return;
    const turn = ++this.asked;
    this.abort.abort();
    this.abort = new AbortController();
    try {
      const hash = await this.studio.client.register(document.recipe, this.abort.signal);
      if (turn !== this.asked) return;
      if (!again && hash === this.source.hash && document.seed === this.source.seed) {
        for (const tree of [this.tree, this.next]) if (tree) tree.finest = settled ? 0 : 3;
        this.scene.ask();
        return;
      }
      const domain = document.recipe.domain as { step?: number } | undefined;
      this.source = { hash, seed: document.seed, step: domain?.step ?? 1 };
      this.layers = this.layers_of(document.recipe.keep);
      this.choose_paint(this.paint.id);
      this.next?.dispose();
      this.next = this.make_tree(this.source);
      this.next.finest = settled ? 0 : 3;
      this.scene.ask();
    } catch (error) {
      if (turn === this.asked && !this.abort.signal.aborted) this.studio.fail(error);
    }
  }

  private layers_of(keep: unknown): string[] {
    return Array.isArray(keep) ? wanted_layers.filter((name) => keep.includes(name)) : ['height'];
  }

  private make_tree(source: { hash: string; seed: number; step: number }): TileTree<TileMesh> {
    const tile_metres = cells * source.step;
    const layers = this.layers;
    const query = query_of({ format: 'f32', layers: layers.join(','), margin });
    let told = false;
    const tree: TileTree<TileMesh> = new TileTree<TileMesh>({
      tile_metres, top: 7, parent: this.scene.scene,
      load: async (id: TileId, signal) => {
        const bytes = await this.studio.client.bytes(`terrain/${source.hash}/${source.seed}/${id.level}/${id.x}/${id.y}?${query}`, signal);
        const data = decode_tile(id, bytes, layers, margin);
        const shape = shape_of(data, source.step * 2 ** id.level);
        const tile = new TileMesh(data, shape, tile_metres * 2 ** id.level, this.grid, this.shared, paint_tile(data, shape, this.paint));
        if (!lean) tile.trees.add(this.trees.plant(trees_of(data, shape, source.step * 2 ** id.level)));
        tile.trees.visible = this.show_trees;
        return tile;
      },
      changed: () => this.scene.ask(),
      failed: (error) => {
        if (!told) this.studio.fail(error);
        told = true;
      },
    });
    tree.detail = this.detail_value;
    return tree;
  }

  private pause(): void {
    for (const tree of [this.tree, this.next]) if (tree) tree.paused = true;
    this.studio.work.set({ busy: false, what: 'Stopped' });
  }

  private world_place(): { x: number; y: number } {
    const { x, z } = this.scene.camera.position;
    return { x: x + this.origin.x, y: z + this.origin.y };
  }

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    const moving = this.walker.tick(seconds, (x, z) => this.tree?.value_at('height', x + this.origin.x, z + this.origin.y));
    this.move_origin();
    this.set_depth_range();
    camera.updateMatrixWorld();
    const matrix = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const place = this.world_place();
    const eye: Eye = { ...place, z: camera.position.y, frustum: new THREE.Frustum().setFromProjectionMatrix(matrix), origin: this.origin };
    if (this.next) this.advance_next(eye);
    this.tree?.update(eye);
    if (this.tree && !this.placed) this.place_eye();
    this.sky.mesh.position.copy(camera.position);
    this.water.update(camera.position, this.origin, still ? 0 : seconds);
    (this.shared.uDetailShift.value as THREE.Vector2).set(this.origin.x % 22103, this.origin.y % 22103);
    this.report(place);
    return moving || !still;
  }

  private advance_next(eye: Eye): void {
    const { next } = this;
    next!.update(eye);
    for (const thing of next!.things()) thing.mesh.visible &&= this.tree === undefined;
    if (!next!.has_roots) return;
    this.tree?.dispose();
    this.tree = next;
    this.next = undefined;
  }

  /** The first look: over land, from a height where the land's forms show, towards the highest ground around. */
  private place_eye(): void {
    const tree = this.tree!;
    const at = this.world_place();
    const height = (x: number, y: number) => tree.value_at('height', x, y) ?? 0;
    let best = { x: at.x, y: at.y, score: -Infinity };
    let top = { x: at.x, y: at.y - 1000, h: -Infinity };
    for (let y = -14000; y <= 14000; y += 700) {
      for (let x = -14000; x <= 14000; x += 700) {
        const ground = height(at.x + x, at.y + y);
        const relief = Math.abs(ground - height(at.x + x + 1500, at.y + y)) + Math.abs(ground - height(at.x + x, at.y + y - 1500));
        const score = (ground > 5 && ground < 900 ? 300 : -500) + relief * 0.5 - Math.hypot(x, y) * 0.03;
        if (score > best.score) best = { x: at.x + x, y: at.y + y, score };
      }
    }
    for (let turn = 0; turn < 48; ++turn) {
      const angle = (turn / 48) * 2 * Math.PI;
      const p = { x: best.x + 4200 * Math.sin(angle), y: best.y - 4200 * Math.cos(angle) };
      const h = height(p.x, p.y);
      if (h > top.h) top = { ...p, h };
    }
    const ground = Math.max(0, height(best.x, best.y));
    this.scene.camera.position.set(best.x - this.origin.x, ground + 260, best.y - this.origin.y);
    this.walker.yaw = Math.atan2(-(top.x - best.x), -(top.y - best.y));
    this.walker.pitch = -0.13;
    this.placed = true;
    this.scene.ask();
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
    const above = camera.position.y - Math.max(0, this.tree?.value_at('height', at.x, at.y) ?? 0);
    camera.near = Math.min(40, Math.max(0.25, above * 0.06));
    camera.far = 90000;
    camera.updateProjectionMatrix();
  }

  private report(place: { x: number; y: number }): void {
    const { camera } = this.scene;
    this.readout.textContent = `x ${number_text(Math.round(place.x))}  y ${number_text(Math.round(place.y))}  ·  ${number_text(Math.round(camera.position.y))} m  ·  ${number_text(this.walker.speed)} m/s`;
    const tree = this.next ?? this.tree;
    if (!tree) return;
    const { ready, wanted } = tree.progress;
    const busy = ready < wanted && !tree.paused;
    const before = this.studio.work.value;
    if (busy) this.studio.work.set({ busy, what: `Tiles: ${ready} of ${wanted}`, share: wanted === 0 ? 0 : ready / wanted });
    else if (before.busy) this.studio.work.set({ busy: false, what: tree.paused ? 'Stopped' : `${wanted} tiles around you` });
  }

  /** Follows the line of sight until it meets the ground. */
  private hover(event: PointerEvent): void {
    const tree = this.tree;
    if (!tree || this.walker.dragging) return;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(this.scene.pointer(event), this.scene.camera);
    const { origin: from, direction } = ray.ray;
    let reach = 1;
    for (let i = 0; i < 400 && reach < 40000; ++i) {
      const p = from.clone().addScaledVector(direction, reach);
      const ground = tree.value_at('height', p.x + this.origin.x, p.z + this.origin.y);
      if (ground !== undefined && p.y <= Math.max(ground, 0)) {
        this.tell(p.x + this.origin.x, p.z + this.origin.y, reach);
        return;
      }
      reach += Math.max(0.5, ground === undefined ? reach * 0.03 : (p.y - Math.max(ground, 0)) * 0.5, reach * 0.004);
    }
    this.facts_list.set([['Place', 'the sky']]);
  }

  private tell(x: number, y: number, away: number): void {
    const tree = this.tree!;
    const value = (name: string) => tree.value_at(name, x, y);
    const height = value('height') ?? 0;
    const slope = Math.hypot((value('height') ?? 0) - (tree.value_at('height', x + 4, y) ?? 0), (value('height') ?? 0) - (tree.value_at('height', x, y + 4) ?? 0)) / 4;
    const facts: Fact[] = [['x, y', `${number_text(Math.round(x))}, ${number_text(Math.round(y))} m`], ['Distance', with_unit(Math.round(away), 'm')],
      [height < 0 ? 'Depth' : 'Height', with_unit(Math.round(Math.abs(height) * 10) / 10, 'm')], ['Slope', `${Math.round((Math.atan(slope) * 180) / Math.PI)}°`]];
    const more: [string, string, string][] = [['temperature', 'Temperature', '°C'], ['rain', 'Rain', 'cm a year']];
    for (const [name, title, unit] of more) {
      const found = value(name);
      if (found !== undefined) facts.push([title, with_unit(Math.round(found * 10) / 10, unit)]);
    }
    for (const name of ['rock', 'sand', 'gravel', 'mud', 'snow']) {
      const share = value(name);
      if (share !== undefined) facts.push([name.charAt(0).toUpperCase() + name.slice(1), `${Math.round(share * 100)} %`]);
    }
    this.facts_list.set(facts);
  }
}

export const make_terrain_view = (studio: Studio): View => new TerrainView(studio);
