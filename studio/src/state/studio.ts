import type { Client } from '../api/client';
import type { About, Json, NoiseKind, ParamInfo, Preset, StageInfo, WorldKind } from '../api/types';
import { History } from './history';
import { changed, document_of, type Document } from './recipe';
import { change_settings, settings } from './settings';
import { Signal } from './store';

/** Room that the drawers take from the window, in pixels. */
export interface Insets {
  left: number;
  right: number;
  bottom: number;
}

/** What the bar at the bottom tells of work. */
export interface Work {
  busy: boolean;
  what: string;
  /** 0 … 1; undefined: unknown. */
  share?: number;
  /** It can be paused and ended early. */
  steerable?: boolean;
  paused?: boolean;
}

export type Steering = 'pause' | 'resume' | 'finish';

export interface Step {
  id: string;
  /** Of the stage. */
  index: number;
  /** Within it; Infinity: the whole stage. */
  iteration: number;
  title: string;
  picture?: string;
}

/** A change of the document; `settled` is false while a slider is being dragged, `own` where a control of the drawer made it. */
export interface Edit {
  document: Document;
  settled: boolean;
  own: boolean;
}

export const view_names: readonly WorldKind[] = ['planet', 'map', 'terrain', 'voxels', 'noise'];

/** Everything the parts of the page share. Views and drawers watch it; none of them knows another. */
export class Studio {
  readonly view = new Signal<WorldKind>('planet');
  readonly edit: Signal<Edit>;
  readonly insets = new Signal<Insets>({ left: 0, right: 0, bottom: 0 });
  readonly work = new Signal<Work>({ busy: false, what: '' });
  readonly steps = new Signal<readonly Step[]>([]);
  /** Which step is looked at; undefined: the finished world. */
  readonly step = new Signal<number | undefined>(undefined);
  readonly problem = new Signal<{ path: string; message: string } | undefined>(undefined);
  readonly notice = new Signal<{ text: string; where?: string; bad: boolean } | undefined>(undefined);
  /** Asks the view in front to start, or to stop. */
  readonly start = new Signal(0);
  readonly stop = new Signal(0);
  readonly steer = new Signal<{ what: Steering } | undefined>(undefined);

  private readonly histories = new Map<WorldKind, History<Document>>();

  constructor(
    readonly client: Client,
    readonly about: About,
    readonly presets: readonly Preset[],
    readonly stages: readonly StageInfo[],
    readonly noises: readonly NoiseKind[],
    /** Parameters of voxel worlds, which have no stages. */
    readonly voxel_params: readonly ParamInfo[],
  ) {
    for (const kind of view_names) this.histories.set(kind, new History(this.first_document(kind)));
    this.edit = new Signal<Edit>({ document: this.history.value, settled: true, own: false });
    this.view.changed(() => {
      this.steps.set([]);
      this.step.set(undefined);
      this.problem.set(undefined);
      this.tell(true, false);
    });
  }

  get document(): Document {
    return this.history.value;
  }
  get history(): History<Document> {
    return this.histories.get(this.view.value)!;
  }

  /** One place of the recipe changes; undefined removes the key, so that the default counts. */
  set(path: string, value: Json | undefined, settled: boolean, own = true): void {
    this.history.push(changed(this.document, path, value), path);
    this.tell(settled, own);
  }

  set_seed(seed: number): void {
    if (!Number.isSafeInteger(seed) || seed < 0 || seed === this.document.seed) return;
    this.remember_seed(this.document.seed);
    this.history.push({ ...this.document, seed }, `seed ${seed}`);
    this.tell(true, true);
  }

  roll(): void {
    const random = new Uint32Array(1);
    crypto.getRandomValues(random);
    this.set_seed(random[0] % 1000000);
  }

  /** Opens a document in the view of its kind. */
  open(document: Document): void {
    const history = this.histories.get(document.kind)!;
    history.push(document, `open ${document.title} ${document.seed}`);
    if (this.view.value === document.kind) this.tell(true, false);
    else this.view.set(document.kind);
  }

  /** The document as it has become by itself; a step of undo, too. */
  adopt(document: Document, label: string): void {
    this.history.push(document, label);
    this.tell(true, false);
  }

  undo(): void {
    this.history.undo();
    this.tell(true, false);
  }
  redo(): void {
    this.history.redo();
    this.tell(true, false);
  }

  fail(error: unknown): void {
    const { path, message } = words_of(error);
    this.problem.set({ path, message });
    this.notice.set({ text: message, ...(path ? { where: path } : {}), bad: true });
  }

  say(text: string): void {
    this.notice.set({ text, bad: false });
  }

  private tell(settled: boolean, own: boolean): void {
    this.problem.set(undefined);
    this.edit.set({ document: this.document, settled, own });
  }

  private first_document(kind: WorldKind): Document {
    const preferred: Partial<Record<WorldKind, string>> = {
      planet: 'earth',
      map: 'map',
      terrain: 'terrain',
      voxels: 'seven-biomes',
      noise: 'eroded_mountains',
    };
    const of_kind = this.presets.filter((preset) => preset.kind === kind);
    const preset = of_kind.find((entry) => entry.id.endsWith(preferred[kind] ?? '')) ?? of_kind.at(0);
    if (preset) return document_of(preset);
    return { kind, preset: '', title: 'New world', recipe: kind === 'noise' ? { kind: 'perlin' } : { craton: 1 }, seed: 7 };
  }

  private remember_seed(seed: number): void {
    change_settings({ seeds: [seed, ...settings.value.seeds.filter((old) => old !== seed)].slice(0, 24) });
  }
}

export function words_of(error: unknown): { path: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return { path, message: /[.!?]$/.test(text) ? text : `${text}.` };
}
