import * as THREE from 'three';
import { sky_glsl } from '../../draw/sky';
import type { TileData, TileShape } from './tile_data';

/**
 * Trees where warmth, rain and ground would let them grow. They are decoration: their places come from a hash of the cell they
 * stand in, so that they stay where they are on every visit and on every level, but the world's files know nothing of them.
 */
export interface Tree {
  x: number;
  y: number;
  z: number;
  size: number;
  turn: number;
  /** 0: conifer, 1: broadleaf. */
  kind: 0 | 1;
  shade: number;
}

const spacing = 7;
/** Coarser tiles than this have none. */
export const coarsest_with_trees = 2;

function random(x: number, y: number, salt: number): number {
  let h = Math.imul(x % 1000003, 0x27d4eb2d) ^ Math.imul(y % 1000003, 0x165667b1) ^ Math.imul(salt, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** How thick a forest would be, 0 … 1: none in the cold, in the dry, on rock, sand and snow. */
export function forest(warmth: number, rain: number, slope: number, bare: number): number {
  const by_warmth = Math.max(0, Math.min(1, (warmth + 3) / 5));
  const need = 55 + Math.max(0, warmth - 8) * 4;
  const by_rain = Math.max(0, Math.min(1, (rain - need) / 70));
  const by_slope = Math.max(0, Math.min(1, (0.85 - slope) / 0.4));
  return by_warmth * by_rain * by_slope * Math.max(0, 1 - bare * 1.6);
}

export function trees_of(data: TileData, shape: TileShape, step: number): Tree[] {
  const { id, side, margin } = data;
  if (id.level > coarsest_with_trees) return [];
  const pitch = side + 2 * margin;
  const cells = side - 1;
  const metres = cells * step;
  const value = (name: string, u: number, v: number, otherwise: number) => data.layers.get(name)?.[(Math.round(v) + margin) * pitch + Math.round(u) + margin] ?? otherwise;
  const trees: Tree[] = [];
  const first_x = Math.ceil((id.x * metres) / spacing);
  const first_y = Math.ceil((id.y * metres) / spacing);
  const share = 0.45 ** id.level;
  for (let cy = first_y; cy * spacing < (id.y + 1) * metres; ++cy) {
    for (let cx = first_x; cx * spacing < (id.x + 1) * metres; ++cx) {
      const luck = random(cx, cy, 1);
      if (luck > share) continue;
      const x = Math.min(metres, (cx + random(cx, cy, 2) * 0.9) * spacing - id.x * metres);
      const z = Math.min(metres, (cy + random(cx, cy, 3) * 0.9) * spacing - id.y * metres);
      const u = Math.min(cells, x / step);
      const v = Math.min(cells, z / step);
      const i = Math.round(v) * side + Math.round(u);
      const height = shape.heights[i];
      if (height < 1.5) continue;
      const cosine = Math.max(0.05, 1 - shape.shape[4 * i + 3] / 510);
      const slope = Math.sqrt(1 / (cosine * cosine) - 1);
      const warmth = value('temperature', u, v, 12);
      const bare = value('snow', u, v, 0) + value('sand', u, v, 0) + value('rock', u, v, 0) * 0.4 + value('gravel', u, v, 0) * 0.4;
      // Groves and clearings of some sixty metres.
      const grove = random(Math.floor(cx / 9), Math.floor(cy / 9), 5) * 0.7 + random(Math.floor(cx / 3), Math.floor(cy / 3), 6) * 0.5;
      if (random(cx, cy, 4) > forest(warmth, value('rain', u, v, 90), slope, bare) * Math.min(1, grove * 1.3)) continue;
      const conifer = random(cx, cy, 7) > Math.max(0.03, Math.min(0.95, (warmth - 2) / 9));
      trees.push({ x, y: height - 0.3, z, size: 0.6 + random(cx, cy, 8) * 0.8, turn: random(cx, cy, 9) * 6.28, kind: conifer ? 0 : 1, shade: 0.75 + random(cx, cy, 10) * 0.45 });
    }
  }
  return trees;
}

function shape(kind: 0 | 1): THREE.BufferGeometry {
  const parts: [THREE.BufferGeometry, string][] = [];
  const add = (geometry: THREE.BufferGeometry, y: number, colour: string, flat = 1) => {
    geometry.scale(1, flat, 1);
    geometry.translate(0, y, 0);
    parts.push([geometry.index ? geometry.toNonIndexed() : geometry, colour]);
  };
  add(new THREE.CylinderGeometry(0.22, 0.34, 2.4, 5, 1, true), 1, '#4d3b2b');
  if (kind === 0) {
    add(new THREE.ConeGeometry(2.3, 4.6, 7, 1, true), 4, '#2c3b25');
    add(new THREE.ConeGeometry(1.6, 3.9, 7, 1, true), 6.4, '#32432a');
    add(new THREE.ConeGeometry(0.9, 2.8, 6, 1, true), 8.7, '#3a4b2f');
  } else {
    add(new THREE.IcosahedronGeometry(2.5, 1), 4.7, '#3d4d24', 0.85);
    add(new THREE.IcosahedronGeometry(1.6, 1), 6.4, '#47582a', 0.8);
  }
  const places: number[] = [];
  const normals: number[] = [];
  const tints: number[] = [];
  for (const [geometry, hex] of parts) {
    const place = geometry.getAttribute('position');
    const normal = geometry.getAttribute('normal');
    const colour = new THREE.Color(hex);
    for (let i = 0; i < place.count; ++i) {
      places.push(place.getX(i), place.getY(i), place.getZ(i));
      normals.push(normal.getX(i), normal.getY(i), normal.getZ(i));
      const low = 0.55 + 0.45 * Math.min(1, place.getY(i) / 7);
      tints.push(colour.r * low, colour.g * low, colour.b * low);
    }
    geometry.dispose();
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute('tint', new THREE.Float32BufferAttribute(tints, 3));
  return geometry;
}

/** Shapes and material of all trees. */
export class TreeShop {
  private readonly shapes = [shape(0), shape(1)];
  private readonly material: THREE.ShaderMaterial;

  constructor(sky: Record<string, THREE.IUniform>) {
    this.material = new THREE.ShaderMaterial({
      uniforms: sky,
      side: THREE.DoubleSide,
      vertexShader: /* glsl */ `
        attribute vec3 tint;
        varying vec3 vPlace;
        varying vec3 vNormal;
        varying vec3 vTint;
        void main() {
          vec4 world = modelMatrix * instanceMatrix * vec4(position, 1.0);
          vPlace = world.xyz;
          vNormal = normalize(mat3(instanceMatrix) * normal);
          vTint = tint * instanceColor;
          gl_Position = projectionMatrix * viewMatrix * world;
        }`,
      fragmentShader: /* glsl */ `
        varying vec3 vPlace;
        varying vec3 vNormal;
        varying vec3 vTint;
        ${sky_glsl}
        void main() {
          vec3 normal = normalize(vNormal);
          // Leaves let light through: soft around the edge of the shadow.
          float lit = max(0.0, dot(normal, uSun) * 0.75 + 0.25);
          vec3 colour = vTint * (sun_light() * lit * 0.8 + sky_colour(vec3(0.0, 1.0, 0.0)) * (0.9 + 0.4 * normal.y));
          gl_FragColor = vec4(in_haze(colour, cameraPosition, vPlace), 1.0);
          #include <tonemapping_fragment>
          #include <colorspace_fragment>
        }`,
    });
  }

  plant(trees: readonly Tree[]): THREE.Group {
    const group = new THREE.Group();
    for (const kind of [0, 1] as const) {
      const own = trees.filter((tree) => tree.kind === kind);
      if (own.length === 0) continue;
      const mesh = new THREE.InstancedMesh(this.shapes[kind], this.material, own.length);
      const matrix = new THREE.Matrix4();
      const turn = new THREE.Quaternion();
      const up = new THREE.Vector3(0, 1, 0);
      own.forEach((tree, index) => {
        turn.setFromAxisAngle(up, tree.turn);
        mesh.setMatrixAt(index, matrix.compose(new THREE.Vector3(tree.x, tree.y, tree.z), turn, new THREE.Vector3(tree.size, tree.size * (0.85 + 0.3 * (tree.shade - 0.75)), tree.size)));
        mesh.setColorAt(index, new THREE.Color(tree.shade * 1.05, tree.shade, tree.shade * 0.9));
      });
      mesh.frustumCulled = false;
      group.add(mesh);
    }
    return group;
  }

  dispose(): void {
    for (const geometry of this.shapes) geometry.dispose();
    this.material.dispose();
  }
}
