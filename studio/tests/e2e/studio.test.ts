import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { differs, facts, Harness, press_slider, still_picture, until } from './harness';
import { look, read_png } from './png';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

describe('terrain', () => {
  it('draws, moves, changes with a knob, and shows what is wrong with a recipe', async () => {
    const { page, errors } = await harness.open('#terrain');
    await until(page, (now) => Number(now.ready) > 9 && Number(now.tiles) >= 9, 'coarse tiles');
    await until(page, (now) => Number(now.shown) > 2 && Number(now.frames) > 3, 'a view over land');
    const before = await still_picture(page);
    const seen = look(before);
    expect(seen.colours).toBeGreaterThan(60);
    expect(seen.spread).toBeGreaterThan(12);

    const hash = (await facts(page)).hash;
    await press_slider(page, 'Mountains', 'PageUp', 4);
    await until(page, (now) => now.hash !== hash, 'another recipe');
    await until(page, (now) => now.coming === 0 && Number(now.tiles) >= 9 && now.ready === now.wanted, 'tiles of the other recipe');
    await differs(page, before, 2);

    await page.locator('summary', { hasText: 'As text' }).click();
    const text = page.locator('[data-role=recipe-text]');
    await text.fill((await text.inputValue()).replace('"stage": "gullies"', '"stage": "gulies"'));
    await page.locator('[data-role=apply-recipe]').click();
    const message = page.locator('[data-role=error]');
    await message.waitFor();
    expect(await message.textContent()).toMatch(/gullies/);
    expect(await message.textContent()).toMatch(/\/stages\//);

    await page.keyboard.press('Escape');
    await page.locator('body').click({ position: { x: 5, y: 300 } });
    await page.keyboard.press('Control+z');
    await message.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

describe('voxels', () => {
  it('draw, and change with the seed', async () => {
    const { page, errors } = await harness.open('#voxels');
    await until(page, (now) => Number(now.chunks) >= 40, 'chunks');
    const before = await still_picture(page);
    expect(look(before).colours).toBeGreaterThan(40);
    expect(look(before).spread).toBeGreaterThan(12);
    await page.locator('[data-role=seed]').fill('4242');
    await page.keyboard.press('Enter');
    await until(page, (now) => now.seed === 4242 && Number(now.current) >= 40, 'chunks of the other seed');
    await differs(page, before, 4);
    expect(errors).toEqual([]);
  });
});

describe('noise lab', () => {
  it('draws picture, histogram and spectrum, changes with a parameter, and shows the tiling', async () => {
    const { page, errors } = await harness.open('#noise');
    const first = await until(page, (now) => Number(now.drawn) > 0 && Number(now.values) === 65536, 'a picture');
    expect(look(await still_picture(page)).spread).toBeGreaterThan(10);
    await page.locator('[data-role=dice]').click();
    await until(page, (now) => now.picture !== first.picture, 'another picture');
    await page.getByText('Tiling', { exact: true }).first().click();
    await until(page, (now) => Number(now.tiling) > 0, 'the tiling');
    expect(look(await still_picture(page)).colours).toBeGreaterThan(5);
    expect(errors).toEqual([]);
  });
});

describe('map', () => {
  it('is made, drawn in tiles, stepped through, hovered over and exported', async () => {
    const { page, errors } = await harness.open('#map');
    await until(page, (now) => Number(now.preview) > 0 || now.world !== '', 'a first picture');
    await until(page, (now) => now.world !== '' && Number(now.tiles) > 0 && Number(now.waiting) === 0, 'the map');
    const before = await still_picture(page);
    expect(look(before).colours).toBeGreaterThan(60);
    expect(look(before).spread).toBeGreaterThan(12);

    await page.mouse.move(500, 300);
    await page.locator('.facts dt', { hasText: 'Height' }).first().waitFor();

    const timeline = page.locator('[data-role=timeline]');
    expect(Number(await timeline.getAttribute('max'))).toBeGreaterThan(3);
    await timeline.focus();
    await page.keyboard.press('Home');
    await differs(page, before, 2);
    await page.keyboard.press('End');

    await page.keyboard.press('Tab');
    await page.locator('canvas').first().focus();
    await page.keyboard.press('x');
    await page.getByText('Whole map (PNG)').click();
    const download = page.waitForEvent('download');
    await page.locator('dialog [data-role=export]').click();
    const picture = read_png(readFileSync(await (await download).path()));
    expect(picture.width).toBeGreaterThanOrEqual(256);
    expect(look(picture).colours).toBeGreaterThan(60);
    expect(errors).toEqual([]);
  });
});

describe('planet', () => {
  it('is made, drawn, turned, and changes with its layers and knobs', async () => {
    const { page, errors } = await harness.open('#planet');
    const ready = await until(page, (now) => now.world !== '' && Number(now.pieces) > 0 && Number(now.waiting) === 0, 'the planet');
    const before = await still_picture(page);
    expect(look(before).colours).toBeGreaterThan(60);
    await page.locator('.layer', { hasText: 'Temperature' }).first().click();
    await until(page, (now) => String(now.paint).includes('temperature') && Number(now.waiting) === 0, 'temperatures');
    await differs(page, before, 4);
    await press_slider(page, 'Sea share', 'PageUp', 1);
    await until(page, (now) => now.world !== ready.world && Number(now.waiting) === 0, 'another planet');
    expect(errors).toEqual([]);
  });
});

describe('the page', () => {
  it('keeps a world in its link, undoes, and fits 1280 × 720 in both themes', async () => {
    const { page, errors } = await harness.open('#noise', { width: 1280, height: 720 });
    await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    await page.locator('[data-role=seed]').fill('31415');
    await page.keyboard.press('Enter');
    await page.getByLabel('Recipe: open, save, share, export').click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const link = new URL(page.url()).hash;
    expect(link).toMatch(/^#noise\/./);
    const other = await harness.open(link);
    await until(other.page, (now) => Number(now.drawn) > 0, 'the shared picture');
    expect(await other.page.locator('[data-role=seed]').inputValue()).toBe('31415');
    await other.page.context().close();

    await page.locator('.rail').click({ position: { x: 30, y: 500 } });
    await page.keyboard.press('Control+z');
    expect(await page.locator('[data-role=seed]').inputValue()).not.toBe('31415');
    await page.keyboard.press('t');
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    await page.keyboard.press('t');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).not.toBe(theme);
    await page.keyboard.press('?');
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    expect(await page.locator('.card').count()).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    );
    expect(overflow).toBe(false);
    // Every control says what it is.
    const nameless = await page.evaluate(
      () =>
        [...document.querySelectorAll('button, input, select, textarea')].filter((element) => {
          const control = element as HTMLInputElement;
          return !control.getAttribute('aria-label') && !control.textContent?.trim() && !control.labels?.length;
        }).length,
    );
    expect(nameless).toBe(0);
    expect(errors).toEqual([]);
  });
});
