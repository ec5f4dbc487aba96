// Phones, keyboards and those who listen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at_rest, eventually, facts, Harness, until } from './harness';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings that would keep people out, by name. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(root: Document): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await run.run(document);
    return violations
      .filter(({ impact }) => impact !== 'minor' && impact !== 'moderate')
      .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 90)}`);
  });
}

describe('a phone', () => {
  it('shows the world first, opens one drawer at a time, and zooms with two fingers', async () => {
    const { page, errors } = await harness.open('#map', { width: 390, height: 844 });
    await until(page, (now) => now.world !== '' && Number(now.tiles) > 0 && Number(now.waiting) === 0, 'the map');
    expect(await page.locator('.drawer:not(.closed)').count()).toBe(0);
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(over).toBe(false);
    for (const button of await page.locator('.rail button, .bar button:visible').all()) {
      const box = (await button.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    const before = Number((await facts(page)).zoom);
    const touch = await page.context().newCDPSession(page);
    const fingers = (gap: number) => [
      { x: 195 - gap / 2, y: 400, id: 1 },
      { x: 195 + gap / 2, y: 400, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(60) });
    for (const gap of [90, 120, 150, 180, 240])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(gap) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await eventually(async () => Number((await facts(page)).zoom) - before > 1, 'a map twice as large');

    await page.locator('.drawer-tab.left').click();
    const top = await at_rest(page, async () => (await page.locator('.drawer-left').boundingBox())!.y);
    expect(top).toBeGreaterThan(844 * 0.35);
    await page.getByLabel('Fold the drawer ([)').click();
    await page.locator('.drawer-tab.right').click();
    expect(await page.locator('.drawer:not(.closed)').count()).toBe(1);
    expect(errors).toEqual([]);
  });
});

describe('those who are here for the first time', () => {
  it('are told four things, once, and may ask for it again', async () => {
    const { page, errors } = await harness.open('#noise', { width: 1280, height: 720 }, 'draft', false);
    const card = page.locator('.tour');
    await card.waitFor();
    expect(await serious(page)).toEqual([]);
    const titles: string[] = [];
    while ((await card.count()) > 0) {
      titles.push((await card.locator('h2').textContent())!);
      await card.locator('[data-role=tour-next]').click();
    }
    expect(titles[0]).toBe('Turn a knob');
    expect(titles.length).toBeGreaterThan(1);
    await page.reload();
    await page.waitForSelector('.rail');
    await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    expect(await card.count()).toBe(0);
    await page.keyboard.press('?');
    await page.locator('dialog').getByText('A first look around').click();
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

describe('the world', () => {
  it('has most of every window', async () => {
    const { page } = await harness.open('#noise', { width: 900, height: 640 });
    await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    const share = () =>
      page.evaluate(() => {
        const style = document.querySelector<HTMLElement>('.stage')!.style;
        const inset = (side: string) => Number.parseFloat(style.getPropertyValue(`--inset-${side}`));
        return (innerWidth - inset('left') - inset('right')) / innerWidth;
      });
    expect(await share()).toBeGreaterThan(0.6);
    await page.locator('.drawer-tab.right').click();
    await page.waitForTimeout(50);
    expect(await share()).toBeGreaterThan(0.6);
    for (const width of [1101, 1280, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      await page.evaluate(() => document.querySelectorAll<HTMLElement>('.drawer-tab:not([hidden])').forEach((tab) => tab.click()));
      await page.waitForTimeout(50);
      expect(await page.locator('.drawer:not(.closed)').count()).toBe(2);
      expect(await share(), `${width}`).toBeGreaterThan(0.49);
    }
  });
});

describe('those who listen or use keys alone', () => {
  it('find nothing seriously wrong in both themes, and the views first', async () => {
    for (const view of ['noise', 'voxels']) {
      const { page } = await harness.open(`#${view}`);
      await until(page, (now) => Number(now.drawn ?? 0) > 0 || Number(now.chunks ?? 0) > 40, 'a picture');
      for (let i = 0; i < 2; ++i) {
        expect(await serious(page), `${view} ${i}`).toEqual([]);
        await page.keyboard.press('t');
        await page.waitForTimeout(300);
      }
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.rail') !== null)).toBe(true);
      await page.keyboard.press('p');
      await page.locator('dialog').waitFor();
      expect(await serious(page), 'worlds').toEqual([]);
      await page.context().close();
    }
  });
});
