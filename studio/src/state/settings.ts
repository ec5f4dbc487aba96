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
  return new Signal(start);
}

export const settings = make();

export function change_settings(change: Partial<Settings>): void {
  const part = { ...change };
  if (small_window() && part.left) part.right = false;
  if (small_window() && part.right) part.left = false;
  const { seeds, ...rest } = part;
  if (seeds) store(everybody, { seeds: with_first(seeds, stored(everybody).seeds ?? []) });
  store(own, rest);
  store(everybody, rest);
  settings.set({ ...settings.value, ...part });
}
