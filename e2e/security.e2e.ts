import type { APIRequestContext, Page } from '@playwright/test';
import { expectSound } from './support/look.ts';
import { takeScreen } from './support/screens.ts';
import { ageSessions } from './support/sudo.ts';
import { type Account, expect, followHeader, linkInMail, signIn, test, visit } from './support/test.ts';
import { codeOf, letCodeServeAgain } from './support/totp.ts';

// Passkeys belong to a name: an IP address has none.
test.use({ portalName: 'localhost' });

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name });

async function openSecurity(page: Page): Promise<void> {
  await visit(page, '/profile?tab=security');
  await expect(page.getByText('This device')).toBeVisible();
}

/** Signs in with another browser. @returns its token */
async function signInElsewhere(request: APIRequestContext, account: Account): Promise<string> {
  const response = await request.post('/api/auth/login', {
    headers: { 'user-agent': FIREFOX },
    data: { identifier: account.name, password: account.password },
  });
  return (await response.json()).accessToken;
}

async function isSignedIn(request: APIRequestContext, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await request.get('/api/user/sessions', { headers })).ok();
}

/** Signs out, and takes the first step of a sign-in. */
async function startSignIn(page: Page, account: Account): Promise<void> {
  await followHeader(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
  const form = page.getByRole('main');
  await form.getByLabel('Username or Email').fill(account.name);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Reads the new codes and says that they are saved. */
async function saveCodes(page: Page): Promise<string[]> {
  const codes = dialog(page, 'Save your recovery codes');
  const texts = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(codes.getByLabel('I saved them')).toBeFocused();
  await codes.getByLabel('I saved them').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(codes).toBeHidden();
  return texts;
}

/** Gives the browser an authenticator that holds passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a player sets up an authenticator app, and signs in with its code and a recovery code @phone', async ({
  page,
  portal,
  account,
  request,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 40[13]/);
  const elsewhere = await signInElsewhere(request, account);
  await signIn(page, account.name, account.password);
  await openSecurity(page);
  await expect(section(page, 'Devices').getByRole('heading', { name: 'Firefox on Windows' })).toBeVisible();
  await expectSound(page, 'the security tab');
  await takeScreen(page, testInfo, 'security', { isWhole: true });

  await page.getByRole('button', { name: 'Set up the authenticator app' }).click();
  const setup = dialog(page, 'Set up an authenticator app');
  await expect(setup.getByLabel('Code from the app')).toBeFocused();
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toHaveJSProperty(
    'complete',
    true,
  );
  await expectSound(page, 'the set-up of an authenticator app');
  await takeScreen(page, testInfo, 'security-app');
  const secret = (await setup.locator('code').innerText()).replaceAll(/\s/g, '');
  await setup.getByLabel('Code from the app').fill(codeOf(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog(page, 'Save your recovery codes').getByRole('listitem')).toHaveCount(10);
  await expectSound(page, 'recovery codes');
  await takeScreen(page, testInfo, 'security-recovery-codes');
  const [firstCode = ''] = await saveCodes(page);
  await expect(page.getByText('Authenticator app set up.')).toBeVisible();
  await expect(page.getByText("You're signed in on no other device.")).toBeVisible();
  expect(await isSignedIn(request, elsewhere)).toBe(false);

  await letCodeServeAgain(portal, account);
  await startSignIn(page, account);
  const form = page.getByRole('main');
  await form.getByLabel('Code').fill(codeOf(secret));
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await startSignIn(page, account);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await form.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd');
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByLabel('Recovery code').fill(firstCode);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await openSecurity(page);
  await expect(page.getByText('9 left')).toBeVisible();
  const history = section(page, 'Sign-in history');
  await expect(history.getByText('Signed in with password and app code')).toBeVisible();
  await expect(history.getByText('Signed in with password and recovery code')).toBeVisible();
  await expect(history.getByText('Failed').first()).toBeVisible();
  await expectSound(page, 'the security tab with an authenticator app');
  await takeScreen(page, testInfo, 'security-with-app', { isWhole: true });
});

test('a player adds a passkey, and signs in with it alone @desktop', async ({ page, account }, testInfo) => {
  await addAuthenticator(page);
  await signIn(page, account.name, account.password);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page, 'Add a passkey').getByLabel('Name').fill('Desk');
  await expectSound(page, 'a new passkey');
  await takeScreen(page, testInfo, 'security-passkey');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await saveCodes(page);
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await page.getByRole('button', { name: 'Rename Desk' }).click();
  await dialog(page, 'Rename passkey').getByLabel('Name').fill('Tower');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByText('Passkey renamed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Tower' })).toBeVisible();

  await followHeader(page, 'Logout');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await openSecurity(page);
  await expect(page.getByText('Signed in with a passkey alone').first()).toBeVisible();
  await expectSound(page, 'the security tab with a passkey');
  await takeScreen(page, testInfo, 'security-with-passkey', { isWhole: true });

  await page.getByRole('button', { name: 'Remove Tower' }).click();
  const question = dialog(page, 'Remove Tower');
  await expect(question.getByText(/^This is your only second factor/)).toBeVisible();
  await expectSound(page, 'the removal of a passkey');
  await takeScreen(page, testInfo, 'security-passkey-removal');
  await question.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up the authenticator app' })).toBeVisible();
});

test('a player proves a password sign-in and a sensitive action by a passkey @desktop', async ({
  page,
  portal,
  account,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 403/);
  await addAuthenticator(page);
  await signIn(page, account.name, account.password);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page, 'Add a passkey').getByLabel('Name').fill('Desk');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await saveCodes(page);

  await startSignIn(page, account);
  const form = page.getByRole('main');
  const use = form.getByRole('button', { name: 'Use a passkey' });
  await expect(use).toBeFocused();
  await expect(form.getByLabel('Code')).toHaveCount(0);
  await expectSound(page, 'the second step with a passkey');
  await takeScreen(page, testInfo, 'login-second-step-passkey', { isWhole: true });
  await use.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);

  await openSecurity(page);
  const history = section(page, 'Sign-in history');
  await expect(history.getByText('Signed in with password and passkey')).toBeVisible();
  await ageSessions(portal, account);
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click();
  const sudo = dialog(page, "Confirm it's you");
  await expect(sudo.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await expectSound(page, 'the question who is signed in, by a passkey');
  await takeScreen(page, testInfo, 'security-sudo-passkey');
  await sudo.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(sudo).toBeHidden();
  const setup = dialog(page, 'Set up an authenticator app');
  await expect(setup.getByLabel('Code from the app')).toBeVisible();
  await setup.getByRole('button', { name: 'Close' }).click();

  // Proved once, for a while.
  await page.getByRole('button', { name: 'Remove Desk' }).click();
  await dialog(page, 'Remove Desk').getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(sudo).toHaveCount(0);
});

test("a player signs out a device, changes the password, and takes it back by 'This wasn't me' @desktop", async ({
  page,
  portal,
  account,
  request,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 40[0-3]/);
  const elsewhere = await signInElsewhere(request, account);
  await signIn(page, account.name, account.password);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await expect(page.getByText('Device signed out.')).toBeVisible();
  expect(await isSignedIn(request, elsewhere)).toBe(false);

  await page.getByRole('button', { name: 'Change password' }).click();
  const change = dialog(page, 'Change password');
  await change.getByLabel('Current Password', { exact: true }).fill('not the password');
  await change.getByLabel('New Password', { exact: true }).fill('Ember of the north');
  await change.getByLabel('Confirm New Password', { exact: true }).fill('Ember of the north');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByLabel('Current Password', { exact: true })).toBeFocused();
  await expectSound(page, 'a wrong current password');
  await takeScreen(page, testInfo, 'security-password');
  await change.getByLabel('Current Password', { exact: true }).fill(account.password);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();

  const link = new URL(await linkInMail(portal, account.email, 'not-me')).pathname;
  await visit(page, link);
  await expectSound(page, "the page 'This wasn't me'");
  await takeScreen(page, testInfo, 'not-me');
  await page.getByRole('button', { name: "This wasn't me: end all sessions" }).click();
  await expect(page).toHaveURL(/\/reset-password\//);
  const form = page.getByRole('main');
  await form.getByLabel('New Password', { exact: true }).fill('Taken back in time');
  await form.getByLabel('Confirm New Password', { exact: true }).fill('Taken back in time');
  await form.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, account.name, 'Taken back in time');
  // Its page is still being loaded, which would end the next visit.
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to/ })).toBeVisible();

  await visit(page, link);
  await page.getByRole('button', { name: "This wasn't me: end all sessions" }).click();
  await expect(page.getByRole('link', { name: 'Reset your password' })).toBeVisible();
  await expectSound(page, 'a used link');
  await takeScreen(page, testInfo, 'not-me-used');
});
