import { createGame } from '#e2e/game.ts';
import { look } from '#e2e/look.ts';
import { expect, findAccountId, startSession, test, visit, visitAsOwner } from '#e2e/test.ts';

/** @returns how far below the heads the row stands afterwards, in pixels */
function scrollBelowHeads(row: Element): number {
  const heads = row.closest('table')?.querySelector('thead');
  if (!heads) throw new Error('The row is in no table with heads.');
  const distance = () => row.getBoundingClientRect().top - heads.getBoundingClientRect().bottom;
  scrollBy(0, distance());
  return Math.abs(Math.round(distance()));
}

test('staff add, change and remove a benefit, and the game follows @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const [game, accountId] = [await createGame(portal), await findAccountId(portal, account.name)];
  // Nobody else gives this one, so that it finds the row.
  const benefitId = 700_000 + accountId;
  await visitAsOwner(page, portal, '/admin/benefits');
  await expect(page.getByRole('heading', { level: 1, name: 'Benefits' })).toBeVisible();

  await test.step('adds it', async () => {
    await page.getByRole('button', { name: 'Add benefit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add benefit' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('All fields are required.');
    await look(page, testInfo, 'admin-benefit-incomplete');
    await dialog.getByLabel('Account DBID').fill(String(accountId));
    await dialog.getByLabel('Benefit ID').fill(String(benefitId));
    await dialog.getByLabel('Available Until').fill('2076-12-24T18:00:00');
    await dialog.getByLabel('Reason').fill('Won the contest');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Benefit added successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await game.play();
    expect(game.inventory(accountId)).toEqual([`benefit ${benefitId} × 1`]);
  });

  await test.step('adds another one to a list, of which a line fails', async () => {
    await page.getByRole('button', { name: 'Grant to a list…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grant to a list' });
    await dialog.getByLabel('Benefit ID').fill(String(benefitId + 1_000_000));
    await dialog.getByLabel('Available Until').fill('2076-12-24T18:00:00');
    await dialog.getByLabel('Players').fill(`${account.name}\nnobody-of-that-name`);
    await dialog.getByLabel('Reason').fill('Won the contest');
    await dialog.getByRole('button', { name: 'Check the list' }).click();
    await expect(dialog).toContainText('1 ready, 0 with nothing to do, 1 fail.');
    await look(page, testInfo, 'admin-bulk-checked');
    await dialog.getByRole('button', { name: 'Grant to 1 player' }).click();
    await expect(page.getByText('The list is finished.')).toBeVisible();
    await look(page, testInfo, 'admin-bulk-done');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await portal.sql('delete from account_benefits where benefit_id = $1', [benefitId + 1_000_000]);
    await portal.sql(
      "update deliveries set state = 'cancelled', settled_at = now() where kind = 'benefit' and item_id = $1",
      [benefitId + 1_000_000],
    );
  });

  const row = page.getByRole('row').filter({ hasText: account.name });

  await test.step('finds it by its id', async () => {
    await page.getByLabel('Search by account id or benefit id').fill(String(benefitId));
    await expect(row).toHaveCount(1);
    await expect(row.getByTitle(/24 December 2076.*18:00/)).toBeVisible();
    await look(page, testInfo, 'admin-benefits');
  });

  await test.step('changes its time', async () => {
    await row.getByRole('button', { name: `Edit benefit ${benefitId} of ${account.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Edit benefit ${benefitId}` });
    await expect(dialog.getByLabel('Account DBID')).not.toBeEditable();
    await expect(dialog.getByLabel('Benefit ID')).not.toBeEditable();
    await dialog.getByLabel('Available Until').fill('2020-01-01T00:00:00');
    await dialog.getByLabel('Reason').fill('Given by mistake');
    await look(page, testInfo, 'admin-benefit-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Benefit updated successfully!')).toBeVisible();
    await expect(row).toContainText('Ended');
    await game.play();
    expect(game.inventory(accountId)).toEqual([`benefit ${benefitId} × 1`]);
  });

  await test.step('sees it in the inventory', async () => {
    await visit(page, `/admin/game/inventory?search=${benefitId}`);
    const thing = page.getByRole('row').filter({ hasText: `Benefit ${benefitId}` });
    await expect(thing).toContainText('Ended');
    await expect(thing.getByRole('link', { name: account.name })).toBeVisible();
  });

  await test.step('removes it', async () => {
    await visit(page, `/admin/benefits?search=${benefitId}`);
    await row.getByRole('button', { name: `Remove benefit ${benefitId} of ${account.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Remove benefit ${benefitId}` });
    await dialog.getByLabel('Reason').fill('Given by mistake');
    await look(page, testInfo, 'admin-benefit-remove');
    await dialog.getByRole('button', { name: 'Remove benefit' }).click();
    await expect(page.getByText('Benefit removed successfully!')).toBeVisible();
    await expect(page.getByText('Nothing matches your search.')).toBeVisible();
    await game.play();
    expect(game.inventory(accountId)).toEqual([]);
  });
  await game.remove();
});

