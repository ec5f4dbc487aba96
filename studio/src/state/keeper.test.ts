import { describe, expect, it } from 'vitest';
import type { Client } from '../api/client';
import type { Preset } from '../api/types';
import { Keeper, type Browser } from './keeper';
import { Kept, short_name, steps_of_stored, stored_steps } from './kept';
import { document_of } from './recipe';
import { with_first } from './settings';
import { Studio } from './studio';

const preset = (id: string, kind: Preset['kind']): Preset => ({ id, title: id, kind, recipe: { craton: 1, name: id }, knobs: [] });
const presets = [preset('earth', 'planet'), preset('map', 'map'), preset('terrain', 'terrain')];

/** A browser with a list of addresses, as Back sees it. */
function fake(first: string) {
  const list = [first];
  let at = 0;
  const kept = new Map<string, string>();
  const browser: Browser & { list: string[]; back(): void; time: number } = {
    list,
    time: 0,
    hash: () => list[at],
    push: (hash) => {
      list.splice(++at);
      list.push(hash);
    },
    replace: (hash) => (list[at] = hash),
    back: () => --at,
    memory: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
    now: () => browser.time,
  };
  return browser;
}
const studio_of = () => new Studio({} as Client, { version: '', threads: 1, limits: {} }, presets, [], [], []);

describe('the keeper of the address', () => {
  it('makes steps of worlds and views, and none of the camera', () => {
    const browser = fake('');
    const studio = studio_of();
    const keeper = new Keeper(studio, browser);
    keeper.begin();
    keeper.write(false);
    expect(browser.list).toEqual(['#planet/earth/7']);
    studio.ask_look = () => ({ at: '1,2,3' });
    keeper.write(false);
    expect(browser.list).toEqual(['#planet/earth/7?at=1,2,3']);
    studio.ask_look = undefined;
    browser.time = 5000;
    studio.set_seed(8);
    browser.time = 9000;
    studio.view.set('map');
    expect(browser.list).toEqual(['#planet/earth/7?at=1,2,3', '#planet/earth/8', '#map/map/7']);

    browser.back();
    keeper.go();
    expect([studio.view.value, studio.document.seed]).toEqual(['planet', 8]);
    browser.back();
    keeper.go();
    expect(studio.document.seed).toBe(7);
    expect(studio.looks.get('planet')).toEqual({ at: '1,2,3' });
    // Going back made no steps.
    expect(browser.list).toHaveLength(3);
  });

  it('makes one step of changes that follow each other quickly', () => {
    const browser = fake('#map');
    const studio = studio_of();
    new Keeper(studio, browser).begin();
    browser.time = 5000;
    for (const seed of [1, 2, 3, 4]) {
      studio.set_seed(seed);
      browser.time += 200;
    }
    expect(browser.list).toEqual(['#map/map/7', '#map/map/4']);
  });

  it('makes a step of what somebody does as soon as the page is open, and right after Back', () => {
    const browser = fake('#map/map/7');
    const studio = studio_of();
    const keeper = new Keeper(studio, browser);
    keeper.begin();
    keeper.write(false);
    browser.time = 100;
    studio.set_seed(31);
    expect(browser.list).toEqual(['#map/map/7', '#map/map/31']);
    browser.time = 5000;
    browser.back();
    keeper.go();
    browser.time = 5100;
    studio.set_seed(32);
    expect(browser.list).toEqual(['#map/map/7', '#map/map/32']);
  });

  it('remembers the views behind over a reload', () => {
    const browser = fake('#map/map/31');
    new Keeper(studio_of(), browser).begin();
    const first = studio_of();
    const keeper = new Keeper(first, browser);
    keeper.begin();
    browser.time = 5000;
    first.view.set('terrain');
    first.set_seed(99);
    const again = studio_of();
    new Keeper(again, browser).begin();
    expect(again.view.value).toBe('terrain');
    expect([again.document.seed, again.document_of('map').seed]).toEqual([99, 31]);
  });

  it('says what is wrong with an address, and shows its view', () => {
    const studio = studio_of();
    const problem = new Keeper(studio, fake('#map/atlantis/7')).begin();
    expect(String(problem)).toContain('atlantis');
    expect(studio.view.value).toBe('map');
  });
});

describe('a world that is opened or rolled', () => {
  it('is looked at anew; one from an address is not', () => {
    const studio = studio_of();
    studio.looks.set('planet', { at: '1,2,3' });
    const before = studio.fresh.value;
    studio.set_seed(12);
    expect(studio.fresh.value).toBe(before + 1);
    expect(studio.looks.has('planet')).toBe(false);
    studio.open_address({ view: 'planet', document: document_of(presets[0], 5), look: { at: '4,5,6' } });
    expect(studio.fresh.value).toBe(before + 1);
    expect(studio.look.value).toEqual({ at: '4,5,6' });
    studio.rename('  Mine ');
    expect(studio.document.title).toBe('Mine');
  });
});

describe('what outlives the page', () => {
  it('is shared by tabs, keeps the latest, and does without storage', () => {
    const kept = new Map<string, string>();
    const memory = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    const [one, other] = [new Kept<number>('n', 3, memory), new Kept<number>('n', 3, memory)];
    one.set('a', 1);
    other.set('b', 2);
    one.set('c', 3);
    expect([one.get('a'), one.get('b'), one.get('c')]).toEqual([1, 2, 3]);
    one.set('d', 4);
    expect(one.get('a')).toBeUndefined();
    one.delete((_, value) => value > 2);
    expect([one.get('b'), one.get('d')]).toEqual([2, undefined]);
    const alone = new Kept<number>('n', 3, () => undefined);
    alone.set('a', 1);
    expect(alone.get('a')).toBe(1);
  });
  it('keeps steps whole', () => {
    const steps = [
      { id: 'a', index: 0, iteration: 4, title: 'A' },
      { id: 'a', index: 0, iteration: Infinity, title: 'A', picture: 'p' },
    ];
    expect(steps_of_stored(JSON.parse(JSON.stringify(stored_steps(steps))) as ReturnType<typeof stored_steps>)).toEqual(steps);
  });
  it('has names that differ, and seeds of both tabs', () => {
    expect(new Set(Array.from({ length: 5000 }, (_, i) => short_name(`["x",${i}]`))).size).toBe(5000);
    expect(with_first([3, 1], [1, 2])).toEqual([3, 1, 2]);
  });
});
