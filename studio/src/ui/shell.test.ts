import { describe, expect, it } from 'vitest';
import type { Client } from '../api/client';
import type { Preset, WorldKind } from '../api/types';
import type { Look } from '../state/address';
import { Studio } from '../state/studio';
import type { MakeView, View } from '../views/view';
import { insets_of, type Laid } from './insets';
import { action_of, type Key } from './keys';
import { ViewHost } from './view_host';

const presets: Preset[] = (['planet', 'map', 'terrain', 'voxels', 'noise'] as const).map((kind) => ({
  id: kind,
  title: kind,
  kind,
  recipe: { craton: 1, name: kind },
  knobs: [],
}));

function hosted() {
  const studio = new Studio({} as Client, { version: '', threads: 1, limits: {} }, presets, [], [], []);
  const told: string[] = [];
  const waiting = new Map<WorldKind, ((make: MakeView) => void)[]>();
  const loaders = Object.fromEntries(
    presets.map(({ kind }) => [
      kind,
      () =>
        kind === 'voxels'
          ? Promise.reject(new Error('no graphics here'))
          : new Promise<MakeView>((done) => waiting.set(kind, [...(waiting.get(kind) ?? []), done])),
    ]),
  ) as Record<WorldKind, () => Promise<MakeView>>;
  const host = new ViewHost(studio, loaders, {
    wait: () => told.push('wait'),
    put: (view) => told.push(`put ${String(view.facts().name)}`),
    cannot: (error) => told.push(String(error)),
  });
  /** The code of a view has come. */
  const load = async (kind: WorldKind, look: Look = {}) => {
    for (const done of waiting.get(kind)?.splice(0) ?? [])
      done(
        () =>
          ({
            facts: () => ({ name: kind }),
            look: () => look,
            set_look: (given: Look) => told.push(`look ${JSON.stringify(given)}`),
            dispose: () => told.push(`dispose ${kind}`),
          }) as unknown as View,
      );
    await new Promise((done) => setTimeout(done));
  };
  return { studio, host, told, load };
}

describe('views', () => {
  it('come one at a time and are remembered as they were left', async () => {
    const { studio, host, told, load } = hosted();
    void host.show('planet');
    await load('planet', { at: '1,2,3' });
    expect(studio.look_now()).toEqual({ at: '1,2,3' });
    host.look({ at: '4,5,6' });
    void host.show('map');
    expect(studio.look_now()).toEqual({ at: '1,2,3' });
    expect(studio.looks.get('planet')).toEqual({ at: '1,2,3' });
    await load('map');
    expect(told).toEqual(['wait', 'put planet', 'look {"at":"4,5,6"}', 'dispose planet', 'wait', 'put map']);
  });

  it('that come too late are not shown', async () => {
    const { host, told, load } = hosted();
    void host.show('planet');
    void host.show('map');
    await load('map');
    await load('planet');
    expect(told.filter((what) => what.startsWith('put'))).toEqual(['put map']);
    expect(host.view?.facts().name).toBe('map');
  });

  it('that are opened anew by an address do not keep how they looked', async () => {
    const { studio, host, load } = hosted();
    void host.show('map');
    await load('map', { at: 'old' });
    studio.looks.set('map', { at: 'asked for' });
    void host.show('map');
    expect(studio.looks.get('map')).toEqual({ at: 'asked for' });
  });

  it('that cannot be shown say why', async () => {
    const { studio, host, told } = hosted();
    await host.show('voxels');
    expect(told.at(-1)).toContain('no graphics here');
    expect(studio.problem.value?.message).toContain('No graphics here');
    expect(host.view).toBeUndefined();
  });
});

describe('keys', () => {
  const press = (key: string, more: Partial<Key> = {}, typing = false) =>
    action_of({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, typing);
  it('do what the help says', () => {
    expect(press('3')).toEqual({ do: 'view', number: 2 });
    expect(press('G')).toEqual({ do: 'go' });
    expect(press('?', { shiftKey: true })).toEqual({ do: 'help' });
    expect(press('z', { ctrlKey: true })).toEqual({ do: 'undo' });
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toEqual({ do: 'redo' });
    expect(press('y', { metaKey: true })).toEqual({ do: 'redo' });
    expect(press('6')).toBeUndefined();
    expect(press('q')).toBeUndefined();
    expect(press('r', { altKey: true })).toBeUndefined();
  });
  it('belong to a field that somebody types into, but for saving and opening', () => {
    for (const key of ['1', 'g', 'r', '?']) expect(press(key, {}, true)).toBeUndefined();
    expect(press('z', { ctrlKey: true }, true)).toBeUndefined();
    expect(press('s', { ctrlKey: true }, true)).toEqual({ do: 'save' });
  });
});

describe('what lies over the world', () => {
  const sizes = { rail: 54, left: 272, right: 228, bar: 60, graph: 430 };
  const laid = (more: Partial<Laid>) =>
    insets_of({ bare: false, small: false, left: true, right: true, graph: false, height: 800, sizes, ...more });
  it('is known to the pixel, in every window', () => {
    expect(laid({})).toEqual({ left: 326, right: 228, bottom: 60 });
    expect(laid({ left: false })).toEqual({ left: 54, right: 228, bottom: 60 });
    expect(laid({ graph: true, right: false })).toEqual({ left: 756, right: 0, bottom: 60 });
    expect(laid({ bare: true })).toEqual({ left: 0, right: 0, bottom: 0 });
    expect(laid({ small: true, right: false })).toEqual({ left: 0, right: 0, bottom: 428 });
    expect(laid({ small: true, left: false, right: false })).toEqual({ left: 0, right: 0, bottom: 60 });
  });
});
