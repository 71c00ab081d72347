import { webMgtOf } from '@waygate/contract/permissions';
import { expectNoAxeViolations } from './support/axe.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import { buy, openShop } from './support/shoppers.ts';
import {
  type Account,
  expect,
  forgetSession,
  linkInMail,
  newAccount,
  registerAccount,
  startSession,
  test,
  visit,
} from './support/test.ts';

const ROW = 'Your own account. Ask an owner.';
const OWN = 'This is your own account. Only an owner can';

/** Makes the account staff of everything that gives value, and gives it a dead delivery, a benefit and a channel. */
async function makeStaff({ sql }: Portal, { name }: Account): Promise<number> {
  const webMgt = webMgtOf(['users', 'benefits', 'actions', 'twitchDrops', 'orders']);
  const [row] = await sql<{ id: number }>(
    'update accounts set web_mgt = $2 where user_name = $1 returning id',
    [name, webMgt],
  );
  if (!row) throw new Error('The account is missing.');
  const { id } = row;
  await sql(
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, attempts, last_detail, settled_at)
     values ($1::int, 'own-account-' || $1::int, 'grant', 'item', 7001, 2, 'dead', 12, 'the inventory is full', now())`,
    [id],
  );
  await sql(
    `insert into account_benefits (account_id, benefit_id, available_until, grant_key)
     values ($1::int, 17, '2099-01-01', 'own-account-' || $1::int)`,
    [id],
  );
  await sql(
    `insert into twitch_links (account_id, twitch_user_id, login, display_name) values ($1::int, ($1::int)::text, 'warden', 'Warden')`,
    [id],
  );
  await sql(
    `insert into twitch_streamers (account_id, key_id, access_token, refresh_token, expires_at)
     values ($1, 'none', '', '', now())`,
    [id],
  );
  return id;
}

test('staff send a reset link, with which the player chooses a password @desktop', async ({
  page,
  portal,
  account,
  request,
}, testInfo) => {
  const player = newAccount();
  await registerAccount(request, player);
  await makeStaff(portal, account);
  await startSession(page, account.name, account.password);
  await visit(page, `/admin/users?search=${player.name}`);
  await page.getByRole('button', { name: `Edit ${player.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${player.name}` });
  await expect(dialog.getByText('Only an owner can set a password.')).toBeVisible();
  await expect(dialog.getByLabel('New password')).toHaveCount(0);
  await expectNoAxeViolations(page, 'the form of an account for staff');
  await takeScreen(page, testInfo, 'admin-user-edit-by-staff');
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
  const question = page.getByRole('dialog', { name: `Send ${player.name} a reset link` });
  await expect(question.getByText('This email address was never confirmed.')).toBeVisible();
  await expectNoAxeViolations(page, 'the question before a reset link');
  await takeScreen(page, testInfo, 'admin-reset-link');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Send reset link' }).click();
  await question.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(/^Reset link sent\. This email address was never confirmed/)).toBeVisible();
  await expect(question).toBeHidden();
  const link = await linkInMail(portal, player.email, 'reset-password');
  await forgetSession(page);
  await visit(page, new URL(link).pathname);
  await expect(page.getByRole('heading', { name: /password/i }).first()).toBeVisible();
});

test('staff give nothing to their own account, and every page says why @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const id = await makeStaff(portal, account);
  await startSession(page, account.name, account.password);
  const { productId } = await openShop(portal, 0);
  const token: string = await page.evaluate(() => JSON.parse(localStorage.user).accessToken);
  await buy(() => portal.origin, { accountId: id, token }, productId);

  await visit(page, `/admin/users/${id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Edit ${account.name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Edit ${account.name}` });
  await expect(dialog.getByText(`${OWN} change its club, coins and packages.`)).toBeVisible();
  for (const label of ['Agaia coins', 'Astrum coins', 'Agaia Club until', 'Founder Package claimed'])
    await expect(dialog.getByLabel(label)).toBeDisabled();
  await dialog.getByText(`${OWN} change its club`).scrollIntoViewIfNeeded();
  await expectNoAxeViolations(page, "the form of staff's own account");
  await takeScreen(page, testInfo, 'own-account-edit');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await takeScreen(page, testInfo, 'own-account', { isWhole: true });

  await visit(page, `/admin/benefits?search=${id}`);
  await expect(page.getByText(ROW)).toBeVisible();
  await expectNoAxeViolations(page, "the benefits of staff's own account");
  await takeScreen(page, testInfo, 'own-benefits');

  await visit(page, `/admin/deliveries?account=${id}`);
  await expect(page.getByText(ROW)).toBeVisible();
  await takeScreen(page, testInfo, 'own-deliveries');

  await visit(page, '/admin/twitch-drops?tab=streamers');
  await expect(page.getByText(ROW)).toBeVisible();
  await expectNoAxeViolations(page, "staff's own channel");
  await takeScreen(page, testInfo, 'own-channel');

  await visit(page, `/admin/twitch-drops?tab=accounts&account=${id}`);
  await expect(page.getByRole('button', { name: 'Correct minutes' })).toBeDisabled();
  await takeScreen(page, testInfo, 'own-minutes');

  await visit(page, `/admin/orders?account=${id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .click();
  const refund = page.getByRole('button', { name: 'Refund…' });
  await expect(refund).toBeDisabled();
  await expect(refund).toHaveAccessibleDescription(`${OWN} refund its orders.`);
  await expectNoAxeViolations(page, "staff's own order");
  await takeScreen(page, testInfo, 'own-order', { isWhole: true });
});
