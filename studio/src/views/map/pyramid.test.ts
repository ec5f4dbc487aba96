import { describe, expect, it } from 'vitest';
import { Pyramid, type Scheme, type Sight } from './pyramid';

const scheme: Scheme = { across: (z) => 2 * 2 ** z, down: (z) => 2 ** z, deepest: 3, tile_pixels: 256, url: (z, x, y) => `${z}/${x}/${y}` };

function context(width: number, height: number) {
  const boxes: number[][] = [];
  const drawn = { canvas: { width, height }, drawImage: (_: unknown, ...box: number[]) => boxes.push(box) };
  return { context: drawn as unknown as CanvasRenderingContext2D, boxes };
}
const sight = (width: number): Sight => ({ u: 0.5, v: 0.5, width, height: width / 2, cx: width / 2, cy: width / 4 });
const closed = { u: false, v: false };
const turn = () => new Promise((done) => setTimeout(done));

describe('tiles of a map', () => {
  it('are asked for once each, coarse ones first, and cover the canvas without a gap', async () => {
    const asked: string[] = [];
    const pyramid = new Pyramid(
      scheme,
      () => undefined,
      (url) => (asked.push(url), Promise.resolve({} as HTMLImageElement)),
    );
    const { context: canvas, boxes } = context(1024, 512);
    pyramid.draw(canvas, sight(1024), closed);
    expect(asked.slice(0, 2)).toEqual(['0/0/0', '0/1/0']);
    expect(pyramid.waiting).toBe(asked.length);
    await turn();
    const once = asked.length;
    pyramid.draw(canvas, sight(1024), closed);
    expect(asked.length).toBe(once);
    expect(new Set(asked).size).toBe(once);
    expect([pyramid.waiting, pyramid.has_base]).toEqual([0, true]);
    const finest = boxes.slice(-8);
    expect(finest.reduce((sum, [, , w, h]) => sum + w * h, 0)).toBe(1024 * 512);
  });

  it('that fail are not waited for, and hold nothing else up', async () => {
    let changed = 0;
    const pyramid = new Pyramid(
      scheme,
      () => ++changed,
      (url) => (url === '0/1/0' ? Promise.reject(new Error()) : Promise.resolve({} as HTMLImageElement)),
    );
    const { context: canvas } = context(400, 200);
    pyramid.draw(canvas, sight(400), closed);
    await turn();
    pyramid.draw(canvas, sight(400), closed);
    expect(pyramid.waiting).toBe(0);
    expect(pyramid.drawn).toBeGreaterThan(0);
    expect(changed).toBeGreaterThan(1);
  });

  it('are given up when the map goes', () => {
    const signals: AbortSignal[] = [];
    const pyramid = new Pyramid(
      scheme,
      () => undefined,
      (_, signal) => (signals.push(signal), new Promise(() => undefined)),
    );
    pyramid.draw(context(400, 200).context, sight(400), closed);
    pyramid.dispose();
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});
