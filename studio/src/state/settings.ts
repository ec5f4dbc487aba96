import { Signal } from './store';

/** What is remembered between visits, in this browser alone. */
export interface Settings {
  theme: 'dark' | 'light';
  left: boolean;
  right: boolean;
  auto: boolean;
  seeds: number[];
}

const key = 'craton-studio';

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

function make(): Signal<Settings> {
  const light = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: light)').matches;
  const start: Settings = { theme: light ? 'light' : 'dark', left: true, right: true, auto: true, seeds: [], ...stored() };
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
