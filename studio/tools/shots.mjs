/* global console, fetch, localStorage, process, setTimeout, window */
// Pictures of the studio.
//   node tools/shots.mjs docs [DIR [VIEW]]  those of docs/studio.md (tools/studio shots)
//   node tools/shots.mjs look DIR [VIEW] all views in both themes and two sizes, to be judged
// With CRATON_ADDRESS=http://127.0.0.1:8484 the page of a server that runs; otherwise build/release/bin/craton is started.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const [what = 'docs', folder = join(root, 'docs'), only = ''] = process.argv.slice(2);

async function serve() {
  if (process.env.CRATON_ADDRESS) return { address: process.env.CRATON_ADDRESS, stop() {} };
  const port = 8700 + (process.pid % 200);
  const worlds = mkdtempSync(join(tmpdir(), 'craton-shots-'));
  const server = spawn(
    process.env.CRATON ?? join(root, 'build/release/bin/craton'),
    ['serve', '--port', String(port), '--folder', worlds, '--studio', process.env.CRATON_STUDIO ?? join(root, 'build/studio')],
    { stdio: 'ignore' },
  );
  const address = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 100; ++i) {
    if (
      await fetch(`${address}/api/v1/about`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    address,
    stop() {
      server.kill('SIGTERM');
      rmSync(worlds, { recursive: true, force: true });
    },
  };
}

/** Waits until the view in front says that it is there and no work is left, twice in a row. */
async function settled(page, seconds = 240) {
  let quiet = 0;
  for (let i = 0; i < seconds * 2 && quiet < 3; ++i) {
    await page.waitForTimeout(500);
    const now = await page.evaluate(() => ({ ...window.craton.facts(), busy: window.craton.studio.work.value.busy }));
    const there =
      (now.world ?? 'x') !== '' &&
      Number(now.waiting ?? 0) === 0 &&
      Number(now.renewing ?? 0) === 0 &&
      Number(now.drawn ?? now.frames ?? 1) > 0;
    quiet = there && !now.busy ? quiet + 1 : 0;
  }
  if (quiet < 3) console.error('not settled:', await page.evaluate(() => JSON.stringify(window.craton.facts())));
}

async function shot(browser, address, { view, size = [1280, 720], theme = 'dark', file, act, full = true, seconds }) {
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: 'reduce', colorScheme: theme });
  if (what === 'docs') await context.addInitScript(() => localStorage.setItem('craton-studio', JSON.stringify({ quality: 'fine' })));
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${file}: ${error}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${file}: ${message.text().slice(0, 600)}`));
  const began = Date.now();
  await page.goto(`${address}/${full ? '?full' : ''}#${view}`);
  await page.waitForSelector('.rail', { timeout: 120000 });
  await settled(page, seconds);
  if (act) {
    await act(page);
    await settled(page, seconds);
  }
  await page.screenshot({ path: file, timeout: 240000, ...(file.endsWith('.jpg') ? { type: 'jpeg', quality: 88 } : {}) });
  console.log(`${file} after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  await context.close();
}

const views = ['planet', 'map', 'terrain', 'voxels', 'noise'];
const docs = [
  { view: 'planet', file: 'studio-planet.jpg' },
  { view: 'map', file: 'studio-map.jpg', full: false },
  { view: 'terrain', file: 'studio-terrain.jpg', act: (page) => page.waitForTimeout(20000) },
  { view: 'voxels', file: 'studio-voxels.jpg' },
];

const { address, stop } = await serve();
const browser = await chromium.launch({
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
mkdirSync(folder, { recursive: true });
try {
  if (what === 'docs') {
    for (const each of docs.filter(({ view }) => only === '' || only.split(',').includes(view)))
      await shot(browser, address, { ...each, seconds: 600, file: join(folder, each.file) });
  } else {
    for (const view of views.filter((name) => only === '' || only.split(',').includes(name))) {
      for (const theme of ['dark', 'light'])
        for (const size of [
          [1280, 720],
          [1600, 900],
        ])
          await shot(browser, address, { view, theme, size, full: false, file: join(folder, `${view}-${theme}-${size[0]}.png`) });
    }
  }
} finally {
  await browser.close();
  stop();
}
