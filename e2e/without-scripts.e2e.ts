import type { Page } from '@playwright/test';
import { expectNoSideScroll } from './support/look.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

const FORM_NEEDS = 'This form needs JavaScript. Turn it on in your browser and load the page again.';

/** What is read on each page, as the server wrote it. */
const READ = {
  '/': 'Happening now',
  '/news': 'NEWS',
  '/news/1': 'Read on',
  '/patch-notes': 'PATCH NOTES',
  '/patch-notes/1': 'Read on',
  '/store': 'Shop',
  '/tos': 'Terms and Conditions of Use',
} as const;

test('pages read well without scripts, and lead on by links @phone', async ({ page }) => {
  for (const [path, text] of Object.entries(READ)) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      main
        .getByRole('heading', { name: text })
        .or(main.getByRole('complementary', { name: text }))
        .first(),
      path,
    ).toBeVisible();
    await expect(main.getByText(/^Loading/), path).toHaveCount(0);
    await expectNoSideScroll(page, path);
  }
  await page.goto('/news');
  await page
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/news\/\d+$/);
});

/** What is shown in place of scripts. Playwright's own search for texts skips it. */
const said = (page: Page): Promise<string> =>
  page
    .locator('noscript')
    .evaluateAll((all) =>
      all.flatMap((element) => (element.checkVisibility() ? [element.textContent ?? ''] : [])).join('\n'),
    );

test('forms say without scripts what they need @phone', async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(path);
    expect(await said(page), path).toContain(FORM_NEEDS);
  }
  for (const path of ['/news', '/patch-notes']) {
    await page.goto(path);
    expect(await said(page), path).toContain('Search needs JavaScript.');
  }
});
