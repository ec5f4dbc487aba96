import * as THREE from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Orbit } from './orbit';

/** As much of a page as an orbit listens to. */
class Target extends EventTarget {
  readonly clientHeight = 500;
  setPointerCapture(): void {
    // Nothing is captured here.
  }
}

let make: (canvas: Target) => Orbit;
beforeAll(async () => {
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: { querySelector: () => null, createElement: () => ({ getContext: () => null }) },
    location: { search: '' },
    matchMedia: () => ({ matches: true }),
    HTMLElement: class {},
    HTMLInputElement: class {},
  });
  const { Orbit: Eye } = await import('./orbit');
  make = (canvas) => new Eye(canvas as unknown as HTMLCanvasElement, () => undefined);
});

const press = (key: string) => window.dispatchEvent(Object.assign(new Event('keydown'), { key }));
const pointer = (name: string, clientX: number, clientY: number) => Object.assign(new Event(name), { clientX, clientY, pointerId: 1 });

describe('the eye over a planet', () => {
  it('flies to a distance even where the place below stays', () => {
    const orbit = make(new Target());
    const camera = new THREE.PerspectiveCamera();
    orbit.set(18, 30, 0.4);
    orbit.fly_to(18, 30, 3.1);
    orbit.tick(0.1, camera);
    expect(orbit.altitude).toBeCloseTo(3.1, 6);
    expect(camera.position.length()).toBeCloseTo(4.1, 6);
    orbit.dispose();
  });

  it('is chosen by drags, wheel and keys, not by the first look', () => {
    const canvas = new Target();
    const orbit = make(canvas);
    orbit.fly_to(10, 20, 3);
    expect(orbit.chosen).toBe(false);
    expect(orbit.goal).toEqual({ lat: 10, lon: 20, altitude: 3 });
    canvas.dispatchEvent(pointer('pointerdown', 100, 100));
    canvas.dispatchEvent(pointer('pointermove', 150, 100));
    canvas.dispatchEvent(pointer('pointerup', 150, 100));
    expect(orbit.chosen).toBe(true);
    const { lon, altitude } = orbit;
    expect(lon).toBeLessThan(-20);
    press('+');
    expect(orbit.altitude).toBeLessThan(altitude);
    press('ArrowRight');
    expect(orbit.lon).toBeGreaterThan(lon);
    orbit.dispose();
    press('+');
    expect(orbit.altitude).toBeCloseTo(altitude * 0.75, 6);
  });

  it('stays outside the ball and within sight of it', () => {
    const orbit = make(new Target());
    for (let i = 0; i < 60; ++i) orbit.zoom(0.5);
    expect(orbit.altitude).toBeCloseTo(0.03, 6);
    for (let i = 0; i < 60; ++i) orbit.zoom(2);
    expect(orbit.altitude).toBe(8);
    orbit.set(400, 0, 1);
    expect(orbit.lat).toBe(88);
    orbit.dispose();
  });
});
