import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { look } from '#e2e/look.ts';
import { expect, findAccountId, openMoreFilters, test, visit, visitAsOwner } from '#e2e/test.ts';

test('the owner gives back a lost item on the page of its player @phone', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  await visitAsOwner(page, portal, `/admin/users/${accountId}`);
  await page.getByRole('button', { name: 'Grant item…' }).click();
  const dialog = page.getByRole('dialog', { name: `Grant ${account.name} an item` });
  await dialog.getByRole('button', { name: 'Grant item' }).click();
  await expect(dialog.getByLabel('Item')).toHaveAttribute('aria-invalid', 'true');
  await look(page, testInfo, 'admin-grant-item-invalid');
  await dialog.getByLabel('Item').fill('4711');
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByLabel('Reason').fill('Lost in an outage');
  await expect(dialog.getByText(`${account.name} gets 3 × `)).toBeVisible();
  await look(page, testInfo, 'admin-grant-item');
  await dialog.getByRole('button', { name: /^Grant 3 × / }).click();
  await expect(page.getByText('Item granted.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Grant item…' })).toBeFocused();
  expect(
    await portal.sql('select item_id, quantity from deliveries where account_id = $1', [accountId]),
  ).toEqual([{ item_id: 4711, quantity: 3 }]);
});

test('the owner stops a list of players for good, and its report stays @phone', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  const reason = `For the festival of ${account.name}`;
  await portal.sql(
    `with list as (
       insert into bulk_lists (id, staff_id, action, details, reason)
       values ($1, 1, 'GRANT_STAFF_PACK', '{"action":"GRANT_STAFF_PACK"}', $2) returning id)
     insert into bulk_rows (list_id, account_id) select id, $3 from list`,
    [randomUUID(), reason, accountId],
  );
  await visitAsOwner(page, portal, '/admin/actions');
  await test.step('after a dry run of another one, which writes nothing', async () => {
    await page.getByRole('button', { name: 'Ban a list…' }).click();
    const ban = page.getByRole('dialog', { name: 'Ban a list' });
    await ban.getByRole('button', { name: 'Check the list' }).click();
    await expect(ban.getByLabel('Players')).toHaveAttribute('aria-invalid', 'true');
    await ban.getByLabel('Ban End Time').fill('2099-01-01T12:00:00');
    await ban.getByLabel('Players').fill(`${account.name}\nnobody-of-that-name`);
    await ban.getByLabel('Reason').fill('Sold the same sword twice');
    await ban.getByRole('button', { name: 'Check the list' }).click();
    await expect(ban).toContainText('1 ready, 0 with nothing to do, 1 fail.');
    await look(page, testInfo, 'admin-bulk-ban-checked');
    await ban.getByRole('button', { name: 'Cancel' }).click();
    await ban.getByRole('button', { name: 'Discard' }).click();
    await expect(ban).toBeHidden();
    expect(await portal.sql('select id from bans where account_id = $1', [accountId])).toEqual([]);
  });
  const row = page.getByRole('row').filter({ hasText: reason });
  await row.getByRole('button', { name: /^Go on…/ }).click();
  const list = page.getByRole('dialog');
  await look(page, testInfo, 'admin-bulk-waiting');
  await list.getByRole('button', { name: 'Stop for good…' }).click();
  const question = page.getByRole('dialog', { name: 'Stop this list for good?' });
  await expect(question).toContainText('1 waiting account gets nothing.');
  await question.getByRole('button', { name: 'Stop the remaining 1' }).click();
  await expect(question.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await look(page, testInfo, 'admin-bulk-stop');
  await question.getByLabel('Reason').fill('The wrong names');
  await question.getByRole('button', { name: 'Stop the remaining 1' }).click();
  await expect(list.getByText('The list was stopped.')).toBeVisible();
  await look(page, testInfo, 'admin-bulk-stopped');
  await list.getByRole('button', { name: 'Close' }).last().click();
  await expect(row.getByRole('button', { name: /^Report…/ })).toBeVisible();
});