test('staff grant a pack after a confirmation delay, and the profile shows it @desktop', async ({
  page,
  portal,
  account,
  browser,
}, testInfo) => {
  const [game, accountId] = [await createGame(portal), await findAccountId(portal, account.name)];
  await visitAsOwner(page, portal, '/admin/actions');
  await expect(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await look(page, testInfo, 'admin-actions');
  await page.getByRole('button', { name: 'Grant Founder Pack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant Founder Pack' });
  await dialog.getByRole('button', { name: 'Perform' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Account DBID is required.');
  await dialog.getByLabel('Account DBID').fill(String(accountId));
  await dialog.getByLabel('Expiry Date (optional)').fill('2076-12-24T18:00:00');
  await dialog.getByLabel('Reason').fill('Won the contest');
  await look(page, testInfo, 'admin-action');
  const asked = Date.now();
  await dialog.getByRole('button', { name: 'Perform' }).click();
  await expect(dialog.getByRole('button', { name: 'Performing…' })).toBeDisabled();
  await expect(dialog.getByText('Grant Founder Pack performed successfully.')).toBeVisible();
  expect(Date.now() - asked).toBeGreaterThanOrEqual(1500);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await look(page, testInfo, 'admin-action-done');
  await dialog.getByText('Close', { exact: true }).click();
  await expect(dialog).toBeHidden();
  await game.play();
  expect(game.inventory(accountId)).toEqual(['founder_package 0 × 1']);
  await game.remove();

  const visitor = await browser.newContext({ baseURL: portal.origin });
  const profile = await visitor.newPage();
  await startSession(profile, account.name, account.password);
  await visit(profile, '/profile');
  await expect(profile.getByText('Founder Package').locator('xpath=..')).toContainText('Claimed');
  await expect(profile.getByText('Founder Package').locator('xpath=..')).not.toContainText('Not Claimed');
  await visitor.close();
});

test('staff allow a game server’s address, and an invalid address is refused @desktop', async ({
  page,
  portal,
  complaints,
}, testInfo) => {
  // The refusal that this is about.
  complaints.expect(/400 \(Bad Request\)/);
  await visitAsOwner(page, portal, '/admin/actions');
  await page.getByRole('button', { name: 'Grant Webapp Right' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant Webapp Right' });
  await expect(dialog.getByLabel('IP Address')).toHaveAttribute('placeholder', '{ip}');
  await dialog.getByLabel('IP Address').fill('not an address');
  await dialog.getByRole('button', { name: 'Perform' }).click();
  await expect(dialog.getByText('Please give an IPv4 or IPv6 address.').first()).toBeVisible();
  await look(page, testInfo, 'admin-action-refused');
  const address = `203.0.113.${testInfo.parallelIndex + 1}`;
  await dialog.getByLabel('IP Address').fill(address);
  await dialog.getByRole('button', { name: 'Perform' }).click();
  await expect(dialog.getByText('Grant Webapp Right performed successfully.')).toBeVisible();
  const rows = await portal.sql('select from bridge_addresses where address = $1::inet', [address]);
  expect(rows).toHaveLength(1);
});

test('staff search characters, and scroll through all of a long list @phone', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  await portal.sql(
    `insert into characters (account_id, name, level, class)
     select $1, (array['Kara', 'Belwyn', 'Orthas'])[1 + n % 3] || ' ' || n, 1 + n % 60, 'Warden'
     from generate_series(1, 250) n on conflict do nothing`,
    [accountId],
  );
  await visitAsOwner(page, portal, '/admin/game/characters');
  await page.getByLabel('Search by character, account name or id').fill(account.name);
  await expect(page.getByText('1–10 of 250')).toBeVisible();
  await look(page, testInfo, 'admin-characters');
  await page.getByLabel('Search by character, account name or id').fill('belwyn 133');
  await expect(page.getByRole('row').filter({ hasText: 'Belwyn 133' })).toHaveCount(1);
  await visit(page, `/admin/game/characters?search=${account.name}&pageSize=all&sort=-level`);
  const table = page.getByRole('table', { name: 'Characters' });
  await expect(
    table
      .getByText('Belwyn 58', { exact: true })
      .or(table.getByText('Orthas 59', { exact: true }))
      .first(),
  ).toBeVisible();
  await table.getByRole('row').last().scrollIntoViewIfNeeded();
  // A link that the heads cover halfway is smaller than a finger, until the list is scrolled on.
  const row = table.getByRole('row').nth(9);
  await expect.poll(() => row.evaluate(scrollBelowHeads)).toBe(0);
  await look(page, testInfo, 'admin-characters-all');
});

test('the inventory shows delivered and pending items @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  await portal.sql(
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, available_until, settled_at)
     values ($1::int, 'e2e:a:' || $1::int, 'grant', 'item', 30110, 13, 'applied', null, now()),
            ($1::int, 'e2e:b:' || $1::int, 'grant', 'club_days', null, 90, 'applied', null, now()),
            ($1::int, 'e2e:c:' || $1::int, 'grant', 'staff_package', null, 1, 'applied', now() + interval '1 year', now()),
            ($1::int, 'e2e:d:' || $1::int, 'grant', 'benefit', 17, 1, 'cancelled', now() - interval '1 day', now())`,
    [accountId],
  );
  await visitAsOwner(page, portal, `/admin/game/inventory?search=${account.name}`);
  await expect(page.getByRole('row').filter({ hasText: 'Item 30110' })).toContainText('13');
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await look(page, testInfo, 'admin-inventory');
});
