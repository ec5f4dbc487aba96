/* global console, Event, fetch, localStorage, performance, process, setTimeout, window */
// How quick the page is: `tools/studio pace`. First picture of each view, slider to picture (median of ten), bytes of the first view.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'craton-pace-'));
const port = 18000 + (process.pid % 2000);
const page_folder = process.env.CRATON_STUDIO ?? join(root, 'build/studio');
const server = spawn(
  process.env.CRATON ?? join(root, 'build/release/bin/craton'),
  ['serve', '--port', String(port), '--folder', folder, '--studio', page_folder],
  { stdio: 'ignore' },
);
const address = `http://127.0.0.1:${port}`;
for (let i = 0; i < 300; ++i) {
  if (await fetch(`${address}/api/v1/about`).then((answer) => answer.ok, () => false)) break; // prettier-ignore
  await new Promise((done) => setTimeout(done, 100));
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage', '--disable-gpu-watchdog'],
});

/** A picture of the world is on the screen, if only a small one. */
const first = {
  planet: (now) => now.seen > 0,
  map: (now) => now.seen > 0,
  terrain: (now) => now.seen > 0 && now.frames > 1,
  voxels: (now) => now.chunks >= 20,
  noise: (now) => now.drawn > 0,
};
const knobs = { planet: ['Sea share', 'Warmth'], map: ['Land', 'Warmth'], terrain: ['Mountains'], voxels: [], noise: [] };
const wait = async (page, test) => {
  for (;;) {
    const now = await page.evaluate(() => window.craton?.facts?.() ?? {});
    if (test(now)) return now;
    await page.waitForTimeout(15);
  }
};

for (const view of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(first)) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    performance.setResourceTimingBufferSize(4000);
    localStorage.setItem('craton-toured', 'yes');
  });
  const page = await context.newPage();
  page.setDefaultTimeout(600000);
  const began = Date.now();
  await page.goto(`${address}/#${view}`);
  await wait(page, first[view]);
  const line = [view.padEnd(8), `first picture ${((Date.now() - began) / 1000).toFixed(2)} s`];
  await wait(page, (now) =>
    now.world === undefined ? now.wanted === undefined || now.ready === now.wanted : now.world !== '' && now.waiting === 0,
  );
  line.push(`finished ${((Date.now() - began) / 1000).toFixed(2)} s`);
  const bytes = await page.evaluate(() =>
    performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, 0),
  );
  line.push(`${(bytes / 1e6).toFixed(1)} MB`);
  for (const name of knobs[view]) {
    const slider = page.getByLabel(name, { exact: true });
    if ((await slider.count()) === 0) continue;
    // As a hand drags: the value changes, nothing is let go. In the page's own time, without the way to this program.
    const times = await slider.evaluate(async (range) => {
      const seen = () => window.craton.facts().seen;
      const took = [];
      for (let i = 0; i < 11; ++i) {
        const before = seen();
        const start = performance.now();
        range.value = String(0.2 + 0.055 * i);
        range.dispatchEvent(new Event('input'));
        while (seen() === before) await new Promise((done) => setTimeout(done, 4));
        took.push(performance.now() - start);
        await new Promise((done) => setTimeout(done, 250));
      }
      range.dispatchEvent(new Event('change'));
      return took.slice(1);
    });
    const sorted = times.sort((a, b) => a - b);
    line.push(`${name}: p50 ${Math.round((sorted[4] + sorted[5]) / 2)} ms (${Math.round(sorted[0])} … ${Math.round(sorted[9])})`);
  }
  console.log(line.join('  '));
  await context.close();
}
await browser.close();
server.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
