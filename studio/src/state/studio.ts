import type { Client } from '../api/client';
import type { About, DomainInfo, Json, NoiseKind, ParamInfo, Preset, StageInfo, WorldKind } from '../api/types';
import { History } from './history';
import { changed, document_of, equal_documents, type Document } from './recipe';
import type { Address, Look } from './address';
import { change_settings, settings, with_first } from './settings';
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

  /** How a view is to look at its world: told when an address is opened while the view is in front. */
  readonly look = new Signal<Look>({});
  /** Counts worlds that were opened or rolled: they are looked at where they are worth seeing, not where the last one was left. */
  readonly fresh = new Signal(0);
  /** What of the world in front no link can hold, in words; "": nothing. */
  readonly beyond_link = new Signal('');
  /** How each view was left. */
  readonly looks = new Map<WorldKind, Look>();
  /** Asks the view in front how it looks at its world; undefined until there is one. */
  ask_look: (() => Look) | undefined;

  private readonly histories = new Map<WorldKind, History<Document>>();

  constructor(
    readonly client: Client,
    readonly about: About,
    readonly presets: readonly Preset[],
    readonly stages: readonly StageInfo[],
    readonly noises: readonly NoiseKind[],
    /** Parameters of voxel worlds, which have no stages. */
    readonly voxel_params: readonly ParamInfo[],
    readonly domains: readonly DomainInfo[] = [],
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
    this.begin_anew(this.view.value);
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
    this.begin_anew(document.kind);
    if (this.view.value === document.kind) this.tell(true, false);
    else this.view.set(document.kind);
  }

  /** What a view behind shows when it comes to the front. */
  remember(view: WorldKind, document: Document, look: Look): void {
    this.histories.set(view, new History(document));
    this.looks.set(view, look);
    if (view === this.view.value) this.tell(true, false);
  }

  /** Everything that an address holds: a world, and how it is looked at. */
  open_address({ view, document, look }: Address): void {
    this.looks.set(view, look);
    const same = this.view.value === view;
    const history = this.histories.get(view)!;
    if (!equal_documents(history.value, document)) history.push(document, `address ${document.title} ${document.seed}`);
    if (same) {
      this.tell(true, false);
      this.look.set(look);
    } else this.view.set(view);
  }

  look_now(): Look {
    return this.ask_look?.() ?? this.looks.get(this.view.value) ?? {};
  }

  /** The document of a view that is not in front. */
  document_of(view: WorldKind): Document {
    return this.histories.get(view)!.value;
  }

  /** The same world under another name. */
  rename(title: string): void {
    const text = title.trim().slice(0, 80);
    if (text === '' || text === this.document.title) return;
    this.history.push({ ...this.document, title: text }, 'name');
    this.tell(true, false);
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

  private begin_anew(view: WorldKind): void {
    this.looks.delete(view);
    if (view === this.view.value) this.fresh.set(this.fresh.value + 1);
  }

  private tell(settled: boolean, own: boolean): void {
    this.problem.set(undefined);
    this.edit.set({ document: this.document, settled, own });
  }

  private first_document(kind: WorldKind): Document {
    const preferred: Partial<Record<WorldKind, string>> = {
      planet: 'earth',
      map: 'map',
      terrain: 'land',
      voxels: 'lands',
      noise: 'eroded_mountains',
    };
    const of_kind = this.presets.filter((preset) => preset.kind === kind);
    const preset = of_kind.find(({ id }) => id === preferred[kind] || id === `${kind}-${preferred[kind]}`) ?? of_kind.at(0);
    if (preset) return document_of(preset);
    return { kind, preset: '', title: 'New world', recipe: kind === 'noise' ? { kind: 'perlin' } : { craton: 1 }, seed: 7 };
  }

  private remember_seed(seed: number): void {
    change_settings({ seeds: with_first([seed], settings.value.seeds) });
  }
}

export function words_of(error: unknown): { path: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return { path, message: /[.!?]$/.test(text) ? text : `${text}.` };
}
