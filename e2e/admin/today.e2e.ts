import type { Locator, Page } from '@playwright/test';
import { testWithDemo as test } from '#e2e/demo.ts';
import { look } from '#e2e/look.ts';
import type { Portal } from '#e2e/portal.ts';
import { expect, findAccountId, openMoreFilters, startSession, visit, visitAsOwner } from '#e2e/test.ts';

const FIGURES = ['Registrations', 'Active players', 'Revenue', 'Refunds'];
/** Drops, accounts and characters, and alerts. */
const HOST = 'Anouk_Hale';
/** News and patch notes. */
const EDITOR = 'Tobias_Quill';

/** The menu of the admin area, which a bar opens on small screens. */
async function openAdminMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Admin' });
  const bar = menu.getByRole('button', { name: /^Admin sections:/ });
  if (await bar.isVisible()) await bar.click();
  return menu;
}

async function countOf({ sql }: Portal, query: string): Promise<number> {
  return (await sql<{ count: number }>(`select count(*)::int as count from ${query}`))[0]?.count ?? 0;
}

/** Signs in as a member of the demo's staff, who gets the owner's password. */
async function startStaffSession(page: Page, { sql, owner }: Portal, name: string): Promise<void> {
  await sql(
    `update accounts set password_hash = (select password_hash from accounts where user_name = $1)
     where user_name = $2`,
    [owner.name, name],
  );
  await startSession(page, name, owner.password);
}

