import type {
  About,
  DomainInfo,
  EditAnswer,
  EditList,
  ErrorBody,
  IterationEvent,
  Job,
  Json,
  JsonObject,
  NoiseKind,
  NoiseMeasure,
  ParamInfo,
  PlaceFacts,
  Plates,
  Preset,
  StageEvent,
  StageInfo,
  TerrainInfo,
  WorldInfo,
  WorldSummary,
} from './types';
import { back_or_stopped, connection } from './connection';
import type { PlannedStage } from '../state/feeds';
import type { VoxelInfo } from '../views/voxels/chunk_data';

/** An error in words that can be shown as it is. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export function is_abort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export interface JobListener {
  progress?: (job: Job) => void;
  stage?: (event: StageEvent) => void;
  iteration?: (event: IterationEvent) => void;
}

const base = '/api/v1';
/** A full server says when to come again; this often it is asked once more. */
const most_tries = 4;

async function error_of(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: ErrorBody };
    return new ApiError(response.status, error.code, error.path ?? '', error.message);
  } catch {
    const known: Record<number, string> = {
      401: 'The server wants a token: open the address that `craton serve` printed.',
      404: 'The server does not know this.',
      413: 'This is too much for one request.',
      503: 'The server is busy. Try again in a moment.',
    };
    return new ApiError(response.status, 'http', '', known[response.status] ?? `The server answered with ${response.status}.`);
  }
}

