import { is_abort } from '../api/client';
import type { JsonObject, WorldInfo } from '../api/types';
import { is_object, words, type Document } from './recipe';
import { settings } from './settings';
import { Signal } from './store';
import type { Edit, Step, Studio } from './studio';

/** How fine a finite world is made: the same world, sharper. */
export type Quality = 'draft' | 'standard' | 'fine';
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

/**
 * Makes finite worlds (maps, planets): a small picture at once, while a slider moves; the world itself as a job on the server when
 * it rests. The last world stays on the screen until the next one is there.
 */
export class Maker {
  readonly world = new Signal<WorldInfo | undefined>(undefined);
  /** A small picture of what is coming, as an object's address. */
  readonly preview = new Signal<string | undefined>(undefined);
  quality: Quality = 'draft';

  private job = '';
  private preview_abort = new AbortController();
  private job_abort = new AbortController();
  private previewing = false;
  private pending: Document | undefined;
  private shown = '';
  private readonly stops: (() => void)[];

  constructor(private readonly studio: Studio, private readonly preview_order: () => JsonObject) {
    this.stops = [
      studio.edit.watch((edit) => this.update(edit)),
      studio.start.changed(() => void this.make(studio.document)),
      studio.stop.changed(() => this.stop()),
    ];
  }

  /** The same document again, for another way of drawing or another quality. */
  again(): void {
    void this.make(this.studio.document);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.stop();
    this.preview_abort.abort();
    if (this.preview.value) URL.revokeObjectURL(this.preview.value);
  }

  private update({ document, settled }: Edit): void {
    const key = JSON.stringify([document.recipe, document.seed]);
    if (key === this.shown && settled && this.world.value) return;
    this.shown = key;
    if (this.job) this.stop();
    void this.draw_preview(document);
    if (settled && settings.value.auto) void this.make(document);
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
        const order = { recipe: now.recipe, seed: now.seed, ...this.preview_order() };
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

  private async make(document: Document): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.job_abort = abort;
    const steps: Step[] = [];
    const { studio } = this;
    studio.work.set({ busy: true, what: 'Waiting…', share: 0 });
    try {
      const job = await studio.client.make({ name: document.title, recipe: at_quality(document.recipe, this.quality), seed: document.seed });
      if (abort.signal.aborted) {
        await studio.client.cancel(job);
        return;
      }
      this.job = job;
      const done = await studio.client.follow(job, {
        progress: ({ progress, stage }) => studio.work.set({ busy: true, what: stage ? this.title_of(stage) : 'Working…', share: progress }),
        stage: ({ id, title, picture }) => {
          steps.push({ id, title: title ?? this.title_of(id), ...(picture ? { picture } : {}) });
          studio.steps.set([...steps]);
        },
      }, abort.signal);
      if (abort.signal.aborted || !done.world) return;
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

  private stop(): void {
    this.job_abort.abort();
    if (this.job) void this.studio.client.cancel(this.job);
    if (this.job || this.studio.work.value.busy) this.studio.work.set({ busy: false, what: 'Stopped' });
    this.job = '';
  }

  private title_of(id: string): string {
    return this.studio.stages.find((stage) => stage.id === id)?.title ?? words(id);
  }
}
