import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { ageSessions } from '#e2e/sudo.ts';
import {
  type Account,
  expect,
  forgetSession,
  newAccount,
  registerAccount,
  signIn,
  test,
  visit,
} from '#e2e/test.ts';
import { codeOf, letCodeServeAgain } from '#e2e/totp.ts';

/** Other journeys of this portal have staff without a second factor. */
test.afterEach(async ({ portal }) => {
  await portal.sql('update security_policy set is_staff_factor_required = false');
});

async function makeOwner({ sql }: Portal, { name }: Account): Promise<void> {
  await sql('update accounts set permission = 32 where user_name = $1', [name]);
}

/** Adds an authenticator app as the profile does. @returns its secret, whose code of now serves again */
async function addTotp(page: Page, portal: Portal, account: Account): Promise<string> {
  const secret = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const response = await fetch('/api/user/factors/totp', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return (await response.json()).secret as string;
  });
  const status = await page.evaluate(async (code) => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const response = await fetch('/api/user/factors/totp/confirm', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    return response.status;
  }, codeOf(secret));
  expect(status).toBe(200);
  await letCodeServeAgain(portal, account);
  return secret;
}

test('an owner signs in with a code, requires a second factor of staff, and confirms it once more @phone', async ({
  page,
  portal,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 403/);
  await makeOwner(portal, account);
  const [editor] = await portal.sql<{ user_name: string }>(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at, web_mgt)
     values ($1, $1 || '@example.test', 'none', now(), 11) returning user_name`,
    [`Ed_${account.name.slice(-12)}`],
  );
  await signIn(page, account.name, account.password);
  await visit(page, '/admin/staff');
  const required = page.getByRole('checkbox', { name: 'Staff must use a second factor' });
  await required.click();
  const requiring = page.getByRole('dialog', { name: 'Require a second factor of staff' });
  await expect(requiring.getByText('Your own account has no second factor')).toBeVisible();
  await expectNoAxeViolations(page, 'an owner without a second factor');
  await takeScreen(page, testInfo, 'admin-policy-own-first');
  await requiring.getByRole('link', { name: 'Add a second factor' }).click();
  await expect(page).toHaveURL(/\/profile\?tab=security/);

  const secret = await addTotp(page, portal, account);
  await forgetSession(page);
  await visit(page, '/login');
  const form = page.getByRole('main');
  await expectNoAxeViolations(page, 'the sign-in page');
  await takeScreen(page, testInfo, 'login', { isWhole: true });
  await form.getByLabel('Username or Email').fill(account.name);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form.getByRole('heading', { name: "Confirm it's you" })).toBeVisible();
  await expect(form.getByLabel('Code')).toBeFocused();
  await expectNoAxeViolations(page, 'the second step of a sign-in');
  await takeScreen(page, testInfo, 'login-second-step', { isWhole: true });
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await takeScreen(page, testInfo, 'login-recovery-code', { isWhole: true });
  await form.getByRole('button', { name: 'Use your authenticator app' }).click();
  await form.getByLabel('Code').fill(codeOf(secret));
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await letCodeServeAgain(portal, account);
  await ageSessions(portal, account);
  await visit(page, '/admin/staff');
  await takeScreen(page, testInfo, 'admin-staff-policy', { isWhole: true });
  await required.click();
  await expect(requiring.getByText(editor?.user_name ?? '')).toBeVisible();
  await expectNoAxeViolations(page, 'the question about the policy');
  await takeScreen(page, testInfo, 'admin-policy');
  await requiring.getByRole('button', { name: 'Require a second factor' }).click();
  const sudo = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(sudo.getByLabel('Code')).toBeFocused();
  await expectNoAxeViolations(page, 'the question who is signed in');
  await takeScreen(page, testInfo, 'admin-sudo');

  // Closing it loses nothing.
  await sudo.getByRole('button', { name: 'Close' }).click();
  await expect(sudo).toBeHidden();
  await expect(requiring.getByRole('alert')).toHaveCount(0);
  await requiring.getByRole('button', { name: 'Require a second factor' }).click();
  await sudo.getByLabel('Code').fill(codeOf(secret));
  await sudo.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Second factor required of staff.')).toBeVisible();
  await expect(required).toBeChecked();

  await required.click();
  const stopping = page.getByRole('dialog', { name: 'Stop requiring a second factor' });
  await takeScreen(page, testInfo, 'admin-policy-stop');
  await stopping.getByRole('button', { name: 'Stop requiring it' }).click();
  await expect(page.getByText('Second factor no longer required.')).toBeVisible();
  await expect(required).not.toBeChecked();
});

test('staff without a second factor see how to add one, in place of every section @desktop', async ({
  page,
  portal,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 403/);
  await portal.sql('update accounts set web_mgt = 22 where user_name = $1', [account.name]);
  await portal.sql('update security_policy set is_staff_factor_required = true');
  await signIn(page, account.name, account.password);
  await visit(page, '/admin/news');
  await expect(page.getByRole('heading', { name: 'A second factor is required' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(0);
  await expectNoAxeViolations(page, 'the page about a missing second factor');
  await takeScreen(page, testInfo, 'admin-factor-required', { isWhole: true });
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  await expect(page).toHaveURL(/\/profile\?tab=security/);
  await addTotp(page, portal, account);
  await visit(page, '/admin/news');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

test("staff plan the removal of a player's second factors, and stop it @desktop", async ({
  page,
  portal,
  account,
  request,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 403/);
  const player = newAccount();
  await registerAccount(request, player);
  const [row] = await portal.sql<{ id: number }>(
    `with player as (select id from accounts where user_name = $1),
       app as (insert into totp_factors (account_id, key_id, sealed, last_step) select id, 'none', '', 0 from player)
     select id from player`,
    [player.name],
  );
  await portal.sql('update accounts set web_mgt = 2 where user_name = $1', [account.name]);
  await signIn(page, account.name, account.password);
  await ageSessions(portal, account);
  await visit(page, `/admin/users/${row?.id}`);
  await page.getByRole('button', { name: 'Remove second factors…' }).click();
  const removing = page.getByRole('dialog', { name: `Remove second factors of ${player.name}` });
  await removing.getByLabel('Reason').fill('Lost the phone, answered all questions');
  await expectNoAxeViolations(page, 'the removal of second factors');
  await takeScreen(page, testInfo, 'admin-factor-removal');
  await removing.getByRole('button', { name: 'Remove in 48 hours' }).click();
  const sudo = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(sudo.getByLabel('Password', { exact: true })).toBeFocused();
  await expectNoAxeViolations(page, 'the question for a password');
  await takeScreen(page, testInfo, 'admin-sudo-password');
  await sudo.getByLabel('Password', { exact: true }).fill(account.password);
  await sudo.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^All second factors are removed on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove second factors…' })).toHaveCount(0);
  await expectNoAxeViolations(page, 'a planned removal');
  await takeScreen(page, testInfo, 'admin-factor-removal-planned');
  await page.getByRole('button', { name: 'Stop removal' }).click();
  await expect(page.getByText(`Second factors of ${player.name} stay.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove second factors…' })).toBeVisible();
});
