import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { expectNoSideScroll } from './support/look.ts';
import { takeScreen } from './support/screens.ts';
import { expect, followHeader, hydrated, openMenu, test, visit } from './support/test.ts';

/** Every public page, by the name of its screenshot. */
const PAGES = {
  home: '/',
  news: '/news',
  article: '/news/1',
  'patch-notes': '/patch-notes',
  'patch-note': '/patch-notes/1',
  store: '/store',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  tos: '/tos',
  legal: '/legal',
  privacy: '/privacy',
};

for (const [name, path] of Object.entries(PAGES)) {
  test(`${path} is whole, accessible and looks right`, async ({ page }, testInfo) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoSideScroll(page, path);
    await takeScreen(page, testInfo, name, { isWhole: true });
    await expectNoAxeViolations(page, path);
  });

  test(`${path} says what it is in the HTML alone @desktop`, async ({ request, portal }) => {
    const html = await (await request.get(path)).text();
    expect(html.match(/<title>[^<]+<\/title>/g), 'one title').toHaveLength(1);
    const tags = Object.fromEntries(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, key, value]) => [
        key,
        value,
      ]),
    );
    for (const key of ['description', 'og:title', 'og:description', 'og:image', 'og:url', 'og:type']) {
      expect(tags[key], key).toBeTruthy();
    }
    expect(tags['og:image']).toMatch(/^http/);
    expect(tags['og:url']).toContain(portal.origin);
    const image = await request.get(tags['og:image'] ?? '');
    expect(image.status(), 'the picture of the card').toBe(200);
    expect(html).not.toContain('Loading');
  });
}

test('every page has its own title and description @desktop', async ({ request }) => {
  const heads = await Promise.all(
    Object.values(PAGES).map(async (path) => {
      const html = await (await request.get(path)).text();
      return [/<title>([^<]*)/.exec(html)?.[1], /name="description" content="([^"]*)/.exec(html)?.[1]];
    }),
  );
  expect(new Set(heads.map(([title]) => title)).size).toBe(heads.length);
  expect(new Set(heads.map(([, description]) => description)).size).toBe(heads.length);
});

for (const [alias, path] of [
  ['/home', '/'],
  ['/patchNotes', '/patch-notes'],
  ['/patchNotes/1', '/patch-notes/1'],
] as const) {
  test(`${alias} shows what ${path} shows and names it as its address @desktop`, async ({ page }) => {
    await visit(page, path);
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await visit(page, alias);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
  });
}

for (const [path, text, tag] of [
  ['/nowhere/at/all', 'Oops! Page Not Found', ''],
  ['/line%0Abreak', 'Oops! Page Not Found', '@desktop'],
  ['/news/999999', 'Article not found.', '@desktop'],
  ['/news/abc', 'Article not found.', '@desktop'],
  ['/patch-notes/999999', 'Patch note not found.', '@desktop'],
] as const) {
  test(`${path} answers 404 with a page ${tag}`, async ({ page, complaints }, testInfo) => {
    complaints.expect(/status of 404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByText(text).first()).toBeVisible();
    await takeScreen(page, testInfo, `404${path.replaceAll('/', '-')}`);
    await expectNoAxeViolations(page, path);
  });
}

for (const [paths, heading] of [
  [
    ['/nowhere', '/NEWS', '/news/1/2', '/a%2Fb', '/<b>&"', '/%61dmin/users/1', '//news'],
    'Oops! Page Not Found',
  ],
  [['/news/999998', '/news/x%0ay', '/%6eews/0'], 'Article not found.'],
] as const) {
  test(`'${heading}' is the same page wherever it is opened @desktop`, async ({
    page,
    portal,
    complaints,
  }) => {
    complaints.expect(/status of 404/);
    const sent = new Set<string>();
    for (const path of paths) {
      const answer = await page.goto(portal.origin + path);
      sent.add((await answer?.text()) ?? '');
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(/^(Page not found|News) · /);
    }
    expect(sent.size).toBe(1);
  });
}

