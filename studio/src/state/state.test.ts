import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../api/types';
import { History } from './history';
import { at_quality, with_iterations, with_step } from './maker';
import { get_at, pointer, with_at } from './pointer';
import { kind_of, knob_over, knobs_of, parse_recipe, same_world, stages_of } from './recipe';

const recipe_text = `
// A comment with "quotes".
{
  "world": "map", /* another */
  "name": "a // b",
  "domain": {"kind": "torus", "width": 2048, "height": 1024, "step": 4000},
  "knobs": {
    "land": {"doc": "Share of land.", "value": 0.36, "min": 0.1, "max": 0.8, "sets": {"crust.sea_share": [0.9, 0.2]}},
    "continents": {"value": 5, "min": 1, "max": 15}
  },
  "stages": [{"stage": "plates"}, {"stage": "crust_heights", "id": "crust", "ruggedness": 0.7}]
}`;

describe('steps of a world', () => {
  const step = (index: number, iteration: number) => ({ id: String(index), index, iteration, title: '' });
  it('go where the world was begun anew', () => {
    const steps = [step(0, Infinity), step(1, 10), step(1, 20), step(1, Infinity), step(2, Infinity)].reduce(with_step, []);
    expect(steps).toHaveLength(5);
    expect(with_step(steps, step(1, 10)).map(({ iteration }) => iteration)).toEqual([Infinity, 10]);
    expect(with_step(steps, step(0, Infinity))).toHaveLength(1);
  });
  it('that were ended early are so in the recipe', () => {
    const recipe: JsonObject = { stages: [{ stage: 'noise' }, { stage: 'shaping', id: 'shape', iterations: 200 }] };
    expect(
      with_iterations(recipe, {
        stages: [
          { stage: 'noise', scale: 1 },
          { stage: 'shaping', iterations: 60 },
        ],
      }),
    ).toEqual({ stages: [{ stage: 'noise' }, { stage: 'shaping', id: 'shape', iterations: 60 }] });
    expect(with_iterations(recipe, { stages: [{ stage: 'noise' }, { stage: 'shaping', iterations: 200 }] })).toBe(recipe);
    expect(with_iterations(recipe, { stages: [{ stage: 'other', iterations: 3 }] })).toBe(recipe);
  });
});

describe('recipes', () => {
  const recipe = parse_recipe(recipe_text);

  it('are read with comments, but strings keep their slashes', () => {
    expect(recipe.name).toBe('a // b');
    expect(kind_of(recipe)).toBe('map');
    expect(() => parse_recipe('[1]')).toThrow(/object/);
  });

  it('are of one world where only words differ', () => {
    const made: JsonObject = {
      ...recipe,
      name: 'other',
      stages: [
        { stage: 'plates', id: 'plates' },
        { id: 'crust', stage: 'crust_heights', ruggedness: 0.7 },
      ],
    };
    expect(same_world(recipe, made)).toBe(true);
    expect(same_world(recipe, with_at(made, '/knobs/land/value', 0.4) as JsonObject)).toBe(false);
    expect(same_world(recipe, with_at(made, '/stages/1/ruggedness', 0.8) as JsonObject)).toBe(false);
    expect(same_world(recipe, at_quality(made, 'draft'))).toBe(false);
  });

  it('declare knobs with ranges and sentences; whole ones step by one', () => {
    const [land, continents] = knobs_of(recipe);
    expect(land).toMatchObject({ title: 'Land', help: 'Share of land.', min: 0.1, max: 0.8, default: 0.36, path: '/knobs/land/value' });
    expect(continents.step).toBe(1);
    expect(land.step).toBeCloseTo(0.007);
  });

  it('tell stages by id, and which parameter a knob sets', () => {
    expect(stages_of(recipe).map(({ id, path }) => [id, path])).toEqual([
      ['plates', '/stages/0'],
      ['crust', '/stages/1'],
    ]);
    expect(knob_over(recipe, 'crust', 'sea_share')).toBe('land');
    expect(knob_over(recipe, 'crust', 'ruggedness')).toBeUndefined();
  });

  it('keep their lengths at another fineness', () => {
    const domain = at_quality(recipe, 'draft').domain as Record<string, number>;
    expect(domain).toMatchObject({ width: 512, height: 256, step: 16000 });
    expect(at_quality(recipe, 'fine')).toBe(recipe);
    expect(at_quality({ domain: { kind: 'sphere', resolution: 256 } }, 'standard').domain).toMatchObject({ resolution: 256 });
    expect(at_quality({ domain: { kind: 'sphere', resolution: 256 } }, 'draft').domain).toMatchObject({ resolution: 128 });
  });
});

describe('pointers', () => {
  it('change one place and share the rest', () => {
    const before = { a: [{ b: 1 }, { b: 2 }], c: { d: 3 } };
    const after = with_at(before, '/a/1/b', 5) as typeof before;
    expect(after.a[1].b).toBe(5);
    expect(before.a[1].b).toBe(2);
    expect(after.c).toBe(before.c);
    expect(after.a[0]).toBe(before.a[0]);
  });
  it('remove a key, and replace the whole', () => {
    expect(with_at({ a: 1, b: 2 }, '/a', undefined)).toEqual({ b: 2 });
    expect(with_at({ a: 1 }, '', { z: 0 })).toEqual({ z: 0 });
  });
  it('escape slashes and tildes', () => {
    const path = pointer('a/b', '~');
    expect(path).toBe('/a~1b/~0');
    expect(get_at({ 'a/b': { '~': 7 } }, path)).toBe(7);
  });
});

describe('history', () => {
  it('goes back and forth, and a drag is one step', () => {
    let time = 0;
    const history = new History(0, 10, 500, () => time);
    history.push(1, 'x');
    time = 100;
    history.push(2, 'x');
    time = 200;
    history.push(3, 'y');
    expect(history.undo()).toBe(2);
    expect(history.undo()).toBe(0);
    expect(history.canUndo).toBe(false);
    expect(history.undo()).toBe(0);
    expect(history.redo()).toBe(2);
    history.push(9, 'z');
    expect(history.canRedo).toBe(false);
  });
  it('forgets the oldest', () => {
    const history = new History(0, 3, 0, () => 0);
    for (let i = 1; i <= 10; ++i) history.push(i, String(i));
    for (let i = 0; i < 20; ++i) history.undo();
    expect(history.value).toBe(7);
  });
});
