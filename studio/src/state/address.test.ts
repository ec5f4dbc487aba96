import { describe, expect, it } from 'vitest';
import type { Preset } from '../api/types';
import { from_hash, numbers_of, numbers_text, to_hash, view_of } from './address';
import { with_at } from './pointer';
import { document_of, type Document } from './recipe';

const preset: Preset = {
  id: 'super-continent',
  title: 'Super continent',
  kind: 'planet',
  recipe: { craton: 1, world: 'planet', knobs: { land: { value: 0.3, min: 0, max: 1 }, rain: { value: 1, min: 0, max: 2 } }, stages: [] },
  knobs: ['land', 'rain'].map((name) => ({
    name,
    title: name,
    help: '',
    min: 0,
    max: 2,
    step: 0.01,
    default: 1,
    path: `/knobs/${name}/value`,
  })),
};
const presets = [preset];
const with_recipe = (path: string, value: number | string) =>
  ({ ...document_of(preset, 5), recipe: with_at(preset.recipe, path, value) }) as Document;

describe('the address', () => {
  it('of a preset with any seed is at most 40 characters, and gives back the very recipe', () => {
    const document = document_of(preset, Number.MAX_SAFE_INTEGER);
    const hash = to_hash({ view: 'planet', document, look: {} }, presets);
    expect(hash).toBe('#planet/super-continent/9007199254740991');
    expect(hash.length).toBeLessThanOrEqual(40);
    expect(from_hash(hash, presets)?.document.recipe).toBe(preset.recipe);
  });

  it('names knobs that were turned, the name, and how it is looked at', () => {
    const document = { ...with_recipe('/knobs/land/value', 0.42), title: 'Ærø & “far”' };
    const look = { at: '12.5,-80,0.4', layer: 'layer:height' };
    const hash = to_hash({ view: 'planet', document, look }, presets);
    expect(hash).toContain('#planet/super-continent/5/land=0.42?');
    expect(hash).toContain('at=12.5,-80,0.4&layer=layer:height');
    expect(from_hash(hash, presets)).toEqual({ view: 'planet', document, look });
  });

  it('holds the whole recipe where anything else was changed, and opens without the preset', () => {
    const document = with_recipe('/stages', 'none');
    const hash = to_hash({ view: 'planet', document, look: { at: '1,2,3' } }, presets);
    expect(hash).toMatch(/^#planet\/[A-Za-z0-9_-]+\?at=1,2,3$/);
    expect(from_hash(hash, [])).toEqual({ view: 'planet', document, look: { at: '1,2,3' } });
    const long = {
      ...document,
      recipe: { stages: Array.from({ length: 40 }, (_, i) => ({ stage: 'noise', id: `n${i}`, strength: i / 7 })) },
    };
    expect(to_hash({ view: 'planet', document: long, look: {} }, presets).length).toBeLessThan(JSON.stringify(long).length / 2);
  });

  it('that is broken is an error in words; one without a world is none', () => {
    expect(from_hash('#map', presets)).toBeUndefined();
    expect(from_hash('#elsewhere/abc', presets)).toBeUndefined();
    expect(view_of('#map?x=1')).toBe('map');
    expect(() => from_hash('#map/abcdef', presets)).toThrow();
    expect(() => from_hash('#planet/atlantis/7', presets)).toThrow('no preset “atlantis”');
    expect(() => from_hash('#planet/super-continent/-7', presets)).toThrow('“-7” is no seed');
    expect(() => from_hash('#planet/super-continent/7/sea=1', presets)).toThrow('no knob “sea”');
    expect(() => from_hash('#planet/super-continent/7/land=wet', presets)).toThrow('sets no number');
  });

  it('keeps numbers short', () => {
    expect(numbers_text([1.23456, 2], [-80, 1], [0.0004, 2])).toBe('1.23,-80,0');
    expect(numbers_of('1,2', 2)).toEqual([1, 2]);
    expect(numbers_of('1,two', 2)).toBeUndefined();
    expect(numbers_of(undefined, 1)).toBeUndefined();
  });
});
