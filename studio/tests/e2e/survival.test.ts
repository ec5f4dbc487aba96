import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at_rest, eventually, facts, Harness, near_by, still_picture, until } from './harness';
import { difference } from './png';

const harness = new Harness();
beforeAll(() => harness.start());
afterEach(() => harness.close_pages());
afterAll(() => harness.stop());

const hash_of = (page: Page) => new URL(page.url()).hash;
const seed_of = (page: Page) => page.locator('[data-role=seed]').inputValue();
const all_chunks = (now: Record<string, number | string>) => Number(now.wanted) > 40 && now.current === now.wanted;

async function set_seed(page: Page, seed: string): Promise<void> {
  await page.locator('[data-role=seed]').fill(seed);
  await page.keyboard.press('Enter');
}

/** How high the camera is, if the address tells. */
function height_of(page: Page): number | undefined {
  const height = /[?&]at=([^&]*)/.exec(hash_of(page))?.[1].split(',')[2];
  return height === undefined ? undefined : Number(height);
}

/** Whether the browser has a world of that name. */
function kept_by(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (wanted) =>
      new Promise<boolean>((done) => {
        const request = indexedDB.open('craton-studio');
        // Not there yet: to make it is the page's own affair.
        request.onupgradeneeded = () => request.transaction!.abort();
        request.onerror = () => done(false);
        request.onsuccess = () => {
          const all = request.result.transaction('works').objectStore('works').getAll();
          all.onsuccess = () => done((all.result as { name: string }[]).some((work) => work.name === wanted));
          request.result.close();
        };
      }),
    name,
  );
}

