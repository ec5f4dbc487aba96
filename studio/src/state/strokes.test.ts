import { describe, expect, it } from 'vitest';
import { ApiError, type Client } from '../api/client';
import type { EditList, JsonObject } from '../api/types';
import { EditLog, orders_of } from './edits';
import { packed_strokes, unpacked_strokes } from './strokes';

const touch = (i: number): JsonObject => ({
  tool: 'raise',
  x: 12.25 + i * 1.37,
  y: 3 - 7.5 * i,
  radius: 40,
  strength: 1,
  falloff: 1,
  by: 1.8,
});

/** A server that keeps steps of one world. */
function server(steps: JsonObject[][]) {
  const list = (): EditList => ({ revision: steps.length * 100 + steps.flat().length, count: steps.length, undone: 0, edits: [], steps });
  const client = {
    edits: () => Promise.resolve(list()),
    edit: (_base: string, order: JsonObject) => {
      if (JSON.stringify(order).includes('nonsense')) return Promise.reject(new ApiError(422, 'bad_value', '/tool', 'no such tool'));
      steps.push(order.strokes as JsonObject[]);
      return Promise.resolve({ ...list(), done: 1, changed: [] });
    },
  } as unknown as Client;
  return { client, steps };
}

async function opened(steps: JsonObject[][], strokes: string) {
  const { client } = server(steps);
  const failures: string[] = [];
  const log = new EditLog(
    client,
    'terrain',
    () => undefined,
    (error) => failures.push(String(error)),
  );
  await log.open('hash', 7, undefined, strokes);
  return { log, failures, steps };
}

describe('strokes in a link', () => {
  it('are short, and come back as they were', () => {
    const orders = [{ strokes: Array.from({ length: 60 }, (_, i) => touch(i)) }, { strokes: [touch(99)] }];
    const text = packed_strokes(orders)!;
    expect(text).toMatch(/^[\w-]+$/);
    expect(text.length).toBeLessThan(1500);
    expect(unpacked_strokes(text)).toEqual(orders);
    expect(packed_strokes([])).toBe('');
    const random = Array.from({ length: 4000 }, (_, i) => ({ ...touch(i), x: Math.sin(i) * 1e5, y: Math.cos(i * i) * 1e5 }));
    expect(packed_strokes([{ strokes: random }])).toBeUndefined();
  });

  it('that are none are refused', () => {
    for (const text of ['', 'abc', packed_strokes([{ recipe: {} }])!, packed_strokes([{ strokes: [], seed: 1 }])!])
      expect(() => unpacked_strokes(text)).toThrow('strokes');
  });

  it('shape a world that nobody has shaped', async () => {
    const link = packed_strokes([{ strokes: [touch(1), touch(2)] }, { strokes: [touch(3)] }])!;
    const { log, failures, steps } = await opened([], link);
    expect(steps).toEqual([[touch(1), touch(2)], [touch(3)]]);
    expect([failures, log.link.value, log.state.value.count]).toEqual([[], link, 2]);
    // Opened again: it is as the link says.
    const again = await opened(steps, link);
    expect([again.failures, again.steps.length]).toEqual([[], 2]);
  });

  it('do not touch what was shaped here, and say so', async () => {
    const { failures, steps, log } = await opened([[touch(5)]], packed_strokes([{ strokes: [touch(1)] }])!);
    expect(steps).toEqual([[touch(5)]]);
    expect(failures[0]).toContain('not as in the link');
    expect(unpacked_strokes(log.link.value!)).toEqual([{ strokes: [touch(5)] }]);
  });

  it('that a server refuses leave the world as it is', async () => {
    const { failures, log } = await opened([], packed_strokes([{ strokes: [{ tool: 'nonsense' }] }])!);
    expect(failures[0]).toContain('no such tool');
    expect(log.state.value.there).toBe(true);
  });

  it('of voxels are told as what is there', () => {
    const voxels = Array.from({ length: 5000 }, (_, x) => ({ x, y: 0, z: 1 }));
    const list = { revision: 1, count: 3, undone: 0, edits: [], voxels };
    expect(orders_of(list)?.map(({ voxels: part }) => (part as unknown[]).length)).toEqual([4096, 904]);
    expect(orders_of({ ...list, voxels: null })).toBeUndefined();
    expect(orders_of({ ...list, voxels: null, count: 0 })).toEqual([]);
  });
});
