import { describe, expect, it } from 'vitest';
import { ApiError, type Client, type JobListener } from '../api/client';
import type { Job, JsonObject, Preset, WorldInfo } from '../api/types';
import { Maker } from './maker';
import { Studio } from './studio';

const presets: Preset[] = ['one', 'two'].map((id) => ({
  id,
  title: id,
  kind: 'map',
  recipe: { craton: 1, world: 'map', name: id, domain: { kind: 'torus', width: 64, height: 64, step: 10 }, stages: [] },
  knobs: [],
}));

const turn = () => new Promise((done) => setTimeout(done, 5));

/** A server in a few lines: jobs end when the test says so. */
class FakeServer {
  made: JsonObject[] = [];
  cancelled: string[] = [];
  readonly worlds_there = new Map<string, WorldInfo>();
  private readonly ends = new Map<string, { done: (job: Job) => void; fail: (error: unknown) => void }>();

  readonly client = {
    worlds: () => Promise.resolve([...this.worlds_there.values()]),
    world: (id: string) => {
      const world = this.worlds_there.get(id);
      return world ? Promise.resolve(world) : Promise.reject(new ApiError(404, 'unknown_world', 'id', 'gone'));
    },
    make: (order: JsonObject) => Promise.resolve(`job-${this.made.push(order)}`),
    cancel: (job: string) => Promise.resolve(void this.cancelled.push(job)),
    remove: () => Promise.resolve(),
    preview: () => Promise.resolve(new Response(new Blob(['png']))),
    follow: (job: string, _: JobListener, signal: AbortSignal) =>
      new Promise<Job>((done, fail) => {
        this.ends.set(job, { done, fail });
        signal.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
      }),
  } as unknown as Client;

  end(job: string): void {
    const order = this.made[Number(job.slice(4)) - 1];
    const world = {
      id: `world-${job}`,
      name: order.name as string,
      kind: 'map',
      seed: order.seed,
      recipe: order.recipe,
      domain: { kind: 'torus' },
      layers: [],
      objects: [],
      made: '',
      bytes: 1,
    } as unknown as WorldInfo;
    this.worlds_there.set(world.id, world);
    this.ends.get(job)?.done({ id: job, state: 'done', progress: 1, world: world.id });
  }
  forget(job: string): void {
    this.ends.get(job)?.fail(new ApiError(404, 'unknown_job', 'id', 'there is no such job'));
  }
}

function begin(seed: number) {
  const server = new FakeServer();
  const studio = new Studio(server.client, { version: '', threads: 1, limits: {} }, presets, [], [], []);
  studio.view.set('map');
  studio.set_seed(seed);
  return { server, studio, maker: new Maker(studio, 'map', () => ({})) };
}

describe('the maker of worlds', () => {
  it('shows the world when it is there, and finds it again without making it anew', async () => {
    const { server, studio, maker } = begin(101);
    await turn();
    expect(server.made).toHaveLength(1);
    expect(studio.work.value.busy).toBe(true);
    server.end('job-1');
    await turn();
    expect(maker.world.value?.id).toBe('world-job-1');
    studio.set_seed(102);
    await turn();
    studio.undo();
    await turn();
    expect(maker.world.value?.id).toBe('world-job-1');
    expect(server.made).toHaveLength(2);
    expect(server.cancelled).toEqual(['job-2']);
    maker.dispose();
  });

  it('begins anew what a server forgot when it was restarted, but not for ever', async () => {
    const { server, studio, maker } = begin(201);
    await turn();
    server.forget('job-1');
    await turn();
    server.end('job-2');
    await turn();
    expect(maker.world.value?.id).toBe('world-job-2');
    expect(studio.problem.value).toBeUndefined();
    studio.set_seed(202);
    await turn();
    for (const job of ['job-3', 'job-4', 'job-5']) {
      server.forget(job);
      await turn();
    }
    expect(server.made).toHaveLength(5);
    expect(studio.problem.value?.message).toContain('no such job');
    maker.dispose();
  });

  it('goes on with its work while its view is left', async () => {
    const { server, studio, maker } = begin(301);
    await turn();
    maker.dispose();
    expect(server.cancelled).toEqual([]);
    const again = new Maker(studio, 'map', () => ({}));
    await turn();
    expect(server.made).toHaveLength(1);
    server.end('job-1');
    await turn();
    expect(again.world.value?.id).toBe('world-job-1');
    again.dispose();
  });

  it('says that the world on the screen is another one until something of the new one comes', async () => {
    const { server, studio, maker } = begin(401);
    await turn();
    server.end('job-1');
    await turn();
    expect(maker.other.value).toBe(false);
    studio.open({ kind: 'map', preset: 'two', title: 'two', recipe: presets[1].recipe, seed: 7 });
    expect(maker.other.value).toBe(true);
    expect(studio.work.value.busy).toBe(true);
    await turn();
    // The preview has come.
    expect(maker.other.value).toBe(false);
    maker.dispose();
  });

  it('leaves planets of a kind the name that colours them', async () => {
    const server = new FakeServer();
    const dry: Preset = {
      ...presets[0],
      id: 'dry',
      title: 'Dry planet',
      kind: 'planet',
      recipe: { craton: 1, world: 'planet', name: 'dry' },
    };
    const studio = new Studio(server.client, { version: '', threads: 1, limits: {} }, [dry, ...presets], [], [], []);
    studio.set_seed(601);
    const maker = new Maker(studio, 'planet', () => ({}));
    await turn();
    expect(server.made[0].name).toBeUndefined();
    studio.rename('Rust');
    studio.set_seed(602);
    await turn();
    expect(server.made[1].name).toBe('Rust');
    maker.dispose();
  });

  it('takes no world of that name that is another one', async () => {
    const { server, studio, maker } = begin(501);
    await turn();
    server.end('job-1');
    await turn();
    server.worlds_there.set('world-job-1', { ...server.worlds_there.get('world-job-1')!, seed: 999 });
    studio.set_seed(502);
    await turn();
    studio.undo();
    await turn();
    expect(server.made).toHaveLength(3);
    maker.dispose();
  });
});
