import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { takeScreen } from '#e2e/screens.ts';
import { type Account, expect, signIn, startOwnerSession, startSession, test, visit } from '#e2e/test.ts';

const WRONG_RIGHTS = 'You do not have sufficient permissions to access any admin sections.';

/** Opens the list and finds the account in it. */
async function find(page: Page, { name }: Account) {
  await visit(page, '/admin/users');
  await page.getByLabel('Search by name, email or id').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`search=${name}`));
  return row;
}

test('the owner finds an account, edits it, and sees the changes in the log @phone', async ({
  page,
  portal,
  account,
}, testInfo) => {
  await startOwnerSession(page, portal);
  const row = await find(page, account);
  await expectNoAxeViolations(page, 'the list of accounts');
  await takeScreen(page, testInfo, 'admin-users');
  await row.getByRole('button', { name: `Edit ${account.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${account.name}` });
  await dialog.getByLabel('Username').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Username and Email are required.').first()).toBeVisible();
  await dialog.getByLabel('Username').fill(account.name);
  await dialog.getByLabel('Agaia coins').fill('250');
  await dialog.getByLabel('Reason').fill('Lost in an outage');
  await dialog.getByLabel('News').check();
  await expect(dialog.getByText('Permission level: 11')).toBeVisible();
  await expectNoAxeViolations(page, 'the form of an account');
  await takeScreen(page, testInfo, 'admin-user-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully!')).toBeVisible();
  await expect(row.getByText('Staff')).toBeVisible();

  await row.getByRole('link', { name: account.name }).click();
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/);
  await expect(page.getByRole('heading', { name: account.name, level: 1 })).toBeVisible();
  const records = page.getByRole('main');
  await expect(records.getByRole('definition').filter({ hasText: /^250$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('dialog', { name: 'Add note' });
  await note.getByLabel('Note').fill('Asked for lost coins.\nWas friendly.');
  await expectNoAxeViolations(page, 'the form of a note');
  await note.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added.')).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Everything' });
  await expect(timeline.getByText('Note: “Asked for lost coins.')).toBeVisible();
  await timeline.getByRole('button', { name: 'By staff' }).click();
  await expect(page).toHaveURL(/\?show=staff$/);
  await expect(timeline.getByText(/^Account updated \(.+\): “Lost in an outage”$/)).toBeVisible();
  await expect(timeline.getByText('Note: “Asked for lost coins.')).toHaveCount(0);
  await timeline.getByRole('button', { name: 'All' }).click();
  await narrowToDays(page);
  await expectNoAxeViolations(page, 'a timeline of one day');
  await takeScreen(page, testInfo, 'admin-timeline-days');
  await timeline.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(timeline.getByText('Note: “Asked for lost coins.')).toBeVisible();
  for (const tab of ['Deliveries', 'Coins', 'Bans', 'Benefits', 'Sessions', 'Mails', 'Audit']) {
    await records.getByRole('tab', { name: tab }).click();
    await expect(records.getByRole('tabpanel').locator('table, p').first()).toBeVisible();
  }
  await expect(records.getByRole('tabpanel').getByText('Account updated')).toBeVisible();
  await expect(
    records
      .getByRole('tabpanel')
      .getByText(/^Agaia coins/)
      .first(),
  ).toBeVisible();
  await expectNoAxeViolations(page, 'the page of an account');
  await takeScreen(page, testInfo, 'admin-user');

  await visit(page, '/admin/audit?kind=user.update');
  await expect(
    page.getByRole('row').filter({ hasText: account.name }).getByText('Account updated'),
  ).toBeVisible();
  await expectNoAxeViolations(page, 'the audit log');
  await takeScreen(page, testInfo, 'admin-audit');
});

const PRESETS = [
  ['1 day', 1],
  ['30 days', 30],
  ['7 days', 7],
] as const;

/** A day long ago has no entries, and today has them all. */
async function narrowToDays(page: Page): Promise<void> {
  const timeline = page.getByRole('region', { name: 'Everything' });
  await timeline.getByRole('button', { name: 'More filters' }).click();
  const from = timeline.getByLabel('From', { exact: true });
  const until = timeline.getByLabel('Until', { exact: true });
  await until.fill('2020-01-01');
  await until.press('Enter');
  await expect(page).toHaveURL(/until=2020-01-01/);
  await expect(timeline.getByText('No entries on these days.')).toBeVisible();
  await until.fill('2099-01-01');
  await from.fill('2020-01-01');
  await from.press('Enter');
  await expect(page).toHaveURL(/since=2020-01-01/);
  await expect(timeline.getByText('Note: “Asked for lost coins.')).toBeVisible();
}

