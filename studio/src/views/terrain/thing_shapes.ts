import * as THREE from 'three';
import { hash01 } from '../../draw/detail';

/** Shapes of what stands on the ground, each one metre high, with its foot at the origin. */
export type ThingKind = 'conifer' | 'broadleaf' | 'palm' | 'shrub' | 'grass' | 'rock';

/** Triangles with a normal and a colour at each corner. */
class Modeller {
  private readonly places: number[] = [];
  private readonly normals: number[] = [];
  private readonly tints: number[] = [];

  triangle(corners: readonly THREE.Vector3[], normals: readonly THREE.Vector3[] | undefined, tints: readonly THREE.Color[]): void {
    const flat = normals
      ? undefined
      : new THREE.Vector3().crossVectors(corners[1].clone().sub(corners[0]), corners[2].clone().sub(corners[0])).normalize();
    corners.forEach((corner, i) => {
      const normal = normals ? normals[i] : flat!;
      this.places.push(corner.x, corner.y, corner.z);
      this.normals.push(normal.x, normal.y, normal.z);
      this.tints.push(tints[i].r, tints[i].g, tints[i].b);
    });
  }

  /** A ball with dents; leaves are lit as if the whole crown were round around `core`. */
  ball(
    middle: THREE.Vector3,
    radius: THREE.Vector3,
    detail: number,
    dents: number,
    seed: number,
    low: THREE.Color,
    high: THREE.Color,
    core?: THREE.Vector3,
  ): void {
    const ball = new THREE.IcosahedronGeometry(1, detail);
    const place = ball.getAttribute('position');
    const corners: THREE.Vector3[] = [];
    for (let i = 0; i < place.count; ++i) {
      const d = new THREE.Vector3(place.getX(i), place.getY(i), place.getZ(i)).normalize();
      const dent = 1 - dents * hash01(Math.round(d.x * 40) + 99, Math.round(d.y * 40) * 131 + Math.round(d.z * 40), seed);
      corners.push(d.multiplyScalar(dent).multiply(radius).add(middle));
    }
    for (let i = 0; i < corners.length; i += 3) {
      const three = corners.slice(i, i + 3);
      const tints = three.map((corner) => low.clone().lerp(high, Math.max(0, Math.min(1, (corner.y - middle.y) / radius.y / 2 + 0.5))));
      this.triangle(three, core ? three.map((corner) => corner.clone().sub(core).normalize()) : undefined, tints);
    }
    ball.dispose();
  }

  trunk(points: readonly THREE.Vector3[], from: number, to: number, sides: number, colour: THREE.Color): void {
    const ring = (index: number, k: number) => {
      const radius = from + ((to - from) * index) / (points.length - 1);
      const angle = (k / sides) * 2 * Math.PI;
      return points[index].clone().add(new THREE.Vector3(Math.cos(angle) * radius, 0, Math.sin(angle) * radius));
    };
    for (let i = 0; i + 1 < points.length; ++i) {
      for (let k = 0; k < sides; ++k) {
        const [a, b, c, d] = [ring(i, k), ring(i, k + 1), ring(i + 1, k), ring(i + 1, k + 1)];
        this.triangle([a, c, b], undefined, [colour, colour, colour]);
        this.triangle([b, c, d], undefined, [colour, colour, colour]);
      }
    }
  }

