import * as THREE from 'three';
import { is_abort, query_of } from '../../api/client';
import { lean, Scene3D, still } from '../../draw/scene3d';
import { Sky, type Light } from '../../draw/sky';
import { Walker } from '../../draw/walker';
import { words } from '../../state/recipe';
import type { Edit, Studio } from '../../state/studio';
import { choice, slider, toggle } from '../../ui/controls';
import { h, once_a_frame } from '../../ui/dom';
import { Facts, section } from '../../ui/panel';
import { number_text } from '../../ui/scale';
import { picture_export, walk_tools } from '../shared';
import type { ExportChoice, View } from '../view';
import { decode_chunk, type VoxelInfo } from './chunk_data';
import { ChunkMesh, voxel_materials } from './chunk_mesh';
import { PlantShop } from './plants';

interface Source {
  hash: string;
  seed: number;
  info?: VoxelInfo;
}

interface Slot {
  x: number;
  y: number;
  mesh?: ChunkMesh;
  /** Of which source the mesh is; older ones stay until the new one has come. */
  of?: string;
  loading?: AbortController;
  broken?: string;
}

const side = 16;

/** An endless voxel world around the eye. Lengths are voxels. */
class VoxelView implements View {
  readonly element = h('div', { class: 'view' });
  readonly panel: HTMLElement[];
  readonly exports: ExportChoice[];

  private readonly scene: Scene3D;
  private readonly sky = new Sky();
  private readonly materials = voxel_materials(this.sky.uniforms);
  private readonly walker: Walker;
  private readonly slots = new Map<string, Slot>();
  private readonly facts_list = new Facts();
  private readonly readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly stops: (() => void)[] = [];
  /** Chunk that lies at the origin of drawing. */
  private readonly origin = { x: 0, y: 0 };
  private source: Source = { hash: '', seed: 0 };
  private radius = lean ? 6 : 10;
  private mesher = 'greedy';
  private light: Light = { hour: 15.5, haze: 0.35 };
  private running = 0;
  private placed = false;
  private paused = false;
  private told = '';
  private asked = 0;
  private abort = new AbortController();

  constructor(private readonly studio: Studio) {
    this.scene = new Scene3D(studio, this.element, 'Voxel world. W, A, S, D to move, drag to look, F to walk or fly.');
    this.scene.camera.near = 0.1;
    this.scene.camera.far = 4000;
    this.scene.tick = (seconds) => this.tick(seconds);
    this.walker = new Walker({ canvas: this.scene.canvas, camera: this.scene.camera, eye: 1.7, walk_speed: 4, fly_speed: 14, changed: () => this.scene.ask() });
    this.scene.scene.add(this.sky.mesh);
    this.sky.set(this.light);
    this.element.append(walk_tools(this.walker, () => this.scene.ask(), this.stops), this.readout);
    this.panel = this.make_panel();
    this.exports = [picture_export(this.scene, studio)];
    this.scene.canvas.addEventListener('pointermove', once_a_frame((event: PointerEvent) => this.hover(event)));
    this.stops.push(studio.edit.watch((edit) => void this.show(edit)), studio.start.changed(() => this.refresh()), studio.stop.changed(() => {
      this.paused = true;
      studio.work.set({ busy: false, what: 'Stopped' });
    }));
  }

  facts = () => {
    const drawn = [...this.slots.values()].filter((slot) => slot.mesh);
    return {
      frames: this.scene.frames, chunks: drawn.length, current: drawn.filter((slot) => slot.of === this.stamp()).length, wanted: this.slots.size,
      triangles: drawn.reduce((sum, slot) => sum + slot.mesh!.triangles, 0), hash: this.source.hash,
    };
  };

  dispose(): void {
    this.abort.abort();
    for (const stop of this.stops) stop();
    for (const slot of this.slots.values()) {
      slot.loading?.abort();
      slot.mesh?.dispose();
    }
    this.walker.dispose();
    this.scene.dispose();
  }

