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

/** The same world, sharper. */
export type Quality = 'draft' | 'standard' | 'fine';

const key = 'craton-studio';

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
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
    ...stored(),
  };
  const signal = new Signal(start);
  signal.changed((value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that stores nothing still shows worlds.
    }
  });
  return signal;
}

export const settings = make();

export function change_settings(part: Partial<Settings>): void {
  settings.set({ ...settings.value, ...part });
}
