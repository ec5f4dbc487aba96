import type { PlannedStage } from '../state/feeds';
import { feeds_of, idle_stages, type Feed } from '../state/feeds';
import { stages_of, words } from '../state/recipe';
import { words_of, type Studio } from '../state/studio';
import { icon_button } from './controls';
import { h, replace } from './dom';

/** Of a row, and of the room for lines beside it, as views.css has them. */
const row_height = 58;
const lines_width = 132;

/** The way of a line between two rows: it bows out the farther they lie apart. */
export function line_path({ from, to }: Feed): string {
  const y = (place: number) => (place + 0.5) * row_height;
  const bow = Math.min(lines_width - 14, 14 + 9 * Math.sqrt(to - from) * 2.2);
  const x = lines_width - 8;
  return `M${x} ${y(from)}C${x - bow} ${y(from)} ${x - bow} ${y(to)} ${x} ${y(to)}`;
}

/** Stages below each other, lines from who makes a layer to who takes it, and a picture of the world after each. */
export class StageGraph {
  readonly element = h('section', { class: 'graph', 'aria-label': 'What feeds what', hidden: true });
  private readonly body = h('div', { class: 'graph-body' });
  private readonly hint = h('p', { class: 'hint' });
  private plan: PlannedStage[] = [];
  private chosen: number | undefined;
  private asked = 0;
  private readonly rows: HTMLButtonElement[] = [];

  constructor(
    private readonly studio: Studio,
    /** Unfolds a stage in the list. */
    private readonly reveal: (path: string) => void,
    private readonly toggled: () => void,
  ) {
    this.element.append(
      h(
        'header',
        { class: 'drawer-head' },
        h('h2', {}, 'What feeds what'),
        icon_button('close', 'Close the graph', () => this.show(false)),
      ),
      this.hint,
      this.body,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.show(false);
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = this.rows.indexOf(event.target as HTMLButtonElement);
      if (way === undefined || at < 0) return;
      event.preventDefault();
      event.stopPropagation();
      this.rows.at(Math.min(this.rows.length - 1, Math.max(0, at + way)))?.focus();
    });
    studio.edit.changed(({ settled }) => settled && this.open && void this.ask());
    studio.steps.changed(() => this.open && this.draw());
  }

  /** Pixels that it takes from the world. */
  get width(): number {
    return this.element.offsetWidth;
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  show(on: boolean): void {
    if (on === this.open) return;
    this.element.hidden = !on;
    this.chosen = undefined;
    if (on) void this.ask().then(() => this.rows.at(0)?.focus());
    this.toggled();
  }

  private async ask(): Promise<void> {
    const turn = ++this.asked;
    try {
      const { stages } = await this.studio.client.plan(this.studio.document.recipe);
      if (turn !== this.asked) return;
      this.plan = stages;
      this.draw();
    } catch (error) {
      if (turn !== this.asked) return;
      this.plan = [];
      this.draw();
      this.hint.textContent = words_of(error).message;
    }
  }

  private draw(): void {
    const { studio, plan } = this;
    const focused = this.rows.indexOf(window.document.activeElement as HTMLButtonElement);
    const feeds = feeds_of(plan);
    const keep = studio.document.recipe.keep;
    const idle = idle_stages(plan, Array.isArray(keep) ? keep.map(String) : []);
    const pictures = studio.steps.value.some(({ picture }) => picture);
    this.hint.textContent = pictures
      ? 'A click shows the world after a stage, and what goes into it and out of it.'
      : 'A click shows what goes into a stage and out of it. Generate the world to see a picture after each.';
    this.rows.length = 0;
    plan.forEach((stage, place) => this.rows.push(this.make_row(stage, place, feeds, idle.has(place))));
    replace(this.body, this.make_lines(feeds), h('div', { class: 'graph-rows' }, ...this.rows));
    if (focused >= 0) this.rows.at(focused)?.focus();
  }

  private title_of(stage: PlannedStage): string {
    const entry = stages_of(this.studio.document.recipe).find(({ index }) => index === stage.index);
    const info = this.studio.stages.find(({ id }) => id === entry?.stage);
    const own = entry && entry.id !== entry.stage ? words(entry.id) : '';
    return own !== '' ? own : (info?.title ?? words(stage.id));
  }

  private make_row(stage: PlannedStage, place: number, feeds: readonly Feed[], idle: boolean): HTMLButtonElement {
    const { studio } = this;
    const step = studio.steps.value.findIndex(({ id, iteration, picture }) => id === stage.id && iteration === Infinity && picture);
    const picture = step < 0 ? '' : (studio.steps.value[step].picture ?? '');
    const on = place === this.chosen;
    const near = feeds.some(({ from, to }) => (from === this.chosen && to === place) || (to === this.chosen && from === place));
    const row = h(
      'button',
      {
        type: 'button',
        class: `graph-row${near ? ' near' : ''}${idle ? ' idle' : ''}`,
        'aria-pressed': String(on),
        'data-stage': stage.id,
      },
      picture ? h('img', { src: picture, alt: '', loading: 'lazy', width: 84, height: 46 }) : h('span', { class: 'graph-blank' }),
      h(
        'span',
        { class: 'graph-text' },
        h('span', { class: 'graph-title' }, `${place + 1}. ${this.title_of(stage)}`),
        h('span', { class: 'graph-note' }, this.note_of(stage, place, feeds, on, idle)),
      ),
    );
    row.addEventListener('click', () => {
      this.chosen = on ? undefined : place;
      if (this.chosen !== undefined) {
        this.reveal(`/stages/${stage.index}`);
        if (step >= 0) studio.step.set(step);
      } else studio.step.set(undefined);
      this.draw();
    });
    return row;
  }

  private note_of(stage: PlannedStage, place: number, feeds: readonly Feed[], on: boolean, idle: boolean): string {
    const made = [...stage.writes, ...stage.tables_written].map((name) => words(name).toLowerCase());
    if (idle) return 'Nothing that is kept depends on it.';
    if (!on) return made.length > 0 ? `makes ${made.join(', ')}` : '';
    const from = feeds.filter(({ to }) => to === place).map((feed) => `${feed.names.join(', ')} from ${feed.from + 1}`);
    const to = feeds.filter((feed) => feed.from === place).map((feed) => feed.to + 1);
    return `${from.length > 0 ? `takes ${from.join('; ')}. ` : ''}${to.length > 0 ? `Feeds ${to.join(', ')}.` : 'Feeds no other stage.'}`;
  }

  private make_lines(feeds: readonly Feed[]): SVGElement {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    const height = this.plan.length * row_height;
    for (const [name, value] of Object.entries({
      class: 'graph-lines',
      width: lines_width,
      height,
      viewBox: `0 0 ${lines_width} ${height}`,
    }))
      svg.setAttribute(name, String(value));
    svg.setAttribute('aria-hidden', 'true');
    for (const feed of feeds) {
      const path = document.createElementNS(space, 'path');
      path.setAttribute('d', line_path(feed));
      if (feed.to === this.chosen) path.setAttribute('class', 'in');
      if (feed.from === this.chosen) path.setAttribute('class', 'out');
      svg.append(path);
    }
    return svg;
  }
}
