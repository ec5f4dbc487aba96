import * as THREE from 'three';
import { is_abort } from '../../api/client';
import type { EditSquare } from '../../api/types';
import { key_of, sample, type TileData, type TileId } from './tile_data';

/** Something made of a tile that can be shown. */
export interface TileThing {
  readonly data: TileData;
  readonly shape: { low: number; high: number };
  readonly mesh: THREE.Object3D;
  dispose(): void;
}

export interface TreeOptions<T extends TileThing> {
  /** Metres of a tile's side at level 0. */
  tile_metres: number;
  /** Level of the largest tiles; nine of them lie around the eye. */
  top: number;
  load(id: TileId, signal: AbortSignal): Promise<T>;
  parent: THREE.Object3D;
  /** Something came: another frame is needed. */
  changed(): void;
  failed(error: unknown): void;
}

interface Node<T> {
  id: TileId;
  thing?: T;
  loading?: AbortController;
  broken?: boolean;
  /** The ground has changed since; what replaces it waits in `fresh` until all such tiles can change at once. */
  stale?: boolean;
  fresh?: T;
  seen: number;
  urgency: number;
}

/** Where the eye is, on the world's axes in metres. */
export interface Eye {
  x: number;
  y: number;
  z: number;
  frustum: THREE.Frustum;
  /** Subtracted from the world's metres to draw. */
  origin: { x: number; y: number };
}

/**
 * Which tiles are shown: near ones fine, far ones coarse. A tile gives way to its four quarters only when all of them have come,
 * so there is never a hole, and what is shown is at worst too coarse for a moment.
 */
export class TileTree<T extends TileThing> {
  /** A tile nearer than this many of its sides is shown by its quarters. */
  detail = 1.6;
  /** The finest level shown: higher while a slider is dragged. */
  finest = 0;
  /** It may take the place of another when what is seen has come; else all around must have. */
  hasty = false;
  paused = false;
  shown = 0;
  /** Counts tiles that came, so that others know when land has changed. */
  came = 0;
  private readonly nodes = new Map<string, Node<T>>();
  private running = 0;
  private frame = 0;
  private wanted = 0;
  private ready = 0;
  private closed = false;

  constructor(private readonly options: TreeOptions<T>) {}

  /** Shares of what the eye wants that have come. */
  get progress(): { ready: number; wanted: number } {
    return { ready: this.ready, wanted: this.wanted };
  }
  /** Whether the coarse picture stands, so that it may take the place of another. */
  get has_roots(): boolean {
    return this.roots.length > 0 && this.roots.every(({ node, seen }) => node.thing ?? node.broken ?? (this.hasty && !seen));
  }
  private roots: { node: Node<T>; seen: boolean }[] = [];

  update(eye: Eye): void {
    ++this.frame;
    this.wanted = this.ready = this.shown = 0;
    this.roots = [];
    const { top } = this.options;
    const size = this.size_of(top);
    const cx = Math.floor(eye.x / size);
    const cy = Math.floor(eye.y / size);
    for (let dy = -1; dy <= 1; ++dy) {
      for (let dx = -1; dx <= 1; ++dx) {
        const node = this.want({ level: top, x: cx + dx, y: cy + dy }, eye);
        this.roots.push({ node, seen: this.in_view(node, eye) });
        if (node.thing) this.visit(node, eye);
      }
    }
    this.forget();
    this.pump();
  }

  things(): T[] {
    return [...this.nodes.values()].flatMap((node) => (node.thing ? [node.thing] : []));
  }

  /** The finest value known at a place, in world metres. */
  value_at(layer: string, x: number, y: number, from_level = 0): number | undefined {
    const found = this.finest_at(x, y, from_level);
    if (!found) return undefined;
    const { data, id } = found;
    const size = this.size_of(id.level);
    const cells = data.side - 1;
    return sample(data, layer, (x / size - id.x) * cells, (y / size - id.y) * cells);
  }

