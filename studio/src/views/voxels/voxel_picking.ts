import * as THREE from 'three';
import type { Client } from '../../api/client';
import { words } from '../../state/recipe';
import { Facts } from '../../ui/panel';
import { number_text } from '../../ui/scale';
import type { Picked } from './build_tool';
import type { ChunkStream } from './chunk_stream';

/** What the line of sight meets. */
export interface VoxelHit {
  picked: Picked;
  distance: number;
  normal: THREE.Vector3;
  ground: string | undefined;
}

/** Faces of voxels look along an axis; others along the nearest. */
export function side_of({ x, y, z }: { x: number; y: number; z: number }): string {
  if (Math.abs(y) > 0.5) return y > 0 ? 'up' : 'down';
  if (Math.abs(x) > 0.5) return x > 0 ? 'east' : 'west';
  return z > 0 ? 'south' : 'north';
}

/** Finds the voxel under a point of the screen, and tells of it. */
export class VoxelPicking {
  readonly facts = new Facts('Point at the ground.');
  private asking = false;
  private biome = { x: NaN, y: NaN, name: '' };

  constructor(
    private readonly client: Client,
    private readonly stream: ChunkStream,
    private readonly camera: THREE.PerspectiveCamera,
    private readonly liquid: THREE.Material,
  ) {}

  /** Voxels from the world's floor up to height 0. */
  get floor(): number {
    const { info } = this.stream.source;
    return info ? info.floor / info.step : 0;
  }

  /** Metres of so many voxels. */
  metres(voxels: number): string {
    return `${number_text(Math.round(voxels * (this.stream.source.info?.step ?? 1) * 10) / 10)} m`;
  }

  /** `at`: −1 … 1, as three.js counts. */
  pick(at: THREE.Vector2, here: { x: number; y: number }): VoxelHit | undefined {
    const { stream } = this;
    const ray = new THREE.Raycaster();
    ray.far = 120;
    ray.setFromCamera(at, this.camera);
    const owners = new Map(stream.near(here, 8).map(({ mesh }) => [mesh.group as THREE.Object3D, mesh]));
    const hit = ray
      .intersectObjects([...owners.keys()], true)
      .find(({ object }) => !(object instanceof THREE.InstancedMesh) && (object as THREE.Mesh).material !== this.liquid);
    if (!hit?.face) return undefined;
    const data = hit.object.parent ? owners.get(hit.object.parent)?.data : undefined;
    const { normal } = hit.face;
    const voxel_at = (share: number) => {
      const p = hit.point.clone().addScaledVector(normal, share);
      return {
        x: Math.floor(p.x) + stream.origin.x * stream.side,
        y: Math.floor(p.z) + stream.origin.y * stream.side,
        z: Math.floor(p.y - this.floor),
      };
    };
    return {
      picked: { voxel: voxel_at(-0.5), before: voxel_at(0.5) },
      distance: hit.distance,
      normal,
      ground: data && stream.source.info?.grounds[data.grounds[hit.face.a]]?.name,
    };
  }

  tell(hit: VoxelHit | undefined): void {
    if (!hit) {
      this.facts.set([['Place', 'the sky']]);
      return;
    }
    const { voxel } = hit.picked;
    const { side } = this.stream;
    void this.ask_biome(voxel.x, voxel.y);
    const biome = this.biome.x === voxel.x && this.biome.y === voxel.y ? this.biome.name : this.biome.name || '…';
    this.facts.set([
      ['Voxel', `${voxel.x}, ${voxel.y}`],
      ['Height', this.metres(voxel.z + this.floor)],
      ['Chunk', `${Math.floor(voxel.x / side)}, ${Math.floor(voxel.y / side)}`],
      ['Ground', words(hit.ground ?? '–')],
      ['Biome', words(biome)],
      ['Face', side_of(hit.normal)],
      ['Distance', this.metres(hit.distance)],
    ]);
  }

  /** One question at a time; the answer shows with the next movement of the pointer. */
  private async ask_biome(x: number, y: number): Promise<void> {
    if (this.asking || (this.biome.x === x && this.biome.y === y)) return;
    this.asking = true;
    const { hash, seed } = this.stream.source;
    const name = await this.client.voxel_column(hash, seed, x, y).then(
      ({ biome }) => biome,
      () => '',
    );
    this.biome = { x, y, name };
    this.asking = false;
  }
}
