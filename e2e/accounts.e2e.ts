import { expectNoAxeViolations } from './support/axe.ts';
import { takeScreen } from './support/screens.ts';
import {
  type Account,
  expect,
  followHeader,
  hydrated,
  linkInMail,
  mailTo,
  newAccount,
  openAccount,
  openMenu,
  signIn,
  startSession,
  test,
  visit,
} from './support/test.ts';
import type { Page } from '@playwright/test';

async function register(page: Page, { name, email, password }: Account): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Username').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Create Account' }).click();
}

test('a visitor reads, registers, confirms, signs in, changes the address and resets the password', async ({
  page,
  portal,
}, testInfo) => {
  const account = newAccount();
  const newEmail = `moved-${account.email}`;
  const newPassword = 'A second lantern';

  await test.step('reads', async () => {
    await visit(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await followHeader(page, 'News');
    await expect(page).toHaveURL(/\/news$/);
    await page
      .getByRole('link', { name: /read more/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/news\/\d+$/);
    await expect(page.getByRole('main').getByRole('link', { name: /back to news/i })).toBeVisible();
  });

  await test.step('registers', async () => {
    await followHeader(page, 'Register');
    await expect(page).toHaveURL(/\/register$/);
    await register(page, account);
    const success = page.getByRole('status');
    await expect(success).toContainText('Please check your email to confirm your account');
    await expect(success).toBeInViewport({ ratio: 1 });
    await expect(page.locator(':focus').getByRole('status')).toBeVisible();
    await takeScreen(page, testInfo, 'register-done');
    // After three seconds, by itself.
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('confirms', async () => {
    await page.goto(await linkInMail(portal, account.email, 'confirm-email'));
    await hydrated(page);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('status')).toBeVisible();
    await takeScreen(page, testInfo, 'login-confirmed');
  });

  await test.step('signs in', async () => {
    await visit(page, '/profile');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, account.email.toUpperCase(), account.password);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('main').getByText(account.name, { exact: true }).first()).toBeVisible();
    await expect(page.getByText('(Unconfirmed)')).toBeHidden();
    await expect(page.getByText('No characters created yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend Confirmation' })).toBeHidden();
  });

  await test.step('changes the address', async () => {
    await openAccount(page);
    await page.getByRole('button', { name: 'Change Email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Email' });
    await dialog.getByLabel('New Email', { exact: true }).fill(newEmail);
    await dialog.getByLabel('Confirm New Email').fill(newEmail);
    await dialog.getByLabel('Current Password', { exact: true }).fill(account.password);
    await dialog.getByRole('button', { name: 'Change Email' }).click();
    await expect(page.getByText('Please check your new email address for a confirmation link')).toBeVisible();
    await takeScreen(page, testInfo, 'change-email-done');
    // After four seconds, by itself.
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Email change initiated. Please check your inbox.')).toBeVisible();
    await page.goto(await linkInMail(portal, newEmail, 'change-email'));
    await hydrated(page);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('status').first()).toBeVisible();
    await expect(page.getByText(newEmail)).toBeVisible();
    const notice = await mailTo(portal, account.email, ({ subject }) => subject.includes('was changed'));
    expect(notice.text, 'the new address is not shown in full').not.toContain(newEmail);
    expect(notice.text, 'a notice carries no link that changes anything').not.toContain('/api/');
  });

  await test.step('signs out', async () => {
    await followHeader(page, 'Logout');
    await expect(page).toHaveURL(/\/login$/);
    await openMenu(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  await test.step('forgets the password', async () => {
    await visit(page, '/login');
    await page.getByRole('main').getByRole('link', { name: 'Forgot Password?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/email/i).fill(newEmail);
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(dialog.getByText('Please check your inbox (and spam folder).')).toBeVisible();
    await takeScreen(page, testInfo, 'forgot-password-done');
    await expect(dialog).toBeHidden();
  });

  await test.step('sets a new one and signs in with it', async () => {
    const link = await linkInMail(portal, newEmail, 'reset-password');
    await visit(page, link);
    const form = page.getByRole('main');
    await form.getByLabel('New Password', { exact: true }).fill(newPassword);
    await form.getByLabel('Confirm New Password', { exact: true }).fill(newPassword);
    await expectNoAxeViolations(page, 'the password reset');
    await takeScreen(page, testInfo, 'reset-password');
    await form.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('status')).toContainText(/password/i);
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, account.name, newPassword);
    await expect(page).toHaveURL(`${portal.origin}/`);
  });
});

test.describe('registration', () => {
  test('reports invalid input before sending anything @desktop', async ({ page }) => {
    await visit(page, '/register');
    const form = page.getByRole('main');
    const submit = form.getByRole('button', { name: 'Create Account' });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));

    await submit.click();
    await expect(page.getByText('All fields are required.')).toBeVisible();
    await form.getByLabel('Username').fill('Wanderer');
    await form.getByLabel('Email').fill('nowhere');
    await form.getByLabel('Password', { exact: true }).fill('short');
    await form.getByLabel('Confirm Password', { exact: true }).fill('other');
    await submit.click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await form.getByLabel('Email').fill('wanderer@example.test');
    await submit.click();
    await expect(page.getByText('Password must be at least 6 characters long.').first()).toBeVisible();
    await form.getByLabel('Password', { exact: true }).fill('longer');
    await submit.click();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    expect(requests.filter((url) => url.includes('/api/auth'))).toEqual([]);
  });

  test('reports a taken name, and keeps the input @desktop', async ({ page, account, complaints }) => {
    complaints.expect(/status of 409/);
    await visit(page, '/register');
    const twin = { ...newAccount(), name: account.name.toLowerCase() };
    await register(page, twin);
    await expect(page.getByRole('alert').first()).toContainText(/taken|already|use/i);
    await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(twin.email);
  });
});

