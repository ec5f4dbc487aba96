import { describe, expect, it } from 'vitest';
import type { NoiseKind } from '../api/types';
import { facts_of } from '../views/place_facts';
import { next_step, stage_end } from './bar';
import { changed_kind } from './noise_editor';
import { fact_text } from './panel';
import { numbers_of } from './param_control';
import { bytes_text, number_text, rounded, scale_of, with_unit } from './scale';

describe('scales of sliders', () => {
  it.each([
    [0, 1, 0.5],
    [2 ** -48, 512, 0.01],
    [-20, 20, 0],
    [0, 1e9, 500],
    [-1e6, 1e6, 30],
  ])('go there and back: %d … %d', (min, max, typical) => {
    const scale = scale_of(min, max, typical);
    for (const share of [0, 0.1, 0.37, 0.5, 0.83, 1]) {
      const value = scale.from_share(share);
      expect(value).toBeGreaterThanOrEqual(min - Math.abs(min) * 0.01);
      expect(value).toBeLessThanOrEqual(max * 1.01);
      expect(scale.to_share(value)).toBeCloseTo(share, 1);
    }
  });
  it('leave room around small values of wide ranges', () => {
    const scale = scale_of(2 ** -48, 512, 0.01);
    expect(scale.to_share(0.01)).toBeGreaterThan(0.5);
    expect(scale.to_share(1) - scale.to_share(0.1)).toBeGreaterThan(0.04);
  });
});

describe('numbers', () => {
  it('are written as people write them', () => {
    expect(number_text(0.00007)).toBe('7e-5');
    expect(number_text(12.5)).toBe('12.5');
    expect(number_text(81920)).toBe('81\u202f920');
    expect(number_text(1e9)).toBe('1e9');
    expect(number_text(Number.NaN)).toBe('–');
    expect(with_unit(12345, 'm')).toBe('12.35 km');
    expect(with_unit(2.5e6, 'years')).toBe('2.5 million years');
    expect(bytes_text(1234567)).toBe('1.2 MB');
    expect(rounded(0.30000000000000004, 0.1)).toBe(0.3);
    expect(numbers_of('1, 2;3  x 4e2')).toEqual([1, 2, 3, 400]);
  });
});

describe('facts', () => {
  it('name categories and give units', () => {
    const rows = facts_of(
      { layers: { height: 512.3, biome: 2 }, river: { name: 'Anu' }, place: null },
      [
        { name: 'height', unit: 'm', min: 0, max: 1, type: 'number' },
        { name: 'biome', unit: '', min: 0, max: 3, type: 'category', categories: [{ value: 2, name: 'boreal forest', colour: '#000' }] },
      ],
      [['x', '1']],
    );
    expect(rows).toEqual([
      ['x', '1'],
      ['River', 'Anu'],
      ['Height', '512.3 m'],
      ['Biome', 'Boreal forest'],
    ]);
    expect(fact_text([1, 2.5])).toBe('1, 2.5');
  });
});

describe('kinds of noise', () => {
  const info = (id: string, inputs: string[], params: string[]): NoiseKind => ({
    id,
    title: id,
    help: '',
    inputs,
    params: params.map((name) => ({ name, type: 'number', default: 0, unit: '', help: '' })),
  });
  it('keep what the new kind knows too', () => {
    expect(changed_kind({ kind: 'perlin', frequency: 0.5, smoothness: 2 }, info('simplex', [], ['frequency']))).toEqual({
      kind: 'simplex',
      frequency: 0.5,
    });
    expect(changed_kind({ kind: 'fbm', octaves: 4, source: { kind: 'value' } }, info('billow', ['source'], ['octaves']))).toEqual({
      kind: 'billow',
      octaves: 4,
      source: { kind: 'value' },
    });
  });
  it('wrap a source, and fill what is missing', () => {
    const wrapped = changed_kind({ kind: 'perlin', frequency: 0.5 }, info('add', ['a', 'b'], []));
    expect(wrapped).toEqual({ kind: 'add', a: { kind: 'perlin', frequency: 0.5 }, b: { kind: 'perlin' } });
  });
});

describe('steps of the making', () => {
  const steps = [1, 2, 3, Infinity, Infinity, 5, Infinity].map((iteration, index) => ({ id: '', index, iteration, title: '' }));
  it('go one by one, and to the ends of stages', () => {
    expect([next_step(steps, undefined), next_step(steps, 0), next_step(steps, 6), next_step(steps, 7)]).toEqual([0, 1, 7, 7]);
    expect([stage_end(steps, undefined), stage_end(steps, 1), stage_end(steps, 3), stage_end(steps, 4)]).toEqual([3, 3, 4, 6]);
    expect(stage_end(steps, 6)).toBe(7);
  });
});