const wait = (ms: number, signal?: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** `again`: whether it may be sent twice, because it orders nothing. */
export async function request(path: string, init: RequestInit = {}, again = (init.method ?? 'GET') === 'GET'): Promise<Response> {
  for (let attempt = 1; ; ++attempt) {
    let response: Response;
    try {
      response = await fetch(path.startsWith('/') ? path : `${base}/${path}`, init);
    } catch (error) {
      if (is_abort(error)) throw error;
      // What only asks is asked again when the server is back; orders are not given twice.
      if (!again || attempt >= most_tries) {
        void connection.back();
        throw new ApiError(0, 'unreachable', '', 'The server did not answer. Try again when it is back.');
      }
      await back_or_stopped(init.signal);
      if (attempt > 1) await wait(200 * attempt, init.signal);
      continue;
    }
    if (response.ok) return response;
    if ((response.status === 503 || response.status === 429) && attempt < most_tries) {
      const seconds = Number(response.headers.get('Retry-After') ?? '1');
      await wait(Math.min(5, Math.max(0.2, seconds)) * 1000 * attempt, init.signal);
      continue;
    }
    throw await error_of(response);
  }
}

async function json<T>(path: string, init?: RequestInit, again?: boolean): Promise<T> {
  return (await (await request(path, init, again)).json()) as T;
}

function body(value: unknown, signal?: AbortSignal): RequestInit {
  const init: RequestInit = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
  if (signal) init.signal = signal;
  return init;
}

/** Everything the page asks of the server. Tests put their own in its place. */
export class Client {
  about = () => json<About>('about');
  presets = () => json<Preset[] | { presets: Preset[] }>('presets').then((all) => (Array.isArray(all) ? all : all.presets));
  stages = () => json<{ stages: StageInfo[]; domains: DomainInfo[]; voxels: ParamInfo[] }>('stages');
  noises = () => json<NoiseKind[] | { noises: NoiseKind[] }>('noises').then((all) => (Array.isArray(all) ? all : all.noises));
  schema = () => json<Json>('schema');
  thumbnail = (preset: string) => `${base}/presets/${encodeURIComponent(preset)}/thumbnail.png`;

  worlds = () => json<WorldSummary[] | { worlds: WorldSummary[] }>('worlds').then((all) => (Array.isArray(all) ? all : all.worlds));
  world = (id: string) => json<WorldInfo>(`worlds/${encodeURIComponent(id)}`);
  make = (order: JsonObject) => json<{ job: string | Job }>('worlds', body(order)).then((answer) => id_of(answer.job));
  remove = (id: string) => request(`worlds/${encodeURIComponent(id)}`, { method: 'DELETE' });

  job = (id: string) => json<Job>(`jobs/${encodeURIComponent(id)}`);
  cancel = (id: string) => request(`jobs/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() => undefined);

  steer = (id: string, what: 'pause' | 'resume' | 'finish') => json<Job>(`jobs/${encodeURIComponent(id)}/${what}`, body({}));

  /** Follows a job to its end over server-sent events, and by asking where those break off. */
  async follow(id: string, listener: JobListener, signal?: AbortSignal): Promise<Job> {
    const source = new EventSource(`${base}/jobs/${encodeURIComponent(id)}/events`);
    const parse = <T>(event: Event) => JSON.parse((event as MessageEvent<string>).data) as T;
    try {
      await new Promise<void>((resolve, reject) => {
        source.addEventListener('progress', (event) => listener.progress?.(parse<Job>(event)));
        source.addEventListener('stage', (event) => listener.stage?.(parse<StageEvent>(event)));
        source.addEventListener('iteration', (event) => listener.iteration?.(parse<IterationEvent>(event)));
        source.addEventListener('done', () => resolve());
        // The browser's own error has no data: the line broke. The server's carries the job's error, which the job tells, too.
        source.addEventListener('error', () => resolve());
        signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
      });
    } finally {
      source.close();
    }
    for (;;) {
      const job = await this.job(id);
      if (job.state === 'done') return job;
      if (job.state === 'failed') {
        const { code, path, message } = job.error ?? { code: 'failed', path: '', message: 'The work failed.' };
        throw new ApiError(422, code, path, message);
      }
      if (job.state === 'cancelled') throw new DOMException('stopped', 'AbortError');
      listener.progress?.(job);
      await wait(300, signal);
    }
  }

  /** Edits of endless worlds; `base` is "terrain/{recipe}/{seed}" or "voxels/{recipe}/{seed}". */
  edits = (base: string, signal?: AbortSignal) => json<EditList>(`${base}/edits?orders=1`, signal ? { signal } : {});
  edit = <Place>(base: string, order: JsonObject) => json<EditAnswer<Place>>(`${base}/edits`, body(order));
  edit_step = <Place>(base: string, way: 'undo' | 'redo') => json<EditAnswer<Place>>(`${base}/${way}`, body({}));

  preview = (order: JsonObject, signal?: AbortSignal) => request('preview', body(order, signal), true);

  register = (recipe: Json, signal?: AbortSignal) =>
    json<{ hash: string }>('recipes', body({ recipe }, signal), true).then((answer) => answer.hash);

  plan = (recipe: Json) => json<{ stages: PlannedStage[] }>('plan', body({ recipe }), true);

  terrain_info = (hash: string, seed: number, signal?: AbortSignal) =>
    json<TerrainInfo>(`terrain/${hash}/${seed}`, signal ? { signal } : {});
  voxel_info = (hash: string, seed: number, signal?: AbortSignal) => json<VoxelInfo>(`voxels/${hash}/${seed}`, signal ? { signal } : {});
  voxel_column = (hash: string, seed: number, x: number, y: number) =>
    json<{ biome: string; height: number }>(`voxels/${hash}/${seed}/at?${query_of({ column_x: x, column_y: y })}`);
  at = (world: string, query: Record<string, number>, signal?: AbortSignal) =>
    json<PlaceFacts>(`worlds/${encodeURIComponent(world)}/at?${query_of(query)}`, signal ? { signal } : {});
  plates = (world: string) => json<Plates>(`worlds/${encodeURIComponent(world)}/plates`);
  objects = (world: string, set: string) => json<GeoJson>(`worlds/${encodeURIComponent(world)}/objects/${encodeURIComponent(set)}.geojson`);

  noise_measure = (order: JsonObject, signal?: AbortSignal) => json<NoiseMeasure>('noise/measure', body(order, signal), true);
  noise_picture = (order: JsonObject, signal?: AbortSignal) => request('noise/picture', body(order, signal), true);

  noise_report = (order: JsonObject) => json<{ job: string | Job }>('noise/report', body(order)).then((answer) => id_of(answer.job));

  export_world = (id: string, order: JsonObject) =>
    json<{ job: string | Job }>(`worlds/${encodeURIComponent(id)}/exports`, body(order)).then((answer) => id_of(answer.job));

  bytes = async (path: string, signal?: AbortSignal): Promise<ArrayBuffer> => {
    for (;;) {
      const response = await request(path, signal ? { signal } : {});
      try {
        return await response.arrayBuffer();
      } catch (error) {
        // The line broke in the middle of the answer.
        if (is_abort(error)) throw error;
        await back_or_stopped(signal);
      }
    }
  };
  url = (path: string) => `${base}/${path}`;
}

export interface GeoJson {
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    geometry: { type: string; coordinates: Json } | null;
    properties: Record<string, Json>;
  }[];
}

export function query_of(query: Record<string, string | number>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}

function id_of(job: string | Job): string {
  return typeof job === 'string' ? job : job.id;
}