test('the 404 page leads home @desktop', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await visit(page, '/nowhere');
  await page.getByRole('link', { name: 'Go Back Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('header and footer link to every page', async ({ page }) => {
  await visit(page, '/tos');
  const title = page.getByRole('heading', { level: 1 });
  for (const [name, path] of [
    ['News', '/news'],
    ['Patch Notes', '/patch-notes'],
    ['Shop', '/store'],
    ['Login', '/login'],
    ['Register', '/register'],
    ['Home', '/'],
  ] as const) {
    const before = await title.innerText();
    await followHeader(page, name);
    await expect(page).toHaveURL((url) => url.pathname === path);
    // The address changes before the page does.
    await expect(title).not.toHaveText(before);
  }
  await openMenu(page);
  const community = page.getByRole('banner').getByRole('link', { name: /community|discord|chat/i });
  await expect(community).toHaveAttribute('target', '_blank');
  await expect(community).toHaveAttribute('rel', /noopener/);
  await page.keyboard.press('Escape');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('est. 2025');
  for (const [name, path] of [
    ['Terms of Service', '/tos'],
    ['Legal Notice', '/legal'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
  }
});

test('every link of every public page works @desktop', async ({ page, request }) => {
  const links = new Set<string>();
  for (const path of Object.values(PAGES)) {
    await page.goto(path);
    for (const href of await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))) {
      if (href.startsWith('/')) links.add(href);
    }
  }
  const dead: string[] = [];
  for (const href of links) {
    const { status } = await request.head(href).then((answer) => ({ status: answer.status() }));
    if (status >= 400) dead.push(`${href}: ${status}`);
  }
  // The admin area comes later; only staff see its link.
  expect(dead).toEqual([]);
});

// Wide screens show the links themselves.
test('the menu on small screens opens, and closes by its links, by Escape and on blur @phone', async ({
  page,
}, testInfo) => {
  await visit(page, '/');
  const banner = page.getByRole('banner');
  const toggle = banner.getByRole('button', { name: 'Menu' });
  await expect(banner.getByRole('link', { name: 'News', exact: true })).toBeHidden();
  await toggle.tap();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const delays = await banner
    .locator('li')
    .evaluateAll((entries) => entries.map((entry) => parseFloat(getComputedStyle(entry).animationDelay)));
  expect(
    delays.slice(1).every((delay, index) => Math.abs(delay - (delays[index] ?? 0) - 0.07) < 0.001),
    `a stagger of 0.07 s: ${delays.join()}`,
  ).toBe(true);
  await expectNoAxeViolations(page, 'the open menu');
  await takeScreen(page, testInfo, 'menu');
  await page.keyboard.press('Escape');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
  for (const name of ['News', 'Patch Notes', 'Home', 'Login']) {
    await toggle.tap();
    await banner.getByRole('link', { name, exact: true }).tap();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  }
});

test('the news can be filtered by category @desktop', async ({ page }, testInfo) => {
  await visit(page, '/news');
  await expect(page.getByRole('heading', { name: 'NEWS', level: 1 })).toBeVisible();
  await expect(page.getByText('MOST POPULAR')).toBeVisible();
  await expect(page.getByText(/coming soon/i).first()).toBeVisible();
  const filter = page.getByRole('group', { name: /categor|filter/i });
  const choices = filter.getByRole('button').or(filter.getByRole('radio'));
  const names = await choices.allInnerTexts();
  expect(names[0]?.trim()).toMatch(/^all$/i);
  expect(names.length).toBeGreaterThan(2);
  const cards = page.getByRole('main').getByRole('article');
  const all = await cards.count();
  await choices.nth(1).click();
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await expect(page).toHaveURL(/\?category=./);
  await takeScreen(page, testInfo, 'news-filtered', { isWhole: true });
  await choices.nth(0).click();
  await expect(cards).toHaveCount(all);
  await page.getByRole('searchbox').fill('emberdeep');
  await expect(page.getByRole('status').filter({ hasText: /results for/ })).toBeVisible();
  await expectNoAxeViolations(page, 'search results');
  await takeScreen(page, testInfo, 'search', { isWhole: true });
});

test('back and forward restore pages and scroll positions @desktop', async ({ page }) => {
  await visit(page, '/news');
  await page.evaluate(() => window.scrollTo(0, 300));
  const titles = [await page.title()];
  await page
    .getByRole('link', { name: /read more/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/news\/\d+$/);
  await expect(page).not.toHaveTitle(titles[0] ?? '');
  await page.goBack();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page).toHaveTitle(titles[0] ?? '');
  await expect(page.getByRole('heading', { name: 'NEWS', level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.goForward();
  await expect(page).toHaveURL(/\/news\/\d+$/);
});

test("a page that can't be loaded offers a retry, and a new version of the portal reloads once @desktop", async ({
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/Failed to load resource/);
  const failure = page.getByRole('heading', { name: "This page couldn't be loaded" });
  const news = page.getByRole('heading', { name: 'NEWS', level: 1 });
  const documents: string[] = [];
  page.on('request', (sent) => sent.resourceType() === 'document' && documents.push(sent.url()));
  await visit(page, '/tos');
  await page.route('**/*', (route) => route.abort('internetdisconnected'));
  await followHeader(page, 'News');
  await expect(failure).toBeVisible();
  await expect(page).toHaveTitle(/^This page couldn't be loaded/);
  await expectNoAxeViolations(page, 'a page that is not loaded');
  await takeScreen(page, testInfo, 'page-not-loaded');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(documents).toHaveLength(1);
  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(news).toBeVisible();
  expect(documents).toHaveLength(2);

  // As after a deployment: the server has other files, and its pages name them.
  await visit(page, '/tos');
  await page.route('**/assets/NewsListPage-*', (route) => route.fulfill({ status: 404 }));
  let checks = 0;
  await page.route('**/news', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-new.js');
    await route.fulfill({ contentType: 'text/html', body });
    checks += 1;
    return undefined;
  });
  documents.length = 0;
  await followHeader(page, 'News');
  await expect(failure).toBeVisible();
  await expect.poll(() => documents).toHaveLength(1);
  await expect(failure).toBeVisible();
  await expect.poll(() => checks, 'before and after the reload').toBe(2);
  expect(documents, 'once').toHaveLength(1);
});

test('the landing page crossfades its pictures with its sections', async ({ page }, testInfo) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const sections = page.getByRole('main').locator('section');
  await expect(sections).toHaveCount(4);
  for (let index = 0; index < 4; index++) {
    await sections
      .nth(index)
      .evaluate((section) => section.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect.poll(() => visibleBackdrops(page), 'one picture and no other').toEqual([index]);
    await takeScreen(page, testInfo, `home-section-${index + 1}`);
    await expectNoAxeViolations(page, `section ${index + 1}`);
  }
  for (const percent of [0, 45, 55, 45, 55, 0]) {
    await scrollToPercent(page, percent);
    await expect
      .poll(() => visibleBackdrops(page), `with ${percent} % of the second section`)
      .toEqual([percent > 50 ? 1 : 0]);
  }
  for (const name of ['Play for free', 'Create Account'])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('main').getByRole('link', { name: 'Download Client' })).toHaveAttribute(
    'href',
    /^\/download\//,
  );
});

/** Shows the end of the first section, and below it the second one in so much of the viewport. */
function scrollToPercent(page: Page, percent: number): Promise<void> {
  return page.evaluate((share) => {
    document.documentElement.style.scrollSnapType = 'none';
    const { bottom } = document.querySelector('main section')?.getBoundingClientRect() ?? { bottom: 0 };
    window.scrollBy({ top: bottom - window.innerHeight * (1 - share), behavior: 'instant' });
  }, percent / 100);
}

/** Which pictures of the backdrop can be seen, in the order of their sections. */
function visibleBackdrops(page: Page): Promise<number[]> {
  return page
    .locator('picture[data-shown] img')
    .evaluateAll((pictures) =>
      pictures.flatMap((picture, index) => (Number(getComputedStyle(picture).opacity) > 0.01 ? [index] : [])),
    );
}

test('the launcher downloads, whole and in parts @desktop', async ({ page, request }) => {
  await visit(page, '/');
  await openMenu(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Download' });
  const href = (await link.getAttribute('href')) ?? '';
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(href).toMatch(new RegExp(`^/download/${download.suggestedFilename()}$`));

  const whole = await request.get(href);
  const bytes = await whole.body();
  expect(bytes.length).toBeGreaterThan(0);
  expect(whole.headers()).toMatchObject({ 'accept-ranges': 'bytes', etag: expect.any(String) });
  const part = await request.get(href, { headers: { range: 'bytes=1-4' } });
  expect(part.status()).toBe(206);
  expect(await part.body()).toEqual(bytes.subarray(1, 5));
  expect(part.headers()['content-range']).toBe(`bytes 1-4/${bytes.length}`);
  const same = await request.get(href, { headers: { 'if-none-match': whole.headers().etag ?? '' } });
  expect(same.status()).toBe(304);
  const beyond = await request.get(href, { headers: { range: `bytes=${bytes.length + 5}-` } });
  expect(beyond.status()).toBe(416);
  const sum = await (await request.get(`${href}.sha256`)).text();
  expect(sum).toContain(createHash('sha256').update(bytes).digest('hex'));
  for (const path of ['/download/..%2f..%2fpackage.json', '/download/other.exe', '/download/%00']) {
    expect((await request.get(path)).status(), path).toBeGreaterThanOrEqual(400);
  }
});

test('crawlers find feeds, a sitemap and robots.txt @desktop', async ({ request, portal }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/user-agent/i);
  const sitemapAddress = /sitemap:\s*(\S+)/i.exec(robots)?.[1] ?? '';
  const sitemap = await (await request.get(sitemapAddress)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  for (const path of ['/', '/news', '/news/1', '/patch-notes', '/patch-notes/1', '/tos']) {
    expect(addresses).toContain(`${portal.origin}${path}`);
  }
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  expect(addresses.some((address) => /profile|login|reset/.test(address))).toBe(false);

  const feeds = await Promise.all(
    ['/news', '/patch-notes'].map(async (path) => {
      const html = await (await request.get(path)).text();
      const [tag] = /<link[^>]+application\/rss\+xml[^>]*>/.exec(html) ?? [];
      return /href="([^"]+)"/.exec(tag ?? '')?.[1] ?? `no feed of ${path}`;
    }),
  );
  for (const feed of feeds) {
    const answer = await request.get(feed);
    expect(answer.headers()['content-type']).toMatch(/xml/);
    const xml = await answer.text();
    expect(xml).toContain('<rss');
    expect([...xml.matchAll(/<item>/g)].length).toBeGreaterThan(1);
  }
});

// Phones have no keyboard.
test('the keyboard alone reaches everything, with visible focus @desktop', async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await visit(page, '/');
  const reached: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A link that covers its card has the outline around the card.
      const outlines = [null, '::after'].map((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return `${outlineStyle} ${outlineWidth}`;
      });
      return { name: element.textContent.trim(), outlines };
    });
    if (focus === null) break;
    const isSeen = focus.outlines.some((outline) => !/^none| 0px$/.test(outline));
    expect(isSeen, `the focus on '${focus.name}' can be seen`).toBe(true);
    reached.push(focus.name);
  }
  for (const name of [
    'Home',
    'News',
    'Patch Notes',
    'Download',
    'Login',
    'Register',
    'Create Account',
    'Download Client',
    'Terms of Service',
    'Legal Notice',
  ]) {
    expect(reached.join('\n')).toContain(name);
  }

  await visit(page, '/login');
  await page.getByRole('main').getByRole('link', { name: 'Forgot Password?' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab');
    // Between the last and the first element of a dialog the browser's own bar has the focus: the body, for the page.
    const isInside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement?.closest('dialog') !== null;
    });
    expect(isInside, 'the focus stays in the dialog').toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Forgot Password?' })).toBeFocused();
});

