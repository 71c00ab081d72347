import { expectNoAxeViolations } from './support/axe.ts';
import { takeScreen } from './support/screens.ts';
import { expect, signIn, test, visit } from './support/test.ts';

test("strangers' wrong passwords do not lock out a browser that has signed in before @any-size", async ({
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
  await page.evaluate(() => localStorage.clear());

  const attempts: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const data = { identifier: account.name, password: 'wrong password' };
    attempts.push((await request.post('/api/auth/login', { data })).status());
  }
  expect(attempts).toEqual([...Array(10).fill(401), 429]);

  await visit(page, '/login');
  await signIn(page, account.name, account.password);
});

test('the sign-in page shows what became of a link', async ({ page }, testInfo) => {
  await visit(page, '/profile?error=confirmation_link_invalid');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Invalid or expired confirmation link.')).toBeVisible();
  await expectNoAxeViolations(page, 'a notice on the sign-in page');
  await takeScreen(page, testInfo, 'login-notice');
});

test('the profile shows what became of a link', async ({ page, account }, testInfo) => {
  await visit(page, '/login');
  await signIn(page, account.name, account.password);
  await visit(page, '/profile?message=twitch_streamer_pending&tab=chars');
  await expect(page).toHaveURL(/\/profile\?tab=chars$/);
  await expect(page.getByText('Linked with Twitch. Our team looks at streamers')).toBeVisible();
  await expectNoAxeViolations(page, 'a notice on the profile');
  await takeScreen(page, testInfo, 'profile-notice');
});
