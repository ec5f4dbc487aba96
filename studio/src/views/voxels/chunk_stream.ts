import type * as THREE from 'three';
import { is_abort, query_of, type Client } from '../../api/client';
import { decode_chunk, type VoxelInfo } from './chunk_data';
import { ChunkMesh, type voxel_materials } from './chunk_mesh';
import { FollowingRadius } from './following_radius';
import type { PlantShop } from './plants';

const least_radius = 4;

export interface Source {
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

export interface StreamHost {
  readonly client: Client;
  readonly scene: THREE.Scene;
  readonly materials: ReturnType<typeof voxel_materials>;
  /** Chunk under the eye, on the world's axes. */
  here(): { x: number; y: number };
  /** What edits are asked for with. */
  edits(): Record<string, number>;
  /** Something came; a frame may wait. */
  changed(): void;
  /** Another world is wanted: a frame is needed now. */
  ask(): void;
  failed(error: unknown): void;
}

/** Chunks in a circle around the eye, nearest first: asked for, made into meshes, replaced together where somebody dug. */
export class ChunkStream {
  source: Source = { hash: '', seed: 0 };
  mesher = 'greedy';
  /** Columns of a chunk, as its world says. */
  side = 16;
  private most_radius = 10;
  private following = new FollowingRadius(least_radius, 10);
  private last?: { x: number; y: number };
  /** While a slider is dragged only the nearest chunks follow it. */
  preview = false;
  paused = false;
  show_plants = true;
  shop: PlantShop | undefined;
  /** Chunk that lies at the origin of drawing. */
  readonly origin = { x: 0, y: 0 };
  /** Counts chunks that came, so that others know when ground has changed. */
  came = 0;
  private readonly slots = new Map<string, Slot>();
  private running = 0;
  private told = '';
  private closed = false;

  constructor(private readonly host: StreamHost) {}

  /** How far the world is shown, in chunks, where the machine keeps up. */
  get radius(): number {
    return this.most_radius;
  }
  set radius(chunks: number) {
    this.most_radius = chunks;
    this.following = new FollowingRadius(Math.min(least_radius, chunks), chunks);
  }
  /** How far it is shown now. */
  get shown(): number {
    return this.following.value;
  }

  get stamp(): string {
    return `${this.source.hash}/${this.source.seed}/${this.mesher}`;
  }

  facts(): Record<string, number> {
    const drawn = [...this.slots.values()].filter((slot) => slot.mesh);
    return {
      chunks: drawn.length,
      current: drawn.filter((slot) => slot.of === this.stamp).length,
      wanted: this.slots.size,
      triangles: drawn.reduce((sum, slot) => sum + slot.mesh!.triangles, 0),
      renewing: drawn.some((slot) => slot.stale) ? 1 : 0,
    };
  }

  /** How many have come, of all; those that cannot be made count as come. */
  get progress(): { ready: number; all: number } {
    const { stamp } = this;
    const all = [...this.slots.values()];
    return { ready: all.filter((slot) => slot.of === stamp || slot.broken === stamp).length, all: all.length };
  }

  /** Meshes of the world in front, within so many chunks of a place. */
  near(place: { x: number; y: number }, reach: number): { x: number; y: number; mesh: ChunkMesh }[] {
    const { stamp } = this;
    return [...this.slots.values()].flatMap(({ x, y, mesh, of }) =>
      mesh && of === stamp && Math.hypot(x - place.x, y - place.y) < reach ? [{ x, y, mesh }] : [],
    );
  }

  /** The mesh of a chunk, by the world's axes. */
  at(x: number, y: number): ChunkMesh | undefined {
    return this.slots.get(`${x}/${y}`)?.mesh;
  }