test('the forgot-password dialog is accessible', async ({ page }, testInfo) => {
  await visit(page, '/login');
  await page.getByRole('main').getByRole('link', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page, 'the forgot-password dialog');
  await takeScreen(page, testInfo, 'forgot-password-dialog');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
});

// Only fingers need them.
test('touch targets are large enough @phone', async ({ page }) => {
  for (const path of Object.values(PAGES)) {
    await visit(page, path);
    await openMenu(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, nav a, #app > * > header a, #app > * > footer a')]
        .filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            !element.closest('.visually-hidden'),
        )
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.right > 0 && box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(
          ({ element, box }) =>
            `${element.tagName} '${element.textContent || element.getAttribute('name')}' ${Math.round(box.width)}x${Math.round(box.height)}`,
        ),
    );
    expect(small, path).toEqual([]);
  }
});

test('animations stop when reduced motion is requested', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/');
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect }) =>
          Number(effect?.getComputedTiming().duration) > 10 ||
          effect?.getComputedTiming().iterations === Infinity,
      )
      .map((animation) => ('animationName' in animation ? String(animation.animationName) : animation.id)),
  );
  expect(running).toEqual([]);
});

test('the API page lists every endpoint with its access, without console errors @desktop', async ({
  page,
  request,
}) => {
  const listed: { paths: Record<string, Record<string, { summary: string }>> } = await (
    await request.get('/api/docs/json')
  ).json();
  const summaries = Object.values(listed.paths).flatMap((operations) =>
    Object.values(operations).map(({ summary }) => summary),
  );
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('Waygate API');
  // The page draws only what is near the window.
  const shown = new Set<string>();
  await expect(async () => {
    for (const text of await page.locator('.opblock-summary-description').allTextContents()) shown.add(text);
    await page.mouse.wheel(0, 500);
    expect([...shown].toSorted()).toEqual(summaries.toSorted());
  }).toPass({ intervals: [50], timeout: 40_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByText('Published articles, newest first.').click();
  await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible();
});
