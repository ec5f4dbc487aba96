import * as THREE from 'three';
import { is_abort, query_of } from '../../api/client';
import { connection } from '../../api/connection';
import { lean, Scene3D, still } from '../../draw/scene3d';
import { Sky, type Light } from '../../draw/sky';
import { SunShadow } from '../../draw/sun_shadow';
import { Walker } from '../../draw/walker';
import type { Look } from '../../state/address';
import { words } from '../../state/recipe';
import type { Edit, Studio } from '../../state/studio';
import { choice, slider, toggle } from '../../ui/controls';
import { h, once_a_frame } from '../../ui/dom';
import { Facts, section } from '../../ui/panel';
import { file_name } from '../../ui/files';
import { number_text } from '../../ui/scale';
import { light_of, light_sliders, middle_of, canvas_export, turn_walker, walker_look, walk_tools } from '../shared';
import type { ExportChoice, View } from '../view';
import { BuildTools, type Picked } from './build_tool';
import { decode_chunk, type VoxelInfo } from './chunk_data';
import { ChunkMesh, voxel_materials } from './chunk_mesh';
import { PlantShop } from './plants';
import { plant_model } from './plants_of_library';

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
  /** Somebody dug or built here: what replaces it waits in `fresh` until all such chunks can change at once. */
  stale?: boolean;
  fresh?: ChunkMesh;
}

/** The origin of drawing moves in such steps. */
const origin_step = 256;
const nowhere = new THREE.Vector3(1e9, 1e9, 1e9);

const usual_light: Light = { hour: 15.5, haze: 0.35, clouds: 0.35 };
const meshers: [string, string][] = [
  ['greedy', 'Cubes'],
  ['faces', 'Cubes, single faces'],
  ['cubes', 'Marching cubes'],
  ['tetrahedra', 'Marching tetrahedra'],
  ['nets', 'Surface nets'],
];
const usual_mesher = 'greedy';

/** An endless voxel world around the eye. Lengths are voxels. */
class VoxelView implements View {
  readonly element = h('div', { class: 'view' });
  readonly panel: HTMLElement[];
  readonly exports: ExportChoice[];

