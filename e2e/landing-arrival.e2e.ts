import { expect, test } from './support/test.ts';

test('the landing page has its whole height once it has loaded, and a reload keeps the place', async ({
  page,
}) => {
  const skipped = () =>
    page
      .locator('main section > *, main article')
      .evaluateAll(
        (parts) => parts.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length,
      );
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(skipped).toBeGreaterThan(0);
  release();
  await expect.poll(skipped).toBe(0);
  await page.locator('#start h2').evaluate((title) => title.scrollIntoView({ behavior: 'instant' }));
  const place = await page.evaluate(() => window.scrollY);
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(place));
});
