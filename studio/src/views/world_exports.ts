import type { JsonObject, WorldInfo } from '../api/types';
import type { Studio } from '../state/studio';
import { file_name } from '../ui/files';
import { bytes_text } from '../ui/scale';
import { pages } from './page_sheet';
import type { ExportChoice } from './view';

/** Pixels of the longer side that pictures may have. */
const sizes: readonly number[] = [1024, 2048, 4096, 8192];
const usual_page = 4096;

/** Samples of the whole world, as files have them. */
export function samples_of({ domain }: Pick<WorldInfo, 'domain'>): { width: number; height: number } {
  if (domain.kind === 'sphere') return { width: 4 * (domain.resolution ?? 256), height: 2 * (domain.resolution ?? 256) };
  return { width: domain.width ?? 1024, height: domain.height ?? 1024 };
}

/** What a file will be like: bytes as they came out for the default map and planet, and seconds on two cores. */
function cost(bytes: number, seconds: number, exact = false): string {
  const time = seconds < 1.5 ? 'at once' : `about ${seconds < 10 ? Math.round(seconds) : 5 * Math.round(seconds / 5)} s`;
  return `${exact ? '' : 'about '}${bytes_text(bytes)}, ${time}`;
}

/** Files that the server makes of a finite world, each by a job. `paint`: what is looked at. */
export function world_exports(studio: Studio, world: WorldInfo, paint: string): ExportChoice[] {
  const style = world.styles?.includes(paint) && !pages.includes(paint) ? paint : (world.styles?.at(0) ?? 'height');
  const { width, height } = samples_of(world);
  const samples = width * height;
  const own = Math.max(width, height);
  const pixels = (longest: number) => samples * (longest / own) ** 2;
  const make =
    (order: (size: number) => JsonObject, suffix: string): ExportChoice['make'] =>
    async (progress, signal, size) => {
      const job = await studio.client.export_world(world.id, order(size));
      const done = await studio.client.follow(job, { progress: (state) => progress(state.progress) }, signal);
      return { name: `${file_name(world.name)}-${world.seed}${suffix}`, content: done.file ?? studio.client.url(`jobs/${job}/file`) };
    };
  const page = (id: string, title: string, bytes: number, seconds: number): ExportChoice => ({
    id,
    title,
    help: 'With frame, title, names and scale, to print and hang up.',
    sizes,
    usual_size: usual_page,
    cost: (size) => cost(bytes * pixels(size), seconds * pixels(size)),
    make: make((size) => ({ kind: 'picture', style: id, size }), `-${id}.png`),
  });
  return [
    {
      id: 'bundle',
      title: 'Everything (ZIP)',
      help: 'Pictures, heights as 16-bit PNG and OpenEXR, objects, recipe.',
      cost: () => cost(10 * samples, 9e-6 * samples),
      make: make(() => ({ kind: 'bundle' }), '.zip'),
    },
    {
      id: 'whole',
      title: 'Whole map (PNG)',
      help: `The whole world as one picture: ${style.replaceAll('_', ' ')}.`,
      sizes: [...new Set([own, ...sizes])].sort((a, b) => a - b),
      usual_size: own,
      cost: (size) => cost(1.2 * pixels(size), 7e-7 * pixels(size)),
      make: make((size) => ({ kind: 'picture', style, size }), `-${style}.png`),
    },
    ...(world.styles?.includes('atlas') ? [page('atlas', 'Atlas page (PNG)', 0.8, 7e-7)] : []),
    ...(world.styles?.includes('parchment') ? [page('parchment', 'Parchment page (PNG)', 1.15, 2.2e-6)] : []),
    {
      id: 'exr',
      title: 'Heights (OpenEXR)',
      help: 'Metres as floats, for Blender, Houdini and engines.',
      cost: () => cost(3.9 * samples, 8e-7 * samples),
      make: make(() => ({ kind: 'heights', format: 'exr' }), '-height.exr'),
    },
    {
      id: 'png16',
      title: 'Heights (16-bit PNG)',
      help: 'From the lowest to the highest place.',
      cost: () => cost(1.45 * samples, 3e-7 * samples),
      make: make(() => ({ kind: 'heights', format: 'png' }), '-height.png'),
    },
    {
      id: 'r16',
      title: 'Heights (R16)',
      help: 'Raw 16-bit levels, for height-map importers.',
      cost: () => cost(2 * samples, 3e-7 * samples, true),
      make: make(() => ({ kind: 'heights', format: 'r16' }), '-height.r16'),
    },
    {
      id: 'objects',
      title: 'Objects (GeoJSON)',
      help: 'Rivers, lakes, lands, names, for geographic programs.',
      cost: () => cost(3.4 * samples, 2e-7 * samples),
      make: make(() => ({ kind: 'objects' }), '-objects.geojson'),
    },
    {
      id: 'world',
      title: 'The world (.craton)',
      help: 'All layers and objects in one file, for `craton` and its library.',
      cost: () => cost(world.bytes, 0, true),
      make: make(() => ({ kind: 'world' }), '.craton'),
    },
  ];
}
