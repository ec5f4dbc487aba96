import type * as THREE from 'three';
import type { Client } from '../../api/client';
import { decode_chunk } from './chunk_data';
import { geometry_of } from './chunk_mesh';

/** The library's own model of a species, its foot at the origin; undefined where the server offers none. */
export async function plant_model(client: Client, hash: string, seed: number, species: number): Promise<THREE.BufferGeometry | undefined> {
  try {
    const bytes = await client.bytes(`voxels/${hash}/${seed}/plants/${species}`);
    const model = decode_chunk(0, 0, bytes, { floor: 0, step: 1 });
    const geometry = geometry_of(model.solid);
    return geometry.translate(-model.side / 2, 0, -model.side / 2);
  } catch {
    return undefined;
  }
}
