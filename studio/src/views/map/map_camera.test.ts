import { describe, expect, it } from 'vitest';
import { MapCamera, type Sheet } from './map_camera';

const window = { width: 1000, height: 560, left: 300, right: 200, bottom: 60, dpr: 2 };
const camera = (sheet: Partial<Sheet> = {}) =>
  new MapCamera(
    () => window,
    () => ({ ratio: 0.5, wraps: { u: true, v: true }, samples: 1024, ...sheet }),
  );

describe('the camera over a map', () => {
  it('shows the whole world in what drawers leave free', () => {
    const { width, height, cx, cy } = camera().sight();
    // 500 × 500 pixels are free; a map that closes onto itself fills them.
    expect([width, height, cx, cy]).toEqual([2000, 1000, 1100, 500]);
    const open = camera({ wraps: { u: false, v: false } }).sight();
    expect(open.width).toBeCloseTo(2 * 500 * 0.94);
    expect(camera().free()).toEqual({ x0: 600, y0: 0, x1: 1600, y1: 1000 });
  });

  it('keeps the place under the pointer while it comes nearer', () => {
    const eye = camera();
    const at = { clientX: 420, clientY: 130 };
    const before = eye.place_at(at);
    eye.zoom_by(2.7, at);
    const after = eye.place_at(at);
    expect([after.u, after.v]).toEqual([expect.closeTo(before.u, 9), expect.closeTo(before.v, 9)]);
    expect(eye.chosen).toBe(true);
    for (let i = 0; i < 40; ++i) eye.zoom_by(3);
    // Not much nearer than samples are large.
    expect(eye.sight().width / 2 / 1024).toBeLessThan(8);
    for (let i = 0; i < 90; ++i) eye.zoom_by(1 / 3);
    expect(eye.zoom).toBe(-0.4);
  });

  it('goes round a map that closes, and stops at the border of one that does not', () => {
    const round = camera();
    round.pan(-700, 0);
    expect(round.centre.u).toBeCloseTo(0.2);
    const flat = camera({ wraps: { u: false, v: false } });
    flat.pan(-5000, 9000);
    expect(flat.centre).toEqual({ u: 1, v: 0 });
  });
});
