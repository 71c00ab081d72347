import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { readZip } from '../apps/server/src/test/read-zip.ts';
import { expectSound } from './support/look.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import { ageSessions } from './support/sudo.ts';
import {
  answered,
  expect,
  findAccountId,
  mailTo,
  newAccount,
  startSession,
  test,
  visit,
} from './support/test.ts';

// Asks visitors who come from a campaign alone.
test.use({ portalEnv: { REFERRAL_CONSENT: 'ask' } });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const banner = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^Your account will be deleted on/)
    .first();

async function openPrivacy(page: Page): Promise<void> {
  await visit(page, '/profile?tab=privacy');
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
}

/** The page of a player in the owner's own browser. */
async function openAsOwner(browser: Browser, portal: Portal, page: Page, id: number) {
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: page.viewportSize(),
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Athens',
  });
  const staffPage = await context.newPage();
  await startSession(staffPage, portal.owner.name, portal.owner.password);
  await visit(staffPage, `/admin/users/${id}`);
  return staffPage;
}

const inTwoWeeks = () =>
  new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Athens',
  });

test('a player downloads everything that is stored about them @phone', async ({
  page,
  portal,
  account,
  complaints,
}, testInfo) => {
  // The first question, which waits for a password.
  complaints.expect(/status of 403/);
  await startSession(page, account.name, account.password);
  await openPrivacy(page);
  await expectSound(page, 'the privacy tab');
  await takeScreen(page, testInfo, 'privacy', { isWhole: true });
  await ageSessions(portal, account);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const sudo = dialog(page, "Confirm it's you");
  await expectSound(page, 'the question who downloads');
  await takeScreen(page, testInfo, 'privacy-sudo');
  await sudo.getByLabel('Password', { exact: true }).fill(account.password);
  await sudo.getByRole('button', { name: 'Confirm' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = await readZip(await readFile(await file.path()));
  expect(JSON.parse(files.get('accounts.json') ?? '')).toMatchObject([
    { user_name: account.name, email: account.email },
  ]);
  expect(files.get('accounts.csv')).toContain(account.email);
  expect(files.get('README.txt')).toContain('accounts');
  await expect(page.getByText('Your data was downloaded.')).toBeVisible();
  await expectSound(page, 'the privacy tab after a download');
  await takeScreen(page, testInfo, 'privacy-downloaded', { isWhole: true });
});

test('a player requests the deletion and keeps the account, then an owner keeps it @desktop', async ({
  page,
  portal,
  account,
  browser,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 403/);
  await startSession(page, account.name, account.password);
  await openPrivacy(page);
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const deletion = dialog(page, 'Delete my account');
  const password = deletion.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expectSound(page, 'the question about the deletion');
  await takeScreen(page, testInfo, 'privacy-delete');
  await deletion.getByRole('button', { name: 'Delete my account in 14 days' }).click();
  await expect(deletion.getByRole('alert')).toContainText('Please enter your password.');
  await password.fill('not the password');
  await deletion.getByRole('button', { name: 'Delete my account in 14 days' }).click();
  await expect(deletion.getByRole('alert')).toContainText('Your password is not correct.');
  await expect(password).toBeFocused();
  await expectSound(page, 'a wrong password');
  await takeScreen(page, testInfo, 'privacy-delete-wrong-password');
  expect(
    await portal.sql('select 1 from account_erasures where account_id = $1', [
      await findAccountId(portal, account.name),
    ]),
  ).toEqual([]);

  await password.fill(account.password);
  const inDays = inTwoWeeks();
  await deletion.getByRole('button', { name: 'Delete my account in 14 days' }).click();
  await expect(deletion).toBeHidden();
  await expect(banner(page)).toContainText(inDays);
  await expect(page.locator('#content')).toBeFocused();
  await expectSound(page, 'an account that is about to be deleted');
  await takeScreen(page, testInfo, 'privacy-requested', { isWhole: true });
  const mail = await mailTo(portal, account.email, ({ text }) => text.includes('delete your account'));
  expect(mail.subject).toContain('will be deleted on');

  await visit(page, '/profile');
  await expect(banner(page)).toContainText(inDays);
  await expectSound(page, 'the profile of an account that is about to be deleted');
  await takeScreen(page, testInfo, 'privacy-banner');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByText('Your account stays.')).toBeVisible();
  await expect(page.locator('#content')).toBeFocused();
  await mailTo(portal, account.email, ({ subject }) => subject.endsWith('account stays'));
  await openPrivacy(page);
  await expect(banner(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete my account…' }).click();
  await password.fill(account.password);
  await password.press('Enter');
  await expect(banner(page)).toBeVisible();
  const staffPage = await openAsOwner(browser, portal, page, await findAccountId(portal, account.name));
  await expect(staffPage.getByText(/^This account will be deleted on .* by the player\.$/)).toBeVisible();
  await expectSound(staffPage, 'the page of a player who is about to be deleted');
  await takeScreen(staffPage, testInfo, 'admin-erasure-notice');
  await staffPage.getByRole('button', { name: 'Keep account' }).click();
  const keeping = dialog(staffPage, `Keep the account of ${account.name}`);
  await expectSound(staffPage, 'the question about keeping an account');
  await takeScreen(staffPage, testInfo, 'admin-erasure-keep');
  await keeping.getByRole('button', { name: 'Keep account' }).click();
  await expect(staffPage.getByText(`${account.name} stays.`)).toBeVisible();
  await expect(staffPage.getByText(/^This account will be deleted on/)).toHaveCount(0);
  await expect(staffPage.locator('#content')).toBeFocused();
  await staffPage.context().close();
  await openPrivacy(page);
  await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeVisible();
});

test('an owner deletes an account at once, and nobody signs in to it again @desktop', async ({
  page,
  portal,
  account,
  browser,
  complaints,
}, testInfo) => {
  complaints.expect(/401/);
  await startSession(page, account.name, account.password);
  const id = await findAccountId(portal, account.name);
  const staffPage = await openAsOwner(browser, portal, page, id);
  if (testInfo.project.name === 'phone')
    await staffPage.getByRole('button', { name: 'More', exact: true }).click();
  await staffPage.getByRole('button', { name: 'Delete account…' }).click();
  const deletion = dialog(staffPage, `Delete the account of ${account.name}`);
  await takeScreen(staffPage, testInfo, 'admin-erasure');
  await deletion.getByLabel('Delete at once, without a mail and without a way back').check();
  await deletion.getByLabel('Reason').fill('Asked by letter, with a copy of the passport');
  await deletion.getByLabel(`Type ${account.name} to confirm`).fill('somebody else');
  await deletion.getByRole('button', { name: 'Delete account now' }).click();
  await expect(deletion.getByText(`Please type ${account.name} to confirm.`).first()).toBeVisible();
  await expectSound(staffPage, 'the deletion of an account by an owner');
  await takeScreen(staffPage, testInfo, 'admin-erasure-at-once');
  await deletion.getByLabel(`Type ${account.name} to confirm`).fill(account.name);
  await deletion.getByRole('button', { name: 'Delete account now' }).click();
  await expect(staffPage.getByText(`${account.name} is being deleted.`)).toBeVisible();
  await expect
    .poll(() => portal.sql('select 1 from accounts where id = $1 and erased_at is not null', [id]))
    .toHaveLength(1);
  await visit(staffPage, `/admin/users/${id}`);
  await expect(staffPage.getByText(/^This account was deleted on/)).toBeVisible();
  await expect(staffPage.getByText(account.email)).toHaveCount(0);
  for (const action of ['Coins ±…', 'Delete account…', 'Edit deleted-', 'Unban deleted-', 'Send reset link'])
    await expect(staffPage.getByRole('button', { name: action })).toHaveCount(0);
  await expectSound(staffPage, 'the page of a deleted account');
  await takeScreen(staffPage, testInfo, 'admin-erased');
  await staffPage.context().close();

  // The session has ended too.
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  const form = page.getByRole('main');
  for (const identifier of [account.name, account.email]) {
    await form.getByLabel('Username or Email').fill(identifier);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  }
});

test('a visitor from a campaign is asked before anything is stored', async ({ page, portal }, testInfo) => {
  const content = newAccount().name;
  const link = `/news?utm_source=youtube&utm_medium=video&utm_campaign=autumn&utm_content=${content}`;
  const stored = () => page.evaluate(() => Object.keys(localStorage).toSorted());
  const visits = () => portal.sql('select 1 from referrals where content = $1', [content]);
  await visit(page, '/news');
  await answered(page);
  await expect(page.getByRole('region', { name: 'Consent' })).toHaveCount(0);
  const before = await stored();

  await visit(page, link);
  const question = page.getByRole('region', { name: 'Consent' });
  await expect(question).toBeVisible();
  await expectSound(page, 'the question for consent');
  await takeScreen(page, testInfo, 'referral-consent');
  expect(await stored()).toEqual(before);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);
  expect(await stored()).toEqual(before);
  expect(await visits()).toEqual([]);

  await visit(page, link);
  await question.getByRole('button', { name: 'Yes, remember it' }).click();
  await expect.poll(visits).toHaveLength(1);
  await expect.poll(stored).toContain('viewerId');
});