test.describe('the profile', () => {
  test('of an unconfirmed account says so and sends the mail again @desktop', async ({
    page,
    portal,
    request,
  }) => {
    const account = newAccount();
    const { name: username, email, password } = account;
    await request.post('/api/auth/register', { data: { username, email, password } });
    await mailTo(portal, email);
    await visit(page, '/login');
    await signIn(page, account.name, account.password);
    await visit(page, '/profile');
    await expect(page.getByText('(Unconfirmed)')).toBeVisible();
    await page.getByRole('button', { name: 'Resend Confirmation' }).click();
    await expect(page.getByText('Confirmation email sent!')).toBeVisible();
    await expect.poll(async () => (await portal.mails()).filter(({ to }) => to === email).length).toBe(2);
    await expect(page.getByText('Confirmation email sent!')).toBeHidden();
  });

  test('shows its details, tabs, tooltip and dialogs to everybody', async ({ page, account }, testInfo) => {
    await startSession(page, account.name, account.password);
    await visit(page, '/profile');
    await expect(page.getByText(account.email)).toBeVisible();
    await takeScreen(page, testInfo, 'profile', { isWhole: true });
    await expectNoAxeViolations(page, 'the profile');
    await openAccount(page);
    for (const label of ['Account ID', 'Veteran Package', 'Founder Package']) {
      await expect(page.getByText(label).filter({ visible: true })).toHaveCount(1);
    }
    await expect(page.getByText('Not Claimed').filter({ visible: true })).toHaveCount(2);
    await expectNoAxeViolations(page, 'the account');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    }
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Privacy', selected: true })).toBeInViewport({ ratio: 0.9 });
    for (const [button, name] of [
      ['Change Email', 'change-email'],
      ['Reset Password', 'reset-password-dialog'],
    ] as const) {
      await openAccount(page);
      const sheet = page.getByRole('dialog', { name: 'Account' });
      const isInSheet = await sheet.isVisible();
      const main = page.getByRole('main');
      const opener = main.getByRole(
        'button',
        isInSheet ? { name: 'Account', exact: true } : { name: button },
      );
      await (isInSheet ? sheet : main).getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoAxeViolations(page, `the dialog '${button}'`);
      await takeScreen(page, testInfo, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(opener, 'the focus goes back').toBeFocused();
    }
    await page.getByRole('main').getByRole('button', { name: 'Donate' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoAxeViolations(page, 'the donation overlay');
    await takeScreen(page, testInfo, 'donations');
    await page.getByRole('dialog').getByRole('button', { name: /close/i }).first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Donate' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/\/profile\?tab=privacy$/);
  });

  test('mails a reset link to the signed-in account without asking for its address @desktop', async ({
    page,
    portal,
    account,
  }) => {
    await startSession(page, account.name, account.password);
    await visit(page, '/profile');
    await page.getByRole('main').getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(dialog.getByText('Please check your inbox (and spam folder).')).toBeVisible();
    await linkInMail(portal, account.email, 'reset-password');
  });
});

test('an invalid reset link shows an error and offers a new one @desktop', async ({
  page,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 4\d\d/);
  await visit(page, `/reset-password/${'x'.repeat(43)}`);
  await expect(page.getByText('Invalid or expired password reset link.')).toBeVisible();
  await expectNoAxeViolations(page, 'a bad reset link');
  await takeScreen(page, testInfo, 'reset-password-invalid');
  await page.getByRole('link', { name: 'Request New Link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await visit(page, '/reset-password');
  await expect(page.getByText('No reset token provided in the link.')).toBeVisible();
});

test('a wrong password and an unknown name show the same message @desktop', async ({
  page,
  account,
  complaints,
}) => {
  complaints.expect(/40[13]/);
  await visit(page, '/login');
  const form = page.getByRole('main');
  const answers: string[] = [];
  for (const identifier of [account.name, 'Nobody_at_all']) {
    await form.getByLabel('Username or Email').fill(identifier);
    await form.getByLabel('Password', { exact: true }).fill('wrong password');
    const answered = page.waitForResponse('**/api/auth/login');
    await form.getByRole('button', { name: 'Login' }).click();
    await answered;
    await expect(page.getByRole('alert').first()).not.toBeEmpty();
    answers.push(await page.getByRole('alert').first().innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  await expect(page).toHaveURL(/\/login$/);
});
