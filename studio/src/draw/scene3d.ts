import * as THREE from 'three';
import type { Studio } from '../state/studio';
import { lean } from './lean';

export { lean };

/** Nothing moves by itself for those who asked their system for that, and in tests. */
export const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A canvas with a scene and a camera. Frames are drawn when something asks for one, or all the time while something moves. The
 * middle of the picture lies in the middle of what the drawers leave free.
 */
export class Scene3D {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(55, 1, 0.5, 80000);
  readonly canvas: HTMLCanvasElement;
  frames = 0;
  /** Called before each frame with the seconds since the last; true asks for another frame. */
  tick: (seconds: number) => boolean = () => false;

  private readonly stop_watching: () => void;
  private readonly observer: ResizeObserver;
  private handle = 0;
  private last = 0;
  private shift = { x: 0, y: 0 };
  private shift_to = { x: 0, y: 0 };

  constructor(studio: Studio, parent: HTMLElement, label: string) {
    this.renderer = new THREE.WebGLRenderer({ antialias: !lean, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(lean ? 0.5 : Math.min(devicePixelRatio, 2));
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', label);
    parent.append(this.canvas);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(parent);
    this.stop_watching = studio.insets.watch(({ left, right, bottom }) => {
      this.shift_to = { x: (right - left) / 2, y: bottom / 2 };
      if (this.frames < 2) this.shift = { ...this.shift_to };
      this.ask();
    });
    this.resize();
  }

  /** Asks for a frame. */
  ask(): void {
    clearTimeout(this.later);
    this.later = 0;
    if (this.handle === 0) this.handle = requestAnimationFrame((time) => this.draw(time));
  }

  /** Asks for a frame that may wait: something came, but nobody moves. Where drawing is dear, several such wishes become one frame. */
  ask_soon(): void {
    if (!lean) this.ask();
    else if (this.later === 0 && this.handle === 0) this.later = window.setTimeout(() => this.ask(), 300);
  }
  private later = 0;

  /** The picture as it stands, drawn now, so that it can be read at once. */
  snapshot(): HTMLCanvasElement {
    this.renderer.render(this.scene, this.camera);
    return this.canvas;
  }

  /** A pointer's place as three.js wants it: −1 … 1. */
  pointer(event: { clientX: number; clientY: number }): THREE.Vector2 {
    const box = this.canvas.getBoundingClientRect();
    return new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
  }

  dispose(): void {
    cancelAnimationFrame(this.handle);
    clearTimeout(this.later);
    this.handle = -1;
    this.stop_watching();
    this.observer.disconnect();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private draw(time: number): void {
    this.handle = 0;
    const seconds = Math.min(0.1, Math.max(0, (time - this.last) / 1000));
    this.last = time;
    let again = this.tick(seconds);
    const way = { x: this.shift_to.x - this.shift.x, y: this.shift_to.y - this.shift.y };
    if (Math.abs(way.x) + Math.abs(way.y) > 0.5 && !still) {
      const share = 1 - Math.exp(-seconds * 12);
      this.shift.x += way.x * share;
      this.shift.y += way.y * share;
      again = true;
    } else {
      this.shift = { ...this.shift_to };
    }
    this.place_view();
    this.renderer.render(this.scene, this.camera);
    ++this.frames;
    if (again) this.ask();
  }

  private place_view(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, this.shift.x, this.shift.y, width, height);
  }

  private resize(): void {
    const parent = this.canvas.parentElement;
    if (!parent || parent.clientWidth === 0) return;
    this.renderer.setSize(parent.clientWidth, parent.clientHeight, false);
    this.place_view();
    this.ask();
  }
}
