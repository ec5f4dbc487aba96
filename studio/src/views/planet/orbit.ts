import type * as THREE from 'three';
import { still } from '../../draw/scene3d';
import { Pinch } from '../../draw/pinch';
import { takes_keys } from '../../ui/dom';
import { clamp } from '../../ui/scale';
import { place_on_ball } from './globe';

/** How far the eye may be from the surface, in radii. */
const nearest = 0.03;
const farthest = 8;
/** The whole ball with space around it. */
export const usual_altitude = 3.1;

/** The eye over a ball: a place below it and a distance. Drags turn the ball as if the hand held it; the wheel comes nearer. */
export class Orbit {
  lat = 18;
  lon = -20;
  /** From the ball's surface, in radii. */
  altitude = usual_altitude;
  dragging = false;
  /** Somebody chose where to look. */
  chosen = false;
  private to: { lat: number; lon: number; altitude: number } | undefined;
  private spin = { lat: 0, lon: 0 };
  private last = { x: 0, y: 0 };
  private readonly remove: (() => void)[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    const pinch = new Pinch(canvas, ({ factor }) => this.zoom(1 / factor));
    this.remove.push(() => pinch.dispose());
    this.listen(canvas, 'pointerdown', (event) => {
      const { clientX, clientY, pointerId } = event as PointerEvent;
      canvas.setPointerCapture(pointerId);
      this.dragging = true;
      this.to = undefined;
      this.spin = { lat: 0, lon: 0 };
      this.last = { x: clientX, y: clientY };
    });
    const end = () => (this.dragging = false);
    this.listen(canvas, 'pointerup', end);
    this.listen(canvas, 'pointercancel', end);
    this.listen(canvas, 'pointermove', (event) => {
      if (!this.dragging) return;
      const { clientX, clientY } = event as PointerEvent;
      if (pinch.active) {
        this.last = { x: clientX, y: clientY };
        return;
      }
      const degrees = (Math.min(1.4, this.altitude) * 55) / canvas.clientHeight;
      this.spin = {
        lat: (clientY - this.last.y) * degrees,
        lon: (-(clientX - this.last.x) * degrees) / Math.max(0.25, Math.cos((this.lat * Math.PI) / 180)),
      };
      this.last = { x: clientX, y: clientY };
      this.turn(this.spin.lat, this.spin.lon);
    });
    this.listen(canvas, 'wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp((event as WheelEvent).deltaY * 0.0012));
    });
    this.listen(window, 'keydown', (event) => {
      const { key, target, ctrlKey } = event as KeyboardEvent;
      if (takes_keys(target, key) || ctrlKey || document.querySelector('dialog[open]')) return;
      const step = 6 * Math.min(1, this.altitude);
      const moves: Record<string, [number, number]> = {
        ArrowLeft: [0, -step],
        ArrowRight: [0, step],
        ArrowUp: [step, 0],
        ArrowDown: [-step, 0],
      };
      if (key === '+' || key === '=') this.zoom(0.75);
      else if (key === '-') this.zoom(1 / 0.75);
      else if (key in moves) this.turn(...moves[key]);
    });
  }

  /** Where it looks, or is on its way to look. */
  get goal(): { lat: number; lon: number; altitude: number } {
    return this.to ?? { lat: this.lat, lon: this.lon, altitude: this.altitude };
  }

  set(lat: number, lon: number, altitude: number): void {
    this.to = undefined;
    this.spin = { lat: 0, lon: 0 };
    this.lat = clamp(lat, -88, 88);
    this.lon = lon;
    this.altitude = clamp(altitude, nearest, farthest);
    this.chosen = true;
    this.changed();
  }

  zoom(factor: number): void {
    this.to = undefined;
    this.chosen = true;
    this.altitude = clamp(this.altitude * factor, nearest, farthest);
    this.changed();
  }

  fly_to(lat: number, lon: number, altitude: number): void {
    const turns = Math.round((this.lon - lon) / 360);
    this.to = { lat, lon: lon + turns * 360, altitude };
    this.spin = { lat: 0, lon: 0 };
    this.changed();
  }

  tick(seconds: number, camera: THREE.PerspectiveCamera): boolean {
    let moving = false;
    if (this.to) {
      const share = still ? 1 : 1 - Math.exp(-seconds * 3.2);
      this.lat += (this.to.lat - this.lat) * share;
      this.lon += (this.to.lon - this.lon) * share;
      this.altitude *= (this.to.altitude / this.altitude) ** share;
      const there = Math.abs(this.to.lat - this.lat) + Math.abs(this.to.lon - this.lon) < 0.02;
      if (there && Math.abs(Math.log(this.to.altitude / this.altitude)) < 0.005) this.to = undefined;
      moving = true;
    } else if (!this.dragging && Math.abs(this.spin.lat) + Math.abs(this.spin.lon) > 0.004 && !still) {
      const kept = Math.exp(-seconds * 4.5);
      this.spin = { lat: this.spin.lat * kept, lon: this.spin.lon * kept };
      this.turn(this.spin.lat, this.spin.lon);
      moving = true;
    }
    camera.position.copy(place_on_ball(this.lat, this.lon, 1 + this.altitude));
    camera.up.set(0, 1, 0);
    camera.lookAt(0, 0, 0);
    camera.near = Math.max(0.002, this.altitude * 0.3);
    camera.far = this.altitude + 4;
    return moving || this.dragging;
  }

  dispose(): void {
    for (const stop of this.remove) stop();
  }

  private turn(lat: number, lon: number): void {
    this.chosen = true;
    this.lat = clamp(this.lat + lat, -88, 88);
    this.lon += lon;
    this.changed();
  }

  private listen(target: EventTarget, name: string, listener: (event: Event) => void): void {
    target.addEventListener(name, listener, { passive: false });
    this.remove.push(() => target.removeEventListener(name, listener));
  }
}
