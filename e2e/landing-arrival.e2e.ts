import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './support/test.ts';

const LATER_PARTS = '#now > div > div, #features > div > :not(h2), #start > div, #community > div';

/** How many of the parts aren't laid out, or only when they are near. */
function skippedOf(page: Page, parts: string): Promise<number> {
  return page
    .locator(parts)
    .evaluateAll(
      (found) => found.filter((part) => getComputedStyle(part).contentVisibility !== 'visible').length,
    );
}

/** Takes away the three seconds after which the page no longer waits for fonts. */
async function waitForFontsAlone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = window.setTimeout;
    const never = (...[handler, ms, ...args]: Parameters<typeof after>) =>
      ms === 3000 ? 0 : after(handler, ms, ...args);
    Object.assign(window, { setTimeout: never });
  });
}

/** Opens a page whose fonts come when they are released. */
async function openBeforeFonts(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          // Not in the DOM's types.
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
}

async function expectReloadToKeepPlace(page: Page): Promise<void> {
  await page.locator('#start h2').evaluate((title) => title.scrollIntoView({ behavior: 'instant' }));
  const place = await page.evaluate(() => window.scrollY);
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(place));
}

test('the shop lays out all cards once its fonts have arrived', async ({ page }) => {
  await waitForFontsAlone(page);
  const release = await openBeforeFonts(page, '/store');
  await expect.poll(() => skippedOf(page, 'main li:has(> article)')).toBeGreaterThan(0);
  release();
  await expect.poll(() => skippedOf(page, 'main li:has(> article)')).toBe(0);
});

test('the landing page is laid out once its fonts have arrived, moves nothing, and a reload keeps the place', async ({
  page,
}) => {
  await waitForFontsAlone(page);
  const release = await openBeforeFonts(page, '/');
  await expect.poll(() => skippedOf(page, LATER_PARTS)).toBeGreaterThan(3);
  release();
  await expect.poll(() => skippedOf(page, LATER_PARTS)).toBe(0);
  await page.waitForLoadState('load');
  // The visitor's dates may be longer than the server's, and so may text in other fonts: both move what is below them.
  await hydrated(page);
  await page.unroute('**/*.woff2');
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await expectReloadToKeepPlace(page);
});

test('a reload keeps the place, also when no script has stored it', async ({ page, complaints }) => {
  complaints.expect(/Failed to load resource/);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect.poll(() => skippedOf(page, LATER_PARTS)).toBe(0);
  await expectReloadToKeepPlace(page);
});

const INPUTS: [string, (page: Page) => Promise<void>][] = [
  ['scrolls', (page) => page.evaluate(() => window.scrollBy(0, 1))],
  ['presses a key', (page) => page.keyboard.press('Shift')],
  ['touches', (page) => page.mouse.click(5, 300)],
];
for (const [what, act] of INPUTS) {
  test(`a visitor who ${what} before the fonts arrive has the whole landing page @phone`, async ({
    page,
  }) => {
    await waitForFontsAlone(page);
    await openBeforeFonts(page, '/');
    await expect.poll(() => skippedOf(page, LATER_PARTS)).toBeGreaterThan(3);
    await act(page);
    await expect.poll(() => skippedOf(page, LATER_PARTS)).toBe(0);
  });
}

test('the landing page is laid out even if its fonts never arrive @phone', async ({ page }) => {
  await openBeforeFonts(page, '/');
  await expect.poll(() => skippedOf(page, LATER_PARTS)).toBe(0);
});
