import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, Harness, until } from './harness';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

const ready = (now: Record<string, number | string>) => now.world !== '' && Number(now.waiting) === 0;
const stages = (page: Page) => page.locator('[data-path^="/stages/"] > summary').allTextContents();

describe('the list of stages', () => {
  it('is switched, doubled, moved and undone, and names what is wrong where it is', async () => {
    const { page, errors } = await harness.open('#map/hello-torus/7', { width: 1100, height: 700 });
    const { world } = await until(page, ready, 'the map');
    await page.getByText('All stages, in order').click();
    await eventually(async () => (await stages(page)).length > 4, 'the list');
    const whole = await stages(page);
    const second = page.locator('[data-path="/stages/1"]');
    await second.locator('summary').first().click();
    await second.getByLabel('Another one like it').click();
    expect(await stages(page)).toHaveLength(whole.length + 1);
    await second.getByLabel('Later').click();
    await second.locator('summary').first().click();
    await second.getByLabel('In use').uncheck();
    expect((await stages(page))[1]).toContain('off');
    await until(page, (now) => ready(now) && now.world !== world, 'another map');

    // What another stage needs is taken away: the error stands at the stage that misses it, unfolded.
    await page.locator('[data-path="/stages/0"] > summary').click();
    await page.locator('[data-path="/stages/0"]').getByLabel('Remove this stage').click();
    const message = page.locator('[data-role=error]');
    await message.waitFor();
    expect(await message.textContent()).toContain('/stages/');
    expect(await page.locator('.wrong').count()).toBeGreaterThan(0);

    await page.locator('canvas').first().focus();
    for (let i = 0; i < 4; ++i) await page.keyboard.press('Control+z');
    expect(await stages(page)).toEqual(whole);
    expect(new URL(page.url()).hash).toBe('#map/hello-torus/7');

    await page.locator('[data-path="/domain"] > summary').click();
    await page.locator('[data-path="/domain/width"]').waitFor({ state: 'attached' });
    expect(errors).toEqual([]);
  });
});
