import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { expectReadableText } from './support/contrast.ts';
import { takeScreen } from './support/screens.ts';
import { expect, followHeader, openAccount, startSession, test, visit } from './support/test.ts';

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
  test(`'${link}' is accessible while it loads, when it fails and with nothing in it @phone`, async ({
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

/** Texts that are read from a list: the list, the link to one, the call, and what the page says meanwhile and without it. */
const TEXTS = [
  {
    at: '/news',
    link: /^Read More/,
    call: '**/api/content/news/*',
    loading: 'Loading article...',
    missing: 'Article not found.',
  },
  {
    at: '/patch-notes',
    link: /^View Details/,
    call: '**/api/content/patchnotes/*',
    loading: 'Loading patch note...',
    missing: 'Patch note not found.',
  },
] as const;

for (const { at, link, call, loading, missing } of TEXTS) {
  test(`a text of ${at} is accessible while it loads, when it fails and when it is gone @phone`, async ({
    page,
    complaints,
  }, testInfo) => {
    complaints.expect(/status of (500|404)/);
    const name = at.slice(1);
    const main = page.getByRole('main');
    const open = () => main.getByRole('link', { name: link }).first().click();
    await visit(page, at);
    const release = await hold(page, call);
    await open();
    await expect(main.getByText(loading)).toBeVisible();
    await takeScreen(page, testInfo, `state-text-of-${name}-loading`);
    await expectNoAxeViolations(page, `a text of ${at}, loading`);
    await release();
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();

    await page.route(call, (route) => route.fulfill(REFUSAL));
    await visit(page, at);
    await open();
    await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible();
    await takeScreen(page, testInfo, `state-text-of-${name}-failed`);
    await expectNoAxeViolations(page, `a text of ${at}, failed`);
    await page.unroute(call);
    const gone = { code: 'not_found', message: missing, requestId: 'r' };
    await page.route(call, (route) => route.fulfill({ status: 404, json: gone }));
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(main.getByRole('heading', { level: 1, name: missing })).toBeVisible();
    await takeScreen(page, testInfo, `state-text-of-${name}-gone`);
    await expectNoAxeViolations(page, `a text of ${at}, gone`);
  });
}

test('a search is accessible while it runs, when it fails and when it finds nothing @phone', async ({
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 500/);
  const call = '**/api/content/search*';
  const found = page.getByRole('region', { name: 'Search results' });
  await visit(page, '/news');
  const release = await hold(page, call);
  await page.getByRole('searchbox').fill('emberdeep');
  await expect(found.getByRole('status')).toHaveText(/^Searching for/);
  await takeScreen(page, testInfo, 'state-search-loading');
  await expectNoAxeViolations(page, 'a search, running');
  await release();
  await expect(found.getByRole('status')).toHaveText(/results? for/);

  await page.route(call, (route) => route.fulfill(REFUSAL));
  await page.getByRole('searchbox').fill('emberdeep mine');
  await expect(found.getByRole('button', { name: 'Retry' })).toBeVisible();
  await takeScreen(page, testInfo, 'state-search-failed');
  await expectNoAxeViolations(page, 'a search, failed');
  await page.unroute(call);
  await page.getByRole('searchbox').fill('zzzzqqqq');
  await expect(found.getByRole('status')).toHaveText('No results for “zzzzqqqq”.');
  await takeScreen(page, testInfo, 'state-search-empty');
  await expectNoAxeViolations(page, 'a search without results');
});

/** A landing page of a game of which nothing is known. */
const EMPTY_HOME = {
  maintenance: null,
  world: null,
  event: null,
  newestPatch: null,
  newestArticle: null,
  drops: { season: null, live: [], total: 0, viewerRewards: [], streamerRewards: [] },
  offer: null,
  gallery: [],
  requirements: [],
  client: null,
};

test('the landing page is whole and accessible while its answer loads, when it fails and with nothing in it', async ({
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 500/);
  const call = '**/api/content/home';
  const main = page.getByRole('main');
  const expectWhole = async (state: string) => {
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('section[id]')).toHaveCount(4);
    await expect(main.getByRole('heading', { name: 'Happening now' })).toHaveCount(0);
    await takeScreen(page, testInfo, `state-home-${state}`, { isWhole: true });
    await expectNoAxeViolations(page, `the landing page, ${state}`);
  };
  await visit(page, '/tos');
  const release = await hold(page, call);
  await followHeader(page, 'Home');
  await expectWhole('loading');
  await release();
  await expect(main.getByRole('heading', { name: 'Happening now' })).toBeVisible();

  await page.route(call, (route) => route.fulfill(REFUSAL));
  await visit(page, '/tos');
  const refused = page.waitForResponse(call);
  await followHeader(page, 'Home');
  await refused;
  await expectWhole('failed');
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ json: EMPTY_HOME }));
  await visit(page, '/tos');
  await followHeader(page, 'Home');
  await expectWhole('empty');
});