  done(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(this.places, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute('tint', new THREE.Float32BufferAttribute(this.tints, 3));
    return geometry;
  }
}

const v = (x: number, y: number, z: number) => new THREE.Vector3(x, y, z);
const bark = new THREE.Color('#2f251c');

function conifer(near: boolean): THREE.BufferGeometry {
  const model = new Modeller();
  if (near) model.trunk([v(0, 0, 0), v(0, 0.22, 0)], 0.022, 0.016, 5, bark);
  const tiers = near ? 6 : 2;
  const points = near ? 14 : 5;
  const inside = new THREE.Color('#10170d');
  const tip = new THREE.Color('#2a371f');
  for (let tier = 0; tier < tiers; ++tier) {
    const share = tier / tiers;
    const low = 0.1 + share * 0.76;
    const high = Math.min(1, low + (near ? 0.3 : 0.58));
    const radius = (near ? 0.21 : 0.18) * (1 - share * 0.86);
    const apex = v(0, high, 0);
    const rim = (k: number) => {
      const angle = ((k + tier * 0.5) / points) * 2 * Math.PI;
      const reach = radius * (near ? (k % 2 === 0 ? 1 : 0.6) * (0.85 + 0.3 * hash01(k % points, tier, 5)) : 1);
      return v(Math.cos(angle) * reach, low - (near && k % 2 === 0 ? 0.03 : 0), Math.sin(angle) * reach);
    };
    for (let k = 0; k < points; ++k) {
      const [a, b] = [rim(k), rim(k + 1)];
      const lean = (p: THREE.Vector3) => v(p.x, radius * 0.7, p.z).normalize();
      model.triangle(
        [a, apex, b],
        [lean(a), v(0, 1, 0), lean(b)],
        [k % 2 === 0 ? tip : inside, inside.clone().lerp(tip, 0.55), k % 2 === 0 ? inside : tip],
      );
    }
  }
  return model.done();
}

function broadleaf(near: boolean): THREE.BufferGeometry {
  const model = new Modeller();
  const low = new THREE.Color('#161d0e');
  const high = new THREE.Color('#3b4822');
  const core = v(0, 0.55, 0);
  if (!near) {
    model.ball(v(0, 0.6, 0), v(0.34, 0.4, 0.34), 1, 0.25, 3, low, high, core);
    return model.done();
  }
  model.trunk([v(0, 0, 0), v(0.01, 0.2, 0.01), v(0, 0.42, 0)], 0.035, 0.02, 6, bark);
  const balls: [number, number, number, number][] = [
    [0, 0.74, 0, 0.24],
    [0.17, 0.6, 0.04, 0.2],
    [-0.15, 0.62, 0.1, 0.19],
    [0.02, 0.58, -0.17, 0.2],
    [-0.06, 0.55, 0.17, 0.17],
    [0.08, 0.86, 0.02, 0.14],
  ];
  balls.forEach(([x, y, z, r], index) => model.ball(v(x, y, z), v(r, r * 0.86, r), 1, 0.3, 11 + index, low, high, core));
  return model.done();
}

function palm(near: boolean): THREE.BufferGeometry {
  const model = new Modeller();
  const top = v(0.07, 0.86, 0.02);
  model.trunk([v(0, 0, 0), v(0.015, 0.3, 0), v(0.04, 0.6, 0.01), top], 0.022, 0.012, near ? 6 : 3, new THREE.Color('#6b5a44'));
  const fronds = near ? 12 : 6;
  const inner = new THREE.Color('#222f14');
  const outer = new THREE.Color('#4a5c28');
  for (let k = 0; k < fronds; ++k) {
    const angle = (k / fronds) * 2 * Math.PI + hash01(k, 1, 3);
    const out = v(Math.cos(angle), 0, Math.sin(angle));
    const across = v(-out.z, 0, out.x);
    const rise = 0.1 + 0.12 * hash01(k, 2, 3);
    const at = (t: number, side: number) =>
      top
        .clone()
        .addScaledVector(out, t * 0.34)
        .addScaledVector(across, side * 0.045 * Math.sin(Math.PI * Math.min(1, t + 0.15)))
        .add(v(0, rise * t * 2 - 0.42 * t * t - Math.abs(side) * 0.02, 0));
    const steps = near ? 4 : 2;
    for (let s = 0; s < steps; ++s) {
      for (const side of [-1, 1]) {
        const [a, b] = [s / steps, (s + 1) / steps];
        const colours = [inner, outer, inner.clone().lerp(outer, 0.6)];
        model.triangle([at(a, 0), at(b, 0), at(a, side)], undefined, colours);
        model.triangle([at(b, 0), at(b, side), at(a, side)], undefined, colours);
      }
    }
  }
  return model.done();
}

function shrub(near: boolean): THREE.BufferGeometry {
  const model = new Modeller();
  const low = new THREE.Color('#1e2515');
  const high = new THREE.Color('#4b5230');
  const balls: [number, number, number, number][] = near
    ? [
        [0, 0.45, 0, 0.5],
        [0.38, 0.32, 0.1, 0.36],
        [-0.3, 0.35, 0.25, 0.38],
        [0.02, 0.3, -0.38, 0.34],
      ]
    : [[0, 0.4, 0, 0.6]];
  balls.forEach(([x, y, z, r], index) => model.ball(v(x, y, z), v(r, r * 0.9, r), near ? 1 : 0, 0.4, 31 + index, low, high, v(0, 0.1, 0)));
  return model.done();
}

function grass(): THREE.BufferGeometry {
  const model = new Modeller();
  const foot = new THREE.Color('#33361b');
  const tip = new THREE.Color('#77713f');
  for (let k = 0; k < 9; ++k) {
    const angle = k * 2.399;
    const out = v(Math.cos(angle), 0, Math.sin(angle));
    const across = v(-out.z, 0, out.x).multiplyScalar(0.035);
    const reach = 0.18 + 0.4 * hash01(k, 3, 41);
    const from = out.clone().multiplyScalar(0.16 * hash01(k, 4, 41));
    const bend = from
      .clone()
      .addScaledVector(out, reach * 0.35)
      .add(v(0, 0.62, 0));
    const end = from
      .clone()
      .addScaledVector(out, reach)
      .add(v(0, 0.75 + 0.25 * hash01(k, 5, 41), 0));
    const up = v(out.x * 0.3, 1, out.z * 0.3).normalize();
    const middle = foot.clone().lerp(tip, 0.6);
    model.triangle([from.clone().sub(across), from.clone().add(across), bend], [up, up, up], [foot, foot, middle]);
    model.triangle(
      [bend.clone().addScaledVector(across, -0.7), bend.clone().addScaledVector(across, 0.7), end],
      [up, up, up],
      [middle, middle, tip],
    );
  }
  return model.done();
}

function rock(near: boolean): THREE.BufferGeometry {
  const model = new Modeller();
  model.ball(v(0, 0.3, 0), v(0.75, 0.62, 0.6), near ? 2 : 1, 0.42, 53, new THREE.Color('#34322d'), new THREE.Color('#6f6b62'));
  return model.done();
}

export function thing_shape(kind: string, near: boolean): THREE.BufferGeometry {
  switch (kind) {
    case 'conifer':
      return conifer(near);
    case 'broadleaf':
      return broadleaf(near);
    case 'palm':
      return palm(near);
    case 'grass':
      return grass();
    case 'rock':
      return rock(near);
    default:
      return shrub(near);
  }
}
