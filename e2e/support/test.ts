import { type APIRequestContext, test as base, expect, type Page, type Request } from '@playwright/test';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { chooseDatabaseFolder } from '../../apps/server/src/test/memory-folder.ts';
import { copyFirstStart } from './first-start.ts';
import {
  createDataFolder,
  createGivenDatabase,
  createOwner,
  type Mail,
  type Portal,
  removeDataFolder,
  startPortal,
} from './portal.ts';

export { expect };

/** A page's complaints: errors on its console and exceptions that nobody caught, hydration's included. */
export type Complaints = {
  all: string[];
  /** Says that a complaint is part of what is tested. */
  expect: (pattern: RegExp) => void;
};

export type Account = { name: string; email: string; password: string };

type TestFixtures = {
  complaints: Complaints;
  /** A registered account with a confirmed address that nobody else uses. */
  account: Account;
};

type WorkerFixtures = {
  /** Additional configuration of the portal, for a file that needs its own. */
  portalEnv: Record<string, string>;
  /** Its name in the browser's address, for what an IP address can't do. */
  portalName: '127.0.0.1' | 'localhost';
  portal: Portal;
};

let visitors = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portalEnv: [{}, { option: true, scope: 'worker' }],
  portalName: ['127.0.0.1', { option: true, scope: 'worker' }],

  portal: [
    async ({ portalEnv, portalName }, use) => {
      const serverUrl = process.env.TEST_DATABASE_URL;
      const database = serverUrl ? await createGivenDatabase(serverUrl) : undefined;
      // What must outlive a crash is tested on a disk.
      const dataDir = await createDataFolder(await chooseDatabaseFolder());
      const owner = (await copyFirstStart(dataDir, portalEnv)) ?? createOwner();
      const portal = await startPortal({
        dataDir,
        owner,
        databaseUrl: database?.url,
        hostName: portalName,
        // Each visitor has an address of their own on this machine, so that limits count for each test alone and the
        // simulators are open.
        env: { TRUST_PROXY: 'on', ...portalEnv },
      });
      await use(portal);
      await portal.stop();
      await removeDataFolder(dataDir);
      await database?.drop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  baseURL: async ({ portal }, use) => use(portal.origin),

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of the pattern
  extraHTTPHeaders: async ({}, use) => {
    visitors += 1;
    await use({ 'x-forwarded-for': `127.20.${visitors >> 8}.${visitors & 255}` });
  },

  complaints: [
    async ({ context, portal }, use, testInfo) => {
      const all: string[] = [];
      const expected: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || /hydrat/i.test(message.text())) {
          all.push(`${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (webError) => all.push(webError.error().stack ?? webError.error().message));
      context.on('dialog', (dialog) => {
        all.push(`A ${dialog.type()} said: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await use({ all, expect: (pattern) => void expected.push(pattern) });
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('portal', { body: portal.output() });
      }
      const unexpected = all.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'complaints of the pages').toEqual([]);
    },
    { auto: true },
  ],

  account: async ({ portal, request }, use) => {
    const account = newAccount();
    await registerAccount(request, account);
    await request.get(await linkInMail(portal, account.email, 'confirm-email'), { maxRedirects: 0 });
    await use(account);
  },
});

let accounts = 0;

/** Names that no other test uses. */
export function newAccount(): Account {
  accounts += 1;
  const name = `Wanderer_${Date.now().toString(36).slice(-6)}${process.pid % 1000}${accounts}`.slice(0, 20);
  return { name, email: `${name.toLowerCase()}@example.test`, password: `Lantern fall ${accounts}` };
}

export async function registerAccount(request: APIRequestContext, account: Account): Promise<void> {
  const { name: username, email, password } = account;
  const response = await request.post('/api/auth/register', { data: { username, email, password } });
  expect(response.status(), await response.text()).toBeLessThan(300);
}

