import { Signal } from './store';

/** What is remembered between visits, in this browser alone. */
export interface Settings {
  theme: 'dark' | 'light';
  left: boolean;
  right: boolean;
  auto: boolean;
  /** How fine finite worlds are made. */
  quality: Quality;
  seeds: number[];
}

const most_seeds = 24;

/** Seeds that were used, the latest first: those of this tab before those that other tabs told. */
export function with_first(first: readonly number[], rest: readonly number[]): number[] {
  return [...new Set([...first, ...rest])].slice(0, most_seeds);
}

/** The same world, sharper. */
export type Quality = 'draft' | 'standard' | 'fine';

const key = 'craton-studio';

function stored(where: () => Storage): Partial<Settings> {
  try {
    return JSON.parse(where().getItem(key) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

/** What a tab changed stays its own over a reload; a new tab begins as the last one was left. Seeds are shared by all. */
const own = () => sessionStorage;
const everybody = () => localStorage;

function store(where: () => Storage, part: Partial<Settings>): void {
  try {
    // Only what was changed here: another tab may have changed the rest meanwhile.
    where().setItem(key, JSON.stringify({ ...stored(where), ...part }));
  } catch {
    // A browser that stores nothing still shows worlds.
  }
}

/** A window as narrow as a phone's: drawers lie over the world, one at a time. */
export function small_window(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(max-width: 700px)').matches;
}

/** Where both drawers would leave less than half of the window to the world, one of them is open at a time. */
export function one_drawer(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(max-width: 1100px)').matches;
}

function cores(): number {
  return typeof navigator === 'undefined' ? 2 : (navigator.hardwareConcurrency ?? 2);
}

function make(): Signal<Settings> {
  const light = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: light)').matches;
  const start: Settings = {
    theme: light ? 'light' : 'dark',
    left: true,
    right: true,
    auto: true,
    quality: cores() >= 4 ? 'fine' : 'standard',
    seeds: [],
    ...stored(everybody),
    // Where there is little room the world comes first.
    ...(small_window() ? { left: false, right: false } : {}),
    ...stored(own),
  };
  if (one_drawer() && start.left) start.right = false;
  return new Signal(start);
}

export const settings = make();

export function change_settings(change: Partial<Settings>): void {
  const part = { ...change };
  if (one_drawer() && part.left) part.right = false;
  if (one_drawer() && part.right) part.left = false;
  const { seeds, ...rest } = part;
  if (seeds) store(everybody, { seeds: with_first(seeds, stored(everybody).seeds ?? []) });
  store(own, rest);
  store(everybody, rest);
  settings.set({ ...settings.value, ...part });
}

/** The window became narrower: what no longer fits goes, and is not remembered as somebody's wish. */
export function fit_window(): void {
  const { left, right } = settings.value;
  if (one_drawer() && left && right) settings.set({ ...settings.value, right: false });
}
