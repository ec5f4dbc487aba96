import * as THREE from 'three';
import { hash01 } from '../../draw/detail';
import { sky_glsl } from '../../draw/sky';
import { shadow_glsl } from '../../draw/sun_shadow';
import { thing_shape } from './thing_shapes';

/** Something that stands on a tile; places are metres from its north-western corner. */
export interface Thing {
  kind: number;
  x: number;
  y: number;
  z: number;
  size: number;
  turn: number;
}

/** Coarser tiles than this have none; finer than the second number they have all, down to grass. */
export const coarsest_with_things = 3;
const coarsest_near = 0;

/** Which kinds are worth asking for on a level: trees far, rocks and shrubs nearer, grass underfoot. */
export function kinds_on_level(kinds: readonly string[], level: number): string[] {
  return kinds.filter((kind) => level <= (kind === 'grass' ? 0 : kind === 'shrub' || kind === 'rock' ? 1 : coarsest_with_things));
}

const head_bytes = 12;
const thing_bytes = 16;

/** "CSC1", count, kinds (u32); a thing: x, y (shares of the tile's side, u16), height, size (f32), kind, turn (u8), u16. Little endian. */
export function decode_scatter(bytes: ArrayBuffer, tile_metres: number): Thing[] {
  const view = new DataView(bytes);
  const magic = bytes.byteLength >= head_bytes ? String.fromCharCode(...new Uint8Array(bytes, 0, 4)) : '';
  if (magic !== 'CSC1') throw new Error(`things begin with "CSC1", not "${magic}"`);
  const count = view.getUint32(4, true);
  if (bytes.byteLength !== head_bytes + count * thing_bytes) throw new Error(`${count} things do not fit ${bytes.byteLength} bytes`);
  return Array.from({ length: count }, (_, i): Thing => {
    const at = head_bytes + i * thing_bytes;
    return {
      x: (view.getUint16(at, true) / 65535) * tile_metres,
      z: (view.getUint16(at + 2, true) / 65535) * tile_metres,
      y: view.getFloat32(at + 4, true),
      size: view.getFloat32(at + 8, true),
      kind: view.getUint8(at + 12),
      turn: (view.getUint8(at + 13) / 256) * 2 * Math.PI,
    };
  });
}

/** Far forests are thinned, each tree the wider for it; who stays depends on its place alone. */
export function thinned(things: readonly Thing[], level: number): Thing[] {
  if (level <= 1) return [...things];
  const share = level === 2 ? 0.6 : 0.3;
  return things.filter((thing) => hash01(Math.round(thing.x * 8), Math.round(thing.z * 8), 77) < share);
}

/** Shapes and material of all that stands on the ground. */
export class ThingShop {
  private readonly shapes = new Map<string, THREE.BufferGeometry>();
  private readonly material: THREE.ShaderMaterial;

  constructor(uniforms: Record<string, THREE.IUniform>) {
    this.material = new THREE.ShaderMaterial({
      uniforms,
      side: THREE.DoubleSide,
      vertexShader: /* glsl */ `
        attribute vec3 tint;
        varying vec3 vPlace;
        varying vec3 vNormal;
        varying vec3 vTint;
        varying float vUp;
        void main() {
          vec4 world = modelMatrix * instanceMatrix * vec4(position, 1.0);
          vPlace = world.xyz;
          vNormal = normalize(mat3(instanceMatrix) * normal);
          vTint = tint * instanceColor;
          vUp = position.y;
          gl_Position = projectionMatrix * viewMatrix * world;
        }`,
      fragmentShader: /* glsl */ `
        varying vec3 vPlace;
        varying vec3 vNormal;
        varying vec3 vTint;
        varying float vUp;
        ${sky_glsl}
        ${shadow_glsl}
        void main() {
          vec3 normal = normalize(vNormal);
          // Leaves let light through, so that shadows have no hard edge; low down there is less of it.
          float lit = max(0.0, dot(normal, uSun) * 0.72 + 0.28) * sun_reaches(vPlace);
          float open = 0.5 + 0.5 * smoothstep(0.0, 0.7, vUp);
          vec3 sky = sky_colour(vec3(0.0, 1.0, 0.0)) * (0.75 + 0.45 * normal.y);
          vec3 colour = vTint * (sun_light() * lit * 0.72 * mix(0.6, 1.0, open) + sky * open);
          gl_FragColor = vec4(in_haze(colour, cameraPosition, vPlace), 1.0);
          #include <tonemapping_fragment>
          #include <colorspace_fragment>
        }`,
    });
  }

  /** All things of a tile, one mesh a kind. */
  group(things: readonly Thing[], kinds: readonly string[], level: number): THREE.Group {
    const group = new THREE.Group();
    kinds.forEach((kind, number) => {
      const own = thinned(
        things.filter((thing) => thing.kind === number),
        level,
      );
      if (own.length > 0) group.add(this.mesh(kind, own, level));
    });
    return group;
  }

  dispose(): void {
    for (const shape of this.shapes.values()) shape.dispose();
    this.material.dispose();
  }

  private mesh(kind: string, things: readonly Thing[], level: number): THREE.InstancedMesh {
    const near = level <= coarsest_near;
    const key = `${kind} ${near}`;
    let shape = this.shapes.get(key);
    if (!shape) this.shapes.set(key, (shape = thing_shape(kind, near)));
    const mesh = new THREE.InstancedMesh(shape, this.material, things.length);
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    const up = new THREE.Vector3(0, 1, 0);
    const colour = new THREE.Color();
    const wider = level <= 1 ? 1 : level === 2 ? 1.25 : 1.7;
    things.forEach((thing, index) => {
      const luck = hash01(Math.round(thing.x * 8), Math.round(thing.z * 8), 91);
      const other = hash01(Math.round(thing.x * 8), Math.round(thing.z * 8), 92);
      const width = thing.size * wider * (0.85 + 0.3 * other);
      turn.setFromAxisAngle(up, thing.turn);
      mesh.setMatrixAt(
        index,
        matrix.compose(new THREE.Vector3(thing.x, thing.y - thing.size * 0.02, thing.z), turn, new THREE.Vector3(width, thing.size, width)),
      );
      const light = 0.75 + luck * 0.5;
      mesh.setColorAt(index, colour.setRGB(light * (0.9 + other * 0.3), light, light * (1.05 - other * 0.2)));
    });
    mesh.frustumCulled = false; // the tile's own bounds decide
    return mesh;
  }
}
