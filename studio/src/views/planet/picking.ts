import * as THREE from 'three';
import { is_abort, type Client } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import type { Scene3D } from '../../draw/scene3d';
import { h, replace } from '../../ui/dom';
import { Facts } from '../../ui/panel';
import { facts_of } from '../place_facts';
import { warped_direction } from './cube';
import { lat_lon, place_on_ball } from './globe';

export interface LatLon {
  lat: number;
  lon: number;
}

export interface PickHost {
  readonly scene: Scene3D;
  readonly client: Client;
  world(): WorldInfo | undefined;
  /** The ball is being turned by hand. */
  dragging(): boolean;
  /** Cells are shown without their warp: what is seen lies elsewhere. */
  unwarped(): boolean;
  fly(place: LatLon, nearer: (altitude: number) => number): void;
  make_region(place: LatLon): void;
}

/** Half the width of the mark at a place. */
const marker_pixels = 5;

const degrees = (value: number, [positive, negative]: string) => `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`;

/** What is under the pointer; a click keeps it and marks the place. */
export class Picking {
  readonly facts = new Facts('Point at a place; a click keeps it.');
  /** What can be done with a place that is marked. */
  readonly actions = h('div', { class: 'button-row', hidden: true });
  private marker: THREE.Mesh | undefined;
  private next: { clientX: number; clientY: number } | undefined;
  private asking = false;
  private fixed = false;
  private press = { x: 0, y: 0 };
  private readonly abort = new AbortController();

  constructor(private readonly host: PickHost) {
    const { canvas } = host.scene;
    canvas.addEventListener('pointerdown', (event) => (this.press = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener('pointermove', (event) => {
      if (!host.dragging() && !this.fixed) void this.ask(event);
    });
    canvas.addEventListener('click', (event) => {
      if (Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) > 4) return;
      const place = this.place_under(event);
      this.fixed = place !== undefined && !this.fixed;
      this.mark(this.fixed ? place : undefined);
      if (place) void this.ask(event);
    });
    canvas.addEventListener('dblclick', (event) => {
      const place = this.place_under(event);
      if (place) host.fly(place, (altitude) => Math.max(0.08, altitude * 0.4));
    });
    // The place in the middle, for those who have no mouse.
    canvas.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      const place = lat_lon(host.scene.camera.position);
      this.fixed = !this.fixed;
      this.mark(this.fixed ? place : undefined);
      if (this.fixed) void this.tell(place);
    });
  }

  /** The mark's size, as a share of its distance. */
  get marked(): number {
    return this.marker ? this.marker.scale.x / this.host.scene.camera.position.distanceTo(this.marker.position) : 0;
  }

  /** As large on the screen from near as from far; behind the ball it is not seen. */
  place_marker(): void {
    const { camera, canvas } = this.host.scene;
    if (!this.marker) return;
    const away = camera.position.distanceTo(this.marker.position);
    const pixel = (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2)) / canvas.clientHeight;
    this.marker.scale.setScalar(away * marker_pixels * pixel);
    this.marker.visible = camera.position.dot(this.marker.position) > 1;
  }

  dispose(): void {
    this.abort.abort();
  }

  private place_under(event: { clientX: number; clientY: number }): LatLon | undefined {
    const ray = new THREE.Raycaster();
    ray.setFromCamera(this.host.scene.pointer(event), this.host.scene.camera);
    const hit = ray.ray.intersectSphere(new THREE.Sphere(new THREE.Vector3(), 1), new THREE.Vector3());
    if (!hit) return undefined;
    return lat_lon(this.host.unwarped() ? warped_direction(hit, this.host.world()?.domain.theta ?? 0.8687) : hit);
  }

  /** A place that was chosen keeps its facts until another click, and can be flown to. */
  private mark(place: LatLon | undefined): void {
    const { host } = this;
    this.marker?.removeFromParent();
    this.marker = undefined;
    this.actions.hidden = place === undefined;
    if (place) {
      this.marker = new THREE.Mesh(
        new THREE.SphereGeometry(1, 16, 12),
        new THREE.MeshBasicMaterial({ color: 0xffa05a, toneMapped: false, depthTest: false }),
      );
      this.marker.renderOrder = 5;
      this.marker.position.copy(place_on_ball(place.lat, place.lon));
      host.scene.scene.add(this.marker);
      const nearer = h('button', { type: 'button', class: 'button' }, 'Fly there');
      nearer.addEventListener('click', () => host.fly(place, () => 0.25));
      const title = 'Makes the land around this place, some 400 km wide, with detail of its own';
      const zoom = h('button', { type: 'button', class: 'button', title, 'data-role': 'zoom-here' }, 'Zoom in here');
      zoom.addEventListener('click', () => host.make_region(place));
      replace(this.actions, zoom, nearer);
    }
    host.scene.ask();
  }

  /** One question at a time, the latest last. */
  private async ask(event: { clientX: number; clientY: number }): Promise<void> {
    this.next = event;
    if (this.asking || !this.host.world()) return;
    this.asking = true;
    while (this.next) {
      const place = this.place_under(this.next);
      this.next = undefined;
      if (place) await this.tell(place);
      else this.facts.set([['Place', 'space']]);
    }
    this.asking = false;
  }

  private async tell(place: LatLon): Promise<void> {
    const world = this.host.world();
    if (!world) return;
    const where = `${degrees(place.lat, 'NS')}, ${degrees(place.lon, 'EW')}`;
    try {
      const facts = await this.host.client.at(world.id, { lat: place.lat, lon: place.lon }, this.abort.signal);
      this.facts.set(facts_of(facts, world.layers, [['Place', where]]));
    } catch (error) {
      if (!is_abort(error)) this.facts.set([['Place', where]]);
    }
  }
}
