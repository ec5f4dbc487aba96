import type { Category, Json } from '../api/types';
import { words } from '../state/recipe';
import { fresh_id, h, replace } from './dom';
import { number_text, with_unit } from './scale';

/** Pieces of the drawer on the right: layers to choose from, what their colours mean, and what is under the pointer. */
export function section(title: string, ...children: (Node | null)[]): HTMLElement {
  const id = fresh_id('section');
  return h('section', { class: 'section', 'aria-labelledby': id }, h('h3', { id }, title), ...children);
}

export interface LayerChoice {
  id: string;
  title: string;
  /** A colour or a gradient that stands for it. */
  swatch: string;
  /** A word above the first of those that belong together. */
  group?: string;
}

export class LayerList {
  readonly element = h('div', { class: 'layer-list', role: 'radiogroup', 'aria-label': 'Layer' });
  private readonly name = fresh_id('layer');
  private shown = '';

  constructor(private readonly choose: (id: string) => void) {
    this.element.addEventListener('scroll', () => this.mark_more());
    new ResizeObserver(() => this.mark_more()).observe(this.element);
  }

  /** Whether the list goes on below what is seen of it. */
  private mark_more(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    this.element.classList.toggle('more', scrollHeight - scrollTop - clientHeight > 6);
  }

  set(layers: readonly LayerChoice[], current: string): void {
    const key = JSON.stringify([layers, current]);
    if (key === this.shown) return;
    this.shown = key;
    const scroll = this.element.scrollTop;
    replace(
      this.element,
      ...layers.flatMap((layer, index) => {
        const input = h('input', { type: 'radio', name: this.name, value: layer.id, class: 'visually-hidden' });
        input.checked = layer.id === current;
        input.addEventListener('change', () => this.choose(layer.id));
        const swatch = h('span', { class: 'swatch' });
        swatch.style.background = layer.swatch;
        const entry = h('label', { class: 'layer' }, input, swatch, layer.title);
        return layer.group && layer.group !== layers.at(index - 1)?.group
          ? [h('div', { class: 'layer-group' }, layer.group), entry]
          : [entry];
      }),
    );
    this.element.scrollTop = scroll;
    this.mark_more();
  }
}

export class Legend {
  readonly element = h('div', {});

  ramp(stops: readonly string[], min: number, max: number, unit: string): void {
    const bar = h('div', { class: 'legend-bar' });
    bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
    replace(
      this.element,
      bar,
      h('div', { class: 'legend-ends' }, h('span', {}, with_unit(min, unit)), h('span', {}, with_unit(max, unit))),
    );
  }

  categories(list: readonly Category[]): void {
    replace(
      this.element,
      h(
        'ul',
        { class: 'legend-list' },
        ...list.map((entry) => {
          const swatch = h('span', { class: 'swatch' });
          swatch.style.background = entry.colour;
          return h('li', {}, swatch, words(entry.name));
        }),
      ),
    );
  }

  text(sentence: string): void {
    replace(this.element, h('p', { class: 'hint' }, sentence));
  }
}

export type Fact = readonly [string, string];

export class Facts {
  readonly element = h('div', { class: 'facts-room', 'aria-live': 'off' });
  private rows: HTMLElement[] = [];
  private names = '';
  /** More than these are shown when somebody asks. */
  private readonly most = 9;
  private all = false;

  /** `hint`: what to do so that facts come. */
  constructor(hint = '') {
    if (hint) this.element.append(h('p', { class: 'hint' }, hint));
  }

  /** Rows stay where they are while their names are the same; only their values change. */
  set(facts: readonly Fact[]): void {
    const names = facts.map(([name]) => name).join('\n');
    if (names !== this.names) {
      this.names = names;
      this.rows = facts.map(() => h('dd', {}));
      const more = h('button', { type: 'button', class: 'link more-facts', hidden: facts.length <= this.most + 1 });
      const list = h('dl', { class: 'facts' });
      const fold = () => {
        list.classList.toggle('all', this.all);
        more.textContent = this.all ? 'Fewer' : `${facts.length - this.most} more`;
      };
      more.addEventListener('click', () => {
        this.all = !this.all;
        fold();
      });
      fold();
      const beyond = (index: number) => (facts.length > this.most + 1 && index >= this.most ? 'beyond' : '');
      list.append(
        ...facts.flatMap(([name], index) => {
          this.rows[index].className = beyond(index);
          return [h('dt', { class: beyond(index) }, name), this.rows[index]];
        }),
      );
      replace(this.element, list, more);
    }
    facts.forEach(([, value], index) => {
      if (this.rows[index].textContent !== value) {
        this.rows[index].textContent = value;
        this.rows[index].title = value;
      }
    });
  }
}

/** A fact as the server tells it, in words: a number, a name, or {value, unit, name}. */
export function fact_text(value: Json, unit = ''): string {
  if (value === null) return '–';
  if (typeof value === 'number') return with_unit(value, unit);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === 'number' ? number_text(entry) : fact_text(entry))).join(', ');
  if (typeof value.name === 'string' && value.name !== '') return value.name;
  if ('value' in value) return fact_text(value.value, typeof value.unit === 'string' ? value.unit : unit);
  return Object.entries(value)
    .map(([name, inner]) => `${words(name)} ${fact_text(inner)}`)
    .join(', ');
}
