/** Small helpers around the document; there is no framework. */
export type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** h('button', { class: 'x', onclick: f, 'aria-label': 'Dice' }, 'text', child) */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

let last_id = 0;
/** A name for an element that labels refer to. */
export function fresh_id(stem: string): string {
  return `${stem}-${++last_id}`;
}

/** Calls at most once a frame, with the latest arguments. */
export function once_a_frame<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  let latest: A | undefined;
  return (...args: A) => {
    const waiting = latest !== undefined;
    latest = args;
    if (waiting) return;
    requestAnimationFrame(() => {
      const now = latest;
      latest = undefined;
      if (now) work(...now);
    });
  };
}

/** Calls once it has been quiet for so long. */
export function when_quiet<A extends unknown[]>(ms: number, work: (...args: A) => void): (...args: A) => void {
  let timer = 0;
  return (...args: A) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => work(...args), ms);
  };
}

export function is_typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(range|checkbox|radio)$/.test(target.type))
  );
}

/** What sliders, lists and buttons do with a key themselves: then the world behind them does not move, too. */
const moves = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/;
export function takes_keys(target: EventTarget | null, key: string): boolean {
  if (is_typing(target)) return true;
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return moves.test(key);
  return target instanceof HTMLElement && target.closest('[role=menu]') !== null;
}
