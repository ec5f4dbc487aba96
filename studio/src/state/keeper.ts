import type { WorldKind } from '../api/types';
import { from_hash, to_hash, view_of, type Address } from './address';
import { view_names, words_of, type Studio } from './studio';

/** What a keeper needs of the browser; tests hand in their own. */
export interface Browser {
  readonly hash: () => string;
  push(hash: string): void;
  replace(hash: string): void;
  /** What this tab remembers over a reload. */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
}

export const browser: Browser = {
  hash: () => location.hash,
  push: (hash) => history.pushState(null, '', hash),
  replace: (hash) => history.replaceState(null, '', hash),
  memory: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
  },
  now: () => performance.now(),
};

const memory_key = 'craton-views';
/** Changes that follow each other so quickly are one step of Back. */
const together_ms = 800;

/**
 * Keeps the address in step with the page, and the page with the address: worlds and views are steps that Back takes, the camera is
 * part of the step that it belongs to. What the other views show is remembered by the tab.
 */
export class Keeper {
  private going = false;
  private pushed = -Infinity;
  private remembers = '';
  private readonly stop: () => void;

  constructor(
    private readonly studio: Studio,
    private readonly browser: Browser,
  ) {
    this.stop = studio.edit.changed(({ settled }) => settled && this.write(true));
  }

  /** What the address says at the start, beside what the tab remembers; gives back why it cannot be read. */
  begin(): unknown {
    for (const { view, document, look } of this.remembered()) this.studio.remember(view, document, look);
    return this.go(true);
  }

  /** The address has changed, by Back or by hand. */
  go(first = false): unknown {
    const hash = this.browser.hash();
    this.going = true;
    try {
      const address = from_hash(hash, this.studio.presets);
      const view = view_of(hash);
      if (address && first) this.studio.remember(address.view, address.document, address.look);
      if (address && !first) this.studio.open_address(address);
      else if (view) this.studio.view.set(view);
      return undefined;
    } catch (error) {
      const view = view_of(hash);
      if (view) this.studio.view.set(view);
      return new Error(`The link cannot be read: ${words_of(error).message}`);
    } finally {
      this.going = false;
    }
  }

  /** `step`: as a step of its own, which Back goes to. */
  write(step: boolean): void {
    const { studio, browser } = this;
    const view = studio.view.value;
    const hash = to_hash({ view, document: studio.document, look: studio.look_now() }, studio.presets);
    if (hash !== this.remembers) this.remember(view, hash);
    if (hash === browser.hash()) return;
    const now = browser.now();
    const alone = now - this.pushed > together_ms || view_of(browser.hash()) !== view;
    if (step && alone && !this.going && browser.hash() !== '') browser.push(hash);
    else browser.replace(hash);
    // Only what somebody does belongs together: opening a page or going back is no change that the next one would be part of.
    if (step && !this.going) this.pushed = now;
  }

  dispose(): void {
    this.stop();
  }

  private remember(view: WorldKind, hash: string): void {
    this.remembers = hash;
    try {
      this.browser.memory.setItem(memory_key, JSON.stringify({ ...this.hashes(), [view]: hash }));
    } catch {
      // A browser that stores nothing forgets the views behind.
    }
  }

  private hashes(): Partial<Record<WorldKind, string>> {
    try {
      return JSON.parse(this.browser.memory.getItem(memory_key) ?? '{}') as Partial<Record<WorldKind, string>>;
    } catch {
      return {};
    }
  }

  private remembered(): Address[] {
    const hashes = this.hashes();
    return view_names.flatMap((view) => {
      try {
        const address = from_hash(hashes[view] ?? '', this.studio.presets);
        return address?.view === view ? [address] : [];
      } catch {
        return [];
      }
    });
  }
}
