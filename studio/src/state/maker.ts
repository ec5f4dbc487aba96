import { ApiError, is_abort, request } from '../api/client';
import type { Job, JsonObject, WorldInfo, WorldKind } from '../api/types';
import { Kept, short_name, steps_of_stored, stored_steps } from './kept';
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

const local = () => (typeof localStorage === 'undefined' ? undefined : localStorage);
const of_tab = () => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage);
/** Worlds that the server keeps, by what they are made of; undoing and reloading go back to them without making them again. */
const known = new Kept<string>('craton-known', 120, local);
/** Pictures of how they were made, while the server has them. */
const steps_of_world = new Kept<ReturnType<typeof stored_steps>>('craton-steps', 8, local);
/** Work that goes on while its view is left, or the page is loaded again. */
const running = new Kept<string>('craton-jobs', 8, of_tab);
/** Pixels of the longer side of small pictures: while a slider moves, and before the world itself comes. */
const [glimpse, preview] = [192, 256];
/** Worlds that nobody asked for by hand: the oldest go when there are many. */
const unasked: string[] = [];
const most_unasked = 6;
/** More steps than that are not kept over a reload. */
const most_steps = 400;

function key_of(document: Pick<Document, 'recipe' | 'seed'>, quality: Quality | 'any'): string {
  return short_name(JSON.stringify([document.recipe, document.seed, quality]));
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
  /** The world on the screen is another one than the one that was asked for, and nothing of that has come yet. */
  readonly other = new Signal(false);
  /** Whether pictures of iterations are kept, for the timeline. */
  history = false;

  private job = '';
  private preview_abort = new AbortController();
  private job_abort = new AbortController();
  private previewing = false;
  private pending: Document | undefined;
  /** A slider is being dragged. */
  private moving = false;
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
      studio.fresh.changed(() => this.other.set(true)),
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
    // The work goes on: whoever comes back finds it further on, or done.
    this.job_abort.abort();
    this.preview_abort.abort();
    if (this.preview.value) URL.revokeObjectURL(this.preview.value);
  }

  private update({ document, settled }: Edit): void {
    if (document.kind !== this.kind) return;
    const key = JSON.stringify([document.recipe, document.seed]);
    if (key === this.shown && settled && this.world.value) return;
    this.shown = key;
    this.moving = !settled;
    if (this.job) this.stop();
    if (settled && settings.value.auto) void this.find_or_make(document);
    else void this.draw_preview(document);
  }

  private async find_or_make(document: Document): Promise<void> {
    if (this.other.value) this.studio.work.set({ busy: true, what: 'Looking whether it is there…' });
    const world = (await this.known_world(document)) ?? (await this.kept_world(document));
    if (this.studio.document !== document) return;
    if (world) {
      this.show(world);
      return;
    }
    void this.draw_preview(document);
    await this.make(document, false);
  }

  /** A world that was made of this document before, if the server still has it. */
  private async known_world(document: Document): Promise<WorldInfo | undefined> {
    for (const [quality, recipe] of [
      [this.quality, at_quality(document.recipe, this.quality)],
      ['any', document.recipe],
    ] as const) {
      const key = key_of(document, quality);
      const id = known.get(key);
      if (!id) continue;
      const world = await this.studio.client.world(id).catch(() => undefined);
      // Another server may have another world of that name.
      if (world?.recipe && (world.asked_seed ?? world.seed) === document.seed && same_world(recipe, world.recipe)) return world;
      known.delete((name) => name === key);
    }
    return undefined;
  }

  /** A world of this very preset, seed and fineness that was made before; only asked for a document that nobody has changed. */
  private async kept_world(document: Document): Promise<WorldInfo | undefined> {
    if (this.studio.presets.find((preset) => preset.id === document.preset)?.recipe !== document.recipe) return undefined;
    const asked = at_quality(document.recipe, this.quality);
    try {
      const worlds = (await this.studio.client.worlds()).filter(
        ({ kind, seed, name }) =>
          kind === document.kind && seed === document.seed && (name === document.title || name === document.recipe.name),
      );
      for (const { id } of worlds.slice(0, 6)) {
        const world = await this.studio.client.world(id);
        if (world.recipe && same_world(asked, world.recipe)) return world;
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
        const order = { recipe: now.recipe, seed: now.seed, size: this.moving ? glimpse : preview, glimpse: true, ...this.preview_order() };
        const response = await this.studio.client.preview(order, this.preview_abort.signal);
        const url = URL.createObjectURL(await response.blob());
        const old = this.preview.value;
        this.preview.set(url);
        if (this.studio.document === now) this.other.set(false);
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
    const key = key_of(document, this.quality);
    studio.steps.set([]);
    studio.step.set(undefined);
    studio.work.set({ busy: true, what: 'Waiting…', share: 0 });
    try {
      const done = await this.work_of(document, key, abort.signal);
      if (!done.world) return;
      const world = await studio.client.world(done.world);
      const made = this.finished && world.recipe ? { ...document, recipe: with_iterations(document.recipe, world.recipe) } : document;
      known.set(key_of(made, this.quality), done.world);
      const steps = studio.steps.value;
      if (steps.length <= most_steps) steps_of_world.set(done.world, stored_steps(steps));
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
      this.other.set(false);
      if (!is_abort(error)) studio.fail(error);
    } finally {
      if (this.job_abort === abort) this.job = '';
    }
  }

  /** Follows the work on a document to its end: work that goes on already, or new work, once more where a server was restarted. */
  private async work_of(document: Document, key: string, signal: AbortSignal): Promise<Job> {
    const { client } = this.studio;
    const preset = this.studio.presets.find(({ id }) => id === document.preset);
    // Kinds of planets are told by the name of their recipe, which says how they are coloured, too.
    const own_name = document.kind === 'planet' && preset?.title === document.title;
    const order = {
      ...(own_name ? {} : { name: document.title }),
      recipe: at_quality(document.recipe, this.quality),
      seed: document.seed,
      ...(this.history ? { history: true } : {}),
    };
    for (let attempt = 1; ; ++attempt) {
      const before = attempt === 1 ? running.get(key) : undefined;
      const job = before ?? (await client.make(order));
      if (signal.aborted) {
        if (!before) await client.cancel(job);
        throw new DOMException('stopped', 'AbortError');
      }
      this.job = job;
      running.set(key, job);
      try {
        const done = await this.follow(job, signal);
        running.delete((name) => name === key);
        return done;
      } catch (error) {
        if (signal.aborted) throw error;
        running.delete((name) => name === key);
        const forgotten = error instanceof ApiError && error.status === 404;
        if (!(before && is_abort(error)) && !(forgotten && attempt < 3)) throw error;
      }
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
    this.show_steps(world);
    this.world.set(world);
    this.other.set(false);
    studio.work.set({ busy: false, what: 'Ready' });
  }

  /** How it was made: at once where the page has seen it, otherwise if the server still has the pictures. */
  private show_steps(world: WorldInfo): void {
    const { studio } = this;
    const steps = steps_of_stored(steps_of_world.get(world.id) ?? []);
    const first = steps.find(({ picture }) => picture)?.picture;
    if (!first || studio.steps.value.length === steps.length) {
      studio.steps.set(steps);
      return;
    }
    studio.steps.set([]);
    request(first).then(
      () => this.world.value === world && studio.step.value === undefined && studio.steps.set(steps),
      () => steps_of_world.delete((id) => id === world.id),
    );
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
    const { job } = this;
    if (job) {
      running.delete((_, id) => id === job);
      void this.studio.client.cancel(job);
    }
    if (this.job || this.studio.work.value.busy) this.studio.work.set({ busy: false, what: 'Stopped' });
    this.job = '';
  }

  private limit_unasked(world: string): void {
    unasked.push(world);
    if (unasked.length <= most_unasked) return;
    const oldest = unasked.shift()!;
    known.delete((_, id) => id === oldest);
    steps_of_world.delete((id) => id === oldest);
    void this.studio.client.remove(oldest).catch(() => undefined);
  }

  private title_of(id: string): string {
    return this.studio.stages.find((stage) => stage.id === id)?.title ?? words(id);
  }
}
