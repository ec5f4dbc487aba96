import { expect, test } from 'vitest';
import { FollowingRadius } from './following_radius';

test('the radius shrinks while chunks are missing and grows after two steps without', () => {
  const radius = new FollowingRadius(2, 5);
  const steps = (missing: boolean, count: number): number[] =>
    Array.from({ length: count }, () => {
      radius.step(missing);
      return radius.value;
    });
  expect(radius.value).toBe(5);
  expect(steps(true, 4)).toEqual([4, 3, 2, 2]);
  expect(steps(false, 8)).toEqual([2, 3, 3, 4, 4, 5, 5, 5]);
  expect(steps(true, 1)).toEqual([4]);
});
