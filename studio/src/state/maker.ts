import { is_abort } from '../api/client';
import type { JsonObject, WorldInfo, WorldKind } from '../api/types';
import { is_object, words, type Document } from './recipe';
import { change_settings, settings, type Quality } from './settings';
import { Signal } from './store';
import type { Edit, Steering, Step, Studio } from './studio';

const shares: Record<Quality, number> = { draft: 4, standard: 2, fine: 1 };

/** The recipe at so many cells; lengths in metres stay. */
export function at_quality(recipe: JsonObject, quality: Quality): JsonObject {
  const domain = recipe.domain;
  const share = shares[quality];
  if (!is_object(domain) || share === 1) return recipe;
  const next = { ...domain };
  if (typeof domain.resolution === 'number') next.resolution = Math.max(32, Math.round(domain.resolution / share));
  if (typeof domain.width === 'number' && typeof domain.height === 'number') {
    const step = typeof domain.step === 'number' ? domain.step : 1;
    next.width = Math.max(32, Math.round(domain.width / share));
    next.height = Math.max(32, Math.round(domain.height / share));
    next.step = (step * domain.width) / next.width;
  }
  return { ...recipe, domain: next };
}

/** Worlds that the server keeps, by what they are made of; undoing goes back to them without making them again. */
const known = new Map<string, string>();
/** Worlds that nobody asked for by hand: the oldest go when there are many. */
const unasked: string[] = [];
const most_unasked = 6;

function key_of(document: Pick<Document, 'recipe' | 'seed'>, quality: Quality | 'any'): string {
  return JSON.stringify([document.recipe, document.seed, quality]);
}

/** The world of this document is on the server already. */
export function remember_world(document: Pick<Document, 'recipe' | 'seed'>, world: string): void {
  known.set(key_of(document, 'any'), world);
}

/**
 * Makes finite worlds (maps, planets): a small picture at once, while a slider moves; the world itself as a job on the server when
 * it rests. The last world stays on the screen until the next one is there.
 */
export class Maker {
  readonly world = new Signal<WorldInfo | undefined>(undefined);
  /** A small picture of what is coming, as an object's address. */
  readonly preview = new Signal<string | undefined>(undefined);
  /** Whether pictures of iterations are kept, for the timeline. */
  history = false;

  private job = '';
  private preview_abort = new AbortController();
  private job_abort = new AbortController();
  private previewing = false;
  private pending: Document | undefined;
  private shown = '';
  private readonly stops: (() => void)[];

  constructor(private readonly studio: Studio, private readonly kind: WorldKind, private readonly preview_order: () => JsonObject) {
    this.stops = [
      studio.edit.watch((edit) => this.update(edit)),
      studio.start.changed(() => void this.make(studio.document, true)),
      studio.stop.changed(() => this.stop()),
      studio.steer.changed((order) => order && void this.steer(order.what)),
    ];
  }

  get quality(): Quality {
    return settings.value.quality;
  }
  set quality(quality: Quality) {
    change_settings({ quality });
  }

  /** The same document again, for another way of drawing or another quality. */
  again(): void {
    void this.find_or_make(this.studio.document);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.stop();
    this.preview_abort.abort();
    if (this.preview.value) URL.revokeObjectURL(this.preview.value);
  }

  private update({ document, settled }: Edit): void {
    if (document.kind !== this.kind) return;
    const key = JSON.stringify([document.recipe, document.seed]);
    if (key === this.shown && settled && this.world.value) return;
    this.shown = key;
    if (this.job) this.stop();
    if (settled && settings.value.auto) void this.find_or_make(document);
    else void this.draw_preview(document);
  }

  private async find_or_make(document: Document): Promise<void> {
    const key = key_of(document, this.quality);
    const id = known.get(key) ?? known.get(key_of(document, 'any')) ?? (await this.kept_world(document));
    if (this.studio.document !== document) return;
    if (id) {
      try {
        const world = await this.studio.client.world(id);
        if (this.studio.document !== document) return;
        this.world.set(world);
        this.studio.work.set({ busy: false, what: 'Ready' });
        return;
      } catch {
        known.delete(key);
        known.delete(key_of(document, 'any'));
      }
    }
    void this.draw_preview(document);
    await this.make(document, false);
  }

