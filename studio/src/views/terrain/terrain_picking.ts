import * as THREE from 'three';
import { Facts } from '../../ui/panel';
import { terrain_facts } from './terrain_facts';
import type { TerrainLand } from './terrain_land';

export interface Ground {
  x: number;
  y: number;
  height: number;
  /** Metres from the eye. */
  away: number;
}

/** Where a line meets heights that are known at places: in growing steps, the last one halved. `over`: height above the ground. */
export function first_crossing(over: (reach: number) => number | undefined, farthest = 40000): number | undefined {
  let reach = 1;
  let before = 0;
  for (let i = 0; i < 400 && reach < farthest; ++i) {
    const gap = over(reach);
    if (gap !== undefined && gap <= 0) {
      let [low, high] = [before, reach];
      for (let k = 0; k < 12; ++k) {
        const middle = (low + high) / 2;
        if ((over(middle) ?? 1) <= 0) high = middle;
        else low = middle;
      }
      return high;
    }
    before = reach;
    reach += Math.max(0.5, gap === undefined ? reach * 0.03 : gap * 0.5, reach * 0.004);
  }
  return undefined;
}

/** What lies under a point of the screen. */
export class TerrainPicking {
  readonly facts = new Facts('Point at the ground.');

  constructor(
    private readonly land: TerrainLand,
    private readonly camera: THREE.PerspectiveCamera,
    private readonly origin: { x: number; y: number },
  ) {}

  /** `at`: −1 … 1, as three.js counts. */
  ground_under(at: THREE.Vector2): Ground | undefined {
    const { tree } = this.land;
    if (!tree) return undefined;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    const { origin: from, direction } = ray.ray;
    const place = (reach: number) => from.clone().addScaledVector(direction, reach);
    const height = (p: THREE.Vector3) => tree.value_at('height', p.x + this.origin.x, p.z + this.origin.y);
    const away = first_crossing((reach) => {
      const p = place(reach);
      const ground = height(p);
      return ground === undefined ? undefined : p.y - ground;
    });
    if (away === undefined) return undefined;
    const p = place(away);
    return { x: p.x + this.origin.x, y: p.z + this.origin.y, height: height(p) ?? 0, away };
  }

  tell(at: THREE.Vector2): void {
    const { tree, source } = this.land;
    if (!tree) return;
    const found = this.ground_under(at);
    if (found) this.facts.set(terrain_facts((name, x, y) => tree.value_at(name, x, y), found.x, found.y, found.away, source.biomes));
    else this.facts.set([['Place', 'the sky']]);
  }
}
