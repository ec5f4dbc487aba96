import * as THREE from 'three';
import { takes_keys } from '../ui/dom';
import { Pinch } from './pinch';

export interface WalkerOptions {
  canvas: HTMLCanvasElement;
  camera: THREE.PerspectiveCamera;
  eye: number;
  /** Metres a second. */
  walk_speed: number;
  fly_speed: number;
  changed: () => void;
}

/** Somebody who walks on the ground or flies over it: keys to go, drag to look, wheel for the speed. */
export class Walker {
  yaw = 0;
  pitch = -0.12;
  walking = false;
  /** Somebody chose where to stand and look. */
  chosen = false;
  /** How many times the plain speed. */
  pace = 1;
  /** Which button of the mouse looks around: the left one, or, where that one works on the world, the right one. */
  look_button: 0 | 2 = 0;

  /** The pointer is hidden, and each of its movements looks around. */
  locked = false;

  private readonly keys = new Set<string>();
  private readonly remove: (() => void)[] = [];
  private fall = 0;
  private drag: { x: number; y: number } | undefined;
  private moved = 0;
  private pinching: () => boolean = () => false;

  constructor(private readonly options: WalkerOptions) {
    const { canvas } = options;
    // Two fingers: apart goes on, together goes back, both to a side goes there.
    const pinch = new Pinch(canvas, ({ factor, dx, dy }) => this.go(Math.log(factor) * 4, -dx * 0.02, dy * 0.02));
    this.pinching = () => pinch.active;
    this.remove.push(() => pinch.dispose());
    this.listen(window, 'keydown', (event) => this.key(event as KeyboardEvent, true));
    this.listen(window, 'keyup', (event) => this.key(event as KeyboardEvent, false));
    this.listen(window, 'blur', () => this.keys.clear());
    this.listen(canvas, 'pointerdown', (event) => {
      const { clientX, clientY, pointerId, button } = event as PointerEvent;
      this.moved = 0;
      if (button !== this.look_button && button !== 1) return;
      canvas.setPointerCapture(pointerId);
      this.drag = { x: clientX, y: clientY };
    });
    this.listen(document, 'pointerlockchange', () => {
      this.locked = document.pointerLockElement === canvas;
      this.drag = undefined;
      options.changed();
    });
    this.listen(canvas, 'contextmenu', (event) => event.preventDefault());
    this.listen(canvas, 'pointerup', () => (this.drag = undefined));
    this.listen(canvas, 'pointercancel', () => (this.drag = undefined));
    this.listen(canvas, 'pointermove', (event) => this.look(event as PointerEvent));
    this.listen(canvas, 'wheel', (event) => {
      event.preventDefault();
      if ((event as WheelEvent).ctrlKey || (event as WheelEvent).altKey) return;
      this.pace = Math.min(64, Math.max(1 / 8, this.pace * Math.exp(-(event as WheelEvent).deltaY * 0.0012)));
      options.changed();
    });
  }

  get place(): THREE.Vector3 {
    return this.options.camera.position;
  }
  get speed(): number {
    return (this.walking ? this.options.walk_speed : this.options.fly_speed) * this.pace;
  }
  /** Whether the press that just ended was a click and not a drag. */
  get was_click(): boolean {
    return this.moved < 4;
  }
  get dragging(): boolean {
    return this.drag !== undefined && this.moved >= 4;
  }

  /** Goes on by so many seconds; true while moving. Ground is the height under a place, undefined where not known. */
  tick(seconds: number, ground: (x: number, z: number) => number | undefined): boolean {
    const { camera, eye } = this.options;
    const wish = new THREE.Vector3(
      this.axis('KeyD', 'ArrowRight') - this.axis('KeyA', 'ArrowLeft'),
      this.walking ? 0 : this.axis('KeyE', 'PageUp') - this.axis('KeyQ', 'PageDown'),
      this.axis('KeyS', 'ArrowDown') - this.axis('KeyW', 'ArrowUp'),
    );
    let moving = false;
    if (wish.lengthSq() > 0) {
      const up = wish.y;
      wish.y = 0;
      wish.applyEuler(new THREE.Euler(this.walking ? 0 : this.pitch, this.yaw, 0, 'YXZ'));
      if (this.walking) wish.y = 0;
      wish.normalize();
      wish.y += up;
      const faster = this.keys.has('ShiftLeft') || this.keys.has('ShiftRight') ? 4 : 1;
      camera.position.addScaledVector(wish, this.speed * faster * seconds);
      moving = true;
    }
    const floor = ground(camera.position.x, camera.position.z);
    if (floor !== undefined) {
      const lowest = floor + eye;
      if (this.walking && camera.position.y > lowest + 0.01) {
        // Falls, but never so slowly that a descent from high up becomes a wait.
        this.fall = Math.min(90, this.fall + 20 * seconds);
        camera.position.y = Math.max(lowest, camera.position.y - Math.max(this.fall, (camera.position.y - lowest) * 4) * seconds);
        moving = true;
      } else {
        this.fall = 0;
      }
      if (camera.position.y < lowest) {
        const rise = lowest - camera.position.y;
        camera.position.y += this.walking && rise < 2 ? rise * Math.min(1, seconds * 14) : rise;
        moving ||= rise > 0.01;
      }
    }
    camera.rotation.set(this.pitch, this.yaw, 0, 'YXZ');
    return moving || this.keys.size > 0;
  }

  /** First person, as games have it; Escape gives the pointer back. */
  toggle_lock(): void {
    if (this.locked) document.exitPointerLock();
    else void Promise.resolve(this.options.canvas.requestPointerLock()).catch(() => undefined);
  }

  dispose(): void {
    if (this.locked) document.exitPointerLock();
    for (const stop of this.remove) stop();
  }

  /** Moves by so many seconds of its speed: forward, to the right, up. */
  private go(forward: number, right: number, up: number): void {
    const way = new THREE.Vector3(right, 0, -forward).applyEuler(new THREE.Euler(this.walking ? 0 : this.pitch, this.yaw, 0, 'YXZ'));
    if (!this.walking) way.y += up;
    this.options.camera.position.addScaledVector(way, this.speed * 0.5);
    this.chosen = true;
    this.options.changed();
  }

  private axis(...names: string[]): number {
    return names.some((name) => this.keys.has(name)) ? 1 : 0;
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (!/^(Key[WASDQE]|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Shift(Left|Right))$/.test(event.code)) return;
    if (!down) {
      this.keys.delete(event.code);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || takes_keys(event.target, event.key) || document.querySelector('dialog[open]'))
      return;
    this.keys.add(event.code);
    this.chosen = true;
    this.options.changed();
  }

  private look(event: PointerEvent): void {
    if (this.locked) {
      this.chosen = true;
      this.yaw -= event.movementX * 0.0022;
      this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch - event.movementY * 0.0022));
      this.options.changed();
      return;
    }
    if (!this.drag) return;
    if (this.pinching()) {
      this.drag = { x: event.clientX, y: event.clientY };
      return;
    }
    const dx = event.clientX - this.drag.x;
    const dy = event.clientY - this.drag.y;
    this.moved += Math.abs(dx) + Math.abs(dy);
    this.chosen = true;
    this.yaw += dx * 0.0032;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + dy * 0.0032));
    this.drag = { x: event.clientX, y: event.clientY };
    this.options.changed();
  }

  private listen(target: EventTarget, name: string, listener: (event: Event) => void): void {
    target.addEventListener(name, listener, { passive: false });
    this.remove.push(() => target.removeEventListener(name, listener));
  }
}