test('Today has the day’s numbers and what waits for a decision, and leads to it', async ({
  page,
  portal,
}, testInfo) => {
  await visitAsOwner(page, portal, '/admin/today');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  await test.step('shows today’s and the week’s numbers', async () => {
    const numbers = page.getByRole('region', { name: 'Today in numbers' });
    for (const label of FIGURES) {
      const card = numbers.locator('dl').filter({ hasText: label });
      await expect(card).toContainText(/in 7 days/);
      await expect(card.getByRole('definition').first()).toHaveText(/^€?[\d,.]+$/);
    }
    const registrations = await countOf(
      portal,
      "accounts where registered_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'",
    );
    await expect(
      numbers.locator('dl').filter({ hasText: 'Registrations' }).getByRole('definition').first(),
    ).toHaveText(String(registrations));
  });

  const needs = page.getByRole('region', { name: 'Needs you' });
  const disputes = needs.getByRole('listitem').filter({ has: page.getByText('Dispute', { exact: true }) });
  await test.step('lists a task of each kind', async () => {
    for (const kind of ['Dispute', 'Review', 'No order', 'Delivery', 'Streamer'])
      await expect(needs.getByRole('listitem').getByText(kind, { exact: true }).first()).toBeVisible();
    await expect(disputes).toContainText(/due in \d+|overdue/);
    await look(page, testInfo, 'admin-today-tasks');
  });

  await test.step('counts them in the menu', async () => {
    const menu = await openAdminMenu(page);
    const decisions = await countOf(portal, "orders where state = 'review'");
    const unmatched = await countOf(portal, "unmatched_payments where state = 'open'");
    await expect(menu.getByRole('link', { name: /^Orders/ })).toHaveText(
      `Orders${decisions + unmatched + (await disputes.count())} waiting`,
    );
    await expect(menu.getByRole('link', { name: /^Deliveries/ })).toHaveText(/^Deliveries\d+ waiting$/);
    await expect(menu.getByRole('link', { name: /^Twitch Drops/ })).toHaveText(/^Twitch Drops\d+ waiting$/);
    const entries = await menu
      .getByRole('listitem')
      .getByRole('link', { name: /waiting$/ })
      .allTextContents();
    const total = entries.reduce((sum, text) => sum + Number(/(\d+) waiting$/.exec(text)?.[1]), 0);
    await expect(menu.getByRole('link', { name: /^Today/ })).toHaveText(`Today${total} waiting`);
    await look(page, testInfo, 'admin-today-menu');
    await menu.getByRole('link', { name: /^Today/ }).click();
  });

  await test.step('leads to the order that needs a decision', async () => {
    await needs
      .getByRole('link', { name: /^Decide : #\d+/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This order needs a decision' })).toBeVisible();
  });
});

test('Today shows staff what their sections allow, and nothing else @desktop', async ({
  page,
  portal,
}, testInfo) => {
  await startStaffSession(page, portal, HOST);
  await visit(page, '/admin/today');
  const needs = page.getByRole('region', { name: 'Needs you' });
  await expect(needs.getByRole('listitem').filter({ hasText: 'Streamer' }).first()).toBeVisible();
  for (const kind of ['Dispute', 'Review', 'No order'])
    await expect(needs.getByRole('listitem').getByText(kind, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Today in numbers' })).toHaveCount(0);
  const menu = await openAdminMenu(page);
  await expect(menu.getByRole('link', { name: /^Twitch Drops \d+ waiting$/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: /^(Orders|Deliveries)/ })).toHaveCount(0);
  await look(page, testInfo, 'admin-today-host');

  await startStaffSession(page, portal, EDITOR);
  await visit(page, '/admin/today');
  await expect(page.getByText(/^All done\. Nothing waited for you at/)).toBeVisible();
  await expect(needs.getByRole('listitem')).toHaveCount(0);
  await openAdminMenu(page);
  await expect(menu.getByText(/waiting$/)).toHaveCount(0);
  await look(page, testInfo, 'admin-today-editor');
});

test('staff approve several streamers at once @desktop', async ({ page, portal }, testInfo) => {
  await visitAsOwner(page, portal, '/admin/twitch-drops?tab=streamers&state=pending');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.nth(1)).toBeVisible();
  for (const index of [0, 1]) await boxes.nth(index).check();
  await page.getByRole('button', { name: 'Approve 2 streamers' }).click();
  const question = page.getByRole('dialog', { name: 'Approve 2 streamers' });
  await expect(question.getByRole('listitem')).toHaveCount(2);
  await look(page, testInfo, 'admin-streamers-approve');
  const before = await countOf(portal, "twitch_streamers where decision = 'pending'");
  await question.getByRole('button', { name: 'Approve 2 streamers' }).click();
  await expect(page.getByText('2 streamers approved.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: /^Approve \d+ streamers?$/ })).toHaveCount(0);
  expect(await countOf(portal, "twitch_streamers where decision = 'pending'")).toBe(before - 2);
});

test('staff retry selected deliveries, and the others stay failed @phone', async ({
  page,
  portal,
}, testInfo) => {
  await visitAsOwner(page, portal, '/admin/deliveries');
  const boxes = page.getByRole('checkbox', { name: /^Select delivery \d+$/ });
  await expect(boxes.nth(1)).toBeVisible();
  const names = [
    await boxes.nth(0).getAttribute('aria-label'),
    await boxes.nth(1).getAttribute('aria-label'),
  ];
  const before = await countOf(portal, "deliveries where state = 'dead'");
  for (const index of [0, 1]) await boxes.nth(index).check();
  await page.getByRole('button', { name: 'Retry 2 selected' }).click();
  const question = page.getByRole('dialog', { name: 'Retry selected deliveries' });
  await question.getByRole('button', { name: 'Retry 2 deliveries' }).click();
  await expect(question.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await question.getByLabel('Reason').fill('The bag was emptied');
  await expect(question.getByLabel('Reason')).not.toHaveAttribute('aria-invalid', 'true');
  await look(page, testInfo, 'admin-delivery-retry-selected');
  await question.getByRole('button', { name: 'Retry 2 deliveries' }).click();
  await expect(page.getByText('2 deliveries queued again.')).toBeVisible();
  for (const name of names) await expect(page.getByRole('checkbox', { name: name ?? '' })).toHaveCount(0);
  expect(await countOf(portal, "deliveries where state = 'dead'")).toBe(before - 2);
});

test('staff find a player, a product and an item by name wherever an id is asked @phone', async ({
  page,
  portal,
}, testInfo) => {
  await visitAsOwner(page, portal, '/admin/orders');
  await openMoreFilters(page);
  const player = page.getByRole('combobox', { name: 'Player' });
  await player.pressSequentially('wren_hol');
  const found = page.getByRole('option', { name: /Wren_Hollow/ });
  await expect(found).toBeVisible();
  await look(page, testInfo, 'admin-picker-player');
  await player.press('ArrowDown');
  await player.press('Enter');
  await expect(page).toHaveURL(/account=\d+/);
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Wren_Hollow' }).first()).toBeVisible();
  await expect(
    rows.filter({ hasNotText: 'Wren_Hollow' }).filter({ has: page.getByRole('cell') }),
  ).toHaveCount(0);

  await visit(page, '/admin/orders');
  await openMoreFilters(page);
  const product = page.getByRole('combobox', { name: 'Product' });
  await product.pressSequentially('Founder');
  await page.getByRole('option', { name: /Founder Package/ }).click();
  await expect(page).toHaveURL(/product=\d+/);
  await expect(rows.filter({ hasText: 'Founder Package' }).first()).toBeVisible();

  await visit(page, `/admin/users/${await findAccountId(portal, 'Wren_Hollow')}`);
  await page.getByRole('button', { name: 'Grant item…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant Wren_Hollow an item' });
  await dialog.getByLabel('Game server').selectOption({ index: 1 });
  const item = dialog.getByRole('combobox', { name: 'Item' });
  await item.pressSequentially('ember');
  await expect(dialog.getByRole('option', { name: /^Ember Draught/ })).toBeVisible();
  await item.press('ArrowDown');
  await item.press('Enter');
  await expect(item).toHaveValue('30110');
  await expect(dialog.getByText(/^Wren_Hollow gets 1 × Ember Draught/)).toBeVisible();
  await look(page, testInfo, 'admin-picker-item');
});

test('staff grant a pack to the players of a CSV file, after a dry run that changes nothing @phone', async ({
  page,
  portal,
}, testInfo) => {
  const players = await portal.sql<{ id: number; user_name: string }>(
    `select id, user_name from accounts where web_mgt = 1 and not has_claimed_veteran_package
     and id not in (select account_id from account_packs) order by id desc limit 2`,
  );
  const names = players.map(({ user_name: name }) => name);
  const packs = () =>
    portal.sql('select account_id from account_packs where account_id = any($1)', [
      players.map(({ id }) => id),
    ]);
  await visitAsOwner(page, portal, '/admin/actions');
  await page.getByRole('button', { name: 'Grant a pack to a list…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant a pack to a list' });
  await dialog.getByLabel('For good').check();
  await dialog.getByLabel('Or choose a CSV file').setInputFiles({
    name: 'winners.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `${names.map((name) => `${name},"Won, twice"`).join('\r\n')}\r\nnobody-of-that-name,\r\n`,
    ),
  });
  await expect(dialog.getByLabel('Players')).toHaveValue(new RegExp(names[0] ?? ''));
  await dialog.getByLabel('Reason').fill('Won the contest');
  await dialog.getByRole('button', { name: 'Check the list' }).click();
  await expect(dialog).toContainText('2 ready, 0 with nothing to do, 1 fail.');
  await look(page, testInfo, 'admin-bulk-csv-checked');
  expect(await packs()).toEqual([]);
  await dialog.getByRole('button', { name: 'Grant to 2 players' }).click();
  await expect(page.getByText('The list is finished.')).toBeVisible();
  await look(page, testInfo, 'admin-bulk-csv-done');
  expect(await packs()).toHaveLength(2);
});

test('the search finds an order, a product and a text by keyboard alone @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const [order] = await portal.sql<{ id: number }>("select min(id) as id from orders where state = 'review'");
  await visitAsOwner(page, portal, '/admin/today');
  const search = page.getByRole('combobox', { name: /^Search players/ });
  for (const [text, group, address] of [
    [`${order?.id}`, 'Orders', /\/admin\/orders\/\d+$/],
    ['Horn of the Grey', 'Products', /\/admin\/products\?search=/],
    ['What we are building', 'News', /\/admin\/news\/\d+$/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await search.pressSequentially(text);
    const hits = page.getByRole('group', { name: group }).getByRole('option');
    await expect(hits.first()).toBeVisible();
    while ((await hits.first().getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown');
    if (group === 'Orders') await look(page, testInfo, 'admin-search-order');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(search).toBeHidden();
  }
});

test('the search opens an action with the player, order or product it finds, by keyboard alone @desktop', async ({
  page,
  portal,
}, testInfo) => {
  await visitAsOwner(page, portal, '/admin/today');
  const [player] = await portal.sql<{ name: string }>(
    'select user_name as name from accounts where permission = 0 and web_mgt = 1 order by id desc limit 1',
  );
  const search = page.getByRole('combobox', { name: /^Search players/ });
  await page.keyboard.press('Control+k');
  await search.pressSequentially(player?.name ?? '');
  const actions = page.getByRole('group', { name: `With ${player?.name}` }).getByRole('option');
  await expect(actions).toHaveCount(5);
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();
  await expect(actions.first()).toHaveAttribute('aria-selected', 'true');
  await look(page, testInfo, 'admin-search-actions');
  await page.keyboard.press('c');
  const coins = page.getByRole('dialog', { name: /coins/i });
  await expect(coins).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/);
  await page.keyboard.press('Escape');
  await expect(coins).toBeHidden();
  // Its button is behind 'More' on a phone.
  await page.keyboard.press('Control+k');
  await search.pressSequentially(player?.name ?? '');
  await expect(actions).toHaveCount(5);
  await page.keyboard.press('Tab');
  await page.keyboard.press('r');
  const link = page.getByRole('dialog', { name: /reset link/i });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();

  await test.step('of an order, which is below the player with the same number', async () => {
    const [order] = await portal.sql<{ id: number }>(
      "select max(id) as id from orders where state = 'paid' and payment_intent_id is not null",
    );
    await page.keyboard.press('Control+k');
    await search.pressSequentially(`${order?.id}`);
    const found = page.getByRole('group', { name: 'Orders' }).getByRole('option').first();
    await expect(found).toBeVisible();
    while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    const group = page.getByRole('group', { name: `With order #${order?.id}` });
    await expect(group.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('group', { name: /^With/ })).toHaveCount(1);
    await look(page, testInfo, 'admin-search-order-actions');
    await page.keyboard.press('r');
    const refund = page.getByRole('dialog', { name: `Refund order ${order?.id}` });
    await expect(refund).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(refund).toBeHidden();
  });

  await test.step('of a product, whose editor is ready to hide it', async () => {
    await page.keyboard.press('Control+k');
    await search.pressSequentially('Horn of the Grey');
    await expect(page.getByRole('group', { name: /^With Horn of the Grey/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await look(page, testInfo, 'admin-search-product-actions');
    await page.keyboard.press('h');
    const listed = page.getByRole('dialog', { name: /^Edit Horn/ }).getByLabel('Listed');
    await expect(listed).toBeFocused();
    await expect(listed).not.toBeChecked();
    await look(page, testInfo, 'admin-product-hide');
  });
});
