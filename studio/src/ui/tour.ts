import { small_window } from '../state/settings';
import { h, replace } from './dom';

interface Stop {
  /** What it tells of; left out where that is not to be seen. */
  at: string;
  title: string;
  text: string;
}

const stops: readonly Stop[] = [
  {
    at: '.drawer-left .drawer-body',
    title: 'Turn a knob',
    text: 'The world follows. Below the knobs is everything else: the surface, each stage with its parameters, the recipe as text.',
  },
  {
    at: '[data-role=dice]',
    title: 'Another seed',
    text: 'The dice (R) give another world of the same kind. The same seed gives the same world, always.',
  },
  {
    at: '[data-role=timeline]',
    title: 'See how it was made',
    text: 'The line at the bottom goes back through the making, stage by stage; maps and planets can be paused and finished early.',
  },
  {
    at: '.rail button[aria-label^="Export"]',
    title: 'Take it with you',
    text: 'Pictures, heights, objects, models (X). The address of this page holds the whole world: copy it, and it opens anywhere.',
  },
];

const key = 'craton-toured';

function toured(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

function remember(): void {
  try {
    localStorage.setItem(key, 'yes');
  } catch {
    // It comes again; that does no harm.
  }
}

const seen = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';

/** Four sentences for those who are here for the first time. Nothing is locked meanwhile: whoever begins to work has seen enough. */
export function begin_tour(root: HTMLElement, again = false): void {
  if (!again && toured()) return;
  document.querySelector('.tour')?.remove();
  const there = stops.filter(({ at }) => seen(document.querySelector(at)));
  if (there.length === 0) return;
  const title = h('h2', {});
  const text = h('p', {});
  const count = h('span', { class: 'side-note' });
  const next = h('button', { type: 'button', class: 'button primary', 'data-role': 'tour-next' });
  const skip = h('button', { type: 'button', class: 'button' }, 'Skip');
  const card = h(
    'aside',
    { class: 'tour', 'aria-live': 'polite', 'aria-label': 'A first look' },
    title,
    text,
    h('div', { class: 'button-row' }, next, skip, count),
  );
  let place = 0;
  let marked: Element | null = null;
  const end = () => {
    marked?.classList.remove('toured');
    window.removeEventListener('keydown', escape);
    card.remove();
    remember();
  };
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && end();
  const show = () => {
    const stop = there[place];
    marked?.classList.remove('toured');
    marked = document.querySelector(stop.at);
    marked?.classList.add('toured');
    replace(title, stop.title);
    replace(text, stop.text);
    replace(count, `${place + 1} of ${there.length}`);
    replace(next, place + 1 === there.length ? 'Done' : 'Next');
    skip.hidden = place + 1 === there.length;
  };
  next.addEventListener('click', () => {
    if (++place === there.length) end();
    else show();
  });
  skip.addEventListener('click', end);
  window.addEventListener('keydown', escape);
  show();
  root.append(card);
  if (!small_window() && again) next.focus();
}
