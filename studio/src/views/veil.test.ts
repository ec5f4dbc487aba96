import { describe, expect, it } from 'vitest';
import { cover_of } from './veil';

describe('what lies over a world', () => {
  it('goes when something of it is seen, and comes back over one that is no longer meant', () => {
    expect(cover_of({ other: false, shown: false, step: false })).toBe('first');
    expect(cover_of({ other: true, shown: false, step: false })).toBe('first');
    expect(cover_of({ other: false, shown: true, step: false })).toBe('none');
    expect(cover_of({ other: true, shown: true, step: false })).toBe('other');
  });
  it('never hides the steps of its making, also while that rests before there is a picture of the whole', () => {
    for (const other of [true, false]) for (const shown of [true, false]) expect(cover_of({ other, shown, step: true })).toBe('none');
  });
});