  private make_panel(): HTMLElement[] {
    const meshers: [string, string][] = [['greedy', 'Cubes'], ['faces', 'Cubes, single faces'], ['cubes', 'Marching cubes'], ['tetrahedra', 'Marching tetrahedra'], ['nets', 'Surface nets']];
    return [
      section('Surface',
        choice('Mesher', 'How voxels become triangles.', meshers, this.mesher, (value) => {
          this.mesher = value;
          this.refresh();
        }).element,
        toggle('Edges of voxels', 'A fine line around each voxel near by.', true, (value) => {
          this.materials.uniforms.uEdges.value = value ? 1 : 0;
          this.scene.ask();
        }).element,
        toggle('Plants', 'Trees, shrubs, flowers and grass.', true, (value) => {
          this.show_plants = value;
          this.scene.ask();
        }).element,
        slider({ label: 'Distance', help: 'How far the world is shown.', min: 3, max: 24, step: 1, value: this.radius, default: 10, unit: 'chunks', change: (value) => {
          this.radius = value;
          this.scene.ask();
        } }).element),
      section('Under the pointer', this.facts_list.element),
      section('Light',
        slider({ label: 'Time of day', help: 'Where the sun stands.', min: 4, max: 20, step: 0, value: this.light.hour, unit: 'h', change: (hour) => this.set_light({ hour }) }).element,
        slider({ label: 'Haze', help: 'How thick the air is.', min: 0, max: 1, step: 0, value: this.light.haze, change: (haze) => this.set_light({ haze }) }).element),
    ];
  }

  private set_light(part: Partial<Light>): void {
    this.light = { ...this.light, ...part };
    this.sky.set(this.light);
    this.scene.ask();
  }

  private async show({ document, settled }: Edit): Promise<void> {
    if (document.kind !== 'voxels') return;
    const turn = ++this.asked;
    this.abort.abort();
    this.abort = new AbortController();
    try {
      const hash = await this.studio.client.register(document.recipe, this.abort.signal);
      if (turn !== this.asked) return;
      this.preview = !settled;
      if (hash === this.source.hash && document.seed === this.source.seed) {
        this.scene.ask();
        return;
      }
      const info = await this.studio.client.voxel_info(hash, document.seed, this.abort.signal);
      if (turn !== this.asked) return;
      if (JSON.stringify(info.species) !== JSON.stringify(this.source.info?.species)) this.shop = new PlantShop(info.species, this.materials);
      this.source = { hash, seed: document.seed, info };
      this.refresh();
    } catch (error) {
      if (turn === this.asked && !this.abort.signal.aborted) this.studio.fail(error);
    }
  }
  /** While a slider is dragged only the nearest chunks follow it. */
  private preview = false;
  private shop = new PlantShop([], this.materials);
  private show_plants = true;

  private refresh(): void {
    this.paused = false;
    this.told = '';
    for (const slot of this.slots.values()) {
      slot.loading?.abort();
      slot.broken = undefined;
    }
    this.scene.ask();
  }

  private stamp(): string {
    return `${this.source.hash}/${this.source.seed}/${this.mesher}`;
  }

