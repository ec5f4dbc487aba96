import type { Job } from '../api/types';
import type { Studio } from './studio';

/** Work on the server that the bar tells of, from its order to its end; Stop ends it, and so does a view that is left. */
export async function run_job(studio: Studio, what: string, order: Promise<string>, left: AbortSignal): Promise<Job> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const stops = studio.stop.changed(stop);
  left.addEventListener('abort', stop, { once: true });
  studio.work.set({ busy: true, what, share: 0 });
  let job = '';
  try {
    job = await order;
    return await studio.client.follow(
      job,
      { progress: ({ progress }) => !abort.signal.aborted && studio.work.set({ busy: true, what, share: progress }) },
      abort.signal,
    );
  } finally {
    if (abort.signal.aborted && job) void studio.client.cancel(job);
    stops();
    left.removeEventListener('abort', stop);
    // A view that was left does not speak for the one that followed.
    if (!left.aborted) studio.work.set({ busy: false, what: abort.signal.aborted ? 'Stopped' : 'Ready' });
  }
}
