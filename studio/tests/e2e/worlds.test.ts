import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { to_hash } from '../../src/state/address';
import { differs, eventually, facts, Harness, still_picture, until } from './harness';
import { look, read_png } from './png';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

/** A small map that is shaped for as long as anybody cares to look. */
function shaped(iterations: number): string {
  const hills = (id: string, layer: string, cells: number) => ({
    stage: 'noise',
    id,
    layer,
    scale: 1000,
    noise: { kind: 'wrapped_turbulence', width: 256000, cells },
  });
  const recipe = {
    craton: 1,
    name: 'shaped',
    world: 'map',
    domain: { kind: 'torus', width: 256, height: 256, step: 1000 },
    stages: [hills('hills', 'height', 4), hills('target', 'target', 3), { stage: 'shaping', id: 'shape', iterations }],
  };
  return to_hash({ view: 'map', look: {}, document: { kind: 'map', preset: '', title: 'Shaped', recipe, seed: 7 } });
}

const made = (now: Record<string, number | string>) => now.world !== '' && Number(now.tiles ?? now.pieces) > 0 && Number(now.waiting) === 0;
const status = (page: Page) => page.locator('[data-role=status]').textContent();
const timeline = (page: Page) => page.locator('[data-role=timeline]');
const steps = async (page: Page) => Number(await timeline(page).getAttribute('max'));

/** Exports what the dialog calls so, and gives the file. */
async function exported(page: Page, title: string): Promise<Buffer> {
  await page.getByLabel('Export (X)').click();
  await page.locator('dialog').getByText(title, { exact: true }).click();
  const download = page.waitForEvent('download');
  await page.locator('dialog [data-role=export]').click();
  return readFileSync(await (await download).path());
}

describe('the shaping of a map', () => {
  it('rests, goes on, is finished early, and can be looked at from its beginning', async () => {
    const { page, errors } = await harness.open(shaped(20000));
    await page.getByLabel('Keep the history').check();
    const go = page.locator('[data-role=generate]');
    await eventually(async () => (await go.textContent()) === 'Stop', 'the work');
    await go.click();
    await eventually(async () => (await go.textContent()) === 'Generate', 'the end of the work');
    await go.click();
    await eventually(async () => (await steps(page)) > 4, 'some iterations');

    await page.locator('[data-role=pause]').click();
    await eventually(async () => (await status(page)) === 'Paused', 'a rest');
    await page.waitForTimeout(300);
    const resting = await steps(page);
    await timeline(page).focus();
    await page.keyboard.press('Home');
    const first = await still_picture(page);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await differs(page, first, 1);
    // Nothing lies over what is looked at, though there is no picture of the whole yet.
    expect(await page.locator('.veil:not(.gone)').count()).toBe(0);
    expect(await steps(page)).toBe(resting);

    await page.locator('[data-role=pause]').click();
    await eventually(async () => (await status(page)) !== 'Paused', 'the work going on');
    await page.locator('[data-role=finish]').click();
    await until(page, made, 'the world');
    await eventually(async () => (await status(page)) === 'Ready', 'the end');
    // The recipe says how far it came, and that is one step of undo.
    const iterations = () =>
      page.evaluate(() => {
        const { studio } = (window as unknown as { craton: { studio: { document: { recipe: { stages: { iterations: number }[] } } } } })
          .craton;
        return studio.document.recipe.stages[2].iterations;
      });
    expect(await iterations()).toBeGreaterThan(0);
    expect(await iterations()).toBeLessThan(20000);
    // Begun anew by the server, its steps are told anew: none stands there twice.
    const titles = await page.locator('.ticks .tick').evaluateAll((ticks) => ticks.map((tick) => (tick as HTMLElement).title));
    expect(new Set(titles).size).toBe(titles.length);
    expect(errors).toEqual([]);
  });
});

