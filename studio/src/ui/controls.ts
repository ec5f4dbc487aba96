import { fresh_id, h, type Child } from './dom';
import { icon, type IconName } from './icons';
import { clamp, number_text, rounded, scale_of } from './scale';

/** A change on its way (`settled` false: a slider is being dragged) or made. */
export type Change<T> = (value: T, settled: boolean) => void;

export interface SliderOptions {
  label: string;
  help?: string;
  min: number;
  max: number;
  /** 0: any number. */
  step: number;
  value: number;
  default?: number;
  unit?: string;
  disabled?: boolean;
  change: Change<number>;
}

export interface Control<T> {
  element: HTMLElement;
  set(value: T): void;
}

/** A label with its sentence behind it: shown on hover and focus, and read to those who listen. */
function label_row(label: string, help: string | undefined, target: string, ...right: Child[]): HTMLElement {
  const name = h('label', { class: 'control-name', for: target }, label);
  if (help) name.title = help;
  return h('div', { class: 'control-row' }, name, ...right);
}

function described(help: string | undefined, id: string): HTMLElement | null {
  return help ? h('span', { id, class: 'visually-hidden' }, help) : null;
}

export function slider(options: SliderOptions): Control<number> {
  const { min, max, step } = options;
  const whole = step >= 1 && Number.isInteger(step);
  const scale = scale_of(min, max, options.default ?? options.value, whole);
  const id = fresh_id('slider');
  const help_id = `${id}-help`;
  let value = options.value;

  const range = h('input', {
    id,
    type: 'range',
    min: 0,
    max: 1,
    step: 'any',
    class: 'range',
    'aria-describedby': options.help ? help_id : null,
    disabled: options.disabled ?? false,
  });
  const field = h('input', {
    type: 'text',
    inputmode: 'decimal',
    class: 'number',
    'aria-label': `${options.label}, as a number`,
    spellcheck: 'false',
    disabled: options.disabled ?? false,
  });
  const reset = h(
    'button',
    { type: 'button', class: 'reset', title: 'Back to the default', 'aria-label': `${options.label}: back to the default` },
    icon('reset'),
  );

  const show = () => {
    const share = clamp(scale.to_share(value), 0, 1);
    range.value = String(share);
    range.style.setProperty('--fill', `${share * 100}%`);
    range.setAttribute('aria-valuetext', `${number_text(value)} ${options.unit ?? ''}`.trim());
    if (document.activeElement !== field) field.value = number_text(value);
    reset.classList.toggle('shown', options.default !== undefined && Math.abs(value - options.default) > 1e-9 * (max - min));
  };
  const give = (next: number, settled: boolean) => {
    value = clamp(step > 0 ? rounded(next - min, step) + min : next, min, max);
    value = Number(value.toPrecision(12));
    show();
    options.change(value, settled);
  };
  range.addEventListener('input', () => give(scale.from_share(Number(range.value)), false));
  range.addEventListener('change', () => give(scale.from_share(Number(range.value)), true));
  range.addEventListener('keydown', (event) => {
    // step="any" makes arrow keys useless; they go by one step, or by a hundredth of the way.
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = whole ? value + direction * step : scale.from_share(clamp(scale.to_share(value) + direction / 100, 0, 1));
    give(next, true);
  });
  field.addEventListener('change', () => {
    const typed = Number(field.value.replaceAll(/[\s\u202f,]/g, (space) => (space === ',' ? '.' : '')));
    if (Number.isFinite(typed) && field.value.trim() !== '') give(typed, true);
    field.blur();
    show();
  });
  field.addEventListener('keydown', (event) => event.key === 'Enter' && field.blur());
  field.addEventListener('focus', () => {
    field.value = String(value);
    field.select();
  });
  field.addEventListener('blur', show);
  reset.addEventListener('click', () => give(options.default ?? value, true));
  show();

  const element = h(
    'div',
    { class: 'control' },
    label_row(options.label, options.help, id, reset, field, options.unit ? h('span', { class: 'unit' }, options.unit) : null),
    range,
    described(options.help, help_id),
  );
  return {
    element,
    set(next) {
      value = next;
      show();
    },
  };
}

export function choice(
  label: string,
  help: string | undefined,
  values: readonly (string | [string, string])[],
  value: string,
  change: Change<string>,
): Control<string> {
  const id = fresh_id('choice');
  const select = h(
    'select',
    { id, class: 'select' },
    ...values.map((entry) => {
      const [key, text] = typeof entry === 'string' ? [entry, entry.replaceAll('_', ' ')] : entry;
      return h('option', { value: key }, text);
    }),
  );
  select.value = value;
  select.addEventListener('change', () => {
    change(select.value, true);
    // Keys are the world's again; whoever goes through the list by keyboard opens it anew.
    if (!select.matches(':focus-visible')) select.blur();
  });
  return { element: h('div', { class: 'control' }, label_row(label, help, id, select)), set: (next) => (select.value = next) };
}

export function toggle(label: string, help: string | undefined, value: boolean, change: Change<boolean>): Control<boolean> {
  const id = fresh_id('toggle');
  const box = h('input', { id, type: 'checkbox', role: 'switch', class: 'switch' });
  box.checked = value;
  box.addEventListener('change', () => change(box.checked, true));
  return { element: h('div', { class: 'control' }, label_row(label, help, id, box)), set: (next) => (box.checked = next) };
}

export function text_field(
  label: string,
  help: string | undefined,
  value: string,
  change: Change<string>,
  attributes: Record<string, string> = {},
): Control<string> {
  const id = fresh_id('text');
  const field = h('input', { id, type: 'text', class: 'text', spellcheck: 'false', ...attributes });
  field.value = value;
  field.addEventListener('change', () => change(field.value, true));
  field.addEventListener('keydown', (event) => event.key === 'Enter' && field.blur());
  return { element: h('div', { class: 'control' }, label_row(label, help, id, field)), set: (next) => (field.value = next) };
}

/** Radio buttons that look like one piece. */
export function segments<T extends string>(
  label: string,
  values: readonly [T, string][],
  value: T,
  change: (value: T) => void,
): Control<T> {
  const name = fresh_id('segments');
  const inputs = values.map(([key, text]) => {
    const input = h('input', { type: 'radio', name, value: key, class: 'visually-hidden' });
    input.checked = key === value;
    input.addEventListener('change', () => change(key));
    return { key, input, element: h('label', { class: 'segment' }, input, h('span', {}, text)) };
  });
  return {
    element: h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, ...inputs.map((entry) => entry.element)),
    set(next) {
      for (const { key, input } of inputs) input.checked = key === next;
    },
  };
}

export function icon_button(
  name: IconName,
  label: string,
  click: (event: MouseEvent) => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: click, ...attributes },
    icon(name),
  );
}

/** A part that unfolds; what is inside is made when it is first opened. */
export function fold(title: Child, open: boolean, fill: () => Child[], attributes: Record<string, string> = {}): HTMLDetailsElement {
  const details = h('details', { class: 'fold', open, ...attributes }, h('summary', {}, icon('chevron') as unknown as HTMLElement, title));
  let filled = false;
  const show = () => {
    if (filled || !details.open) return;
    filled = true;
    details.append(h('div', { class: 'fold-body' }, ...fill()));
  };
  details.addEventListener('toggle', show);
  show();
  return details;
}
