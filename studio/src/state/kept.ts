import type { Step } from './studio';

/** The part of a browser's storage that is needed here; tests hand in their own. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** A list of pairs that outlives the page: the oldest go when there are many. What cannot be stored is remembered as long as the page. */
export class Kept<T> {
  private pairs: [string, T][];

  constructor(
    private readonly name: string,
    private readonly most: number,
    private readonly memory: () => Memory | undefined,
  ) {
    this.pairs = this.read();
  }

  get(key: string): T | undefined {
    return this.pairs.find(([name]) => name === key)?.[1];
  }

  set(key: string, value: T): void {
    // Another tab may have added some.
    this.pairs = [[key, value] as [string, T], ...this.read().filter(([name]) => name !== key)].slice(0, this.most);
    this.write();
  }

  delete(test: (key: string, value: T) => boolean): void {
    this.pairs = this.read().filter(([key, value]) => !test(key, value));
    this.write();
  }

  private read(): [string, T][] {
    try {
      const text = this.memory()?.getItem(this.name);
      return text ? (JSON.parse(text) as [string, T][]) : (this.pairs ?? []);
    } catch {
      return this.pairs ?? [];
    }
  }

  private write(): void {
    try {
      this.memory()?.setItem(this.name, JSON.stringify(this.pairs));
    } catch {
      // It is remembered as long as the page.
    }
  }
}

/** A short name for a long text; two of them are as good as never the same. */
export function short_name(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** A step as it is stored: JSON knows no infinity. */
type StoredStep = Omit<Step, 'iteration'> & { iteration: number | null };

export const stored_steps = (steps: readonly Step[]): StoredStep[] =>
  steps.map((step) => ({ ...step, iteration: Number.isFinite(step.iteration) ? step.iteration : null }));

export const steps_of_stored = (steps: readonly StoredStep[]): Step[] =>
  steps.map((step) => ({ ...step, iteration: step.iteration ?? Infinity }));
