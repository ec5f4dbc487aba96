import type * as THREE from 'three';
import { is_abort, query_of, type Client } from '../../api/client';
import type { JsonObject, TerrainInfo } from '../../api/types';
import type { Document } from '../../state/recipe';
import { is_object } from '../../state/recipe';
import type { TileId } from './tile_data';
import type { TileMesh } from './tile_mesh';
import { TileTree, type Eye } from './tile_tree';

/** Layers that natural colours are made of; recipes that keep fewer are painted with what there is. */
export const wanted_layers: readonly string[] = [
  'height',
  'temperature',
  'rain',
  'biome',
  'rock',
  'sand',
  'gravel',
  'mud',
  'snow',
  'river',
  'river_distance',
  'river_level',
];
export const margin = 1;
export const cells = 128;
/** While a slider is dragged tiles are not shown finer than this level. */
const coarse = 3;

/** In metres. */
export interface Place {
  x: number;
  y: number;
}

/** Which land is shown, and what is known of it. */
export interface LandSource {
  hash: string;
  seed: number;
  step: number;
  biomes: readonly string[];
  things: readonly string[];
  layers: readonly string[];
}

export interface LandHost {
  readonly client: Client;
  readonly parent: THREE.Object3D;
  eye(): Eye;
  /** Edits of this land are looked up; strokes of a link are done. */
  open_edits(hash: string, seed: number, signal: AbortSignal): Promise<void>;
  edits(): Record<string, number>;
  /** A tile from its bytes, ready to be shown. */
  make(id: TileId, bytes: ArrayBuffer, source: LandSource): TileMesh;
  /** What replaces a tile that is seen comes with its plants, so that none of them goes and returns. */
  furnish(tile: TileMesh, source: LandSource, signal: AbortSignal): Promise<void>;
  /** Another land is known: its layers, biomes and things. */
  known(source: LandSource): void;
  /** Where it is looked at first; undefined: where the eye is. */
  entry(sight: Place | undefined): Place | undefined;
  /** The next land took the place of the one before; the eye goes to where it is looked at first. */
  swapped(entry: Place | undefined): void;
  changed(): void;
  ask(): void;
  failed(error: unknown): void;
}

/** Layers that tiles are asked for: those that the recipe keeps of those that somebody paints with. */
export function layers_of(keep: unknown): string[] {
  return Array.isArray(keep) ? wanted_layers.filter((name) => keep.includes(name)) : ['height'];
}

/** Names of biomes by their numbers. */
export function biomes_of(info: TerrainInfo): string[] {
  const layer = info.layers.find((each) => typeof each !== 'string' && each.name === 'biome');
  const categories = typeof layer === 'object' ? (layer.categories ?? []) : [];
  return categories.map((each) => (typeof each === 'string' ? each : each.name));
}

function step_of(recipe: JsonObject): number {
  const { domain } = recipe;
  return is_object(domain) && typeof domain.step === 'number' && domain.step > 0 ? domain.step : 1;
}

/** The land around the eye. Another recipe or seed: its coarse tiles are fetched beside the old ones, and take their place when they have come. */
export class TerrainLand {
  tree: TileTree<TileMesh> | undefined;
  next: TileTree<TileMesh> | undefined;
  source: LandSource = { hash: '', seed: 0, step: 1, biomes: [], things: [], layers: ['height'] };
  private detail_value: number;
  private asked = 0;
  private abort = new AbortController();
  /** The land on its way is only a glimpse while a slider moves: its edits and facts were not asked for. */
  private glimpse = false;
  private entry: Place | undefined;

  constructor(
    private readonly host: LandHost,
    detail: number,
  ) {
    this.detail_value = detail;
  }

  set detail(value: number) {
    this.detail_value = value;
    for (const tree of [this.tree, this.next]) if (tree) tree.detail = value;
  }
  get detail(): number {
    return this.detail_value;
  }