test('the owner keeps a picture in the library, and deletes it @phone', async ({
  page,
  portal,
}, testInfo) => {
  const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#7a2d46' } })
    .png()
    .toBuffer();
  const name = `banner-${testInfo.project.name}.png`;
  await visitAsOwner(page, portal, '/admin/news/new');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const library = page.getByRole('dialog', { name: 'Picture library' });
  await library.getByLabel('Upload pictures').setInputFiles({ name, mimeType: 'image/png', buffer });
  await expect(library.getByRole('option', { selected: true })).toContainText(name);
  const chosen = library.getByRole('region', { name: 'Chosen picture' });
  const keep = chosen.getByLabel('Keep in the library');
  const deletion = chosen.getByRole('button', { name: 'Delete picture' });
  await keep.check();
  await expect(library.getByText('Picture kept in the library.')).toBeVisible();
  await expect(deletion).toBeHidden();
  await look(page, testInfo, 'admin-picture-kept');
  await keep.uncheck();
  await expect(library.getByText('Picture no longer kept in the library.')).toBeVisible();
  await deletion.click();
  const question = page.getByRole('dialog', { name: `Delete ${name}?` });
  await look(page, testInfo, 'admin-picture-delete');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(library).toBeVisible();
  await deletion.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(library.getByText('Picture deleted.')).toBeVisible();
  await expect(library.getByRole('option').filter({ hasText: name })).toHaveCount(0);
  await look(page, testInfo, 'admin-picture-deleted');
});

test('the owner asks for more filters, and those that are set stay @desktop', async ({
  page,
  portal,
  account,
}, testInfo) => {
  const accountId = await findAccountId(portal, account.name);
  await visitAsOwner(page, portal, '/admin/orders');
  await expect(page.getByLabel('Player')).toHaveCount(0);
  await openMoreFilters(page);
  await page.getByLabel('Player').fill(String(accountId));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`account=${accountId}`));
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
  await look(page, testInfo, 'admin-orders-more-filters');
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  await expect(page.getByLabel('Product')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Player' })).toHaveValue(String(accountId));
});

// Runs in the page, so that nothing of this module is in reach.
/* oxlint-disable unicorn/consistent-function-scoping */
/** How far the button in a file field is cut off, in pixels. */
function cutOff(input: Element): number {
  const frame = getComputedStyle(input);
  const button = getComputedStyle(input, '::file-selector-button');
  const px = (style: CSSStyleDeclaration, names: string[]) =>
    names.reduce((sum, name) => sum + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0);
  const edges = ['padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width'];
  const outer = px(button, ['height', ...(button.boxSizing === 'border-box' ? [] : edges)]);
  const room = input.clientHeight - px(frame, ['padding-top', 'padding-bottom']);
  return Math.max(
    0,
    outer - room,
    input.scrollWidth - input.clientWidth,
    input.scrollHeight - input.clientHeight,
  );
}

test('dates are typed straight through, errors vanish when corrected, and file fields are whole @desktop', async ({
  page,
  portal,
  complaints,
}, testInfo) => {
  // The refusal that is corrected.
  complaints.expect(/400 \(Bad Request\)/);
  await visitAsOwner(page, portal, '/admin/news/new');
  expect(await page.getByLabel('Cover picture').evaluate(cutOff)).toBe(0);
  await visit(page, '/admin/actions');
  await page.getByRole('button', { name: 'Ban a list…' }).click();
  expect(await page.getByLabel('Or choose a CSV file').evaluate(cutOff)).toBe(0);

  await visit(page, '/admin/patch-notes/new');
  await page.getByLabel('Status').selectOption('Published');
  await page.getByRole('button', { name: 'Save' }).click();
  const [title, release] = [page.getByLabel('Title'), page.getByLabel('Release date')];
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(release).toHaveAttribute('aria-invalid', 'true');
  await look(page, testInfo, 'admin-patch-note-invalid');
  await title.fill('Lantern light');
  await expect(title).not.toHaveAttribute('aria-invalid', 'true');
  // Day and month are the same, so that it is the same date in every order. A year ends with its fourth digit.
  await release.focus();
  await page.keyboard.type('11112026');
  await expect(release).toHaveValue('2026-11-11');
  await expect(release).not.toHaveAttribute('aria-invalid', 'true');
  const publishAt = page.getByLabel('Publish at');
  await publishAt.focus();
  // The letter is for clocks of twelve hours; others ignore it.
  await page.keyboard.type('11112026101112a');
  await expect(publishAt).toHaveValue('2026-11-11T10:11:12');
});
