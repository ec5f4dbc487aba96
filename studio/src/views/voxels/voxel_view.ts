import * as THREE from 'three';
import { is_abort, query_of } from '../../api/client';
import { connection } from '../../api/connection';
import { lean, Scene3D, still } from '../../draw/scene3d';
import { Sky, type Light } from '../../draw/sky';
import { SunShadow } from '../../draw/sun_shadow';
import { Walker } from '../../draw/walker';
import type { Look } from '../../state/address';
import type { Edit, Studio } from '../../state/studio';
import { choice, slider, toggle } from '../../ui/controls';
import { h, once_a_frame } from '../../ui/dom';
import { section } from '../../ui/panel';
import { file_name } from '../../ui/files';
import { number_text } from '../../ui/scale';
import { beyond_link, light_of, light_sliders, middle_of, canvas_export, turn_walker, walker_look, walk_tools } from '../shared';
import type { ExportChoice, View } from '../view';
import { BuildTools, type Picked } from './build_tool';
import { voxel_materials } from './chunk_mesh';
import { ChunkStream } from './chunk_stream';
import { first_eye } from './first_eye';
import { PlantShop } from './plants';
import { plant_model } from './plants_of_library';
import { VoxelPicking, type VoxelHit } from './voxel_picking';

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
  private readonly crosshair = h('div', { class: 'crosshair', hidden: true });
  private readonly readout = h('div', { class: 'readout', 'aria-hidden': 'true' });
  private readonly stops: (() => void)[] = [];
  private readonly stream: ChunkStream;
  private readonly picking: VoxelPicking;
  private light: Light = usual_light;
  private placed = false;
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
    this.stream = new ChunkStream({
      client: studio.client,
      scene: this.scene.scene,
      materials: this.materials,
      here: () => this.chunk_here(),
      edits: () => this.build.log.query,
      changed: () => this.scene.ask_soon(),
      ask: () => this.scene.ask(),
      failed: (error) => studio.fail(error),
    });
    this.stream.radius = lean ? 6 : 10;
    this.stream.shop = this.make_shop([], '', 0);
    this.picking = new VoxelPicking(studio.client, this.stream, this.scene.camera, this.materials.liquid);
    const look = studio.looks.get('voxels') ?? {};
    this.light = light_of(look, usual_light);
    this.stream.mesher = meshers.find(([id]) => id === look.mesher)?.[0] ?? usual_mesher;
    this.strokes = look.strokes ?? '';
    this.stand(look);
    this.scene.scene.add(this.sky.mesh, this.frame);
    this.sky.set(this.light);
    this.build = new BuildTools(studio, {
      canvas: this.scene.canvas,
      was_click: () => this.walker.was_click,
      pick: (event) => this.pick(event)?.picked,
      taken: ({ x, y, z }) => {
        const { position } = this.scene.camera;
        const up = z + this.picking.floor - position.y;
        const { origin, side } = this.stream;
        return Math.floor(position.x) + origin.x * side === x && Math.floor(position.z) + origin.y * side === y && up > -2.6 && up < 0.4;
      },
      changed: (chunks) => this.stream.renew(chunks),
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
          const { hash, seed } = this.stream.source;
          const bytes = await studio.client.bytes(
            `voxels/${hash}/${seed}/${x}/${y}?${query_of({ mesher: this.stream.mesher, format: 'glb', ...this.build.log.query })}`,
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
      studio.start.changed(() => this.stream.refresh()),
      studio.fresh.changed(() => this.begin_anew()),
      connection.line.changed(({ away }) => !away && void this.mend()),
      this.build.log.link.watch((link) => studio.beyond_link.set(link === undefined ? beyond_link : '')),
      studio.stop.changed(() => {
        this.stream.paused = true;
        studio.work.set({ busy: false, what: 'Stopped' });
      }),
    );
  }

  facts = () => ({
    frames: this.scene.frames,
    ...this.stream.facts(),
    hash: this.stream.source.hash,
    seed: this.stream.source.seed,
    revision: this.build.log.state.value.revision,
    edits: this.build.log.state.value.count,
  });

  look(): Look {
    const { x, y: height, z } = this.scene.camera.position;
    const { origin, side, mesher } = this.stream;
    const place = { x: x + origin.x * side, y: z + origin.y * side, height };
    return {
      ...walker_look(this.walker, place, this.light, usual_light),
      ...(mesher === usual_mesher ? {} : { mesher }),
      ...(this.build.log.link.value ? { strokes: this.build.log.link.value } : {}),
    };
  }

  set_look(look: Look): void {
    this.strokes = look.strokes ?? '';
    this.stand(look);
    this.scene.ask();
  }

  snapshot = () => this.scene.snapshot();

  private stand(look: Look): void {
    const place = turn_walker(this.walker, look);
    if (!place) return;
    const { origin, side } = this.stream;
    origin.x = Math.round(place.x / origin_step) * (origin_step / side);
    origin.y = Math.round(place.y / origin_step) * (origin_step / side);
    this.scene.camera.position.set(place.x - origin.x * side, place.height, place.y - origin.y * side);
    this.placed = true;
  }

  undo = () => this.build.undo();
  redo = () => this.build.redo();

  dispose(): void {
    this.abort.abort();
    for (const stop of this.stops) stop();
    this.stream.dispose();
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
        choice('Mesher', 'How voxels become triangles.', meshers, this.stream.mesher, (value) => {
          this.stream.mesher = value;
          this.stream.refresh();
        }).element,
        toggle('Edges of voxels', 'A fine line around each voxel near by.', true, (value) => {
          this.materials.uniforms.uEdges.value = value ? 1 : 0;
          this.scene.ask();
        }).element,
        toggle('Plants', 'Trees, shrubs, flowers and grass.', true, (value) => {
          this.stream.show_plants = value;
          this.scene.ask();
        }).element,
        slider({
          label: 'Distance',
          help: 'How far the world is shown.',
          min: 3,
          max: 24,
          step: 1,
          value: this.stream.radius,
          default: 10,
          unit: 'chunks',
          change: (value) => {
            this.stream.radius = value;
            this.scene.ask();
          },
        }).element,
      ),
      section('Under the pointer', this.picking.facts.element),
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
      const { stream } = this;
      stream.preview = !settled;
      if (hash === stream.source.hash && document.seed === stream.source.seed) {
        this.scene.ask();
        return;
      }
      const [info] = await Promise.all([
        this.studio.client.voxel_info(hash, document.seed, this.abort.signal),
        this.build.log.open(hash, document.seed, this.abort.signal, this.take_strokes()),
      ]);
      if (turn !== this.asked) return;
      if (JSON.stringify(info.species) !== JSON.stringify(stream.source.info?.species))
        stream.shop = this.make_shop(info.species, hash, document.seed);
      stream.source = { hash, seed: document.seed, info };
      stream.take_side(info.side);
      this.build.offer(info);
      stream.refresh();
    } catch (error) {
      if (turn === this.asked && !this.abort.signal.aborted) this.studio.fail(error);
    }
  }
  /** Those of an address are done once, of the world that it names. */
  private take_strokes(): string {
    const { strokes } = this;
    this.strokes = '';
    return strokes;
  }
  private strokes = '';
  private make_shop(species: readonly string[], hash: string, seed: number): PlantShop {
    return new PlantShop(
      species,
      this.materials,
      (number) => plant_model(this.studio.client, hash, seed, number),
      () => this.scene.ask(),
    );
  }

  /** Another world: it is looked at from its middle, as the first one was. */
  private begin_anew(): void {
    this.placed = this.walker.chosen = false;
    this.stream.origin.x = this.stream.origin.y = 0;
    this.scene.camera.position.set(8, this.scene.camera.position.y, 8);
    this.scene.ask();
  }

  /** The server was away: it is told the recipe again, should it be another one, and asked for what did not come. */
  private async mend(): Promise<void> {
    try {
      await this.studio.client.register(this.studio.document.recipe, this.abort.signal);
      this.stream.refresh();
    } catch (error) {
      if (!is_abort(error)) this.studio.fail(error);
    }
  }

  private chunk_here(): { x: number; y: number } {
    const { x, z } = this.scene.camera.position;
    const { origin, side } = this.stream;
    return { x: Math.floor(x / side) + origin.x, y: Math.floor(z / side) + origin.y };
  }

  private tick(seconds: number): boolean {
    const { camera } = this.scene;
    const moving = this.walker.tick(seconds, (x, z) => this.ground(x, z, camera.position.y));
    this.crosshair.hidden = !this.walker.locked;
    this.move_origin();
    const { uniforms } = this.materials;
    const { origin, side } = this.stream;
    uniforms.uFar.value = (this.stream.shown + 0.5) * side;
    uniforms.uTime.value = still ? 0 : ((uniforms.uTime.value as number) + seconds) % 1000;
    camera.updateProjectionMatrix();
    this.sky.update(camera.position, still ? 0 : seconds);
    this.stream.update();
    if (!this.placed) this.place_eye();
    const place = { x: camera.position.x + origin.x * side, y: camera.position.z + origin.y * side };
    const shading = this.shadow.update(
      place,
      { x: origin.x * side, y: origin.y * side },
      this.sky.uniforms.uSun.value,
      `${this.stream.stamp} ${this.stream.came}`,
      performance.now(),
    );
    this.report();
    if (shading) this.scene.ask_soon();
    return moving || !still;
  }

  /** What throws a shadow, in voxels of the world. */
  private top_at(x: number, y: number): number | undefined {
    const { side } = this.stream;
    const cx = Math.floor(x / side);
    const cy = Math.floor(y / side);
    return this.stream.at(cx, cy)?.tops[Math.floor(y - cy * side) * side + Math.floor(x - cx * side)];
  }

  /** The highest ground at or below the knees of somebody there. */
  private ground(x: number, z: number, eye: number): number | undefined {
    const { side, origin } = this.stream;
    const cx = Math.floor(x / side);
    const cy = Math.floor(z / side);
    const data = this.stream.at(cx + origin.x, cy + origin.y)?.data;
    if (!data) return undefined;
    const floors = data.floors[Math.floor(z - cy * side) * side + Math.floor(x - cx * side)];
    if (!floors || floors.length === 0) return undefined;
    let best = floors[0];
    for (const height of floors) if (height <= eye - 0.6) best = height;
    return best;
  }

  private place_eye(): void {
    const { origin, side } = this.stream;
    const eye = first_eye(this.stream.near(origin, 4), side);
    if (!eye) return;
    this.scene.camera.position.set(eye.x, eye.height, eye.z);
    this.walker.yaw = eye.yaw;
    this.walker.pitch = eye.pitch;
    this.placed = true;
    this.scene.ask();
  }

  private move_origin(): void {
    const { position } = this.scene.camera;
    const dx = Math.round(position.x / origin_step) * origin_step;
    const dy = Math.round(position.z / origin_step) * origin_step;
    if (dx === 0 && dy === 0) return;
    this.stream.origin.x += dx / this.stream.side;
    this.stream.origin.y += dy / this.stream.side;
    position.x -= dx;
    position.z -= dy;
  }

  private report(): void {
    const { position } = this.scene.camera;
    const { origin, side, paused, preview, progress } = this.stream;
    const x = position.x + origin.x * side;
    const y = position.z + origin.y * side;
    const [east, south, height] = [x, y, position.y].map((value) => this.picking.metres(Math.round(value)));
    this.readout.textContent = `x ${east}  y ${south}  ·  ${height}  ·  ${number_text(this.walker.speed)} voxels/s`;
    const { ready, all } = progress;
    const busy = ready < all && !paused && !preview;
    if (busy) this.studio.work.set({ busy, what: `Chunks: ${ready} of ${all}`, share: ready / all });
    else if (this.studio.work.value.busy) this.studio.work.set({ busy: false, what: paused ? 'Stopped' : `${ready} chunks around you` });
  }

  /** What the line of sight through a point of the screen meets; without one, through the middle. */
  private pick(event?: PointerEvent): VoxelHit | undefined {
    const at = event && !this.walker.locked ? event : middle_of(this.scene, this.studio);
    return this.picking.pick(this.scene.pointer(at), this.chunk_here());
  }

  /** A frame around the voxel that a click would take, or around the place where it would put one. */
  private mark(picked: Picked | undefined): void {
    const { on, tool } = this.build;
    const { origin, side } = this.stream;
    const at = picked && (tool === 'dig' ? picked.voxel : picked.before);
    const drawn = ({ x, y, z }: { x: number; y: number; z: number }) =>
      new THREE.Vector3(x - origin.x * side, z + this.picking.floor, y - origin.y * side);
    this.frame.visible = on && at !== undefined;
    if (at) this.frame.position.copy(drawn(at)).addScalar(0.5);
    const uniform = this.materials.uniforms.uPicked.value as THREE.Vector3;
    uniform.copy(on && picked && tool === 'dig' ? drawn(picked.voxel) : nowhere);
    this.scene.ask();
  }

  private hover(event: PointerEvent): void {
    if (this.walker.dragging) return;
    const hit = this.pick(event);
    this.mark(hit?.picked);
    this.picking.tell(hit);
  }
}

export const make_voxel_view = (studio: Studio): View => new VoxelView(studio);
