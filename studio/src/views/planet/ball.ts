import type * as THREE from 'three';
import type { Scheme } from '../map/pyramid';
import { Globe } from './globe';

/** The pictures that the ball wears: a new one takes the place of the old one when all of it has come. */
export class Ball {
  private globe: Globe | undefined;
  private under: Globe | undefined;
  /** Counts pictures that were drawn for the first time. */
  seen = 0;
  private drawn: Globe | undefined;

  constructor(
    private readonly scene: THREE.Object3D,
    private readonly uniforms: Record<string, THREE.IUniform>,
    private readonly changed: () => void,
  ) {}

  /** The newest picture has come. */
  get ready(): boolean {
    return this.globe?.ready ?? false;
  }
  /** Something is seen: it, or the one before it. */
  get shown(): boolean {
    return this.ready || this.under !== undefined;
  }
  get pieces(): number {
    return this.globe?.shown ?? 0;
  }
  get waiting(): number {
    return this.globe?.waiting ?? 0;
  }

  wear(scheme: Scheme): void {
    if (this.globe?.ready) {
      this.under?.dispose();
      this.under = this.globe;
    } else {
      this.globe?.dispose();
    }
    this.globe = new Globe(scheme, this.uniforms, this.changed);
    this.scene.add(this.globe.group);
    this.changed();
  }

  /** One picture of the whole planet: a preview, or a step of the generation. */
  wear_picture(url: string): void {
    this.wear({ across: () => 1, down: () => 1, deepest: 0, tile_pixels: 512, url: () => url });
  }

  update(camera: THREE.PerspectiveCamera, screen: number): void {
    const { globe } = this;
    if (!globe) return;
    globe.update(camera, screen);
    globe.group.visible = globe.ready;
    if (globe.ready && globe !== this.drawn) {
      this.drawn = globe;
      ++this.seen;
    }
    if (!globe.ready || !this.under) return;
    this.under.dispose();
    this.under = undefined;
  }

  dispose(): void {
    this.globe?.dispose();
    this.under?.dispose();
  }
}