  /** A world of this very preset and seed that was made before; only asked for a document that nobody has changed. */
  private async kept_world(document: Document): Promise<string | undefined> {
    if (this.studio.presets.find((preset) => preset.id === document.preset)?.recipe !== document.recipe) return undefined;
    try {
      const worlds = await this.studio.client.worlds();
      return worlds.find((world) => world.kind === document.kind && world.seed === document.seed && (world.name === document.title || world.name === document.recipe.name))?.id;
    } catch {
      return undefined;
    }
  }

  /** One preview at a time; the latest wish follows when it is there. */
  private async draw_preview(document: Document): Promise<void> {
    this.pending = document;
    if (this.previewing) return;
    this.previewing = true;
    while (this.pending) {
      const now: Document = this.pending;
      this.pending = undefined;
      try {
        const order = { recipe: now.recipe, seed: now.seed, size: 256, ...this.preview_order() };
        const response = await this.studio.client.preview(order, this.preview_abort.signal);
        const url = URL.createObjectURL(await response.blob());
        const old = this.preview.value;
        this.preview.set(url);
        if (old) setTimeout(() => URL.revokeObjectURL(old), 2000);
      } catch (error) {
        if (is_abort(error)) break;
        this.studio.fail(error);
      }
    }
    this.previewing = false;
  }

  private async make(document: Document, asked: boolean): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.job_abort = abort;
    const steps: Step[] = [];
    const { studio } = this;
    studio.work.set({ busy: true, what: 'Waiting…', share: 0 });
    try {
      const job = await studio.client.make({ name: document.title, recipe: at_quality(document.recipe, this.quality), seed: document.seed, ...(this.history ? { history: true } : {}) });
      if (abort.signal.aborted) {
        await studio.client.cancel(job);
        return;
      }
      this.job = job;
      const done = await studio.client.follow(job, {
        progress: ({ progress, stage, state }) => studio.work.set({
          busy: true, what: state === 'paused' ? 'Paused' : stage ? this.title_of(stage) : 'Working…', share: progress, steerable: true, paused: state === 'paused',
        }),
        stage: ({ id, title, picture }) => {
          steps.push({ id, title: title ?? this.title_of(id), ...(picture ? { picture } : {}) });
          studio.steps.set([...steps]);
        },
        iteration: ({ id, title, picture, iteration, iterations }) => {
          steps.push({ id: `${id} ${iteration}`, title: `${title ?? this.title_of(id)} ${iteration} of ${iterations}`, ...(picture ? { picture } : {}) });
          studio.steps.set([...steps]);
        },
      }, abort.signal);
      if (!done.world) return;
      known.set(key_of(document, this.quality), done.world);
      if (!asked) this.limit_unasked(done.world);
      if (abort.signal.aborted) return;
      const world = await studio.client.world(done.world);
      if (abort.signal.aborted) return;
      studio.step.set(undefined);
      this.world.set(world);
      studio.work.set({ busy: false, what: 'Ready' });
    } catch (error) {
      if (abort.signal.aborted) return;
      studio.work.set({ busy: false, what: is_abort(error) ? 'Stopped' : 'Failed' });
      if (!is_abort(error)) studio.fail(error);
    } finally {
      if (this.job_abort === abort) this.job = '';
    }
  }

  /** Pauses the work, goes on, or ends the iterations of the stage that runs. */
  private async steer(what: Steering): Promise<void> {
    if (!this.job) return;
    try {
      const { state } = await this.studio.client.steer(this.job, what);
      const work = this.studio.work.value;
      if (work.busy) this.studio.work.set({ ...work, paused: state === 'paused', what: state === 'paused' ? 'Paused' : work.what });
    } catch (error) {
      this.studio.fail(error);
    }
  }

  private stop(): void {
    this.job_abort.abort();
    if (this.job) void this.studio.client.cancel(this.job);
    if (this.job || this.studio.work.value.busy) this.studio.work.set({ busy: false, what: 'Stopped' });
    this.job = '';
  }

  private limit_unasked(world: string): void {
    unasked.push(world);
    if (unasked.length <= most_unasked) return;
    const oldest = unasked.shift()!;
    for (const [key, id] of known) if (id === oldest) known.delete(key);
    void this.studio.client.remove(oldest).catch(() => undefined);
  }

  private title_of(id: string): string {
    return this.studio.stages.find((stage) => stage.id === id)?.title ?? words(id);
  }
}
