import type { JsonObject, StageInfo } from '../api/types';
import {
  added_stage,
  duplicated_stage,
  is_object,
  knob_over,
  knobs_of,
  moved_stage,
  parse_recipe,
  removed_stage,
  stages_of,
  switched_stage,
  words,
  type Document,
  type StageEntry,
} from '../state/recipe';
import { get_at, pointer } from '../state/pointer';
import { words_of, type Studio } from '../state/studio';
import { choice, fold, icon_button, slider, toggle } from './controls';
import { h, replace } from './dom';
import { open_table } from './files';
import { noise_editor } from './noise_editor';
import { param_control } from './param_control';
import { section } from './panel';
import { requirement_editor } from './requirements';

export interface LeftActions {
  gallery(): void;
  /** Shows or hides what feeds what, beside the list. */
  graph(): void;
  menu(anchor: HTMLElement): void;
}

/** From knobs in plain words, to stages, to single parameters, to the text of the recipe. */
export class LeftDrawer {
  readonly element = h('aside', { class: 'drawer drawer-left', 'aria-label': 'World' });
  private readonly title = h('input', {
    class: 'title',
    type: 'text',
    'aria-label': 'Name of this world',
    title: 'Its name: what you change is kept under it',
    maxlength: 80,
    spellcheck: 'false',
    'data-role': 'name',
  });
  private readonly body = h('div', { class: 'drawer-body' });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;

  constructor(
    private readonly studio: Studio,
    private readonly actions: LeftActions,
  ) {
    this.undo = icon_button('undo', 'Undo (Ctrl+Z)', () => studio.undo());
    this.redo = icon_button('redo', 'Redo (Ctrl+Shift+Z)', () => studio.redo());
    const menu = icon_button('open', 'Recipe: open, save, share, export', () => actions.menu(menu), { 'aria-haspopup': 'menu' });
    this.element.append(
      h(
        'header',
        { class: 'drawer-head' },
        this.title,
        icon_button('gallery', 'Presets (P)', () => actions.gallery()),
        this.undo,
        this.redo,
        menu,
      ),
      this.body,
    );
    this.title.addEventListener('change', () => {
      studio.rename(this.title.value);
      this.title.value = studio.document.title;
      this.title.blur();
    });
    studio.edit.watch(({ document, own }) => {
      if (window.document.activeElement !== this.title) this.title.value = document.title;
      this.undo.disabled = !studio.history.canUndo;
      this.redo.disabled = !studio.history.canRedo;
      if (!own) this.build(document);
      else this.refresh_text();
    });
    studio.problem.changed((problem) => this.mark(problem?.path ?? ''));
  }

  /** Rebuilt when another document comes in; what was unfolded and scrolled stays so. */
  private build(document: Document): void {
    const open = new Set([...this.body.querySelectorAll<HTMLDetailsElement>('details[open]')].map((entry) => entry.dataset.key));
    const scroll = this.body.scrollTop;
    if (document.kind === 'noise') {
      const context = { noises: this.studio.noises };
      replace(
        this.body,
        section(
          'Noise',
          noise_editor(document.recipe, context, (recipe, settled) => this.studio.set('', recipe, settled)),
        ),
        this.text_section(document, open),
      );
    } else {
      replace(
        this.body,
        this.knob_section(document),
        this.domain_section(document, open),
        this.stage_section(document, open),
        this.require_section(document, open),
        this.text_section(document, open),
      );
    }
    this.body.scrollTop = scroll;
  }

  private knob_section(document: Document): HTMLElement | null {
    const known = this.studio.presets.find((preset) => preset.id === document.preset)?.knobs ?? [];
    const knobs = knobs_of(document.recipe, known);
    if (knobs.length === 0) return null;
    return section(
      'Knobs',
      ...knobs.map((knob) => {
        const value = get_at(document.recipe, knob.path);
        return slider({
          label: knob.title,
          help: knob.help,
          min: knob.min,
          max: knob.max,
          step: knob.step,
          value: typeof value === 'number' ? value : knob.default,
          default: knob.default,
          change: (next, settled) => this.studio.set(knob.path, next, settled),
        }).element;
      }),
    );
  }

  /** Where the world lies: cells, size, and what its kind of surface has besides. */
  private domain_section(document: Document, open: ReadonlySet<string | undefined>): HTMLElement | null {
    const { domain } = document.recipe;
    if (!is_object(domain)) return null;
    const info = this.studio.domains.find(({ id }) => id === domain.kind);
    if (!info) return null;
    return section(
      'Surface',
      fold(
        h('span', { class: 'fold-title' }, info.title),
        open.has('domain'),
        () => [
          h('p', { class: 'sentence' }, info.help),
          ...info.params.map((param) => {
            const path = pointer('domain', param.name);
            const control = param_control(param, domain[param.name], { noises: this.studio.noises }, (value, settled) =>
              this.studio.set(path, value, settled),
            );
            control.dataset.path = path;
            return control;
          }),
        ],
        { 'data-key': 'domain', 'data-path': '/domain' },
      ),
    );
  }

