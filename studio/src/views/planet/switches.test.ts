import { describe, expect, it } from 'vitest';
import { Switches } from './switches';

describe('what is switched on a planet', () => {
  it('is told when it changes, and comes back from an address', () => {
    const told: string[] = [];
    const switches = new Switches((name) => told.push(name));
    expect([switches.on('sun'), switches.on('plates'), switches.look()]).toEqual([true, false, {}]);
    switches.set('sun', false);
    switches.set('plates', true);
    switches.set('plates', true);
    expect(told).toEqual(['sun', 'plates']);
    expect(switches.look()).toEqual({ show: 'plates,sun' });
    const again = new Switches();
    again.set_look(switches.look());
    expect([again.on('sun'), again.on('plates'), again.on('warp')]).toEqual([false, true, true]);
    again.set_look({});
    expect(again.look()).toEqual({});
    again.set_look({ show: 'nonsense' });
    expect(again.look()).toEqual({});
  });
});
