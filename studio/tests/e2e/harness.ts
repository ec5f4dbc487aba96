import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { difference, read_png, type Picture } from './png';

/** Seconds that anything may take on a machine that is busy with other things; what has happened is seen within a fraction of one. */
const patience = 240;

const root = resolve(import.meta.dirname, '../../..');

const craton = process.env.CRATON ?? join(root, 'build/release/bin/craton');
const studio_page = process.env.CRATON_STUDIO ?? join(root, 'build/studio');

async function free_port(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

/** `craton serve` on a port of its own, with an empty folder of worlds, and one browser. Both end with the tests. */
export class Harness {
  readonly folder = mkdtempSync(join(tmpdir(), 'craton-e2e-'));
  address = '';
  private port = 0;
  private server: ChildProcess | undefined;
  private browser: Browser | undefined;
  private said = '';
  private ended = '';

  async start(): Promise<void> {
    for (const needed of [craton, join(studio_page, 'index.html')])
      if (!existsSync(needed)) throw new Error(`${needed} is missing; ./run builds it`);
    this.port = await free_port();
    this.address = `http://127.0.0.1:${this.port}`;
    await this.server_up();
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-dev-shm-usage',
        '--disable-gpu-watchdog',
        '--disable-hang-monitor',
      ],
    });
  }

  async server_up(): Promise<void> {
    this.said = this.ended = '';
    this.server = spawn(craton, ['serve', '--port', String(this.port), '--folder', this.folder, '--studio', studio_page], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listen = (data: Buffer) => (this.said += data.toString());
    this.server.once('exit', (code, signal) => (this.ended = `craton serve ended with ${signal ?? code}: ${this.said.slice(-2000)}`));
    this.server.stdout?.on('data', listen);
    this.server.stderr?.on('data', listen);
    for (let i = 0; ; ++i) {
      try {
        if ((await fetch(`${this.address}/api/v1/about`)).ok) break;
      } catch {
        // not yet
      }
      if (i > 10 * patience || this.server.exitCode !== null) throw new Error(`craton serve does not answer: ${this.said}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async server_down(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.server?.exitCode !== null || this.server.signalCode !== null) return;
    const ended = new Promise((done) => this.server!.once('exit', done));
    this.server.kill(signal);
    await ended;
  }

  /** A fresh page that moves nothing by itself; errors of the page fail the test. */
  async open(where = '', size = { width: 1120, height: 520 }, quality = 'draft', toured = true): Promise<{ page: Page; errors: string[] }> {
    if (this.ended) throw new Error(this.ended);
    const context = await this.browser!.newContext({ viewport: size, reducedMotion: 'reduce', acceptDownloads: true });
    // Small worlds where what is tested does not depend on their size; "" leaves what the page itself would choose.
    if (quality)
      await context.addInitScript(
        (fineness) => localStorage.getItem('craton-studio') ?? localStorage.setItem('craton-studio', JSON.stringify({ quality: fineness })),
        quality,
      );
    await context.addInitScript(() => performance.setResourceTimingBufferSize(4000));
    if (toured) await context.addInitScript(() => localStorage.setItem('craton-toured', 'yes'));
    const page = await context.newPage();
    page.setDefaultTimeout(1000 * patience);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) errors.push(message.text());
    });
    await page.goto(`${this.address}/${where}`);
    await page.waitForSelector('.rail');
    return { page, errors };
  }

  /** Pages of a test that failed would draw on and slow those that follow. */
  async close_pages(): Promise<void> {
    await Promise.all((this.browser?.contexts() ?? []).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.server_down();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What the view in front says of itself. */
export function facts(page: Page): Promise<Record<string, number | string>> {
  return page.evaluate(() => (window as unknown as { craton: { facts(): Record<string, number | string> } }).craton.facts());
}

/** Bytes that the page has fetched since it was opened, as they went over the line. */
export function fetched(page: Page): Promise<{ bytes: number; requests: number }> {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return { bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0), requests: entries.length };
  });
}

export async function until(
  page: Page,
  test: (facts: Record<string, number | string>) => boolean,
  what: string,
): Promise<Record<string, number | string>> {
  const end = Date.now() + 1000 * patience;
  for (;;) {
    const now = await facts(page);
    if (test(now)) return now;
    if (Date.now() > end) throw new Error(`${what} did not happen in ${patience} s; the view says ${JSON.stringify(now)}`);
    await page.waitForTimeout(100);
  }
}

/** For what the view does not say of itself. */
export async function eventually(test: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 1000 * patience;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`${what} did not happen in ${patience} s`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The first value that is read twice with a moment between: what moves or comes in pieces has come to rest. */
export async function at_rest<T>(page: Page, read: () => Promise<T>, same = (a: T, b: T) => a === b): Promise<T> {
  let last = await read();
  for (let i = 0, calm = 0; i < 200; ++i) {
    await page.waitForTimeout(250);
    const now = await read();
    calm = same(last, now) ? calm + 1 : 0;
    last = now;
    if (calm === 2) return now;
  }
  throw new Error(`it does not come to rest: ${JSON.stringify(last).slice(0, 200)}`);
}

/** The part of the world that no drawer covers. */
export const world_picture = async (page: Page): Promise<Picture> => read_png(await world_shot(page));

function world_shot(page: Page): Promise<Buffer> {
  const size = page.viewportSize()!;
  return page.screenshot({ clip: { x: 376, y: 60, width: size.width - 376 - 276, height: size.height - 130 } });
}

/** The same when nothing moves any more but the small wheel that says that work goes on. */
export async function still_picture(page: Page): Promise<Picture> {
  const same = (a: Buffer, b: Buffer) => a.equals(b) || difference(read_png(a), read_png(b)) < 0.2;
  return read_png(await at_rest(page, () => world_shot(page), same));
}

/** Waits until what is shown is another picture, by so much of 255 on average. */
export async function differs(page: Page, before: Picture, by: number): Promise<void> {
  await eventually(async () => difference(before, await world_picture(page)) > by, `a picture that differs by ${by}`);
}

/** Moves a slider by its label, as a hand at the keyboard would. */
export async function press_slider(page: Page, label: string, key: string, times: number): Promise<void> {
  const slider = page.getByLabel(label, { exact: true });
  await slider.focus();
  for (let i = 0; i < times; ++i) await page.keyboard.press(key);
}

/** A smaller circle of voxels, where what is tested does not depend on how far one sees. */
export async function near_by(page: Page): Promise<void> {
  await press_slider(page, 'Distance', 'Home', 1);
  await press_slider(page, 'Distance', 'ArrowRight', 1);
  await until(page, (now) => Number(now.wanted) > 40 && Number(now.wanted) < 80, 'a smaller circle');
}
