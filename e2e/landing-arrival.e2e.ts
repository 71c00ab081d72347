import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Opens a page, and waits until the parts that it skips are laid out, which is once it has loaded. */
async function arriveAt(page: Page, path: string, parts: string): Promise<void> {
  const skipped = () =>
    page
      .locator(parts)
      .evaluateAll(
        (found) => found.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length,
      );
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(skipped).toBeGreaterThan(0);
  release();
  await expect.poll(skipped).toBe(0);
}

test('the shop lays out all cards once it has loaded', async ({ page }) => {
  await arriveAt(page, '/store', 'main li:has(> article)');
});

test('the landing page has its whole height once it has loaded, and a reload keeps the place', async ({
  page,
}) => {
  await arriveAt(page, '/', 'main section > *, main article');
  await page.locator('#start h2').evaluate((title) => title.scrollIntoView({ behavior: 'instant' }));
  const place = await page.evaluate(() => window.scrollY);
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(place));
});
