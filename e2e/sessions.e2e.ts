import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { takeScreen } from './support/screens.ts';
import {
  type Account,
  answered,
  expect,
  forgetSession,
  followHeader,
  hydrated,
  openAccount,
  openMenu,
  signIn,
  startSession,
  test,
  visit,
} from './support/test.ts';

type Request = Parameters<Parameters<typeof test>[2]>[0]['request'];

/** A session as the sign-in page would store it. */
async function openSession(request: Request, { name, password }: Account): Promise<string> {
  const answer = await request.post('/api/auth/login', { data: { identifier: name, password } });
  expect(answer.status()).toBe(200);
  return answer.text();
}

async function storeSession(page: Page, text: string): Promise<void> {
  await page.addInitScript((value) => {
    // Once: a page that has cleared it must find it cleared.
    if (sessionStorage.getItem('stored')) return;
    sessionStorage.setItem('stored', 'yes');
    localStorage.setItem('user', value);
  }, text);
}

/** Shows pages as they are painted before any of the site's own modules has run. */
async function holdModules(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await hydrated(page);
  };
}

const MALFORMED = [
  '',
  'null',
  '{}',
  '{"accessToken":""}',
  '{"accessToken":1}',
  '[1]',
  '"x"',
  '{"accessToken":',
];