test('the log shows the start of a long text, and all of it on request @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const body = `${'The lake lights up again, and boats go out.\n'.repeat(200)}So ends ${account.name}.`;
  await portal.sql(
    `insert into audit_entries (staff_id, kind, target, before, after)
     select id, 'news.update', $1, $2::jsonb, $3::jsonb from accounts where user_name = $4
     union all select id, 'news.delete', $1, null, null from accounts where user_name = $4`,
    [account.name, { title: 'Old', body: 'Once' }, { title: 'New', body }, portal.owner.name],
  );
  await startOwnerSession(page, portal);
  await visit(page, `/admin/audit?search=${account.name}`);
  await page.getByRole('button', { name: 'Show all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Article updated' });
  await expect(dialog.getByRole('insertion').getByText(`So ends ${account.name}.`)).toBeVisible();
  await expectNoAxeViolations(page, 'an entry of the audit log');
  await takeScreen(page, testInfo, 'admin-audit-entry');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show all' })).toBeFocused();
  await takeScreen(page, testInfo, 'admin-audit-long');

  await visit(page, `/admin/audit?search=${account.name}&pageSize=all`);
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
  await takeScreen(page, testInfo, 'admin-audit-all');
  const heights = await page
    .getByRole('table', { name: 'Audit log' })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual([heights[0], heights[0]]);
});

test('the owner filters the log, shares the filters, and exports what they find @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  await portal.sql(
    `insert into audit_entries (at, staff_id, address, kind, target, account_id, before, after, reason)
     select timestamptz '2026-10-01 08:00Z' + make_interval(mins => n * 7), staff.id, '198.51.100.' || n % 250, kind, target,
            case when kind like 'user.%' then player.id end, before::jsonb, after::jsonb, reason
     from generate_series(0, 299) n, accounts staff, accounts player,
       lateral (values
         (0, 'user.ban', player.id::text, null, '{"endTime": "2026-12-24T00:00:00Z", "description": "Sold the same sword twice"}', null),
         (1, 'user.update', player.id::text, '{"agaiaCoins": 100}', '{"agaiaCoins": 350}', null),
         (2, 'order.refund', '1' || n, null, '{"amount": 4.99, "currency": "eur"}', 'Charged twice, ticket ' || n),
         (3, 'list.read', 'users', null, '{"search": "lantern", "rows": 1432}', null),
         (4, 'user.unban', player.id::text, '{"bans": [{"description": "A mistake"}]}', null, null)
       ) as action (at, kind, target, before, after, reason)
     where staff.user_name = $1 and player.user_name = $2 and action.at = n % 5`,
    [portal.owner.name, account.name],
  );
  await startOwnerSession(page, portal);
  await visit(page, '/admin/audit?from=2026-10-01T00%3A00%3A00.000Z&to=2026-10-03T00%3A00%3A00.000Z');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Charged twice' }).first()).toBeVisible();
  await takeScreen(page, testInfo, 'admin-audit-time');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Order refunded');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Account banned');
  await page.getByRole('combobox', { name: 'Staff' }).selectOption(portal.owner.name);
  const chips = page.getByRole('list', { name: 'Filters' });
  await expect(chips.getByRole('button')).toHaveCount(5);
  await expect(rows.filter({ hasText: 'Account updated' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Sold the same sword twice' }).first()).toBeVisible();
  await expectNoAxeViolations(page, 'the filtered audit log');
  await takeScreen(page, testInfo, 'admin-audit-filters');

  await page.reload();
  await expect(chips.getByRole('button')).toHaveCount(5);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFentryId,at,kind,/);
  expect(lines.slice(1).every((line) => /,(order\.refund|user\.ban),/.test(line))).toBe(true);
  expect(lines).toHaveLength(121);

  await page.getByRole('combobox', { name: 'Player' }).fill('2147483');
  await page.getByRole('combobox', { name: 'Player' }).press('Enter');
  await expect(page.getByText(/^Nothing matches Action: /)).toBeVisible();
  await expectNoAxeViolations(page, 'an empty audit log');
  await takeScreen(page, testInfo, 'admin-audit-nothing');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.filter({ hasText: 'List exported' }).first()).toBeVisible();

  await visit(page, '/admin/users?state=staff');
  await expect(chips.getByRole('button', { name: 'Remove the filter State: Staff' })).toBeVisible();
  const accountsFile = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await accountsFile).suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/);
});