describe('the address', () => {
  it('holds the world: over a reload, Back, and in a second tab', async () => {
    const { page, errors } = await harness.open('#noise');
    const usual = await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    await set_seed(page, '31415');
    expect(hash_of(page)).toMatch(/^#noise\/.*\/31415$/);
    expect(hash_of(page).length).toBeLessThanOrEqual(40);
    const { picture } = await until(page, (now) => now.picture !== usual.picture, 'the other picture');

    await page.reload();
    await page.waitForSelector('.rail');
    expect(await seed_of(page)).toBe('31415');
    expect((await until(page, (now) => Number(now.drawn) > 0, 'the picture again')).picture).toBe(picture);

    const second = await harness.open(hash_of(page));
    expect((await until(second.page, (now) => Number(now.drawn) > 0, 'the picture in a second tab')).picture).toBe(picture);

    // Changes within 0.8 s are one step of Back.
    await page.waitForTimeout(900);
    await page.keyboard.press('4');
    await until(page, (now) => now.view === 'voxels' && now.ready === 1, 'another view');
    await page.goBack();
    await until(page, (now) => now.view === 'noise' && now.ready === 1, 'the view before');
    expect(await seed_of(page)).toBe('31415');
    await page.goBack();
    await eventually(async () => (await seed_of(page)) !== '31415', 'the seed before');
    await page.goForward();
    await eventually(async () => (await seed_of(page)) === '31415', 'the seed after it');
    expect(errors).toEqual([]);
  });

  it('holds the camera, and views that are left keep theirs', async () => {
    const { page, errors } = await harness.open('#voxels');
    await near_by(page);
    await until(page, all_chunks, 'all chunks');
    const first = await still_picture(page);
    await page.locator('canvas').first().focus();
    await page.keyboard.down('e');
    await eventually(() => height_of(page) !== undefined, 'the camera in the address');
    const begun = height_of(page)!;
    await eventually(() => height_of(page)! > begun + 8, 'a flight upwards');
    await page.keyboard.up('e');
    const before = await still_picture(page);
    const hash = await at_rest(page, () => Promise.resolve(hash_of(page)));
    await page.reload();
    await page.waitForSelector('.rail');
    await until(page, (now) => Number(now.chunks) > 0, 'chunks again');
    await near_by(page);
    await until(page, all_chunks, 'all chunks again');
    const again = await still_picture(page);
    expect(hash_of(page)).toBe(hash);
    expect(difference(before, again)).toBeLessThan(difference(before, first) / 3);

    await page.keyboard.press('5');
    await until(page, (now) => now.view === 'noise' && Number(now.drawn) > 0, 'another view');
    await page.keyboard.press('4');
    await until(page, (now) => now.view === 'voxels' && Number(now.chunks) > 0, 'the view again');
    expect(hash_of(page)).toBe(hash);
    expect(errors).toEqual([]);
  });
});

describe('a link', () => {
  it('brings what was dug to another machine', async () => {
    const { page, errors } = await harness.open('#voxels');
    await near_by(page);
    const still = (now: Record<string, number | string>) => all_chunks(now) && Number(now.renewing) === 0;
    const whole = await until(page, still, 'all chunks');
    await page.locator('[data-role=build]').click();
    // By keys alone: the voxel in the middle of the view.
    await page.locator('canvas').first().focus();
    await page.keyboard.press('Enter');
    const dug = await until(page, (now) => Number(now.edits) === 1 && still(now), 'a voxel less');
    expect(dug.triangles).not.toBe(whole.triangles);
    await eventually(() => hash_of(page).includes('strokes='), 'what was dug in the address');
    const hash = hash_of(page);
    const elsewhere = new Harness();
    await elsewhere.start();
    try {
      const other = await elsewhere.open(hash);
      await near_by(other.page);
      const again = await until(other.page, (now) => Number(now.edits) === 1 && still(now), 'the hole on the other machine');
      expect(again.revision).toBe(dug.revision);
      await eventually(async () => (await facts(other.page)).triangles === dug.triangles, 'the same ground');
      expect(other.errors).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
    expect(errors).toEqual([]);
  });
});

describe('a server that goes away', () => {
  it('is told of, and what is missing comes when it is back', async () => {
    const { page } = await harness.open('#voxels');
    await until(page, all_chunks, 'all chunks');
    await harness.server_down('SIGKILL');
    await set_seed(page, '99');
    const away = page.locator('[data-role=away]');
    await away.getByText('does not answer').waitFor();
    await harness.server_up();
    await away.getByText('does not answer').waitFor({ state: 'detached' });
    expect(await away.isVisible()).toBe(false);
    await until(page, (now) => all_chunks(now) && now.seed === 99, 'all chunks of the other seed');
    expect(await page.locator('[data-role=error]').count()).toBe(0);

    // In the middle of the work, too: chunks that were on their way come.
    await set_seed(page, '100');
    await until(page, (now) => now.seed === 100 && Number(now.current) > 5, 'some chunks');
    await harness.server_down('SIGKILL');
    await page.waitForTimeout(1500);
    await harness.server_up();
    await until(page, (now) => all_chunks(now) && now.seed === 100, 'all chunks in spite of it');
    expect(await page.locator('[data-role=error]').count()).toBe(0);
  });
});

describe('worlds that somebody changed', () => {
  it('are kept under their name with a picture, and opened again', async () => {
    const { page, errors } = await harness.open('#noise');
    await until(page, (now) => Number(now.drawn) > 0, 'a picture');
    await set_seed(page, '2718');
    await page.locator('[data-role=name]').fill('Far dunes');
    await page.keyboard.press('Enter');
    // It is kept when it has rested for a while; the list tells of it, and the next page still has it.
    await eventually(() => kept_by(page, 'Far dunes'), 'the world on the shelf');
    await page.reload();
    await page.waitForSelector('.rail');
    await set_seed(page, '5');
    await page.keyboard.press('p');
    const card = page.locator('[data-work="Far dunes"]');
    await card.waitFor();
    expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(320);
    await card.click();
    expect(await seed_of(page)).toBe('2718');
    expect(await page.locator('[data-role=name]').inputValue()).toBe('Far dunes');
    expect(errors).toEqual([]);
  });
});
