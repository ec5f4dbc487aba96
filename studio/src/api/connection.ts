import { Signal } from '../state/store';

/** Whether the server answers, and when it will be asked again. */
export interface Line {
  away: boolean;
  /** Milliseconds until the next question. */
  next: number;
}

const here: Line = { away: false, next: 0 };
const first_wait = 500;
const longest_wait = 8000;

/**
 * The line to the server. Whoever gets no answer waits here: the server is asked at growing intervals, and when it answers all who
 * wait go on.
 */
export class Connection {
  readonly line = new Signal<Line>(here);
  private asking: Promise<void> | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly answers: () => Promise<boolean>,
    private readonly sleep: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
  ) {}

  /** Something failed. Resolves when the server answers: at once, or after it came back. */
  back(): Promise<void> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  /** Asks now instead of later. */
  hurry(): void {
    this.wake?.();
  }

  private async ask(): Promise<void> {
    for (let wait = first_wait; !(await this.answers()); wait = Math.min(longest_wait, wait * 2)) {
      this.line.set({ away: true, next: wait });
      await Promise.race([this.sleep(wait), new Promise<void>((done) => (this.wake = done))]);
    }
    this.wake = undefined;
    this.line.set(here);
  }
}

async function ping(): Promise<boolean> {
  try {
    // Whatever it answers, it is there; only proxies speak for servers that are not.
    return ![502, 504].includes((await fetch('/api/v1/about', { cache: 'no-store' })).status);
  } catch {
    return false;
  }
}

export const connection = new Connection(ping);

/** The same, for those who may stop waiting. */
export function back_or_stopped(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('stopped', 'AbortError'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    void connection.back().then(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
  });
}