test('a picture of the gallery is accessible', async ({ page }, testInfo) => {
  await visit(page, '/');
  await page.getByRole('list', { name: 'Pictures of the game' }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  await takeScreen(page, testInfo, 'state-gallery-dialog');
  await expectNoAxeViolations(page, 'a picture of the gallery');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a closed shop says so, is accessible and sells nothing', async ({ page }, testInfo) => {
  // As the server of a portal without payments writes it.
  await page.route('**/tos', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"shop":true', '"shop":false');
    await route.fulfill({ response, body });
  });
  await visit(page, '/tos');
  await followHeader(page, 'Shop');
  const main = page.getByRole('main');
  await expect(main.getByText(/^The shop is closed for now/)).toBeVisible();
  await expect(main.getByText('Payments are switched off').first()).toBeAttached();
  await expect(main.getByRole('link', { name: /^Sign in to buy/ })).toHaveCount(0);
  await takeScreen(page, testInfo, 'state-shop-closed', { isWhole: true });
  await expectNoAxeViolations(page, 'a closed shop');
});

// Wide screens show what is in it on the page.
test("the profile's 'Account' sheet is accessible @phone", async ({ page, account }, testInfo) => {
  await startSession(page, account.name, account.password);
  await visit(page, '/profile');
  await openAccount(page);
  const sheet = page.getByRole('dialog', { name: 'Account' });
  await expect(sheet.getByRole('button', { name: 'Change Email' })).toBeVisible();
  await expect(sheet.getByText('Veteran Package')).toBeVisible();
  await takeScreen(page, testInfo, 'state-account-sheet');
  await expectNoAxeViolations(page, "the 'Account' sheet");
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
});

/** Overlays with products: the header's button, or that of the profile. */
const OVERLAYS = {
  donations: { at: '/tos', open: (page: Page) => followHeader(page, 'Donate') },
  shop: {
    at: '/profile',
    open: (page: Page) => page.getByRole('main').getByRole('button', { name: 'Shop', exact: true }).click(),
  },
};

for (const [name, { at, open }] of Object.entries(OVERLAYS)) {
  test(`the overlay of the ${name} is accessible while it loads, when it fails and with nothing in it @phone`, async ({
    page,
    account,
    complaints,
  }, testInfo) => {
    complaints.expect(/status of 500/);
    const products = '**/api/products*';
    await startSession(page, account.name, account.password);
    await visit(page, at);
    const release = await hold(page, products);
    await open(page);
    const overlay = page.getByRole('dialog');
    await expect(overlay.getByText(/^Loading/)).toBeAttached();
    await takeScreen(page, testInfo, `state-${name}-loading`);
    await expectNoAxeViolations(page, `the ${name}, loading`);
    await release();
    await page.route(products, (route) => route.fulfill(REFUSAL));
    await visit(page, at);
    await open(page);
    await expect(overlay.getByRole('button', { name: 'Retry' })).toBeVisible();
    await takeScreen(page, testInfo, `state-${name}-failed`);
    await expectNoAxeViolations(page, `the ${name}, failed`);
    await page.unroute(products);
    await page.route(products, (route) => route.fulfill({ json: { products: [] } }));
    await overlay.getByRole('button', { name: 'Retry' }).click();
    await expect(overlay.getByRole('button', { name: 'Retry' })).toBeHidden();
    await takeScreen(page, testInfo, `state-${name}-empty`);
    await expectNoAxeViolations(page, `the ${name}, empty`);
  });
}

test("the profile's tabs are accessible while they load, when they fail and with nothing in them @phone", async ({
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
  test(`text has enough contrast to the pixels behind it at ${width} px @desktop`, async ({
    page,
    account,
  }) => {
    test.setTimeout(400_000);
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
