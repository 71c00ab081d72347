import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expectNoAxeViolations } from '#e2e/axe.ts';
import { createGame } from '#e2e/game.ts';
import { look } from '#e2e/look.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { goToCheckout, makeGift } from '#e2e/shoppers.ts';
import { expect, followHeader, startSession, test, visit } from '#e2e/test.ts';

const PICTURE = path.resolve(
  import.meta.dirname,
  '../../apps/server/content/demo/products/media/coin-hoard.png',
);

/** Signs in as the owner and goes to a section of the admin area. */
async function enter(page: Page, { owner }: Portal, address: string): Promise<void> {
  await startSession(page, owner.name, owner.password);
  await openSection(page, address);
}

async function openSection(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function pay(page: Page, testInfo?: TestInfo): Promise<void> {
  if (testInfo) await look(page, testInfo, 'sandbox-checkout-consent');
  await page.getByRole('checkbox', { name: /I agree to the terms/ }).check();
  await page.getByRole('button', { name: /^Donate €/ }).click();
  await expect(page).toHaveURL(/\/shop\?payment=success$/);
}

/** Exports what came in today, and finds the order in the file. */
async function exportRevenue(page: Page, testInfo: TestInfo, orderId: number): Promise<void> {
  await page.getByRole('button', { name: 'Export revenue…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export revenue' });
  await dialog.getByLabel('First day (UTC)').fill('2031-01-02');
  await dialog.getByLabel('Last day (UTC)').fill('2031-01-01');
  await dialog.getByRole('button', { name: 'Export CSV' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The last day is before the first.');
  await look(page, testInfo, 'admin-revenue-export');
  await dialog.getByLabel('First day (UTC)').fill('2026-01-01');
  await dialog.getByLabel('Last day (UTC)').fill('2035-12-31');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^revenue-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    new RegExp(`^${orderId},[^,]+,payment,4\\.99,`, 'm'),
  );
  await expect(page.getByText('Revenue exported.')).toBeVisible();
}

async function newestOrder({ sql }: Portal, productId: number) {
  const [order] = await sql<{ id: number; account_id: number; state: string }>(
    'select id, account_id, state from orders where product_id = $1 order by id desc limit 1',
    [productId],
  );
  if (!order) throw new Error(`There is no order of product ${productId}.`);
  return order;
}

async function orderComesTo(portal: Portal, productId: number, state: string) {
  await expect
    .poll(async () => (await newestOrder(portal, productId)).state, { timeout: 90_000 })
    .toBe(state);
  return newestOrder(portal, productId);
}

test('the owner creates a product, sees it on its card and in the shop, and edits next to another editor @phone', async ({
  page,
  portal,
  complaints,
}, testInfo) => {
  complaints.expect(/status of 409/);
  const name = `Hoard of ${testInfo.project.name}`;
  await enter(page, portal, '/admin/products');
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible();
  await look(page, testInfo, 'admin-products');

  await test.step('sees what is missing', async () => {
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toContainText('fields need your attention');
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await expectNoAxeViolations(page, 'the product form with faults');
  });

  await test.step('writes it, with its card beside', async () => {
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByLabel('Storefront').selectOption('Donations');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Coins as far as you can **see**.');
    await dialog.getByLabel('Price in euro', { exact: true }).fill('9,99');
    await dialog.getByLabel('New price in euro').fill('7.49');
    await dialog.getByLabel('On sale').check();
    await dialog.getByLabel('Sale ends').fill('2031-01-01T12:00:00');
    await dialog.getByLabel('Stock', { exact: true }).fill('5');
    await dialog.getByLabel('Upload a picture').setInputFiles(PICTURE);
    await expect(dialog.getByRole('button', { name: 'Remove the picture' })).toBeVisible();
    const first = dialog.getByRole('group', { name: 'Line 1' });
    await first.getByLabel('Item id').fill('7001');
    await first.getByLabel('Label').fill('Ember Draught');
    await dialog.getByRole('button', { name: 'Add a line' }).click();
    const second = dialog.getByRole('group', { name: 'Line 2' });
    await second.getByLabel('Kind').selectOption('Agaia coins');
    await second.getByLabel('Quantity').fill('1500');
    await second.getByLabel('Label').fill('Agaia Coins');
    await dialog.getByRole('button', { name: 'Move line 2 up' }).click();
    await expect(dialog.getByRole('group', { name: 'Line 1' }).getByLabel('Label')).toHaveValue(
      'Agaia Coins',
    );
    const card = dialog.locator('article');
    await expect(card).toContainText('Coins as far as you can see.');
    await expect(card).toContainText('€7.49');
    await expect(card).toContainText('Only 5 left');
    await look(page, testInfo, 'admin-product-new');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('log')).toContainText('Product created successfully!');
  });

  await test.step('is asked which version counts', async () => {
    await page.getByRole('searchbox').fill(name);
    await expect(page).toHaveURL(/search=Hoard/);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
    await dialog.getByLabel('New price in euro').fill('6.99');
    await portal.sql(
      'update products set stock = 4, account_limit = 3, version = version + 1 where name = $1',
      [name],
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('heading', { name: /^Somebody else has changed this/ })).toBeFocused();
    await look(page, testInfo, 'admin-product-conflict');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByRole('log')).toContainText('Product updated successfully!');
    const [row] = await portal.sql<{ stock: number; new_price_cents: number }>(
      'select stock, new_price_cents, account_limit from products where name = $1',
      [name],
    );
    // What the other editor changed stays, beside what was changed here.
    expect(row).toEqual({ stock: 4, new_price_cents: 699, account_limit: 3 });
  });

  await test.step('finds who changed the price', async () => {
    await openSection(page, '/admin/audit');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Product updated');
    await page.getByRole('combobox', { name: 'Staff' }).selectOption(portal.owner.name);
    const row = page.getByRole('row').filter({ hasText: '€7.49' }).filter({ hasText: '€6.99' });
    await expect(row.first().getByRole('link', { name: portal.owner.name })).toBeVisible();
    await look(page, testInfo, 'admin-audit-price');
  });

  await test.step('sees it in the shop', async () => {
    await visit(page, '/');
    await followHeader(page, 'Donate');
    const overlay = page.getByRole('dialog', { name: /donations/i });
    await overlay.getByRole('button', { name: 'General' }).click();
    const card = overlay.getByRole('article').filter({ hasText: name });
    await expect(card).toContainText('€6.99');
    await expect(card.locator('img')).toHaveAttribute('src', /\.webp$/);
    await expect
      .poll(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await takeScreen(page, testInfo, 'admin-product-in-shop');
  });

  await test.step('takes it out again', async () => {
    await openSection(page, `/admin/products?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const question = page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(question).toContainText('This action cannot be undone.');
    await look(page, testInfo, 'admin-product-delete');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  });
});

test('the owner manages the categories @desktop', async ({ page, portal }, testInfo) => {
  const name = `Relics ${testInfo.project.name}`;
  await enter(page, portal, '/admin/products');
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/categories$/);
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Icon').selectOption('Gem');
  await look(page, testInfo, 'admin-category-new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  await look(page, testInfo, 'admin-categories');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('dialog').getByLabel('Place').fill('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('log')).toContainText('Category updated successfully!');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(question).toContainText('listed under “General”');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('cell', { name, exact: true })).toBeHidden();
});

test('the owner buys, refunds from the portal, and the game takes the item back @phone', async ({
  page,
  portal,
}, testInfo) => {
  const game = await createGame(portal);
  const productId = await makeGift(portal, {
    name: `Draughts ${testInfo.project.name}`,
    itemId: 8101,
    coins: 500,
  });
  await enter(page, portal, '/admin/orders');
  await goToCheckout(page, productId);
  await pay(page, testInfo);
  const { id, account_id: accountId } = await orderComesTo(portal, productId, 'paid');
  await game.play();
  expect(game.inventory(accountId)).toContain('item 8101 × 2');

  await test.step('finds the order', async () => {
    await openSection(page, '/admin/orders');
    await expect(page.getByRole('link', { name: `#${id}` })).toBeVisible();
    await look(page, testInfo, 'admin-orders');
    await exportRevenue(page, testInfo, id);
    await page.getByRole('link', { name: `#${id}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
    await expect(page.getByText('2 × Ember Draught', { exact: true })).toBeVisible();
  });

  await test.step('gives a part back, and then the rest', async () => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog', { name: `Refund order ${id}` });
    await expect(dialog).toContainText('2 × Ember Draught: revoked in the game.');
    await expect(dialog).toContainText(/500 Coins are revoked\./);
    await dialog.getByLabel('Reason').fill('Bought twice');
    await look(page, testInfo, 'admin-order-refund');
    await dialog.getByLabel('Refund amount').selectOption('Partial refund');
    await dialog.getByLabel('Amount in euro').fill('1,50');
    await expect(dialog).toContainText('Nothing changes for the player.');
    await dialog.getByRole('button', { name: 'Refund €1.50' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Partially refunded').first()).toBeVisible();
    await page.getByRole('button', { name: 'Refund…' }).click();
    await dialog.getByLabel('Reason').fill('Bought twice');
    await expect(dialog).toContainText('Afterwards the order is: Refunded.');
    await dialog.getByRole('button', { name: 'Refund €3.49' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Items revoked').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeHidden();
  });

  await test.step('sees the game take the item back', async () => {
    await game.play();
    expect(game.inventory(accountId).filter((thing) => thing.includes('8101'))).toEqual([]);
    const taken = page.getByRole('row').filter({ hasText: 'Revoke 2 × Ember Draught' });
    await expect(taken).toContainText('Applied', { timeout: 60_000 });
    await expectNoAxeViolations(page, 'a refunded order');
    await takeScreen(page, testInfo, 'admin-order-refunded', { isWhole: true });
  });
  await game.remove();
});

test('the owner decides about an order that was paid with a different amount @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const productId = await makeGift(portal, {
    name: `Oddity ${testInfo.project.name}`,
    itemId: 8102,
    coins: 500,
  });
  await enter(page, portal, '/admin/orders');
  await goToCheckout(page, productId);
  await portal.sql('update orders set price_cents = 599 where product_id = $1', [productId]);
  await pay(page);
  const { id } = await orderComesTo(portal, productId, 'review');
  await openSection(page, '/admin/orders?state=paid');
  await page.getByRole('link', { name: /^Show (it|them)$/ }).click();
  await page.getByRole('link', { name: `#${id}` }).click();
  await expect(page.getByText('The amount paid differs from the price.').first()).toBeVisible();
  const sums = page.locator('dl').filter({ hasText: 'Expected' });
  await expect(sums.getByText('€1.00 too little')).toBeVisible();
  const [expected, paid] = await Promise.all(
    ['€5.99', '€4.99'].map((sum) => sums.getByText(sum, { exact: true }).boundingBox()),
  );
  expect(expected?.y, 'both sums stand side by side').toBe(paid?.y);
  await look(page, testInfo, 'admin-order-review');
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const question = page.getByRole('dialog', { name: `Mark as paid: order ${id}` });
  await expect(question).toContainText('2 × Ember Draught: sent to the game.');
  await question.getByLabel('Reason').fill('The rest came by bank transfer');
  await look(page, testInfo, 'admin-order-decision');
  await question.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Staff marked it as paid.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This order needs a decision' })).toBeHidden();
});

test('the owner retries a dead delivery, and the game applies it @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const game = await createGame(portal);
  const productId = await makeGift(portal, {
    name: `Lost parcel ${testInfo.project.name}`,
    itemId: 8103,
    coins: 500,
  });
  await enter(page, portal, '/admin/deliveries');
  await goToCheckout(page, productId);
  await pay(page);
  const { id, account_id: accountId } = await orderComesTo(portal, productId, 'paid');
  const [delivery] = await portal.sql<{ id: string }>(
    `update deliveries set state = 'dead', failure = 'exhausted', attempts = 12, last_detail = 'the inventory is full', settled_at = now()
     where order_id = $1 returning id`,
    [id],
  );
  await openSection(page, '/admin/deliveries');
  const row = page.getByRole('row').filter({ hasText: `#${delivery?.id}` });
  await expect(row).toContainText('the inventory is full');
  await expect(row).toContainText('Twelve attempts failed.');
  await look(page, testInfo, 'admin-deliveries');
  await page.getByRole('button', { name: 'Retry all' }).click();
  const all = page.getByRole('dialog', { name: 'Retry all failed deliveries' });
  await expect(all).toContainText(/\d deliver(y|ies)/);
  await look(page, testInfo, 'admin-delivery-retry-all');
  await all.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: `Retry: delivery ${delivery?.id}` }).click();
  const question = page.getByRole('dialog', { name: `Retry: delivery ${delivery?.id}` });
  await expect(question).toContainText("it isn't applied a second time");
  await look(page, testInfo, 'admin-delivery-retry');
  await question.getByRole('button', { name: 'Retry delivery' }).click();
  await expect(page.getByRole('log')).toContainText('Delivery queued again.');
  await expect(row).toBeHidden();
  await game.play();
  expect(game.inventory(accountId)).toContain('item 8103 × 2');
  await page.getByLabel('State').selectOption('Applied');
  await expect(page.getByRole('row').filter({ hasText: `#${delivery?.id}` })).toContainText('Applied');
  await game.remove();
});