test.describe('before hydration', () => {
  test('a visitor sees the sign-in link, and still sees it afterwards @desktop', async ({ page }) => {
    const release = await holdModules(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (await page.getByRole('banner').getByRole('button', { name: 'Menu' }).isHidden())
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await release();
    await openMenu(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  });

  test('a player is never shown as a visitor @desktop', async ({ page, request, account }, testInfo) => {
    await storeSession(page, await openSession(request, account));
    const release = await holdModules(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeHidden();
    await takeScreen(page, testInfo, 'home-before-hydration-signed-in');
    await release();
    await openMenu(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Donate' })).toBeVisible();
    await takeScreen(page, testInfo, 'header-signed-in');
  });

  test('a player never sees the forms and links of visitors @desktop', async ({ page, request, account }) => {
    await storeSession(page, await openSession(request, account));
    const release = await holdModules(page);
    const main = page.getByRole('main');
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(main.getByLabel('Username or Email')).toBeAttached();
    await expect(main.getByLabel('Username or Email')).toBeHidden();
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // By text: what is hidden has no role.
    for (const text of ['Play for free', 'Create Account']) {
      await expect(main.getByText(text, { exact: true })).toBeAttached();
      await expect(main.getByText(text, { exact: true })).toBeHidden();
    }
    await release();
    for (const text of ['Play for free', 'Create Account'])
      await expect(main.getByText(text, { exact: true })).toHaveCount(0);
  });

  test('the profile shows neither a profile nor a form to a visitor, and then the sign-in page @desktop', async ({
    page,
  }) => {
    const release = await holdModules(page);
    await page.goto('/profile', { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('Account ID')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change Email' })).toBeHidden();
    await release();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('an invalid value in the storage counts as no session @desktop', async ({ page }) => {
    await visit(page, '/');
    for (const value of MALFORMED) {
      await page.evaluate((text) => localStorage.setItem('user', text), value);
      await visit(page, '/');
      await openMenu(page);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      await visit(page, '/profile');
      await expect(page).toHaveURL(/\/login$/);
    }
  });
});

/** Ends the page's session on the server alone, as a new password elsewhere does. */
async function endOnServer(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken);
  const answer = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBeLessThan(300);
}

const NEW_EMAIL = 'lantern@example.test';
const ENDED = 'Your session has ended. Sign in to go on where you left off.';
const newEmail = (page: Page) =>
  page.getByRole('dialog', { name: 'Change Email' }).getByLabel('New Email', { exact: true });

/** Types into a form of the profile, with one of its other tabs open. */
async function startTyping(page: Page): Promise<void> {
  await visit(page, '/profile?tab=achievements');
  await openAccount(page);
  await page.getByRole('button', { name: 'Change Email' }).filter({ visible: true }).click();
  await newEmail(page).fill(NEW_EMAIL);
}

/** Back at the tab, with what was typed. */
async function expectTyped(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/profile\?tab=achievements$/);
  await expect(newEmail(page)).toHaveValue(NEW_EMAIL);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Achievements' })).toHaveAttribute('aria-selected', 'true');
}

test('a session that the server has ended says so, and signing in brings tab and input back', async ({
  page,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/401/);
  await startSession(page, account.name, account.password);
  await startTyping(page);
  const dialog = page.getByRole('dialog', { name: 'Change Email' });
  await dialog.getByLabel('Confirm New Email').fill(NEW_EMAIL);
  await dialog.getByLabel('Current Password', { exact: true }).fill(account.password);
  // Otherwise a call that is still under way notices it before the click.
  await answered(page);
  await endOnServer(page);
  await dialog.getByRole('button', { name: 'Change Email' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(ENDED)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect.poll(() => complaints.all.join('\n')).toContain('Unauthorized access - 401');
  await expectNoAxeViolations(page, 'the sign-in page after a session has ended');
  await takeScreen(page, testInfo, 'login-session-ended');
  await signIn(page, account.name, account.password);
  await expectTyped(page);
});

test('a session that ends in one tab says so in the others, whose input comes back too @desktop', async ({
  context,
  page,
  account,
  complaints,
}) => {
  complaints.expect(/401/);
  await startSession(page, account.name, account.password);
  const other = await context.newPage();
  await startTyping(other);
  await visit(page, '/profile');
  // Otherwise a call that is still under way notices it before the click.
  await answered(page);
  await endOnServer(page);
  // Without waiting for this tab of the browser, which is behind the other, to be painted.
  await page.getByRole('tab', { name: 'Orders' }).dispatchEvent('click');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByText(ENDED)).toBeVisible();
  }
  await signIn(page, account.name, account.password);
  await expectTyped(other);
});

test('signing out in one tab signs out the others @desktop', async ({ context, page, account }) => {
  await visit(page, '/login');
  await signIn(page, account.name, account.password);
  const other = await context.newPage();
  await visit(other, '/profile');
  await expect(other.getByText(account.email)).toBeVisible();
  await visit(page, '/news');
  await followHeader(page, 'Logout');
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await openMenu(other);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('signing in in one tab signs in the others @desktop', async ({ context, page, account }) => {
  const other = await context.newPage();
  await visit(other, '/news');
  await visit(page, '/login');
  await signIn(page, account.name, account.password);
  await openMenu(other);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
});

test('a signed-in player does not see the sign-in form @desktop', async ({ page, request, account }) => {
  await storeSession(page, await openSession(request, account));
  await page.goto('/login');
  await expect(page).not.toHaveURL(/\/login$/);
});

test('only staff see the link to the admin area', async ({ page, request, account, portal }) => {
  await storeSession(page, await openSession(request, account));
  await visit(page, '/');
  await openMenu(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden();
  const session = await openSession(request, portal.owner);
  await page.evaluate((text) => localStorage.setItem('user', text), session);
  await visit(page, '/');
  await openMenu(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible();
});

test("strangers' wrong passwords do not lock out a browser that has signed in before @desktop", async ({
  page,
  request,
  account,
  complaints,
}) => {
  complaints.expect(/429/);
  await visit(page, '/login');
  await signIn(page, account.name, account.password);
  const cookies = await page.context().cookies();
  const device = cookies.find(({ name }) => name.endsWith('device'));
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await forgetSession(page);

  const attempts: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const data = { identifier: account.name, password: 'wrong password' };
    attempts.push((await request.post('/api/auth/login', { data })).status());
  }
  expect(attempts).toEqual([...Array(10).fill(401), 429]);

  await visit(page, '/login');
  await signIn(page, account.name, account.password);
});

test('the sign-in page shows what became of a link @desktop', async ({ page }, testInfo) => {
  await visit(page, '/profile?error=confirmation_link_invalid');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Invalid or expired confirmation link.')).toBeVisible();
  await expectNoAxeViolations(page, 'a notice on the sign-in page');
  await takeScreen(page, testInfo, 'login-notice');
});

test('the profile shows what became of a link @desktop', async ({ page, account }, testInfo) => {
  await startSession(page, account.name, account.password);
  await visit(page, '/profile?message=twitch_streamer_pending&tab=chars');
  await expect(page).toHaveURL(/\/profile\?tab=chars$/);
  await expect(page.getByText('Linked with Twitch. Our team looks at streamers')).toBeVisible();
  await expectNoAxeViolations(page, 'a notice on the profile');
  await takeScreen(page, testInfo, 'profile-notice');
});
