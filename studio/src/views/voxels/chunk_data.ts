import type { ChunkData, Faces, Plant } from './chunk_mesh';

/** What all chunks of a world have in common (GET /voxels/{recipe}/{seed}). */
export interface VoxelInfo {
  side: number;
  height: number;
  floor: number;
  step: number;
  grounds: readonly { name: string; colour: string; liquid: boolean }[];
  biomes: readonly { name: string }[];
  species: readonly string[];
}

const head_bytes = 28;
const vertex_bytes = 16;
const plant_bytes = 12;

/**
 * "CVX1": vertices, indices, indices of what is solid, plants (u32 each), scale (f32), side, height (u16). A vertex: x, y, z
 * ((place + 1) / scale, u16), ground, shade (u8), normal (3 × i8, one spare), colour (4 × u8). Then indices (u32), then plants:
 * x, y (u8), z, species, rotation (u16), size (f32). Little endian. The server's z (up) becomes y here, its y (south) z.
 */
export function decode_chunk(x: number, y: number, bytes: ArrayBuffer, info: Pick<VoxelInfo, 'floor' | 'step'>): ChunkData {
  const view = new DataView(bytes);
  const magic = String.fromCharCode(...new Uint8Array(bytes, 0, 4));
  if (magic !== 'CVX1') throw new Error(`a chunk begins with "CVX1", not "${magic}"`);
  const vertices = view.getUint32(4, true);
  const indices = view.getUint32(8, true);
  const solid_indices = view.getUint32(12, true);
  const plants = view.getUint32(16, true);
  const scale = view.getFloat32(20, true);
  const side = view.getUint16(24, true);
  const whole = head_bytes + vertices * vertex_bytes + indices * 4 + plants * plant_bytes;
  if (whole !== bytes.byteLength) throw new Error(`a chunk of ${bytes.byteLength} bytes says that it has ${whole}`);
  const floor = info.floor / info.step;

  const all: Faces = {
    places: new Float32Array(vertices * 3),
    normals: new Int8Array(vertices * 3),
    colours: new Uint8Array(vertices * 4),
    indices: new Uint32Array(bytes.slice(head_bytes + vertices * vertex_bytes, head_bytes + vertices * vertex_bytes + indices * 4)),
  };
  const grounds = new Uint8Array(vertices);
  for (let i = 0; i < vertices; ++i) {
    const at = head_bytes + i * vertex_bytes;
    all.places[3 * i] = view.getUint16(at, true) * scale - 1;
    all.places[3 * i + 1] = view.getUint16(at + 4, true) * scale - 1 + floor;
    all.places[3 * i + 2] = view.getUint16(at + 2, true) * scale - 1;
    grounds[i] = view.getUint8(at + 6);
    all.normals[3 * i] = view.getInt8(at + 8);
    all.normals[3 * i + 1] = view.getInt8(at + 10);
    all.normals[3 * i + 2] = view.getInt8(at + 9);
    all.colours[4 * i] = view.getUint8(at + 12);
    all.colours[4 * i + 1] = view.getUint8(at + 13);
    all.colours[4 * i + 2] = view.getUint8(at + 14);
    all.colours[4 * i + 3] = 255 - view.getUint8(at + 7) * 52;
  }
  const list: Plant[] = [];
  for (let i = 0; i < plants; ++i) {
    const at = bytes.byteLength - (plants - i) * plant_bytes;
    list.push({
      x: view.getUint8(at) + 0.5,
      z: view.getUint8(at + 1) + 0.5,
      y: view.getUint16(at + 2, true) + floor,
      species: view.getUint16(at + 4, true),
      turn: (view.getUint16(at + 6, true) * Math.PI) / 180,
      size: view.getFloat32(at + 8, true),
    });
  }
  const solid = { ...all, indices: all.indices.subarray(0, solid_indices) };
  return {
    x,
    y,
    side,
    floor,
    solid,
    liquid: { ...all, indices: all.indices.subarray(solid_indices) },
    floors: floors_of(solid, side),
    plants: list,
    grounds,
  };
}

/** Heights to stand on, by column: triangles that look up, as far as they cover the middle of a column. */
export function floors_of({ places, normals, indices }: Faces, side: number): number[][] {
  const floors: number[][] = Array.from({ length: side * side }, () => []);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3];
    if (normals[a + 1] < 40) continue;
    const x0 = Math.max(0, Math.floor(Math.min(places[a], places[b], places[c])));
    const x1 = Math.min(side, Math.ceil(Math.max(places[a], places[b], places[c])));
    const z0 = Math.max(0, Math.floor(Math.min(places[a + 2], places[b + 2], places[c + 2])));
    const z1 = Math.min(side, Math.ceil(Math.max(places[a + 2], places[b + 2], places[c + 2])));
    for (let z = z0; z < z1; ++z) {
      for (let x = x0; x < x1; ++x) {
        // Barycentric: is the middle of the column (nudged off the diagonal) inside, and how high there?
        const px = x + 0.5003 - places[a];
        const pz = z + 0.4996 - places[a + 2];
        const ux = places[b] - places[a];
        const uz = places[b + 2] - places[a + 2];
        const vx = places[c] - places[a];
        const vz = places[c + 2] - places[a + 2];
        const det = ux * vz - uz * vx;
        if (det === 0) continue;
        const u = (px * vz - pz * vx) / det;
        const v = (ux * pz - uz * px) / det;
        if (u < 0 || v < 0 || u + v > 1) continue;
        floors[z * side + x].push(places[a + 1] + u * (places[b + 1] - places[a + 1]) + v * (places[c + 1] - places[a + 1]));
      }
    }
  }
  for (const list of floors) list.sort((a, b) => a - b);
  return floors;
}
