import type { JsonObject, WorldInfo } from '../api/types';
import type { Studio } from '../state/studio';
import { file_name } from '../ui/files';
import type { ExportChoice } from './view';

/** Files that the server makes of a finite world, each by a job. */
export function world_exports(studio: Studio, world: WorldInfo): ExportChoice[] {
  const make =
    (order: JsonObject, suffix: string): ExportChoice['make'] =>
    async (progress, signal) => {
      const job = await studio.client.export_world(world.id, order);
      const done = await studio.client.follow(job, { progress: (state) => progress(state.progress) }, signal);
      return { name: `${file_name(world.name)}-${world.seed}.${suffix}`, content: done.file ?? studio.client.url(`jobs/${job}/file`) };
    };
  return [
    {
      id: 'bundle',
      title: 'Everything (ZIP)',
      help: 'Pictures, heights as 16-bit PNG and OpenEXR, objects, recipe.',
      make: make({ kind: 'bundle' }, 'zip'),
    },
    {
      id: 'whole',
      title: 'Whole map (PNG)',
      help: 'The whole world as one picture, a sample a pixel.',
      make: make({ kind: 'picture', style: world.styles?.at(0) ?? 'height' }, 'png'),
    },
    {
      id: 'exr',
      title: 'Heights (OpenEXR)',
      help: 'Metres as floats, for Blender, Houdini and engines.',
      make: make({ kind: 'heights', format: 'exr' }, 'exr'),
    },
    {
      id: 'png16',
      title: 'Heights (16-bit PNG)',
      help: 'From the lowest to the highest place.',
      make: make({ kind: 'heights', format: 'png' }, 'png'),
    },
    {
      id: 'r16',
      title: 'Heights (R16)',
      help: 'Raw 16-bit levels, for height-map importers.',
      make: make({ kind: 'heights', format: 'r16' }, 'r16'),
    },
    {
      id: 'objects',
      title: 'Objects (GeoJSON)',
      help: 'Rivers, lakes, lands, names, for geographic programs.',
      make: make({ kind: 'objects' }, 'geojson'),
    },
    {
      id: 'world',
      title: 'The world (.craton)',
      help: 'All layers and objects in one file, for `craton` and its library.',
      make: make({ kind: 'world' }, 'craton'),
    },
  ];
}
