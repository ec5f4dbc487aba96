import { is_abort } from '../api/client';
import type { Job, JsonObject, WorldInfo, WorldKind } from '../api/types';
import { is_object, same_world, words, type Document } from './recipe';
import { change_settings, settings, type Quality } from './settings';
import { Signal } from './store';
import type { Edit, Steering, Step, Studio } from './studio';

/** Maps come as fine as one would print them, planets as fine as one would look at them whole. */
const shares: Record<Quality, { map: number; planet: number }> = {
  draft: { map: 4, planet: 2 },
  standard: { map: 2, planet: 1 },
  fine: { map: 1, planet: 0.5 },
};

/** The recipe at so many cells; lengths in metres stay. */
export function at_quality(recipe: JsonObject, quality: Quality): JsonObject {
  const domain = recipe.domain;
  const share = shares[quality][is_object(domain) && typeof domain.resolution === 'number' ? 'planet' : 'map'];
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

/** Steps with the one that was told last. What a world was before it was begun anew goes: the same stage, and all after it. */
export function with_step(steps: readonly Step[], next: Step): Step[] {
  return [...steps.filter((step) => step.index < next.index || (step.index === next.index && step.iteration < next.iteration)), next];
}

/** The recipe with as many iterations as the world was made with: whoever ends a stage early gets the recipe that says so. */
export function with_iterations(recipe: JsonObject, made: JsonObject): JsonObject {
  if (!Array.isArray(recipe.stages) || !Array.isArray(made.stages)) return recipe;
  const of_made = made.stages;
  let differs = false;
  const stages = recipe.stages.map((stage, index) => {
    const other = of_made.at(index);
    if (
      !is_object(stage) ||
      !is_object(other) ||
      other.stage !== stage.stage ||
      typeof other.iterations !== 'number' ||
      other.iterations === stage.iterations
    )
      return stage;
    differs = true;
    return { ...stage, iterations: other.iterations };
  });
  return differs ? { ...recipe, stages } : recipe;
}

/** Worlds that the server keeps, by what they are made of; undoing goes back to them without making them again. */
const known = new Map<string, string>();
/** Worlds that nobody asked for by hand: the oldest go when there are many. */
const unasked: string[] = [];
const most_unasked = 6;
/** Pictures of how they were made, while the server has them. */
const steps_of_world = new Map<string, readonly Step[]>();

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
  /** Somebody ended a stage of the job early. */
  private finished = false;
  private readonly stops: (() => void)[];

  constructor(
    private readonly studio: Studio,
    private readonly kind: WorldKind,
    private readonly preview_order: () => JsonObject,
  ) {
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
        this.show(world);
        return;
      } catch {
        known.delete(key);
        known.delete(key_of(document, 'any'));
      }
    }
    void this.draw_preview(document);
    await this.make(document, false);
  }

  /** A world of this very preset, seed and fineness that was made before; only asked for a document that nobody has changed. */
  private async kept_world(document: Document): Promise<string | undefined> {
    if (this.studio.presets.find((preset) => preset.id === document.preset)?.recipe !== document.recipe) return undefined;
    const asked = at_quality(document.recipe, this.quality);
    try {
      const worlds = (await this.studio.client.worlds()).filter(
        ({ kind, seed, name }) =>
          kind === document.kind && seed === document.seed && (name === document.title || name === document.recipe.name),
      );
      for (const { id } of worlds.slice(0, 6)) {
        const { recipe } = await this.studio.client.world(id);
        if (recipe && same_world(asked, recipe)) return id;
      }
    } catch {
      // It is made anew.
    }
    return undefined;
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
    this.finished = false;
    const { studio } = this;
    studio.steps.set([]);
    studio.step.set(undefined);
    studio.work.set({ busy: true, what: 'Waiting…', share: 0 });
    try {
      const job = await studio.client.make({
        name: document.title,
        recipe: at_quality(document.recipe, this.quality),
        seed: document.seed,
        ...(this.history ? { history: true } : {}),
      });
      if (abort.signal.aborted) {
        await studio.client.cancel(job);
        return;
      }
      this.job = job;
      const done = await this.follow(job, abort.signal);
      if (!done.world) return;
      const world = await studio.client.world(done.world);
      const made = this.finished && world.recipe ? { ...document, recipe: with_iterations(document.recipe, world.recipe) } : document;
      known.set(key_of(made, this.quality), done.world);
      steps_of_world.set(done.world, studio.steps.value);
      if (!asked) this.limit_unasked(done.world);
      if (abort.signal.aborted) return;
      this.show(world);
      if (made.recipe !== document.recipe) {
        this.shown = JSON.stringify([made.recipe, made.seed]);
        studio.adopt(made, 'finished early');
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      studio.work.set({ busy: false, what: is_abort(error) ? 'Stopped' : 'Failed' });
      if (!is_abort(error)) studio.fail(error);
    } finally {
      if (this.job_abort === abort) this.job = '';
    }
  }

  private follow(job: string, signal: AbortSignal): Promise<Job> {
    const { studio } = this;
    const add = (step: Step) => studio.steps.set(with_step(studio.steps.value, step));
    return studio.client.follow(
      job,
      {
        progress: ({ progress, stage, state }) => {
          if (signal.aborted) return;
          const what = state === 'paused' ? 'Paused' : stage ? this.title_of(stage) : 'Working…';
          studio.work.set({ busy: true, what, share: progress, steerable: true, paused: state === 'paused' });
        },
        stage: ({ index, id, title, picture }) => {
          if (!signal.aborted) add({ id, index, iteration: Infinity, title: title ?? this.title_of(id), ...(picture ? { picture } : {}) });
        },
        iteration: ({ index, id, title, picture, iteration, iterations }) => {
          if (!signal.aborted)
            add({
              id,
              index,
              iteration,
              title: `${title ?? this.title_of(id)} ${iteration} of ${iterations}`,
              ...(picture ? { picture } : {}),
            });
        },
      },
      signal,
    );
  }

  private show(world: WorldInfo): void {
    const { studio } = this;
    studio.step.set(undefined);
    studio.steps.set(steps_of_world.get(world.id) ?? []);
    this.world.set(world);
    studio.work.set({ busy: false, what: 'Ready' });
  }

  /** Pauses the work, goes on, or ends the iterations of the stage that runs. */
  private async steer(what: Steering): Promise<void> {
    if (!this.job) return;
    try {
      if (what === 'finish') this.finished = true;
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
    steps_of_world.delete(oldest);
    void this.studio.client.remove(oldest).catch(() => undefined);
  }

  private title_of(id: string): string {
    return this.studio.stages.find((stage) => stage.id === id)?.title ?? words(id);
  }
}
