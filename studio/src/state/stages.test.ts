import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../api/types';
import { added_stage, duplicated_stage, fresh_stage_id, moved_stage, removed_stage, stages_of, switched_stage } from './recipe';

const recipe: JsonObject = {
  knobs: {
    land: { value: 0.3, min: 0, max: 1, sets: { 'crust.sea_share': [0, 1], 'rain.wet': [0, 1] } },
    rain: { value: 0.3, min: 0, max: 1, sets: { 'rain.wet': [0, 1] } },
  },
  stages: [{ stage: 'noise' }, { stage: 'crust_heights', id: 'crust' }, { stage: 'rain' }],
};
const ids = (of: JsonObject) => stages_of(of).map(({ id }) => id);

describe('the list of stages', () => {
  it('is switched, and switched back to what it was', () => {
    const off = switched_stage(recipe, 1, false);
    expect(stages_of(off)[1].values).toEqual({ stage: 'crust_heights', id: 'crust', enabled: false });
    expect(switched_stage(off, 1, true)).toEqual(recipe);
    expect(switched_stage(recipe, 9, false)).toBe(recipe);
  });
  it('moves one by one, and not beyond its ends', () => {
    expect(ids(moved_stage(recipe, 1, 1))).toEqual(['noise', 'rain', 'crust']);
    expect(moved_stage(moved_stage(recipe, 1, 1), 2, -1)).toEqual(recipe);
    expect(moved_stage(recipe, 0, -1)).toBe(recipe);
    expect(moved_stage(recipe, 2, 1)).toBe(recipe);
  });
  it('gets stages under names of their own', () => {
    expect(ids(duplicated_stage(recipe, 1))).toEqual(['noise', 'crust', 'crust_2', 'rain']);
    expect(ids(duplicated_stage(duplicated_stage(recipe, 1), 2))).toEqual(['noise', 'crust', 'crust_2', 'crust_3', 'rain']);
    expect(ids(added_stage(recipe, 3, 'noise'))).toEqual(['noise', 'crust', 'rain', 'noise_2']);
    expect(ids(added_stage(recipe, 0, 'smooth'))).toEqual(['smooth', 'noise', 'crust', 'rain']);
    expect(fresh_stage_id(recipe, 'noise_7')).toBe('noise_2');
  });
  it('loses a stage together with what knobs did to it', () => {
    const without = removed_stage(recipe, 2);
    expect(ids(without)).toEqual(['noise', 'crust']);
    expect(without.knobs).toEqual({ land: { value: 0.3, min: 0, max: 1, sets: { 'crust.sea_share': [0, 1] } } });
    expect(removed_stage(recipe, 5)).toBe(recipe);
  });
});
