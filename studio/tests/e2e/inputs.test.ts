import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { to_hash } from '../../src/state/address';
import { differs, eventually, Harness, still_picture, until } from './harness';

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

describe('what feeds what', () => {
  it('stands beside the list, with a picture of the world after each stage', async () => {
    const { page, errors } = await harness.open('#map/hello-torus/7', { width: 1400, height: 760 });
    await until(page, ready, 'the map');
    const whole = await still_picture(page);
    await page.locator('[data-role=graph]').click();
    const rows = page.locator('.graph-row');
    await rows.first().waitFor();
    const count = await rows.count();
    expect(count).toBeGreaterThan(4);
    expect(await page.locator('.graph-row img').count()).toBeGreaterThan(3);
    expect(await page.locator('.graph-lines path').count()).toBeGreaterThanOrEqual(count - 2);
    await rows.nth(1).click();
    expect(await page.locator('.graph-lines path.in, .graph-lines path.out').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-path="/stages/1"]').getAttribute('open')).not.toBeNull();
    await differs(page, whole, 1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await rows.nth(2).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await page.locator('.graph').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
  });
});

/** Plates that grow one region at a time. */
const growing = to_hash({
  view: 'planet',
  look: {},
  document: {
    kind: 'planet',
    preset: '',
    title: 'Growing',
    seed: 7,
    recipe: {
      craton: 1,
      name: 'growing',
      world: 'planet',
      domain: { kind: 'sphere', resolution: 192 },
      stages: [
        { stage: 'grown_plates', id: 'plates', plates: 12, random_driven: true },
        { stage: 'plate_heights', id: 'heights' },
      ],
    },
  },
});

describe('the growth of plates', () => {
  it('is looked at step by step, and as a film', async () => {
    const { page, errors } = await harness.open(growing, { width: 1280, height: 640 });
    await until(page, ready, 'the planet');
    await page.getByLabel('Keep the history').check();
    const go = page.locator('[data-role=generate]');
    await go.click();
    const timeline = page.locator('[data-role=timeline]');
    await eventually(async () => Number(await timeline.getAttribute('max')) > 8 && (await go.textContent()) === 'Generate', 'its rounds');
    const whole = await still_picture(page);
    await timeline.focus();
    await page.keyboard.press('Home');
    await differs(page, whole, 2);
    const first = await still_picture(page);
    const name = () => timeline.getAttribute('aria-valuetext');
    expect(await name()).toMatch(/ of \d+$/);
    // One step, and to the end of the stage.
    await page.locator('[data-role=step]').click();
    expect(await timeline.inputValue()).toBe('1');
    await page.locator('[data-role=stage-end]').click();
    expect(await name()).not.toMatch(/ of \d+$/);
    await differs(page, first, 1);
    await page.keyboard.press('Home');
    await page.getByLabel('Play the steps of the generation').click();
    await eventually(async () => Number(await timeline.inputValue()) > 2, 'a film');
    await page.getByLabel('Pause', { exact: true }).last().click();
    const rests = await timeline.inputValue();
    await page.waitForTimeout(900);
    expect(await timeline.inputValue()).toBe(rests);
    expect(errors).toEqual([]);
  });
});
