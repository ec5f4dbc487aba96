import type { JsonObject, WorldInfo } from '../api/types';
import type { Studio } from '../state/studio';
import { file_name } from '../ui/files';
import type { ExportChoice } from './view';

/** Files that the server makes of a finite world. */
export function world_exports(studio: Studio, world: WorldInfo): ExportChoice[] {
  const make = (order: JsonObject, suffix: string): ExportChoice['make'] => async (progress, signal) => {
    const job = await studio.client.export_world(world.id, order);
    const done = await studio.client.follow(job, { progress: (state) => progress(state.progress) }, signal);
    const name = `${file_name(world.name)}-${world.seed}.${suffix}`;
    return { name, content: done.file ?? studio.client.url(`jobs/${job}/file`) };
  };
  const direct = (path: string, suffix: string): ExportChoice['make'] => async (_progress, signal) => {
    const bytes = await studio.client.bytes(`worlds/${encodeURIComponent(world.id)}/${path}`, signal);
    return { name: `${file_name(world.name)}-${world.seed}.${suffix}`, content: new Blob([bytes]) };
  };
  return [
    { id: 'height-png', title: 'Whole map (PNG)', help: 'The whole world as one picture in natural colours.', make: direct('pictures/natural.png', 'png') },
    { id: 'height-u16', title: 'Heights (16-bit)', help: 'Raw unsigned 16-bit levels, for height-map importers.', make: direct('layers/height.u16', 'r16') },
    { id: 'height-f32', title: 'Heights (floats)', help: 'Raw 32-bit floats in metres, row by row.', make: direct('layers/height.f32', 'f32') },
    { id: 'world', title: 'The world (.craton)', help: 'All layers and objects in one file, for `craton` and its library.', make: make({ kind: 'world' }, 'craton') },
  ];
}
