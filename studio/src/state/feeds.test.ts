import { describe, expect, it } from 'vitest';
import { feeds_of, idle_stages, type PlannedStage } from './feeds';

const stage = (id: string, reads: string[], writes: string[], tables: Partial<PlannedStage> = {}): PlannedStage => ({
  index: 0,
  id,
  reads,
  writes,
  tables_read: [],
  tables_written: [],
  ...tables,
});

const plan = [
  stage('plates', [], ['plate'], { tables_written: ['plates'] }),
  stage('crust', ['plate'], ['height', 'uplift'], { tables_read: ['plates'] }),
  stage('aside', [], ['mask']),
  stage('valleys', ['height', 'uplift'], ['height']),
  stage('rain', ['height'], ['rain']),
];

describe('what feeds what', () => {
  it('goes from who wrote it last to who reads it', () => {
    expect(feeds_of(plan)).toEqual([
      { from: 0, to: 1, names: ['plate', 'plates'] },
      { from: 1, to: 3, names: ['height', 'uplift'] },
      { from: 3, to: 4, names: ['height'] },
    ]);
  });
  it('shows who works for nobody', () => {
    expect([...idle_stages(plan, ['rain'])]).toEqual([2]);
    expect([...idle_stages(plan, ['mask', 'height'])]).toEqual([4]);
    expect([...idle_stages(plan, [])]).toEqual([]);
  });
});
