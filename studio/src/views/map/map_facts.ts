import { is_abort, type Client } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { Facts } from '../../ui/panel';
import { number_text } from '../../ui/scale';
import { facts_of } from '../place_facts';

/** What is under the pointer: one question at a time, the latest last. */
export class MapFacts {
  readonly list = new Facts('Point at a place.');
  private readonly abort = new AbortController();
  private asking = false;
  private next: { u: number; v: number } | undefined;

  constructor(
    private readonly client: Client,
    private readonly world: () => WorldInfo | undefined,
  ) {}

  /** Shares of the world. */
  async ask(place: { u: number; v: number }): Promise<void> {
    this.next = place;
    if (this.asking) return;
    this.asking = true;
    for (let world = this.world(); this.next && world; world = this.world()) {
      const { u, v } = this.next;
      this.next = undefined;
      const { width = 1, height = 1, step = 1 } = world.domain;
      const at = { x: u * width * step, y: v * height * step };
      try {
        const facts = await this.client.at(world.id, at, this.abort.signal);
        const where = `${number_text(Math.round(at.x / 1000))}, ${number_text(Math.round(at.y / 1000))} km`;
        this.list.set(facts_of(facts, world.layers, [['x, y', where]]));
      } catch (error) {
        if (!is_abort(error)) this.list.set([['Place', 'not known']]);
      }
    }
    this.asking = false;
  }

  dispose(): void {
    this.abort.abort();
  }
}