  /** `settled`: no slider is being dragged. `again`: even if it is the same. */
  async show(document: Document, settled: boolean, again = false): Promise<void> {
    const turn = ++this.asked;
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { client } = this.host;
    try {
      const hash = await client.register(document.recipe, signal);
      if (turn !== this.asked) return;
      const { seed, recipe } = document;
      const same = hash === this.source.hash && seed === this.source.seed;
      if (!again && same && !(settled && this.glimpse)) {
        this.refine(settled);
        return;
      }
      this.glimpse = !settled && this.source.hash !== '';
      if (this.glimpse) {
        // What biomes there are and what stands there hardly changes with a knob; what was changed by hand is looked up when it rests.
        this.source = { ...this.source, hash, seed, step: step_of(recipe), layers: layers_of(recipe.keep) };
        this.begin(false);
        return;
      }
      const [info] = await Promise.all([client.terrain_info(hash, seed, signal), this.host.open_edits(hash, seed, signal)]);
      if (turn !== this.asked) return;
      const things = info.scatter ?? [];
      const known = { hash, seed, step: info.step, biomes: biomes_of(info), things, layers: layers_of(recipe.keep) };
      const glimpsed = same && !again && Object.keys(this.host.edits()).length === 0;
      this.source = known;
      this.host.known(known);
      this.entry = this.host.entry(info.sight);
      if (glimpsed && !this.entry && (this.next ?? this.tree)) {
        // The tiles that came while the slider moved are those of this land.
        this.refine(true);
        return;
      }
      this.begin(settled);
    } catch (error) {
      if (turn === this.asked && !signal.aborted) this.host.failed(error);
    }
  }

  update(eye: Eye): void {
    const moved = this.advance(eye);
    this.tree?.update(moved ? this.host.eye() : eye);
  }

  pause(): void {
    for (const tree of [this.tree, this.next]) if (tree) tree.paused = true;
  }

  /** The server was away: it is told the recipe again, should it be another one, and asked for what did not come. */
  async mend(recipe: JsonObject): Promise<void> {
    try {
      await this.host.client.register(recipe, this.abort.signal);
      for (const tree of [this.tree, this.next]) tree?.mend();
    } catch (error) {
      if (!is_abort(error)) this.host.failed(error);
    }
  }

  dispose(): void {
    ++this.asked;
    this.abort.abort();
    this.tree?.dispose();
    this.next?.dispose();
  }

  /** Asks for the coarse tiles at once, not with the next frame. */
  private begin(settled: boolean): void {
    this.next?.dispose();
    this.next = this.make_tree(this.source);
    this.next.finest = settled ? 0 : coarse;
    this.next.hasty = !settled;
    this.advance(this.host.eye());
    if (!this.tree) this.host.ask();
  }

  private refine(settled: boolean): void {
    for (const tree of [this.tree, this.next]) {
      if (!tree) continue;
      tree.finest = settled ? 0 : coarse;
      if (settled) tree.hasty = false;
    }
    this.host.ask();
  }

  /** Whether the next land took the place of the one before. */
  private advance(eye: Eye): boolean {
    const { next, entry } = this;
    if (!next) return false;
    next.update({ ...eye, ...entry });
    for (const thing of next.things()) thing.mesh.visible &&= this.tree === undefined && !entry;
    if (!next.has_roots) return false;
    this.tree?.dispose();
    this.tree = next;
    this.next = undefined;
    this.entry = undefined;
    this.host.swapped(entry);
    return true;
  }

  private make_tree(source: LandSource): TileTree<TileMesh> {
    // The edits that are known are those of another land while a slider moves.
    const edits = () => (tree.hasty ? {} : this.host.edits());
    const query = () => query_of({ format: 'packed', layers: source.layers.join(','), margin, ...edits() });
    let told = false;
    const tree: TileTree<TileMesh> = new TileTree<TileMesh>({
      tile_metres: cells * source.step,
      top: 7,
      parent: this.host.parent,
      load: async (id, signal) => {
        const path = `terrain/${source.hash}/${source.seed}/${id.level}/${id.x}/${id.y}?${query()}`;
        const tile = this.host.make(id, await this.host.client.bytes(path, signal), source);
        if (tree.renewing) await this.host.furnish(tile, source, signal);
        return tile;
      },
      // A land that is wanted takes its place as soon as it can; all else may wait for a frame.
      changed: () => (tree === this.next && tree.has_roots ? this.host.ask() : this.host.changed()),
      failed: (error) => {
        if (!told) this.host.failed(error);
        told = true;
      },
    });
    tree.detail = this.detail_value;
    return tree;
  }
}