  /** Asks for what is wanted and not there. */
  update(): void {
    if (!this.source.hash) return;
    const here = this.host.here();
    const { stamp, side } = this;
    this.follow(here);
    const radius = this.shown;
    const wanted: { slot: Slot; away: number }[] = [];
    const keep = new Set<string>();
    const reach = this.preview ? Math.min(3, radius) : radius;
    for (let dy = -radius; dy <= radius; ++dy) {
      for (let dx = -radius; dx <= radius; ++dx) {
        const away = Math.hypot(dx, dy);
        if (away > radius + 0.5) continue;
        const x = here.x + dx;
        const y = here.y + dy;
        const key = `${x}/${y}`;
        keep.add(key);
        let slot = this.slots.get(key);
        if (!slot) this.slots.set(key, (slot = { x, y }));
        if (slot.mesh) slot.mesh.plants.visible = this.show_plants && away < 9;
        slot.mesh?.group.position.set((x - this.origin.x) * side, 0, (y - this.origin.y) * side);
        if ((slot.of !== stamp || (slot.stale && !slot.fresh)) && !slot.loading && slot.broken !== stamp && away <= reach + 0.5)
          wanted.push({ slot, away: slot.stale ? -1 : away });
      }
    }
    for (const [key, slot] of this.slots) {
      if (keep.has(key)) continue;
      this.drop(slot);
      this.slots.delete(key);
    }
    if (this.paused) return;
    wanted.sort((a, b) => a.away - b.away);
    for (const { slot } of wanted.slice(0, Math.max(0, 6 - this.running))) void this.fetch(slot, stamp);
  }

  /** At every step to another chunk: is all there that was shown? Who jumps says nothing about it. */
  private follow(here: { x: number; y: number }): void {
    const { last, stamp } = this;
    if (last?.x === here.x && last.y === here.y) return;
    this.last = { ...here };
    if (!last || this.paused || this.preview || Math.max(Math.abs(here.x - last.x), Math.abs(here.y - last.y)) > 2) return;
    const within = (slot: Slot): boolean => Math.hypot(slot.x - last.x, slot.y - last.y) <= this.shown + 0.5;
    this.following.step([...this.slots.values()].some((slot) => slot.of !== stamp && slot.broken !== stamp && within(slot)));
  }

  /** What failed is asked for again, and what is on its way for another world is given up. */
  refresh(): void {
    this.paused = false;
    this.told = '';
    for (const slot of this.slots.values()) {
      slot.loading?.abort();
      slot.broken = undefined;
    }
    this.host.ask();
  }

  /** Chunks in which voxels were set are asked for again; they change together, so that no gap shows between them. */
  renew(chunks: readonly { x: number; y: number }[]): void {
    for (const { x, y } of chunks) {
      const slot = this.slots.get(`${x}/${y}`);
      if (!slot) continue;
      slot.loading?.abort();
      slot.loading = undefined;
      slot.fresh?.dispose();
      slot.fresh = undefined;
      slot.stale = slot.mesh !== undefined;
    }
    this.host.ask();
  }

  /** Chunks of another size lie elsewhere: none of the old ones stays. The place of the eye does. */
  take_side(side: number): void {
    if (side === this.side) return;
    for (const slot of this.slots.values()) this.drop(slot);
    this.slots.clear();
    this.origin.x = (this.origin.x * this.side) / side;
    this.origin.y = (this.origin.y * this.side) / side;
    this.side = side;
  }

  dispose(): void {
    this.closed = true;
    for (const slot of this.slots.values()) this.drop(slot);
  }

  private drop(slot: Slot): void {
    slot.loading?.abort();
    slot.mesh?.dispose();
    slot.fresh?.dispose();
  }

  private async fetch(slot: Slot, stamp: string): Promise<void> {
    const abort = new AbortController();
    slot.loading = abort;
    ++this.running;
    try {
      const { hash, seed, info } = this.source;
      if (!info || !this.shop) return;
      const path = `voxels/${hash}/${seed}/${slot.x}/${slot.y}?${query_of({ mesher: this.mesher, format: 'bin', ...this.host.edits() })}`;
      const data = decode_chunk(slot.x, slot.y, await this.host.client.bytes(path, abort.signal), info);
      if (abort.signal.aborted || this.slots.get(`${slot.x}/${slot.y}`) !== slot) return;
      const mesh = new ChunkMesh(data, this.host.materials, this.shop);
      ++this.came;
      if (slot.stale && slot.of === stamp) slot.fresh = mesh;
      else this.put(slot, mesh);
      slot.of = stamp;
    } catch (error) {
      if (!is_abort(error) && !abort.signal.aborted) {
        slot.broken = stamp;
        if (this.told !== stamp) this.host.failed(error);
        this.told = stamp;
      }
    } finally {
      if (slot.loading === abort) slot.loading = undefined;
      --this.running;
      this.swap_fresh();
      this.host.changed();
      // Not only with the next frame: where frames are slow, chunks need not be.
      if (!this.closed) this.update();
    }
  }

  private put(slot: Slot, mesh: ChunkMesh): void {
    slot.mesh?.dispose();
    slot.mesh = mesh;
    slot.stale = false;
    this.host.scene.add(mesh.group);
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
}
