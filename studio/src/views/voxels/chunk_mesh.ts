import * as THREE from 'three';
import { sky_glsl } from '../../draw/sky';
import { shadow_glsl } from '../../draw/sun_shadow';
import type { PlantShop } from './plants';

/** A chunk's visible faces as triangles, and where one can stand. */
export interface ChunkData {
  x: number;
  y: number;
  /** Columns a side. */
  side: number;
  /** Height of the lowest voxel, in voxels from the sea. */
  floor: number;
  solid: Faces;
  liquid: Faces;
  /** Heights of ground to stand on, by column (y · side + x), ascending. */
  floors: readonly (readonly number[])[];
  plants: readonly Plant[];
  /** Number of the ground, by vertex. */
  grounds: Uint8Array;
}

export interface Plant {
  x: number;
  y: number;
  z: number;
  species: number;
  turn: number;
  size: number;
}

export interface Faces {
  /** Four corners a face: x, height, y in voxels from the chunk's corner. */
  places: Float32Array;
  /** Colour, and shade of the corner (255 open). */
  colours: Uint8Array;
  normals: Int8Array;
  indices: Uint32Array;
}

export function geometry_of(faces: Faces): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(faces.places, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(faces.normals, 3, true));
  geometry.setAttribute('tint', new THREE.BufferAttribute(faces.colours, 4, true));
  geometry.setIndex(new THREE.BufferAttribute(faces.indices, 1));
  return geometry;
}

const vertex_shader = /* glsl */ `
attribute vec4 tint;
varying vec3 vPlace;
varying vec3 vVoxel;
varying vec3 vNormal;
varying vec4 vTint;
void main() {
  vec4 place = vec4(position, 1.0);
  vec3 side = normal;
  #ifdef USE_INSTANCING
  place = instanceMatrix * place;
  side = normalize(mat3(instanceMatrix) * side);
  #endif
  vec4 world = modelMatrix * place;
  vPlace = world.xyz;
  vVoxel = place.xyz;
  vNormal = side;
  vTint = tint;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const fragment_shader = /* glsl */ `
uniform float uFar;
uniform float uTime;
uniform float uLiquid;
uniform float uEdges;
uniform vec3 uPicked;
uniform vec3 uPickColour;
varying vec3 vPlace;
varying vec3 vVoxel;
varying vec3 vNormal;
varying vec4 vTint;
${sky_glsl}
${shadow_glsl}

vec3 linear_of(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
float random(vec3 p) { return fract(sin(dot(p, vec3(12.9898, 78.233, 37.719))) * 43758.5453); }

void main() {
  vec3 normal = normalize(vNormal);
  vec3 cell = floor(vVoxel - normal * 0.5);
  float away = distance(cameraPosition, vPlace);
  // Tables give colours as on paper; ground in the sun is darker and less pure.
  vec3 albedo = linear_of(vTint.rgb);
  albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.59, 0.11))), 0.2) * 0.5;
  if (uLiquid < 0.5) {
    // Each voxel a little lighter or darker, and close by a grain of eight a side, so that large faces are not flat.
    albedo *= 0.93 + 0.14 * random(cell);
    float grain = random(floor((vVoxel - normal * 0.01) * 8.0));
    albedo *= 1.0 + (grain - 0.5) * 0.16 * exp(-away / 22.0);
    vec3 inside = abs(fract(vVoxel) - 0.5) * (1.0 - abs(normal));
    float edge = smoothstep(0.47, 0.5, max(inside.x, max(inside.y, inside.z)));
    albedo *= 1.0 - (uLiquid < -0.5 ? 0.0 : uEdges) * 0.3 * edge * exp(-away / 30.0);
  }
  // Corners and hollows see less of the sky, but light comes into them from the ground around.
  float open = mix(0.45, 1.0, vTint.a);
  float reach = sun_reaches(vPlace + normal * 0.45);
  float lit = max(dot(normal, uSun), 0.0) * reach;
  vec3 sky = (sky_colour(vec3(0.0, 1.0, 0.0)) * 0.9 + sky_colour(normalize(vec3(normal.x, 0.3, normal.z) + 1e-4)) * 0.5) * (0.74 + 0.26 * normal.y) * open;
  vec3 bounce = sun_light() * max(uSun.y, 0.0) * 0.3 * open;
  vec3 colour = albedo * (sun_light() * lit * mix(0.55, 1.0, open) + sky * 1.05 + bounce * mix(0.35, 1.0, reach));
  float alpha = 1.0;
  if (uLiquid > 0.5) {
    vec3 d = normalize(vPlace - cameraPosition);
    vec2 p = vPlace.xz;
    vec3 wavy = normalize(normal + 0.05 * vec3(sin(p.x * 1.7 + uTime * 1.3) + sin(p.y * 0.9 - uTime), 0.0, cos(p.y * 1.4 + uTime * 1.1) + sin(p.x * 0.8 + uTime * 0.7)));
    vec3 mirrored = reflect(d, wavy);
    mirrored.y = abs(mirrored.y);
    float fresnel = 0.03 + 0.97 * pow(1.0 - max(dot(-d, wavy), 0.0), 5.0);
    colour = mix(colour * 0.75, sky_colour(mirrored), fresnel) + sun_light() * pow(max(dot(mirrored, uSun), 0.0), 260.0);
    alpha = mix(0.72, 1.0, fresnel);
  }
  vec3 near_picked = abs(floor(vPlace - normal * 0.5) - uPicked);
  if (max(near_picked.x, max(near_picked.y, near_picked.z)) < 0.1) colour = mix(colour, uPickColour, 0.4);
  colour = in_haze(colour, cameraPosition, vPlace);
  // What is fetched ends somewhere: it fades into the sky before that.
  vec3 way = normalize(vPlace - cameraPosition);
  float gone = smoothstep(0.72, 0.98, length(vPlace.xz - cameraPosition.xz) / uFar);
  colour = mix(colour, sky_colour(normalize(vec3(way.x, max(way.y, 0.01), way.z))), gone);
  gl_FragColor = vec4(colour, mix(alpha, 1.0, gone));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

