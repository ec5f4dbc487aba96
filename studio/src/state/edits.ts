import { ApiError, type Client } from '../api/client';
import type { EditAnswer, JsonObject } from '../api/types';
import { Signal } from './store';

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

/** Edits of an endless world, kept by the server. They are sent one after the other, each when the one before is on the disk. */
export class EditLog<Place> {
  readonly state = new Signal<EditState>(nothing);
  private base = '';
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly kind: 'terrain' | 'voxels',
    private readonly changed: (places: readonly Place[]) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Asks what was changed before; worlds of servers without edits stay as they are made. */
  async open(hash: string, seed: number, signal?: AbortSignal): Promise<void> {
    const base = `${this.kind}/${hash}/${seed}`;
    this.base = base;
    try {
      const { revision, count, undone } = await this.client.edits(base, signal);
      if (base === this.base) this.state.set({ there: true, revision, count, undone });
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 405))) throw error;
      if (base === this.base) this.state.set(nothing);
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

  private in_turn(work: (base: string) => Promise<EditAnswer<Place>>): Promise<void> {
    const base = this.base;
    const next = this.last
      .then(async () => {
        if (base !== this.base) return;
        const { revision, count, undone, changed } = await work(base);
        if (base !== this.base) return;
        this.state.set({ there: true, revision, count, undone });
        this.changed(changed);
      })
      .catch((error: unknown) => this.failed(error));
    this.last = next;
    return next;
  }
}