export async function findAccountId({ sql }: Portal, name: string): Promise<number> {
  const [row] = await sql<{ id: number }>('select id from accounts where user_name = $1', [name]);
  if (!row) throw new Error(`There is no account ${name}.`);
  return row.id;
}

/** Waits for the newest mail to this address that passes. */
export async function mailTo(
  portal: Portal,
  recipient: string,
  passes: (mail: Mail) => boolean = () => true,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await portal.mails()).find((mail) => mail.to === recipient && passes(mail));
        return found !== undefined;
      },
      { message: `a mail to ${recipient}`, timeout: 15_000 },
    )
    .toBe(true);
  if (!found) throw new Error('unreachable: the poll has found it');
  return found;
}

/** The address in the newest mail to somebody that contains such a path. */
export async function linkInMail(portal: Portal, recipient: string, pathPart: string): Promise<string> {
  const mail = await mailTo(portal, recipient, ({ text }) => text.includes(`/${pathPart}/`));
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(`/${pathPart}/`));
  if (!link) throw new Error(`No link to ${pathPart} in: ${mail.text}`);
  return link;
}

/** Opens a page and waits until it is alive, so that a click does what it is meant to. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until React has taken over what the server has rendered, and all of it is laid out. */
export async function hydrated(page: Page): Promise<void> {
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-hydrated', '');
  await expect(root).not.toHaveAttribute('data-arriving');
}

/** Signs in as a visitor does, on the page that is open when it is the sign-in page. */
export async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  if (!page.url().includes('/login')) await visit(page, '/login');
  const form = page.getByRole('main');
  await form.getByLabel('Username or Email').fill(identifier);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/**
 * Stores a session as the form would, in a quarter of the time, for a journey that opens its first page afterwards and whose
 * subject is something else.
 */
export async function startSession(page: Page, identifier: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { identifier, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  await openStorage(page);
  await page.evaluate((session) => localStorage.setItem('user', session), await answer.text());
}

export async function startOwnerSession(page: Page, { owner }: Portal): Promise<void> {
  await startSession(page, owner.name, owner.password);
}

export async function visitAsOwner(page: Page, portal: Portal, address: string): Promise<void> {
  await startOwnerSession(page, portal);
  await visit(page, address);
}

/** Leaves a page for good, and the browser without a session. */
export async function forgetSession(page: Page): Promise<void> {
  await openStorage(page);
  await page.evaluate(() => localStorage.clear());
}

/** Opens any small page without scripts: the storage belongs to its origin, and nothing asks for anything meanwhile. */
async function openStorage(page: Page): Promise<void> {
  await page.goto('/robots.txt');
}

/** Waits until every call that the page has made is answered, and none follows. A load state comes once for each document. */
export async function answered(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  let made: Request[];
  do {
    made = await page.requests();
    await Promise.all(made.map(ended));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
  } while ((await page.requests()).at(-1) !== made.at(-1));
}

/** Waits for the body, too. `response.finished()` would wait forever where nobody listens for the end of requests. */
async function ended(request: Request): Promise<void> {
  if (await request.response()) await request.sizes();
}

/** Shows the rest of a list's filters, once nothing that is loaded above moves them any more. */
export async function openMoreFilters(page: Page): Promise<void> {
  await answered(page);
  await page.getByRole('button', { name: 'More filters' }).click();
}

/** On small screens the header's links are behind a button. */
export async function openMenu(page: Page): Promise<void> {
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu' });
  if (!(await toggle.isVisible())) return;
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** Follows a link of the header, or presses one of its buttons. A navigation that is still under way would close the menu. */
export async function followHeader(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('banner').getByText(name, { exact: true }).click();
}

/** On small screens the profile's actions and facts are in a sheet. */
export async function openAccount(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Account information' })).toBeVisible();
  const opener = main.getByRole('button', { name: 'Account', exact: true });
  if (!(await opener.isVisible())) return;
  if ((await page.getByRole('dialog', { name: 'Account' }).count()) === 0) await opener.click();
}
