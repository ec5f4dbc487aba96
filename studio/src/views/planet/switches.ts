import type { Look } from '../../state/address';

/** What of a planet can be switched, and how it stands at first. */
const usual = {
  plates: false,
  motion: false,
  wind: false,
  cells: false,
  sites: false,
  faces: false,
  rims: false,
  cube: false,
  edges: false,
  warp: true,
  grid: false,
  sun: true,
  air: true,
  clouds: true,
} as const;

export type Switch = keyof typeof usual;
const names = Object.keys(usual) as Switch[];

export class Switches {
  private readonly turned = new Set<Switch>();

  constructor(private readonly changed: (name: Switch) => void = () => undefined) {}

  on(name: Switch): boolean {
    return usual[name] !== this.turned.has(name);
  }

  set(name: Switch, on: boolean): void {
    if (on === this.on(name)) return;
    if (on === usual[name]) this.turned.delete(name);
    else this.turned.add(name);
    this.changed(name);
  }

  /** Those that stand another way than at first, as an address keeps them. */
  look(): Look {
    const turned = names.filter((name) => this.turned.has(name));
    return turned.length > 0 ? { show: turned.join(',') } : {};
  }

  set_look({ show = '' }: Look): void {
    const wanted = show.split(',');
    for (const name of names) this.set(name, usual[name] !== wanted.includes(name));
  }
}
