import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { expectReadableText } from './support/contrast.ts';
import { takeScreen } from './support/screens.ts';
import { expect, followHeader, startSession, test, visit } from './support/test.ts';

/** Public pages that load what they show: the header's link, what they call, and an answer with nothing in it. */
const LOADED = [
  { link: 'News', call: '**/api/content/news?*', empty: { news: [] } },
  { link: 'Patch Notes', call: '**/api/content/patchnotes*', empty: { patchNotes: [] } },
  { link: 'Shop', call: '**/api/products*', empty: { products: [] } },
] as const;

const REFUSAL = {
  status: 500,
  json: { code: 'internal', message: 'Something went wrong.', requestId: 'r' },
};

/** Holds what the page calls until the returned function is called. */
async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<undefined>();
  await page.route(pattern, async (route) => {
    await release.promise;
    await route.fallback().catch(() => {});
  });
  return async () => {
    release.resolve(undefined);
    await page.unroute(pattern);
  };
}

for (const { link, call, empty } of LOADED) {
  test(`'${link}' is accessible while it loads, when it fails and with nothing in it`, async ({
    page,
    complaints,
  }, testInfo) => {
    complaints.expect(/status of 500/);
    const name = link.toLowerCase().replace(' ', '-');
    const main = page.getByRole('main');
    await visit(page, '/tos');
    const release = await hold(page, call);
    await followHeader(page, link);
    await expect(main.getByText(/^Loading/)).toBeAttached();
    await takeScreen(page, testInfo, `state-${name}-loading`);
    await expectNoAxeViolations(page, `${link}, loading`);
    await release();
    await expect(main.getByText(/^Loading/)).toHaveCount(0);

    await visit(page, '/tos');
    await page.route(call, (route) => route.fulfill(REFUSAL));
    await followHeader(page, link);
    await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible();
    await takeScreen(page, testInfo, `state-${name}-failed`);
    await expectNoAxeViolations(page, `${link}, failed`);
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill({ json: empty }));
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(main.getByRole('button', { name: 'Retry' })).toBeHidden();
    await takeScreen(page, testInfo, `state-${name}-empty`);
    await expectNoAxeViolations(page, `${link}, empty`);
  });
}

test('the donation overlay is accessible while it loads, when it fails and with nothing in it', async ({
  page,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 500/);
  const products = '**/api/products*';
  await startSession(page, account.name, account.password);
  await visit(page, '/tos');
  const release = await hold(page, products);
  await followHeader(page, 'Donate');
  const overlay = page.getByRole('dialog');
  await expect(overlay).toBeVisible();
  await takeScreen(page, testInfo, 'state-donations-loading');
  await expectNoAxeViolations(page, 'the overlay, loading');
  await release();
  await page.route(products, (route) => route.fulfill(REFUSAL));
  await visit(page, '/tos');
  await followHeader(page, 'Donate');
  await expect(overlay.getByRole('button', { name: 'Retry' })).toBeVisible();
  await takeScreen(page, testInfo, 'state-donations-failed');
  await expectNoAxeViolations(page, 'the overlay, failed');
  await page.unroute(products);
  await page.route(products, (route) => route.fulfill({ json: { products: [] } }));
  await overlay.getByRole('button', { name: 'Retry' }).click();
  await expect(overlay.getByRole('button', { name: 'Retry' })).toBeHidden();
  await takeScreen(page, testInfo, 'state-donations-empty');
  await expectNoAxeViolations(page, 'the overlay, empty');
});

test("the profile's tabs are accessible while they load, when they fail and with nothing in them", async ({
  page,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 500/);
  await startSession(page, account.name, account.password);
  const release = await hold(page, '**/api/user/profile');
  await visit(page, '/profile');
  await expectNoAxeViolations(page, 'the profile, loading');
  await release();
  const tabs = page.getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  const names = await tabs.allTextContents();
  expect(names.length).toBeGreaterThan(4);

  const releaseAll = await hold(page, '**/api/**');
  for (const [index, name] of names.entries()) {
    await tabs.nth(index).click();
    await expectNoAxeViolations(page, `the tab '${name}', loading`);
    await takeScreen(page, testInfo, `state-tab-${index}-loading`);
  }
  await releaseAll();
  await page.reload();
  await expect(tabs.first()).toBeVisible();
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fulfill(REFUSAL) : route.fallback(),
  );
  for (const [index, name] of names.entries()) {
    await tabs.nth(index).click();
    await expectNoAxeViolations(page, `the tab '${name}', failed`);
    await takeScreen(page, testInfo, `state-tab-${index}-failed`);
  }
  await page.unroute('**/api/**');
  await page.reload();
  await expect(tabs.first()).toBeVisible();
  for (const [index, name] of names.entries()) {
    await tabs.nth(index).click();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await expectNoAxeViolations(page, `the tab '${name}', empty`);
    await takeScreen(page, testInfo, `state-tab-${index}-empty`);
  }
});

/** What lies over pictures, or has cards. */
const PICTURED = ['/', '/news', '/news/1', '/patch-notes', '/store', '/login', '/register', '/profile'];

for (const width of [390, 1440, 2560]) {
  test(`text has enough contrast to the pixels behind it at ${width} px @any-size`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : (width * 9) / 16 });
    for (const path of PICTURED) {
      if (path === '/profile') await startSession(page, account.name, account.password);
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const ends = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      for (let top = 0; ; top += Math.round(0.8 * (page.viewportSize()?.height ?? 844))) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), Math.min(top, ends));
        await page.waitForFunction(arePicturesShown);
        await expectReadableText(page, `${path} at ${width} px, ${Math.min(top, ends)} px down`);
        if (top >= ends) break;
      }
    }
  });
}

/** Runs in the page: whether every picture in the window has loaded, and the backdrop has faded to its scene. */
function arePicturesShown(): boolean {
  const isSettled = document
    .getAnimations()
    .every(
      ({ playState, timeline, effect }) =>
        playState !== 'running' ||
        timeline !== document.timeline ||
        effect?.getComputedTiming().iterations === Infinity,
    );
  return (
    isSettled &&
    [...document.images].every((image) => {
      const { bottom, top, left, right } = image.getBoundingClientRect();
      const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return image.complete || !isInWindow || !image.checkVisibility();
    })
  );
}
