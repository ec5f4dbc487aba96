import { describe, expect, it } from 'vitest';
import type { NoiseKind } from '../../api/types';
import { hat_frequency, tiles_over } from './tiling';

const kind = (id: string, inputs: string[] = []): NoiseKind => ({
  id,
  title: id,
  help: '',
  inputs,
  params: [{ name: 'frequency', type: 'number', default: 0.01, unit: '', help: '' }],
});
const kinds = [kind('hat'), kind('perlin'), kind('fbm', ['source']), kind('add', ['a', 'b']), kind('warp', ['source', 'by'])];

describe('the tiling behind a noise', () => {
  it('is that of the hats that have the noise’s own seed', () => {
    expect(hat_frequency({ kind: 'hat' }, kinds)).toBe(0.01);
    expect(hat_frequency({ kind: 'hat', frequency: 0.5 }, kinds)).toBe(0.5);
    expect(hat_frequency({ kind: 'fbm', source: { kind: 'hat', frequency: 0.2 } }, kinds)).toBe(0.2);
    expect(hat_frequency({ kind: 'add', a: { kind: 'perlin' }, b: { kind: 'hat' } }, kinds)).toBeUndefined();
    expect(hat_frequency({ kind: 'hat', seed: 'other' }, kinds)).toBeUndefined();
    expect(hat_frequency({ kind: 'warp', source: { kind: 'hat' }, by: { kind: 'perlin' } }, kinds)).toBeUndefined();
    expect(hat_frequency({ kind: 'perlin' }, kinds)).toBeUndefined();
  });
  it('has no end: any window is covered by tiles', () => {
    expect(tiles_over({ x: 0, y: 0 }, 24, 12)).toEqual({ x0: -1, x1: 1, y0: -1, y1: 0 });
    const far = tiles_over({ x: 1e9, y: -1e9 }, 30, 20);
    expect([far.x0 * 12 <= 1e9 - 15, (far.x1 + 1) * 12 >= 1e9 + 15]).toEqual([true, true]);
    expect([far.y0 * 12 <= -1e9 - 10, (far.y1 + 1) * 12 >= -1e9 + 10]).toEqual([true, true]);
  });
});