export interface VoxelMaterials {
  solid: THREE.ShaderMaterial;
  liquid: THREE.ShaderMaterial;
  plants: THREE.ShaderMaterial;
  uniforms: Record<string, THREE.IUniform>;
}

/** `sky`: of the air, and of the shadows. */
export function voxel_materials(sky: Record<string, THREE.IUniform>): VoxelMaterials {
  const uniforms: Record<string, THREE.IUniform> = {
    ...sky,
    uFar: { value: 160 },
    uTime: { value: 0 },
    uEdges: { value: 1 },
    uPicked: { value: new THREE.Vector3(1e9, 1e9, 1e9) },
    uPickColour: { value: new THREE.Vector3(1.3, 0.8, 0.45) },
  };
  const make = (kind: number) =>
    new THREE.ShaderMaterial({
      vertexShader: vertex_shader,
      fragmentShader: fragment_shader,
      uniforms: { ...uniforms, uLiquid: { value: kind } },
      transparent: kind > 0,
      depthWrite: kind <= 0,
      side: kind > 0 ? THREE.DoubleSide : THREE.FrontSide,
    });
  return { solid: make(0), liquid: make(1), plants: make(-1), uniforms };
}

export class ChunkMesh {
  readonly group = new THREE.Group();
  readonly plants = new THREE.Group();
  /** What throws a shadow, by column: the highest ground, or the crown of a tree. */
  readonly tops: Float32Array;

  constructor(
    readonly data: ChunkData,
    materials: VoxelMaterials,
    shop: PlantShop,
  ) {
    const add = (faces: Faces, material: THREE.Material, order: number) => {
      if (faces.indices.length === 0) return;
      const mesh = new THREE.Mesh(geometry_of(faces), material);
      mesh.renderOrder = order;
      this.group.add(mesh);
    };
    add(data.solid, materials.solid, 0);
    add(data.liquid, materials.liquid, 5);
    const kinds = new Map<number, Plant[]>();
    for (const plant of data.plants) kinds.set(plant.species, [...(kinds.get(plant.species) ?? []), plant]);
    for (const [species, plants] of kinds) this.plants.add(shop.mesh(species, plants));
    this.group.add(this.plants);
    this.tops = tops_of(data, (species) => shop.crown(species));
  }

  get triangles(): number {
    return (this.data.solid.indices.length + this.data.liquid.indices.length) / 3;
  }

  dispose(): void {
    for (const child of this.group.children) if (child instanceof THREE.Mesh) (child as THREE.Mesh).geometry.dispose();
    for (const child of this.plants.children) (child as THREE.InstancedMesh).dispose();
    this.group.removeFromParent();
  }
}

export function tops_of(data: ChunkData, crown: (species: number) => number): Float32Array {
  const { side } = data;
  const tops = Float32Array.from(data.floors, (floors) => floors.at(-1) ?? -1e4);
  for (const plant of data.plants) {
    const high = crown(plant.species) * plant.size;
    if (high < 1.5) continue;
    for (let dz = -1; dz <= 1; ++dz) {
      for (let dx = -1; dx <= 1; ++dx) {
        const x = Math.floor(plant.x) + dx;
        const z = Math.floor(plant.z) + dz;
        if (x < 0 || z < 0 || x >= side || z >= side || (dx !== 0 && dz !== 0 && high < 4)) continue;
        tops[z * side + x] = Math.max(tops[z * side + x], plant.y + high * (dx === 0 && dz === 0 ? 1 : 0.8));
      }
    }
  }
  return tops;
}
