import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { differs, facts, fetched, Harness, press_slider, still_picture, until } from './harness';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

const settled = (now: Record<string, number | string>) => Number(now.wanted) > 9 && now.ready === now.wanted && Number(now.renewing) === 0;

describe('the brush', () => {
  it('changes the land, keeps the change over a reload, and takes it back', async () => {
    const { page, errors } = await harness.open('#terrain');
    await until(page, settled, 'the land');
    // All that a first look at the default terrain needs.
    const { bytes, requests } = await fetched(page);
    expect(requests).toBeGreaterThan(100);
    expect(bytes).toBeGreaterThan(1e6);
    expect(bytes).toBeLessThan(12e6);
    const before = await still_picture(page);

    await page.locator('[data-role=brush]').click();
    await press_slider(page, 'Size', 'PageUp', 2);
    await page.mouse.move(560, 330);
    await page.mouse.down();
    await page.waitForTimeout(4000); // long enough for a busy machine to raise much
    await page.mouse.up();
    await until(page, (now) => Number(now.edits) === 1 && settled(now), 'an edit that is kept');
    await page.keyboard.press('b');
    await page.mouse.move(700, 440);
    await differs(page, before, 0.3);
    const { revision } = await facts(page);

    await page.reload();
    await page.waitForSelector('.rail');
    // The first look is chosen by the land, so it may be another one now: what counts is the land.
    expect((await until(page, (now) => Number(now.edits) === 1 && settled(now), 'the edited land')).revision).toBe(revision);

    await page.locator('canvas').first().focus();
    await page.keyboard.press('x');
    await page.getByText('Model of this place (GLB)').click();
    const download = page.waitForEvent('download');
    await page.locator('dialog [data-role=export]').click();
    expect(readFileSync(await (await download).path()).toString('latin1', 0, 4)).toBe('glTF');

    await page.locator('[data-role=brush]').click();
    await page.keyboard.press('Control+z');
    await until(page, (now) => Number(now.edits) === 0 && Number(now.revision) === 0 && settled(now), 'the land as it was');
    expect(errors).toEqual([]);
  });
});

describe('voxels', () => {
  it('are dug out, stay dug out over a reload, and come back', async () => {
    const { page, errors } = await harness.open('#voxels');
    const all = (now: Record<string, number | string>) =>
      Number(now.wanted) > 40 && now.current === now.wanted && Number(now.renewing) === 0;
    const { triangles } = await until(page, all, 'all chunks');
    await page.locator('[data-role=build]').click();
    await page.mouse.click(560, 400);
    const dug = await until(page, (now) => Number(now.edits) === 1 && all(now), 'a voxel less');
    expect(dug.triangles).not.toBe(triangles);

    await page.reload();
    await page.waitForSelector('.rail');
    expect((await until(page, (now) => Number(now.edits) === 1 && all(now), 'the dug world')).triangles).toBe(dug.triangles);
    await page.locator('[data-role=build]').click();
    await page.keyboard.press('Control+z');
    await until(page, (now) => Number(now.edits) === 0 && all(now), 'the voxel again');
    expect((await facts(page)).triangles).toBe(triangles);
    expect(errors).toEqual([]);
  });
});