  finest_at(x: number, y: number, from_level = 0): { data: TileData; id: TileId } | undefined {
    for (let level = from_level; level <= this.options.top; ++level) {
      const size = this.size_of(level);
      const id = { level, x: Math.floor(x / size), y: Math.floor(y / size) };
      const thing = this.nodes.get(key_of(id))?.thing;
      if (thing) return { data: thing.data, id };
    }
    return undefined;
  }

  /** The things of tiles that reach into a square, in world metres. */
  things_in(square: EditSquare): T[] {
    return [...this.nodes.values()].flatMap((node) => (node.thing && this.touches(node.id, square) ? [node.thing] : []));
  }

  /** The ground has changed there: its tiles are asked for again, and the old ones stay until all of the new ones have come. */
  renew(squares: readonly EditSquare[]): void {
    for (const [key, node] of this.nodes) {
      if (!squares.some((square) => this.touches(node.id, square))) continue;
      node.loading?.abort();
      node.loading = undefined;
      node.fresh?.dispose();
      node.fresh = undefined;
      if (node.thing && this.frame - node.seen <= 1) {
        node.stale = true;
      } else {
        this.drop(node);
        this.nodes.delete(key);
      }
    }
    this.pump();
    this.options.changed();
  }

  /** What did not come is asked for again. */
  mend(): void {
    for (const node of this.nodes.values()) node.broken = false;
    this.pump();
  }

  get renewing(): boolean {
    for (const node of this.nodes.values()) if (node.stale) return true;
    return false;
  }

  dispose(): void {
    this.closed = true;
    for (const node of this.nodes.values()) this.drop(node);
    this.nodes.clear();
  }

  /** With the samples around a tile that its slopes are made of. */
  private touches({ level, x, y }: TileId, square: EditSquare): boolean {
    const size = this.size_of(level);
    const around = size / 32;
    return (
      square.x1 >= x * size - around &&
      square.x0 <= (x + 1) * size + around &&
      square.y1 >= y * size - around &&
      square.y0 <= (y + 1) * size + around
    );
  }

  private swap_fresh(): void {
    const stale = [...this.nodes.values()].filter((node) => node.stale);
    if (stale.some((node) => !node.fresh && !node.broken && this.frame - node.seen <= 1)) return;
    for (const node of stale) {
      if (!node.fresh) continue;
      node.thing?.dispose();
      node.thing = node.fresh;
      node.fresh = undefined;
      node.stale = false;
      this.options.parent.add(node.thing.mesh);
    }
  }

  private size_of(level: number): number {
    return this.options.tile_metres * 2 ** level;
  }

  private want(id: TileId, eye: Eye): Node<T> {
    const key = key_of(id);
    let node = this.nodes.get(key);
    if (!node) {
      node = { id, seen: 0, urgency: 0 };
      this.nodes.set(key, node);
    }
    node.seen = this.frame;
    ++this.wanted;
    if (node.thing || node.broken) ++this.ready;
    // Coarse tiles first, then near ones, then those in front.
    const size = this.size_of(id.level);
    node.urgency = this.distance(node, eye) / size - id.level * 1.5 + (this.in_view(node, eye) ? 0 : 3);
    return node;
  }