  private chunk_here(): { x: number; y: number } {
    const { x, z } = this.scene.camera.position;
    return { x: Math.floor(x / side) + this.origin.x, y: Math.floor(z / side) + this.origin.y };
  }

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    const moving = this.walker.tick(seconds, (x, z) => this.ground(x, z, camera.position.y));
    this.move_origin();
    const { uniforms } = this.materials;
    uniforms.uFar.value = (this.radius + 0.5) * side;
    uniforms.uTime.value = still ? 0 : ((uniforms.uTime.value as number) + seconds) % 1000;
    camera.updateProjectionMatrix();
    this.sky.mesh.position.copy(camera.position);
    this.stream();
    if (!this.placed) this.place_eye();
    this.report();
    return moving || !still;
  }

  /** Chunks in a circle around the eye, nearest first; those beyond go. */
  private stream(): void {
    if (!this.source.hash) return;
    const here = this.chunk_here();
    const stamp = this.stamp();
    const wanted: { slot: Slot; away: number }[] = [];
    const keep = new Set<string>();
    const reach = this.preview ? Math.min(3, this.radius) : this.radius;
    for (let dy = -this.radius; dy <= this.radius; ++dy) {
      for (let dx = -this.radius; dx <= this.radius; ++dx) {
        const away = Math.hypot(dx, dy);
        if (away > this.radius + 0.5) continue;
        const x = here.x + dx;
        const y = here.y + dy;
        const key = `${x}/${y}`;
        keep.add(key);
        let slot = this.slots.get(key);
        if (!slot) this.slots.set(key, (slot = { x, y }));
        if (slot.mesh) slot.mesh.plants.visible = this.show_plants && away < 9;
        slot.mesh?.group.position.set((x - this.origin.x) * side, 0, (y - this.origin.y) * side);
        if (slot.of !== stamp && !slot.loading && slot.broken !== stamp && away <= reach) wanted.push({ slot, away });
      }
    }
    for (const [key, slot] of this.slots) {
      if (keep.has(key)) continue;
      slot.loading?.abort();
      slot.mesh?.dispose();
      this.slots.delete(key);
    }
    if (this.paused) return;
    wanted.sort((a, b) => a.away - b.away);
    for (const { slot } of wanted.slice(0, Math.max(0, 6 - this.running))) void this.fetch(slot, stamp);
  }

  private async fetch(slot: Slot, stamp: string): Promise<void> {
    const abort = new AbortController();
    slot.loading = abort;
    ++this.running;
    try {
      const { hash, seed, info } = this.source;
      if (!info) return;
      const path = `voxels/${hash}/${seed}/${slot.x}/${slot.y}?${query_of({ mesher: this.mesher, format: 'bin' })}`;
      const data = decode_chunk(slot.x, slot.y, await this.studio.client.bytes(path, abort.signal), info);
      if (abort.signal.aborted || this.slots.get(`${slot.x}/${slot.y}`) !== slot) return;
      slot.mesh?.dispose();
      slot.mesh = new ChunkMesh(data, this.materials, this.shop);
      slot.of = stamp;
      this.scene.scene.add(slot.mesh.group);
    } catch (error) {
      if (!is_abort(error) && !abort.signal.aborted) {
        slot.broken = stamp;
        if (this.told !== stamp) this.studio.fail(error);
        this.told = stamp;
      }
    } finally {
      slot.loading = undefined;
      --this.running;
      this.scene.ask();
    }
  }

  /** The highest ground at or below the knees of somebody there. */
  private ground(x: number, z: number, eye: number): number | undefined {
    const cx = Math.floor(x / side);
    const cy = Math.floor(z / side);
    const data = this.slots.get(`${cx + this.origin.x}/${cy + this.origin.y}`)?.mesh?.data;
    if (!data) return undefined;
    const floors = data.floors[Math.floor(z - cy * side) * side + Math.floor(x - cx * side)];
    if (!floors || floors.length === 0) return undefined;
    let best = floors[0];
    for (const height of floors) if (height <= eye - 0.6) best = height;
    return best;
  }

  private place_eye(): void {
    const near = [...this.slots.values()].filter((slot) => slot.mesh && Math.hypot(slot.x - this.origin.x, slot.y - this.origin.y) < 3);
    if (near.length < 9) return;
    let top = 0;
    for (const slot of near) for (const floors of slot.mesh!.data.floors) top = Math.max(top, floors.at(-1) ?? 0);
    this.scene.camera.position.set(8, top + 16, 8);
    this.walker.yaw = -0.7;
    this.walker.pitch = -0.32;
    this.placed = true;
    this.scene.ask();
  }

  private move_origin(): void {
    const { position } = this.scene.camera;
    const step = 256;
    const dx = Math.round(position.x / step) * step;
    const dy = Math.round(position.z / step) * step;
    if (dx === 0 && dy === 0) return;
    this.origin.x += dx / side;
    this.origin.y += dy / side;
    position.x -= dx;
    position.z -= dy;
  }

  private report(): void {
    const { position } = this.scene.camera;
    const x = position.x + this.origin.x * side;
    const y = position.z + this.origin.y * side;
    this.readout.textContent = `x ${number_text(Math.round(x))}  y ${number_text(Math.round(y))}  ·  ${number_text(Math.round(position.y))} m  ·  ${number_text(this.walker.speed)} voxels/s`;
    const stamp = this.stamp();
    const all = [...this.slots.values()];
    const ready = all.filter((slot) => slot.of === stamp || slot.broken === stamp).length;
    const busy = ready < all.length && !this.paused && !this.preview;
    if (busy) this.studio.work.set({ busy, what: `Chunks: ${ready} of ${all.length}`, share: ready / all.length });
    else if (this.studio.work.value.busy) this.studio.work.set({ busy: false, what: this.paused ? 'Stopped' : `${ready} chunks around you` });
  }

  private hover(event: PointerEvent): void {
    if (this.walker.dragging) return;
    const ray = new THREE.Raycaster();
    ray.far = 120;
    ray.setFromCamera(this.scene.pointer(event), this.scene.camera);
    const near = [...this.slots.values()].flatMap((slot) => (slot.mesh && Math.hypot(slot.x - this.chunk_here().x, slot.y - this.chunk_here().y) < 8 ? [slot.mesh.group] : []));
    const hit = ray.intersectObjects(near, true).at(0);
    if (!hit?.face) {
      this.facts_list.set([['Place', 'the sky']]);
      return;
    }
    const data = near.map((group) => [...this.slots.values()].find((slot) => slot.mesh?.group === group)?.mesh?.data).find((found) => found && hit.object.parent?.position.x === (found.x - this.origin.x) * side && hit.object.parent.position.z === (found.y - this.origin.y) * side);
    const ground = data && !(hit.object instanceof THREE.InstancedMesh) ? this.source.info?.grounds[data.grounds[hit.face.a]]?.name : 'plant';
    const inside = hit.point.clone().addScaledVector(hit.face.normal, -0.5);
    const place = { x: Math.floor(inside.x) + this.origin.x * side, y: Math.floor(inside.z) + this.origin.y * side, z: Math.floor(inside.y) };
    const looks = Math.abs(hit.face.normal.y) > 0.5 ? (hit.face.normal.y > 0 ? 'up' : 'down') : Math.abs(hit.face.normal.x) > 0.5 ? (hit.face.normal.x > 0 ? 'east' : 'west') : hit.face.normal.z > 0 ? 'south' : 'north';
    void this.ask_biome(place.x, place.y);
    const biome = this.biome.x === place.x && this.biome.y === place.y ? this.biome.name : this.biome.name || '…';
    this.facts_list.set([['Voxel', `${place.x}, ${place.y}`], ['Height', `${place.z} m`], ['Chunk', `${Math.floor(place.x / side)}, ${Math.floor(place.y / side)}`],
      ['Ground', words(ground ?? '–')], ['Biome', words(biome)], ['Face', looks], ['Distance', `${number_text(Math.round(hit.distance * 10) / 10)} m`]]);
  }

  /** One question at a time; the answer shows with the next movement of the pointer. */
  private async ask_biome(x: number, y: number): Promise<void> {
    if (this.asking || (this.biome.x === x && this.biome.y === y)) return;
    this.asking = true;
    try {
      const { biome } = await this.studio.client.voxel_column(this.source.hash, this.source.seed, x, y);
      this.biome = { x, y, name: biome };
    } catch {
      this.biome = { x, y, name: '' };
    }
    this.asking = false;
  }
  private asking = false;
  private biome = { x: NaN, y: NaN, name: '' };
}

export const make_voxel_view = (studio: Studio): View => new VoxelView(studio);