  private readonly scene: Scene3D;
  private readonly sky = new Sky(true);
  private readonly shadow = new SunShadow((x, y) => this.top_at(x, y), 256, 0.35);
  private readonly materials = voxel_materials({ ...this.sky.uniforms, ...this.shadow.uniforms });
  private readonly build: BuildTools;
  private readonly frame = new THREE.LineSegments(
    new THREE.EdgesGeometry(new THREE.BoxGeometry(1.01, 1.01, 1.01)),
    new THREE.LineBasicMaterial({ color: 0xfff4e6, transparent: true, opacity: 0.9, toneMapped: false }),
  );
  private readonly walker: Walker;
  private readonly slots = new Map<string, Slot>();
  private readonly facts_list = new Facts('Point at the ground.');
  private readonly crosshair = h('div', { class: 'crosshair', hidden: true });
  private readonly readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly stops: (() => void)[] = [];
  /** Chunk that lies at the origin of drawing. */
  private readonly origin = { x: 0, y: 0 };
  private source: Source = { hash: '', seed: 0 };
  /** Columns of a chunk, as its world says. */
  private side = 16;
  private radius = lean ? 6 : 10;
  private mesher = usual_mesher;
  private light: Light = usual_light;
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
    this.walker = new Walker({
      canvas: this.scene.canvas,
      camera: this.scene.camera,
      eye: 1.7,
      walk_speed: 4,
      fly_speed: 14,
      changed: () => this.scene.ask(),
    });
    this.frame.visible = false;
    const look = studio.looks.get('voxels') ?? {};
    this.light = light_of(look, usual_light);
    this.mesher = meshers.find(([id]) => id === look.mesher)?.[0] ?? usual_mesher;
    this.stand(look);
    this.scene.scene.add(this.sky.mesh, this.frame);
    this.sky.set(this.light);
    this.build = new BuildTools(studio, {
      canvas: this.scene.canvas,
      was_click: () => this.walker.was_click,
      pick: (event) => this.pick(event)?.picked,
      taken: ({ x, y, z }) => {
        const { position } = this.scene.camera;
        const up = z + this.floor() - position.y;
        return (
          Math.floor(position.x) + this.origin.x * this.side === x &&
          Math.floor(position.z) + this.origin.y * this.side === y &&
          up > -2.6 &&
          up < 0.4
        );
      },
      changed: (chunks) => this.renew(chunks),
      moved: () => this.mark(undefined),
    });
    const tools = walk_tools(this.walker, () => this.scene.ask(), this.stops);
    tools.append(this.build.button);
    this.element.append(tools, this.build.strip, this.crosshair, this.readout);
    this.panel = this.make_panel();
    this.exports = [
      canvas_export(this.snapshot, studio),
      {
        id: 'glb',
        title: 'Model of this chunk (GLB)',
        help: 'The chunk under you with its plants, for engines and modellers.',
        make: async (_progress, signal) => {
          const { x, y } = this.chunk_here();
          const { hash, seed } = this.source;
          const bytes = await studio.client.bytes(
            `voxels/${hash}/${seed}/${x}/${y}?${query_of({ mesher: this.mesher, format: 'glb', ...this.build.log.query })}`,
            signal,
          );
          return { name: `${file_name(studio.document.title)}-${x}-${y}.glb`, content: new Blob([bytes], { type: 'model/gltf-binary' }) };
        },
      },
    ];
    this.scene.canvas.addEventListener(
      'pointermove',
      once_a_frame((event: PointerEvent) => this.hover(event)),
    );
    this.stops.push(
      studio.edit.watch((edit) => void this.show(edit)),
      studio.start.changed(() => this.refresh()),
      studio.fresh.changed(() => this.begin_anew()),
      connection.line.changed(({ away }) => !away && void this.mend()),
      studio.stop.changed(() => {
        this.paused = true;
        studio.work.set({ busy: false, what: 'Stopped' });
      }),
    );
  }

  facts = () => {
    const drawn = [...this.slots.values()].filter((slot) => slot.mesh);
    return {
      frames: this.scene.frames,
      chunks: drawn.length,
      current: drawn.filter((slot) => slot.of === this.stamp()).length,
      wanted: this.slots.size,
      triangles: drawn.reduce((sum, slot) => sum + slot.mesh!.triangles, 0),
      hash: this.source.hash,
      seed: this.source.seed,
      renewing: drawn.some((slot) => slot.stale) ? 1 : 0,
      revision: this.build.log.state.value.revision,
      edits: this.build.log.state.value.count,
    };
  };

  look(): Look {
    const { x, y: height, z } = this.scene.camera.position;
    const place = { x: x + this.origin.x * this.side, y: z + this.origin.y * this.side, height };
    return {
      ...walker_look(this.walker, place, this.light, usual_light),
      ...(this.mesher === usual_mesher ? {} : { mesher: this.mesher }),
    };
  }

  set_look(look: Look): void {
    this.stand(look);
    this.scene.ask();
  }

  snapshot = () => this.scene.snapshot();

  private stand(look: Look): void {
    const place = turn_walker(this.walker, look);
    if (!place) return;
    this.origin.x = Math.round(place.x / origin_step) * (origin_step / this.side);
    this.origin.y = Math.round(place.y / origin_step) * (origin_step / this.side);
    this.scene.camera.position.set(place.x - this.origin.x * this.side, place.height, place.y - this.origin.y * this.side);
    this.placed = true;
  }

  undo = () => this.build.undo();
  redo = () => this.build.redo();

  private closed = false;
  dispose(): void {
    this.closed = true;
    this.abort.abort();
    for (const stop of this.stops) stop();
    for (const slot of this.slots.values()) {
      slot.loading?.abort();
      slot.mesh?.dispose();
      slot.fresh?.dispose();
    }
    this.build.dispose();
    this.shadow.dispose();
    this.walker.dispose();
    this.sky.dispose();
    this.scene.dispose();
  }

  private make_panel(): HTMLElement[] {
    return [
      section(
        'Surface',
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
        slider({
          label: 'Distance',
          help: 'How far the world is shown.',
          min: 3,
          max: 24,
          step: 1,
          value: this.radius,
          default: 10,
          unit: 'chunks',
          change: (value) => {
            this.radius = value;
            this.scene.ask();
          },
        }).element,
      ),
      section('Under the pointer', this.facts_list.element),
      section('Light', ...light_sliders(this.light, (part) => this.set_light(part))),
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
      const [info] = await Promise.all([
        this.studio.client.voxel_info(hash, document.seed, this.abort.signal),
        this.build.log.open(hash, document.seed, this.abort.signal),
      ]);
      if (turn !== this.asked) return;
      if (JSON.stringify(info.species) !== JSON.stringify(this.source.info?.species))
        this.shop = this.make_shop(info.species, hash, document.seed);
      this.source = { hash, seed: document.seed, info };
      this.take_side(info.side);
      this.build.offer(info);
      this.refresh();
    } catch (error) {
      if (turn === this.asked && !this.abort.signal.aborted) this.studio.fail(error);
    }
  }
  /** While a slider is dragged only the nearest chunks follow it. */
  private preview = false;
  private shop = this.make_shop([], '', 0);
  private make_shop(species: readonly string[], hash: string, seed: number): PlantShop {
    return new PlantShop(
      species,
      this.materials,
      (number) => plant_model(this.studio.client, hash, seed, number),
      () => this.scene.ask(),
    );
  }
  private show_plants = true;

  /** Another world: it is looked at from its middle, as the first one was. */
  private begin_anew(): void {
    this.placed = this.walker.chosen = false;
    this.origin.x = this.origin.y = 0;
    this.scene.camera.position.set(8, this.scene.camera.position.y, 8);
    this.scene.ask();
  }

  /** The server was away: it is told the recipe again, should it be another one, and asked for what did not come. */
  private async mend(): Promise<void> {
    try {
      await this.studio.client.register(this.studio.document.recipe, this.abort.signal);
      this.refresh();
    } catch (error) {
      if (!is_abort(error)) this.studio.fail(error);
    }
  }

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
    return { x: Math.floor(x / this.side) + this.origin.x, y: Math.floor(z / this.side) + this.origin.y };
  }

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    const moving = this.walker.tick(seconds, (x, z) => this.ground(x, z, camera.position.y));
    this.crosshair.hidden = !this.walker.locked;
    this.move_origin();
    const { uniforms } = this.materials;
    uniforms.uFar.value = (this.radius + 0.5) * this.side;
    uniforms.uTime.value = still ? 0 : ((uniforms.uTime.value as number) + seconds) % 1000;
    camera.updateProjectionMatrix();
    this.sky.update(camera.position, still ? 0 : seconds);
    this.stream();
    if (!this.placed) this.place_eye();
    const place = { x: camera.position.x + this.origin.x * this.side, y: camera.position.z + this.origin.y * this.side };
    const shading = this.shadow.update(
      place,
      { x: this.origin.x * this.side, y: this.origin.y * this.side },
      this.sky.uniforms.uSun.value,
      `${this.stamp()} ${this.came}`,
      performance.now(),
    );
    this.report();
    if (shading) this.scene.ask_soon();
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
        slot.mesh?.group.position.set((x - this.origin.x) * this.side, 0, (y - this.origin.y) * this.side);
        if ((slot.of !== stamp || (slot.stale && !slot.fresh)) && !slot.loading && slot.broken !== stamp && away <= reach + 0.5)
          wanted.push({ slot, away: slot.stale ? -1 : away });
      }
    }
    for (const [key, slot] of this.slots) {
      if (keep.has(key)) continue;
      slot.loading?.abort();
      slot.mesh?.dispose();
      slot.fresh?.dispose();
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
      const path = `voxels/${hash}/${seed}/${slot.x}/${slot.y}?${query_of({ mesher: this.mesher, format: 'bin', ...this.build.log.query })}`;
      const data = decode_chunk(slot.x, slot.y, await this.studio.client.bytes(path, abort.signal), info);
      if (abort.signal.aborted || this.slots.get(`${slot.x}/${slot.y}`) !== slot) return;
      const mesh = new ChunkMesh(data, this.materials, this.shop);
      ++this.came;
      if (slot.stale && slot.of === stamp) slot.fresh = mesh;
      else this.put(slot, mesh);
      slot.of = stamp;
    } catch (error) {
      if (!is_abort(error) && !abort.signal.aborted) {
        slot.broken = stamp;
        if (this.told !== stamp) this.studio.fail(error);
        this.told = stamp;
      }
    } finally {
      if (slot.loading === abort) slot.loading = undefined;
      --this.running;
      this.swap_fresh();
      this.scene.ask_soon();
      // Not only with the next frame: where frames are slow, chunks need not be.
      if (!this.closed) this.stream();
    }
  }
  private came = 0;

  private put(slot: Slot, mesh: ChunkMesh): void {
    slot.mesh?.dispose();
    slot.mesh = mesh;
    slot.stale = false;
    this.scene.scene.add(mesh.group);
  }

  /** Chunks in which voxels were set are asked for again; they change together, so that no gap shows between them. */
  private renew(chunks: readonly { x: number; y: number }[]): void {
    for (const { x, y } of chunks) {
      const slot = this.slots.get(`${x}/${y}`);
      if (!slot) continue;
      slot.loading?.abort();
      slot.loading = undefined;
      slot.fresh?.dispose();
      slot.fresh = undefined;
      slot.stale = slot.mesh !== undefined;
    }
    this.scene.ask();
  }

  private swap_fresh(): void {
    const stale = [...this.slots.values()].filter((slot) => slot.stale);
    if (stale.some((slot) => !slot.fresh && slot.broken === undefined)) return;
    for (const slot of stale) {
      if (slot.fresh) this.put(slot, slot.fresh);
      slot.fresh = undefined;
      slot.stale = false;
    }
  }

  /** Chunks of another size lie elsewhere: none of the old ones stays. The place of the eye does. */
  private take_side(side: number): void {
    if (side === this.side) return;
    for (const slot of this.slots.values()) {
      slot.loading?.abort();
      slot.mesh?.dispose();
      slot.fresh?.dispose();
    }
    this.slots.clear();
    this.origin.x = (this.origin.x * this.side) / side;
    this.origin.y = (this.origin.y * this.side) / side;
    this.side = side;
  }

  /** Metres of so many voxels. */
  private metres(voxels: number): string {
    return `${number_text(Math.round(voxels * (this.source.info?.step ?? 1) * 10) / 10)} m`;
  }

  private floor(): number {
    const { info } = this.source;
    return info ? info.floor / info.step : 0;
  }

  /** What throws a shadow, in voxels of the world. */
  private top_at(x: number, y: number): number | undefined {
    const cx = Math.floor(x / this.side);
    const cy = Math.floor(y / this.side);
    return this.slots.get(`${cx}/${cy}`)?.mesh?.tops[Math.floor(y - cy * this.side) * this.side + Math.floor(x - cx * this.side)];
  }

  /** The highest ground at or below the knees of somebody there. */
  private ground(x: number, z: number, eye: number): number | undefined {
    const cx = Math.floor(x / this.side);
    const cy = Math.floor(z / this.side);
    const data = this.slots.get(`${cx + this.origin.x}/${cy + this.origin.y}`)?.mesh?.data;
    if (!data) return undefined;
    const floors = data.floors[Math.floor(z - cy * this.side) * this.side + Math.floor(x - cx * this.side)];
    if (!floors || floors.length === 0) return undefined;
    let best = floors[0];
    for (const height of floors) if (height <= eye - 0.6) best = height;
    return best;
  }

  /** The first look: from a little above the ground, towards where most kinds of plants grow. */
  private place_eye(): void {
    const stamp = this.stamp();
    const near = [...this.slots.values()].filter(
      (slot) => slot.mesh && slot.of === stamp && Math.hypot(slot.x - this.origin.x, slot.y - this.origin.y) < 4,
    );
    if (near.length < 25) return;
    let top = 0;
    for (const slot of near)
      if (Math.hypot(slot.x, slot.y) < 1.6) for (const floors of slot.mesh!.data.floors) top = Math.max(top, floors.at(-1) ?? 0);
    const plants = near.flatMap((slot) =>
      slot.mesh!.data.plants.map((plant) => ({
        species: plant.species,
        x: plant.x + slot.x * this.side - this.side / 2,
        z: plant.z + slot.y * this.side - this.side / 2,
      })),
    );
    let best = { yaw: -0.7, score: -1 };
    for (let k = 0; k < 12; ++k) {
      const yaw = (k / 12) * 2 * Math.PI;
      const ahead = plants.filter(({ x, z }) => {
        const away = Math.hypot(x, z);
        return away > 10 && (-Math.sin(yaw) * x - Math.cos(yaw) * z) / away > 0.86;
      });
      const score = new Set(ahead.map(({ species }) => species)).size * 25 + Math.min(400, ahead.length) * 0.2;
      if (score > best.score) best = { yaw, score };
    }
    this.scene.camera.position.set(this.side / 2, top + 9, this.side / 2);
    this.walker.yaw = best.yaw;
    this.walker.pitch = -0.24;
    this.placed = true;
    this.scene.ask();
  }

  private move_origin(): void {
    const { position } = this.scene.camera;
    const dx = Math.round(position.x / origin_step) * origin_step;
    const dy = Math.round(position.z / origin_step) * origin_step;
    if (dx === 0 && dy === 0) return;
    this.origin.x += dx / this.side;
    this.origin.y += dy / this.side;
    position.x -= dx;
    position.z -= dy;
  }

  private report(): void {
    const { position } = this.scene.camera;
    const x = position.x + this.origin.x * this.side;
    const y = position.z + this.origin.y * this.side;
    const [east, south, height] = [x, y, position.y].map((value) => this.metres(Math.round(value)));
    this.readout.textContent = `x ${east}  y ${south}  ·  ${height}  ·  ${number_text(this.walker.speed)} voxels/s`;
    const stamp = this.stamp();
    const all = [...this.slots.values()];
    const ready = all.filter((slot) => slot.of === stamp || slot.broken === stamp).length;
    const busy = ready < all.length && !this.paused && !this.preview;
    if (busy) this.studio.work.set({ busy, what: `Chunks: ${ready} of ${all.length}`, share: ready / all.length });
    else if (this.studio.work.value.busy)
      this.studio.work.set({ busy: false, what: this.paused ? 'Stopped' : `${ready} chunks around you` });
  }

  /** The voxel that the line of sight through a point of the screen meets. */
  private pick(
    event: PointerEvent,
  ): { picked: Picked; hit: THREE.Intersection; normal: THREE.Vector3; ground: string | undefined } | undefined {
    const ray = new THREE.Raycaster();
    ray.far = 120;
    ray.setFromCamera(this.scene.pointer(this.walker.locked ? middle_of(this.scene, this.studio) : event), this.scene.camera);
    const here = this.chunk_here();
    const stamp = this.stamp();
    const near = [...this.slots.values()].filter(
      (slot) => slot.mesh && slot.of === stamp && Math.hypot(slot.x - here.x, slot.y - here.y) < 8,
    );
    const owners = new Map(near.map((slot) => [slot.mesh!.group as THREE.Object3D, slot.mesh!]));
    const hit = ray
      .intersectObjects([...owners.keys()], true)
      .find(({ object }) => !(object instanceof THREE.InstancedMesh) && (object as THREE.Mesh).material !== this.materials.liquid);
    if (!hit?.face) return undefined;
    const data = hit.object.parent ? owners.get(hit.object.parent)?.data : undefined;
    const { normal } = hit.face;
    const voxel_at = (share: number) => {
      const p = hit.point.clone().addScaledVector(normal, share);
      return {
        x: Math.floor(p.x) + this.origin.x * this.side,
        y: Math.floor(p.z) + this.origin.y * this.side,
        z: Math.floor(p.y - this.floor()),
      };
    };
    return {
      picked: { voxel: voxel_at(-0.5), before: voxel_at(0.5) },
      hit,
      normal,
      ground: data && this.source.info?.grounds[data.grounds[hit.face.a]]?.name,
    };
  }

  /** A frame around the voxel that a click would take, or around the place where it would put one. */
  private mark(picked: Picked | undefined): void {
    const { on, tool } = this.build;
    const at = picked && (tool === 'dig' ? picked.voxel : picked.before);
    this.frame.visible = on && at !== undefined;
    if (at)
      this.frame.position.set(at.x - this.origin.x * this.side + 0.5, at.z + this.floor() + 0.5, at.y - this.origin.y * this.side + 0.5);
    const uniform = this.materials.uniforms.uPicked.value as THREE.Vector3;
    const drawn = picked?.voxel;
    if (on && drawn && tool === 'dig')
      uniform.set(drawn.x - this.origin.x * this.side, drawn.z + this.floor(), drawn.y - this.origin.y * this.side);
    else uniform.copy(nowhere);
    this.scene.ask();
  }

  private hover(event: PointerEvent): void {
    if (this.walker.dragging) return;
    const found = this.pick(event);
    this.mark(found?.picked);
    if (!found) {
      this.facts_list.set([['Place', 'the sky']]);
      return;
    }
    const {
      picked: { voxel },
      normal,
      hit,
      ground,
    } = found;
    const looks =
      Math.abs(normal.y) > 0.5
        ? normal.y > 0
          ? 'up'
          : 'down'
        : Math.abs(normal.x) > 0.5
          ? normal.x > 0
            ? 'east'
            : 'west'
          : normal.z > 0
            ? 'south'
            : 'north';
    void this.ask_biome(voxel.x, voxel.y);
    const biome = this.biome.x === voxel.x && this.biome.y === voxel.y ? this.biome.name : this.biome.name || '…';
    this.facts_list.set([
      ['Voxel', `${voxel.x}, ${voxel.y}`],
      ['Height', this.metres(voxel.z + this.floor())],
      ['Chunk', `${Math.floor(voxel.x / this.side)}, ${Math.floor(voxel.y / this.side)}`],
      ['Ground', words(ground ?? '–')],
      ['Biome', words(biome)],
      ['Face', looks],
      ['Distance', this.metres(hit.distance)],
    ]);
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