describe('a map', () => {
  it('keeps requirements, tells of those that cannot be, and is taken away in every format', async () => {
    const { page, errors } = await harness.open(shaped(20));
    const { world } = await until(page, made, 'the map');
    await page.getByText('What the world must be like').click();
    await page.getByLabel('Share of land: at least').fill('0.01');
    await page.keyboard.press('Enter');
    await until(page, (now) => now.world !== world && made(now), 'the map that holds it');
    await page.getByLabel('Share of land: at least').fill('7');
    await page.keyboard.press('Enter');
    const message = page.locator('[data-role=error]');
    await message.waitFor();
    expect(await message.textContent()).toContain('/require/land_share');
    expect(await page.locator('.control.wrong').count()).toBe(1);
    await page.locator('.rail').click({ position: { x: 30, y: 370 } });
    await page.keyboard.press('Control+z');
    await message.waitFor({ state: 'detached' });
    await until(page, made, 'the map of before');

    const zip = await exported(page, 'Everything (ZIP)');
    expect(zip.toString('latin1', 0, 4)).toBe('PK\x03\x04');
    expect(zip.length).toBeGreaterThan(10000);
    expect((await exported(page, 'Heights (OpenEXR)')).readUInt32LE(0)).toBe(20000630);
    const levels = await exported(page, 'Heights (16-bit PNG)');
    expect([levels.toString('latin1', 1, 4), levels.readUInt32BE(16), levels[24]]).toEqual(['PNG', 64, 16]);
    expect((await exported(page, 'Heights (R16)')).length).toBe(64 * 64 * 2);
    expect((JSON.parse((await exported(page, 'Objects (GeoJSON)')).toString()) as { type: string }).type).toBe('FeatureCollection');
    expect((await exported(page, 'The world (.craton)')).toString('latin1', 0, 15)).toBe('SQLite format 3');
    expect(look(read_png(await exported(page, 'Picture (PNG)'))).colours).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  });

  it('whose link is broken says so', async () => {
    const { page } = await harness.open('#map/bm9uc2Vuc2U');
    const message = page.locator('[data-role=error]');
    await message.waitFor();
    expect(await message.textContent()).toContain('link');
  });
});

describe('a planet', () => {
  it('shows its sites and its making, and gives a region to look at', async () => {
    const { page, errors } = await harness.open('#planet');
    await until(page, made, 'the planet');
    const whole = await still_picture(page);
    await timeline(page).focus();
    await page.keyboard.press('Home');
    await until(page, (now) => Number(now.waiting) === 0, 'the first step');
    await differs(page, whole, 2);
    await page.keyboard.press('End');
    await until(page, made, 'the planet again');

    // True regions show where cells are some pixels wide. Each flight needs a moment to bring the eye nearer.
    for (let i = 0; i < 5; ++i) {
      await page.mouse.dblclick(609, 230);
      await page.waitForTimeout(400);
    }
    await until(page, made, 'the planet near by');
    const before = await still_picture(page);
    await page.getByLabel('Sites').check();
    const near = await until(page, (now) => Number(now.regions) > 0 && Number(now.regions_waiting) === 0, 'the regions');
    await differs(page, before, 0.3);
    expect(Number(near.regions)).toBeLessThan(6 * 128 * 128);
    // Borders of plates are the sides of regions that the server tells.
    await page.getByLabel('Borders of plates').check();
    const { borders, world } = await until(page, (now) => Number(now.borders) > 0, 'the borders of plates');
    const bytes = await page.evaluate(
      async (id) => (await (await fetch(`/api/v1/worlds/${id}/borders/plate`)).arrayBuffer()).byteLength,
      world,
    );
    expect(Number(borders)).toBeGreaterThanOrEqual((bytes - 4) / 32);

    await page.mouse.click(609, 230);
    await page.locator('[data-role=zoom-here]').click();
    const region = await until(page, (now) => now.view === 'map' && made(now), 'the region');
    expect(String(region.world)).toMatch(/earth/);
    expect(look(await still_picture(page)).colours).toBeGreaterThan(20);
    expect((await facts(page)).view).toBe('map');
    expect(errors).toEqual([]);
  });
});

describe('the noise lab', () => {
  it('measures a noise in full, as a page of its own', async () => {
    const { page, errors } = await harness.open(
      to_hash({
        view: 'noise',
        look: {},
        document: { kind: 'noise', preset: '', title: 'Plain', recipe: { kind: 'perlin', frequency: 0.02 }, seed: 7 },
      }),
    );
    await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    await page.locator('[data-role=report]').click();
    const link = page.getByText('Open the report');
    await link.waitFor();
    const opened = page.context().waitForEvent('page');
    await link.click();
    const report = await opened;
    await report.waitForLoadState();
    expect(await report.locator('svg, img').count()).toBeGreaterThan(3);
    expect(await report.locator('body').textContent()).toMatch(/plain/i);
    expect(errors).toEqual([]);
  });
});