  /** On and off, order, another one like it, away. */
  private stage_tools(entry: StageEntry, count: number): HTMLElement {
    const { studio } = this;
    const change = (next: (recipe: JsonObject) => JsonObject) => studio.set('', next(studio.document.recipe), true, false);
    const { index } = entry;
    const on = toggle('In use', 'Switched off it does nothing.', entry.values.enabled !== false, (value) =>
      change((recipe) => switched_stage(recipe, index, value)),
    ).element;
    const up = icon_button('up', 'Earlier', () => change((recipe) => moved_stage(recipe, index, -1)));
    const down = icon_button('down', 'Later', () => change((recipe) => moved_stage(recipe, index, 1)));
    up.disabled = index === 0;
    down.disabled = index === count - 1;
    return h(
      'div',
      { class: 'stage-tools' },
      on,
      up,
      down,
      icon_button('copy', 'Another one like it', () => change((recipe) => duplicated_stage(recipe, index))),
      icon_button('trash', 'Remove this stage', () => change((recipe) => removed_stage(recipe, index))),
    );
  }

  private add_stage(count: number): HTMLElement {
    const { studio } = this;
    const place = choice(
      'Add a stage',
      'At the end; the arrows of a stage move it.',
      [['', 'Choose…'], ...studio.stages.map(({ id, title }): [string, string] => [id, title])],
      '',
      (id) => id && studio.set('', added_stage(studio.document.recipe, count, id), true, false),
    ).element;
    place.dataset.role = 'add-stage';
    return place;
  }

  private stage_section(document: Document, open: ReadonlySet<string | undefined>): HTMLElement | null {
    const entries = stages_of(document.recipe);
    if (document.kind === 'voxels') return this.voxel_section(document, open);
    if (entries.length === 0) return null;
    const list = fold(
      h('span', { class: 'fold-title' }, 'All stages, in order'),
      open.has('stages'),
      () => [
        ...entries.map((entry) => {
          const info = this.studio.stages.find((stage) => stage.id === entry.stage);
          const title = h('span', { class: 'fold-title' }, info?.title ?? words(entry.stage));
          const note = entry.id === entry.stage ? null : h('span', { class: 'side-note' }, words(entry.id));
          const key = `stage ${entry.id}`;
          const off = entry.values.enabled === false;
          return fold(
            h('span', { class: off ? 'contents off' : 'contents' }, title, off ? h('span', { class: 'side-note' }, 'off') : note),
            open.has(key),
            () => [this.stage_tools(entry, entries.length), ...this.params_of(document, entry, info)],
            { 'data-key': key, 'data-path': entry.path },
          );
        }),
        this.add_stage(entries.length),
      ],
      { 'data-key': 'stages', 'data-path': '/stages' },
    );
    const graph = h(
      'button',
      { type: 'button', class: 'button', 'data-role': 'graph', title: 'Which stage makes what of which other stage’s work' },
      'What feeds what',
    );
    graph.addEventListener('click', () => this.actions.graph());
    return section(`Stages · ${entries.length}`, h('div', { class: 'button-row' }, graph), list);
  }

  private require_section(document: Document, open: ReadonlySet<string | undefined>): HTMLElement | null {
    if (document.kind !== 'map' && document.kind !== 'planet') return null;
    return section(
      'Requirements',
      fold(
        h('span', { class: 'fold-title' }, 'What the world must be like'),
        open.has('require'),
        () => [requirement_editor(this.studio)],
        { 'data-key': 'require', 'data-path': '/require' },
      ),
    );
  }

