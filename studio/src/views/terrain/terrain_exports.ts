import { query_of } from '../../api/client';
import type { Studio } from '../../state/studio';
import { file_name } from '../../ui/files';
import type { ExportChoice } from '../view';

export interface TerrainPlace {
  hash: string;
  seed: number;
  step: number;
  x: number;
  y: number;
  /** Number of the edits in force; 0: none. */
  edits: number;
}

/** Files of the tile under the eye. */
export function terrain_exports(studio: Studio, place: () => TerrainPlace): ExportChoice[] {
  const tile = (format: string, suffix: string) => async (_progress: (share: number) => void, signal: AbortSignal) => {
    const { hash, seed, step, x, y, edits } = place();
    const level = 2;
    const size = 128 * step * 2 ** level;
    const query = query_of({ format, ...(edits === 0 ? {} : { edits }) });
    const path = `terrain/${hash}/${seed}/${level}/${Math.floor(x / size)}/${Math.floor(y / size)}?${query}`;
    const content = new Blob([await studio.client.bytes(path, signal)]);
    return { name: `${file_name(studio.document.title)}-${seed}.${suffix}`, content };
  };
  return [
    {
      id: 'glb',
      title: 'Model of this place (GLB)',
      help: 'A mesh of the tile under you, for engines and modellers.',
      make: tile('glb', 'glb'),
    },
    {
      id: 'u16',
      title: 'Heights of this place (16-bit)',
      help: 'Raw unsigned 16-bit samples, for height-map importers.',
      make: tile('u16', 'r16'),
    },
    { id: 'f32', title: 'Heights of this place (floats)', help: 'Raw 32-bit floats in metres, little-endian.', make: tile('f32', 'f32') },
  ];
}
