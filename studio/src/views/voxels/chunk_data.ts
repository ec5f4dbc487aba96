import type { ChunkData } from './chunk_mesh';

export function decode_chunk(_x: number, _y: number, _bytes: ArrayBuffer): ChunkData {
  throw new Error('not yet');
}
