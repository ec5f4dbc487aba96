import * as THREE from 'three';
import type { VoxelMaterials } from './chunk_mesh';

/** Plants as few boxes each, in the manner of the voxels they stand on. A box: middle, half sizes, colour. */
type Box = readonly [number, number, number, number, number, number, string];

function tree(trunk: string, crown: string, light: string, height: number, spread: number): Box[] {
  return [
    [0, height * 0.32, 0, 0.17, height * 0.34, 0.17, trunk],
    [0, height * 0.68, 0, spread, height * 0.13, spread, crown],
    [0, height * 0.86, 0, spread * 0.66, height * 0.11, spread * 0.66, light],
    [spread * 0.25, height * 0.52, 0.1, spread * 0.6, height * 0.07, spread * 0.55, crown],
  ];
}

function conifer(crown: string, light: string, height: number): Box[] {
  return [
    [0, height * 0.14, 0, 0.15, height * 0.16, 0.15, '#4f3a28'],
    ...[0, 1, 2, 3].map((i): Box => {
      const width = 1.15 * (1 - i * 0.25);
      return [0, height * (0.34 + i * 0.19), 0, width, height * 0.085, width, i % 2 ? light : crown];
    }),
  ];
}

const flower = (colour: string): Box[] => [
  [0, 0.22, 0, 0.03, 0.22, 0.03, '#4f7a35'],
  [0, 0.48, 0, 0.11, 0.07, 0.11, colour],
];

function boxes_of(species: string): Box[] {
  if (/spruce|pine|fir/.test(species)) return conifer('#2f4a35', '#3b5a3f', species.startsWith('dwarf') ? 2.2 : 5.6);
  if (species.includes('birch')) return tree('#d8d4c8', '#7f9f4a', '#93b25a', 5, 1.2);
  if (species.includes('acacia'))
    return [
      [0, 1.3, 0, 0.16, 1.35, 0.16, '#6a4f34'],
      [0, 2.8, 0, 1.7, 0.22, 1.7, '#77803a'],
      [0, 3.15, 0, 1.1, 0.18, 1.1, '#8a9145'],
    ];
  if (species.includes('baobab'))
    return [
      [0, 1.8, 0, 0.75, 1.85, 0.75, '#8a705a'],
      [0, 3.9, 0, 1.6, 0.3, 1.6, '#6f7a3c'],
    ];
  if (species.includes('cactus'))
    return [
      [0, 0.95, 0, 0.2, 0.95, 0.2, '#55803f'],
      [0.42, 1.1, 0, 0.22, 0.12, 0.12, '#55803f'],
      [0.56, 1.4, 0, 0.12, 0.32, 0.12, '#628d48'],
    ];
  if (species.includes('dead'))
    return [
      [0, 0.25, 0, 0.05, 0.27, 0.05, '#7a6246'],
      [0.15, 0.4, 0, 0.18, 0.04, 0.04, '#7a6246'],
      [-0.1, 0.32, 0.1, 0.04, 0.04, 0.16, '#7a6246'],
    ];
  if (/shrub|bush/.test(species))
    return [
      [0, 0.3, 0, 0.42, 0.3, 0.38, '#5d7a38'],
      [0.15, 0.55, -0.05, 0.26, 0.15, 0.26, '#6d8c42'],
    ];
  if (species.includes('red')) return flower('#c8402f');
  if (species.includes('yellow')) return flower('#e3be3c');
  if (species.includes('blue')) return flower('#4f6fc0');
  if (species.includes('grass'))
    return [
      [0, 0.17, 0, 0.26, 0.19, 0.025, '#7fa548'],
      [0, 0.15, 0, 0.025, 0.17, 0.26, '#74993f'],
    ];
  return tree('#6a4c33', '#4c7a30', '#5d8c3a', 4.8, 1.5);
}

export function plant_geometry(species: string): THREE.BufferGeometry {
  const places: number[] = [];
  const normals: number[] = [];
  const tints: number[] = [];
  const indices: number[] = [];
  const unit = new THREE.BoxGeometry(2, 2, 2);
  const place = unit.getAttribute('position');
  const normal = unit.getAttribute('normal');
  for (const [x, y, z, w, h, d, hex] of boxes_of(species)) {
    const colour = new THREE.Color().setStyle(hex, THREE.LinearSRGBColorSpace);
    const first = places.length / 3;
    for (let i = 0; i < place.count; ++i) {
      places.push(x + place.getX(i) * w, y + place.getY(i) * h, z + place.getZ(i) * d);
      normals.push(normal.getX(i), normal.getY(i), normal.getZ(i));
      // Darker below: crowns shade themselves.
      tints.push(colour.r, colour.g, colour.b, place.getY(i) > 0 ? 1 : 0.72);
    }
    for (const index of unit.getIndex()!.array) indices.push(first + index);
  }
  unit.dispose();
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute('tint', new THREE.Float32BufferAttribute(tints, 4));
  geometry.setIndex(indices);
  return geometry;
}

/** Shapes of species, made when first asked for. */
export class PlantShop {
  private readonly shapes = new Map<number, THREE.BufferGeometry>();
  /** `model` gives the library's own shape of a species, where it has one; boxes stand in its place until that has come. */
  constructor(
    private readonly species: readonly string[],
    private readonly materials: VoxelMaterials,
    private readonly model: (species: number) => Promise<THREE.BufferGeometry | undefined>,
    private readonly changed: () => void,
  ) {}

  /** All plants of one species in a chunk as one mesh. */
  mesh(species: number, plants: readonly { x: number; y: number; z: number; turn: number; size: number }[]): THREE.InstancedMesh {
    let shape = this.shapes.get(species);
    if (!shape) {
      const boxes = plant_geometry(this.species[species] ?? '');
      this.shapes.set(species, (shape = boxes));
      void this.model(species).then((better) => better && this.exchange(boxes, better));
    }
    const mesh = new THREE.InstancedMesh(shape, this.materials.plants, plants.length);
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    plants.forEach((plant, index) => {
      turn.setFromAxisAngle(new THREE.Vector3(0, 1, 0), plant.turn);
      mesh.setMatrixAt(
        index,
        matrix.compose(new THREE.Vector3(plant.x, plant.y, plant.z), turn, new THREE.Vector3(plant.size, plant.size, plant.size)),
      );
    });
    mesh.frustumCulled = false;
    return mesh;
  }

  /** How high a species grows at its usual size, in voxels. */
  crown(species: number): number {
    return Math.max(0, ...boxes_of(this.species[species] ?? '').map(([, y, , , half]) => y + half));
  }

  /** The same geometry with other triangles: plants that are drawn already follow. */
  private exchange(shape: THREE.BufferGeometry, better: THREE.BufferGeometry): void {
    for (const name of ['position', 'normal', 'tint']) shape.setAttribute(name, better.getAttribute(name));
    shape.setIndex(better.getIndex());
    shape.boundingSphere = null;
    this.changed();
  }

  dispose(): void {
    for (const shape of this.shapes.values()) shape.dispose();
  }
}