  private visit(node: Node<T>, eye: Eye): void {
    if (node.thing) node.thing.mesh.visible = false;
    const { level, x, y } = node.id;
    if (level > this.finest && this.distance(node, eye) < this.detail * this.size_of(level)) {
      const quarters = [0, 1, 2, 3].map((i) => this.want({ level: level - 1, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) }, eye));
      if (quarters.every((quarter) => quarter.thing)) {
        for (const quarter of quarters) this.visit(quarter, eye);
        return;
      }
      // What is below waits unseen.
      for (const quarter of quarters) this.hide(quarter);
    } else if (level > 0) {
      this.hide_below(node.id);
    }
    this.show(node, eye);
  }

  private show(node: Node<T>, eye: Eye): void {
    const { thing, id } = node;
    if (!thing) return;
    const size = this.size_of(id.level);
    thing.mesh.position.set(id.x * size - eye.origin.x, 0, id.y * size - eye.origin.y);
    thing.mesh.visible = this.in_view(node, eye);
    if (thing.mesh.visible) ++this.shown;
  }

  private hide(node: Node<T>): void {
    if (!node.thing) return;
    node.thing.mesh.visible = false;
    this.hide_below(node.id);
  }

  private hide_below({ level, x, y }: TileId): void {
    if (level === 0) return;
    for (let i = 0; i < 4; ++i) {
      const below = this.nodes.get(key_of({ level: level - 1, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) }));
      if (below?.thing) this.hide(below);
    }
  }

  private bounds(node: Node<T>, eye: Eye): THREE.Box3 {
    const size = this.size_of(node.id.level);
    const x = node.id.x * size - eye.origin.x;
    const z = node.id.y * size - eye.origin.y;
    const low = node.thing?.shape.low ?? -500;
    const high = node.thing?.shape.high ?? 2500;
    return new THREE.Box3(new THREE.Vector3(x, low - size * 0.04, z), new THREE.Vector3(x + size, high, z + size));
  }

  private in_view(node: Node<T>, eye: Eye): boolean {
    return eye.frustum.intersectsBox(this.bounds(node, eye));
  }

  private distance(node: Node<T>, eye: Eye): number {
    const size = this.size_of(node.id.level);
    const dx = Math.max(node.id.x * size - eye.x, 0, eye.x - (node.id.x + 1) * size);
    const dy = Math.max(node.id.y * size - eye.y, 0, eye.y - (node.id.y + 1) * size);
    const high = node.thing?.shape.high ?? 0;
    const dz = Math.max(0, eye.z - high);
    return Math.hypot(dx, dy, dz);
  }

  /** Tiles not wanted for a while go; requests for them are taken back at once. */
  private forget(): void {
    for (const [key, node] of this.nodes) {
      const idle = this.frame - node.seen;
      if (idle > 2 && node.loading && !node.thing) {
        node.loading.abort();
        this.nodes.delete(key);
      } else if (idle > 2 && node.stale) {
        this.drop(node);
        this.nodes.delete(key);
      } else if (idle > 0 && node.thing && idle <= 240) {
        node.thing.mesh.visible = false;
      } else if (idle > 240) {
        this.drop(node);
        this.nodes.delete(key);
      }
    }
  }

  private drop(node: Node<T>): void {
    node.loading?.abort();
    node.fresh?.dispose();
    node.thing?.dispose();
    node.fresh = node.thing = undefined;
  }

  private pump(): void {
    if (this.paused || this.closed) return;
    const most = 4;
    if (this.running >= most) return;
    const waiting = [...this.nodes.values()].filter(
      (node) => (!node.thing || (node.stale && !node.fresh)) && !node.loading && !node.broken && node.seen === this.frame,
    );
    waiting.sort((a, b) => a.urgency - b.urgency);
    for (const node of waiting.slice(0, most - this.running)) void this.fetch(node);
  }

  private async fetch(node: Node<T>): Promise<void> {
    const abort = new AbortController();
    node.loading = abort;
    ++this.running;
    try {
      const thing = await this.options.load(node.id, abort.signal);
      if (this.closed || abort.signal.aborted) {
        thing.dispose();
        return;
      }
      thing.mesh.visible = false;
      ++this.came;
      if (node.stale) {
        node.fresh = thing;
      } else {
        this.options.parent.add(thing.mesh);
        node.thing = thing;
      }
    } catch (error) {
      if (!is_abort(error) && !abort.signal.aborted) {
        node.broken = true;
        this.options.failed(error);
      }
    } finally {
      if (node.loading === abort) node.loading = undefined;
      --this.running;
      this.swap_fresh();
      if (!this.closed) this.options.changed();
      // Not only with the next frame: where frames are slow, tiles need not be.
      this.pump();
    }
  }
}
