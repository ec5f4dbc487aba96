import { describe, expect, it } from 'vitest';
import { Connection } from './connection';

describe('the line to the server', () => {
  it('that is up lets everybody go on at once', async () => {
    const waits: number[] = [];
    const line = new Connection(
      () => Promise.resolve(true),
      (ms) => (waits.push(ms), Promise.resolve()),
    );
    await line.back();
    expect(waits).toEqual([]);
    expect(line.line.value.away).toBe(false);
  });

  it('that is down is tried at growing intervals by one for all, and tells', async () => {
    const waits: number[] = [];
    const told: boolean[] = [];
    let asked = 0;
    const line = new Connection(
      () => Promise.resolve(++asked > 7),
      (ms) => (waits.push(ms), Promise.resolve()),
    );
    line.line.changed(({ away }) => told.push(away));
    await Promise.all([line.back(), line.back(), line.back()]);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(asked).toBe(8);
    expect([told[0], told.at(-1)]).toEqual([true, false]);
    await line.back();
    expect(asked).toBe(9);
  });

  it('is tried at once when somebody hurries', async () => {
    let asked = 0;
    const line = new Connection(
      () => Promise.resolve(++asked > 1),
      () => new Promise(() => undefined),
    );
    const back = line.back();
    await Promise.resolve();
    await Promise.resolve();
    line.hurry();
    await back;
    expect(asked).toBe(2);
  });
});