test('a banned player is signed out immediately, sees why, and returns after the unban @desktop', async ({
  page,
  portal,
  account,
  browser,
}, testInfo) => {
  const visitor = await browser.newContext({ baseURL: portal.origin });
  const playerPage = await visitor.newPage();
  await signIn(playerPage, account.name, account.password);
  await startOwnerSession(page, portal);
  const row = await find(page, account);
  await row.getByRole('button', { name: `Ban ${account.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Ban ${account.name}` });
  await dialog.getByRole('button', { name: `Ban ${account.name}` }).click();
  await expect(dialog.getByText('Ban End Time and Reason are required.')).toBeVisible();
  for (const [preset, days] of PRESETS) {
    await dialog.getByRole('button', { name: preset, exact: true }).click();
    const end = new Date(await dialog.getByLabel('Ban End Time').inputValue());
    expect(Math.round((end.getTime() - Date.now()) / 86_400_000), preset).toBe(days);
  }
  await dialog.getByRole('button', { name: 'Permanent' }).click();
  await expect(dialog.getByText('This ban has no end.')).toBeVisible();
  await dialog.getByRole('button', { name: '7 days' }).click();
  await dialog.getByLabel('Ban End Time').fill('2099-01-01T12:00:00');
  await dialog.getByLabel('Reason').fill('Sold the same sword twice');
  await dialog.getByLabel('Ban the address too').check();
  await expect(dialog.getByLabel('IP address')).toBeVisible();
  await dialog.getByLabel('Ban the address too').uncheck();
  await expect(dialog.getByText('No address is banned.')).toBeVisible();
  await expectNoAxeViolations(page, 'the form of a ban');
  await takeScreen(page, testInfo, 'admin-ban');
  await dialog.getByRole('button', { name: `Ban ${account.name}` }).click();
  await expect(page.getByText(`User ${account.name} banned successfully.`)).toBeVisible();
  await expect(row.getByText('Banned')).toBeVisible();

  await playerPage.goto('/profile');
  await expect(playerPage).toHaveURL(/\/login/);
  const form = playerPage.getByRole('main');
  await form.getByLabel('Username or Email').fill(account.name);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form.getByText('Sold the same sword twice')).toBeVisible();

  await row.getByRole('button', { name: `Unban ${account.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unban', exact: true }).click();
  await expect(page.getByText(`User ${account.name} unbanned successfully.`)).toBeVisible();
  await signIn(playerPage, account.name, account.password);
  await visitor.close();
});

test('two editors of one account: the second sees both versions and overwrites nothing by accident @desktop', async ({
  page,
  portal,
  account,
  context,
  complaints,
}, testInfo) => {
  // The refusal that this is about.
  complaints.expect(/409 \(Conflict\)/);
  await startOwnerSession(page, portal);
  const row = await find(page, account);
  await row.getByRole('button', { name: `Edit ${account.name}` }).click();
  const mine = page.getByRole('dialog', { name: `Edit ${account.name}` });
  await mine.getByLabel('Astrum coins').fill('7');
  await mine.getByLabel('Reason').fill('Lost in an outage');

  const other = await context.newPage();
  const otherRow = await find(other, account);
  await otherRow.getByRole('button', { name: `Edit ${account.name}` }).click();
  const theirs = other.getByRole('dialog', { name: `Edit ${account.name}` });
  await theirs.getByLabel('Agaia coins').fill('5');
  await theirs.getByLabel('Reason').fill('Won the contest');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('User updated successfully!')).toBeVisible();
  await other.close();

  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByText('Somebody else has changed this in the meantime.').first()).toBeVisible();
  await expectNoAxeViolations(page, 'two versions of an account');
  await takeScreen(page, testInfo, 'admin-account-conflict');
  await mine.getByRole('button', { name: 'Take theirs' }).click();
  await expect(mine.getByLabel('Agaia coins')).toHaveValue('5');
  await mine.getByLabel('Astrum coins').fill('7');
  await mine.getByLabel('Reason').fill('Lost in an outage');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated successfully!')).toBeVisible();
  const [found] = await portal.sql<{ premium: string; second: string }>(
    `select (select amount from coin_balances b where b.account_id = a.id and currency = 'premium') as premium,
            (select amount from coin_balances b where b.account_id = a.id and currency = 'second') as second
     from accounts a where user_name = $1`,
    [account.name],
  );
  expect(found).toEqual({ premium: '5', second: '7' });
});

test('players are redirected from the admin area, and staff see their sections only @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  await startSession(page, account.name, account.password);
  await page.goto('/admin/users');
  await expect(page).toHaveURL(`${portal.origin}/`);
  // 43 opens no section there is.
  await portal.sql('update accounts set web_mgt = 43 where user_name = $1', [account.name]);
  await visit(page, '/profile');
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeAttached();
  await visit(page, '/admin');
  await expect(page.getByText(WRONG_RIGHTS)).toBeVisible();
  await takeScreen(page, testInfo, 'admin-no-permission');
  await portal.sql('update accounts set web_mgt = 2 where user_name = $1', [account.name]);
  await visit(page, '/profile');
  await visit(page, '/admin');
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(page.getByRole('button', { name: /^Ban / })).toHaveCount(0);
  await expect(page.getByText(portal.owner.email)).toHaveCount(0);
  const owner = page.getByRole('row').filter({ hasText: portal.owner.name });
  await expect(owner.getByText('g•••@e•••.test')).toBeVisible();
  await expect(owner.getByText("Has rights you don't have")).toBeVisible();
});
