import { ApiError, type Client } from '../api/client';
import type { EditAnswer, EditList, JsonObject } from '../api/types';
import { Signal } from './store';
import { packed_strokes, unpacked_strokes, type Orders } from './strokes';

/** How far an endless world was changed by hand. */
export interface EditState {
  /** The server keeps edits of this world. */
  there: boolean;
  /** Stands for all that is in force; 0: nothing. Tiles and chunks are asked for with it. */
  revision: number;
  /** Steps in force, and steps that can be brought back. */
  count: number;
  undone: number;
}

const nothing: EditState = { there: false, revision: 0, count: 0, undone: 0 };

/** Most voxels that one order may set. */
const most_voxels = 4096;

/** The orders that a list of edits tells; undefined where the server cannot tell them. */
export function orders_of({ steps, voxels, count }: EditList): Orders | undefined {
  if (steps) return steps.map((strokes) => ({ strokes }));
  if (voxels) return voxels.length === 0 ? [] : chunks_of(voxels, most_voxels).map((part) => ({ voxels: part }));
  return count === 0 ? [] : undefined;
}

function chunks_of<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** Edits of an endless world, kept by the server. They are sent one after the other, each when the one before is on the disk. */
export class EditLog<Place> {
  readonly state = new Signal<EditState>(nothing);
  /** All that is in force, for a link: "" for nothing, undefined where it is too much. */
  readonly link = new Signal<string | undefined>('');
  private base = '';
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly kind: 'terrain' | 'voxels',
    private readonly changed: (places: readonly Place[]) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * Asks what was changed before; worlds of servers without edits stay as they are made. `strokes`: those of a link, which are done
   * where nothing was done yet.
   */
  async open(hash: string, seed: number, signal?: AbortSignal, strokes = ''): Promise<void> {
    const base = `${this.kind}/${hash}/${seed}`;
    this.base = base;
    try {
      let list = await this.client.edits(base, signal);
      if (base !== this.base) return;
      if (strokes !== '' && list.count === 0) {
        await this.repeat(base, strokes, signal);
        list = await this.client.edits(base, signal);
        if (base !== this.base) return;
      }
      this.take(list);
      if (strokes !== '' && this.link.value !== strokes)
        this.failed(new Error('This world was shaped here before: it is shown as it is here, not as in the link.'));
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 405))) throw error;
      if (base === this.base) {
        this.state.set(nothing);
        this.link.set('');
      }
    }
  }

  /** Tiles and chunks of changed worlds are asked for with the number of what is in force, so that no cache shows old ground. */
  get query(): Record<string, number> {
    const { revision } = this.state.value;
    return revision === 0 ? {} : { edits: revision };
  }

  add(order: JsonObject): Promise<void> {
    return this.in_turn((base) => this.client.edit<Place>(base, order));
  }
  undo(): Promise<void> {
    return this.in_turn((base) => this.client.edit_step<Place>(base, 'undo'));
  }
  redo(): Promise<void> {
    return this.in_turn((base) => this.client.edit_step<Place>(base, 'redo'));
  }

  private async repeat(base: string, strokes: string, signal?: AbortSignal): Promise<void> {
    try {
      for (const order of unpacked_strokes(strokes)) {
        signal?.throwIfAborted();
        await this.client.edit<Place>(base, order);
      }
    } catch (error) {
      // The world is still worth seeing.
      if (!signal?.aborted) this.failed(error);
    }
  }

  private take(list: EditList): void {
    const { revision, count, undone } = list;
    this.state.set({ there: true, revision, count, undone });
    const orders = orders_of(list);
    this.link.set(orders && packed_strokes(orders));
  }

  private in_turn(work: (base: string) => Promise<EditAnswer<Place>>): Promise<void> {
    const base = this.base;
    const next = this.last
      .then(async () => {
        if (base !== this.base) return;
        const { revision, count, undone, changed } = await work(base);
        if (base !== this.base) return;
        this.state.set({ there: true, revision, count, undone });
        this.changed(changed);
        const list = await this.client.edits(base);
        if (base === this.base && list.revision === revision) this.take(list);
      })
      .catch((error: unknown) => this.failed(error));
    this.last = next;
    return next;
  }
}