  private voxel_section(document: Document, open: ReadonlySet<string | undefined>): HTMLElement {
    const values = is_object(document.recipe.voxels) ? document.recipe.voxels : {};
    const table = document.recipe.table;
    const name = is_object(table) ? (typeof table.name === 'string' ? table.name : 'From a file') : 'Seven biomes (built in)';
    const other = h('button', { type: 'button', class: 'button', 'data-role': 'open-table' }, 'Open…');
    other.title = 'Biomes, grounds and plants from a file (docs/voxels.md)';
    other.addEventListener('click', () => open_table(this.studio));
    const usual = h('button', { type: 'button', class: 'button' }, 'Built in');
    usual.disabled = table === undefined;
    usual.addEventListener('click', () => this.studio.set('/table', undefined, true, false));
    const tables = h(
      'div',
      { class: 'control', 'data-path': '/table' },
      h('div', { class: 'control-row' }, h('span', { class: 'control-name' }, 'Biome table'), h('span', { class: 'note' }, name)),
      h('div', { class: 'button-row' }, other, usual),
    );
    return section(
      'Parameters',
      tables,
      fold(
        h('span', { class: 'fold-title' }, 'All parameters'),
        open.has('voxels'),
        () =>
          this.studio.voxel_params.map((param) => {
            const path = pointer('voxels', param.name);
            const control = param_control(param, values[param.name], { noises: this.studio.noises }, (value, settled) =>
              this.studio.set(path, value, settled),
            );
            control.dataset.path = path;
            return control;
          }),
        { 'data-key': 'voxels', 'data-path': '/voxels' },
      ),
    );
  }

  private params_of(document: Document, entry: StageEntry, info: StageInfo | undefined): HTMLElement[] {
    if (!info) return [h('p', { class: 'sentence' }, 'This stage is not known to the server; see the text of the recipe.')];
    const sentence = h('p', { class: 'sentence' }, info.help, info.cite ? ` (${info.cite})` : '');
    return [
      sentence,
      ...info.params.map((param) => {
        const path = entry.path + pointer(param.name);
        const knob = knob_over(document.recipe, entry.id, param.name);
        if (knob !== undefined) {
          return h(
            'div',
            { class: 'control', 'data-path': path },
            h(
              'div',
              { class: 'control-row' },
              h('span', { class: 'control-name', title: param.help }, words(param.name)),
              h('span', { class: 'note' }, `knob “${words(knob)}”`),
            ),
          );
        }
        const control = param_control(param, entry.values[param.name], { noises: this.studio.noises }, (value, settled) =>
          this.studio.set(path, value, settled),
        );
        control.dataset.path = path;
        return control;
      }),
    ];
  }

  private text_section(document: Document, open: ReadonlySet<string | undefined>): HTMLElement {
    return section(
      'Recipe',
      fold(
        h('span', { class: 'fold-title' }, 'As text'),
        open.has('text'),
        () => {
          const area = h('textarea', {
            class: 'code',
            spellcheck: 'false',
            'aria-label': 'Text of the recipe',
            'data-role': 'recipe-text',
          });
          area.value = JSON.stringify(document.recipe, null, 2);
          const apply = h('button', { type: 'button', class: 'button', 'data-role': 'apply-recipe' }, 'Apply');
          apply.addEventListener('click', () => {
            try {
              this.studio.set('', parse_recipe(area.value), true, false);
            } catch (error) {
              this.studio.fail(new Error(`This is not JSON: ${words_of(error).message}`));
            }
          });
          return [area, apply];
        },
        { 'data-key': 'text' },
      ),
    );
  }

  /** Unfolds the part of a recipe and brings it into sight. */
  reveal(path: string, depth = 0): void {
    let unfolded = false;
    for (const details of this.body.querySelectorAll<HTMLDetailsElement>('details[data-path]')) {
      const own = details.dataset.path ?? '';
      if (details.open || !(path === own || path.startsWith(`${own}/`))) continue;
      unfolded = details.open = true;
    }
    // What is inside is made when it unfolds, a moment later.
    if (unfolded && depth < 4) setTimeout(() => this.reveal(path, depth + 1), 60);
    else this.body.querySelector(`details[data-path="${path}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  private refresh_text(): void {
    const area = this.body.querySelector<HTMLTextAreaElement>('textarea.code');
    if (area && window.document.activeElement !== area) area.value = JSON.stringify(this.studio.document.recipe, null, 2);
  }

  /** The place that an error names turns red, down to its control; what is folded over it unfolds. */
  private mark(path: string, depth = 0): void {
    let unfolded = false;
    for (const element of this.body.querySelectorAll<HTMLElement>('[data-path]')) {
      const own = element.dataset.path ?? '';
      const wrong = path !== '' && (path === own || path.startsWith(`${own}/`));
      element.classList.toggle('wrong', wrong);
      if (wrong && element instanceof HTMLDetailsElement && !element.open) unfolded = element.open = true;
    }
    // What is inside is made when it unfolds, a moment later.
    if (unfolded && depth < 4) setTimeout(() => this.mark(this.studio.problem.value?.path ?? '', depth + 1), 60);
    else if (path !== '') [...this.body.querySelectorAll<HTMLElement>('.wrong')].at(-1)?.scrollIntoView({ block: 'nearest' });
  }
}
