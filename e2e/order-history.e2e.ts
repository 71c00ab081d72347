import type { Portal } from './support/portal.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { takeScreen } from './support/screens.ts';
import { addBundle } from './support/shoppers.ts';
import { type Account, expect, startSession, test, visit } from './support/test.ts';

const ORDERS = 23;

async function writeOrders(portal: Portal, { name }: Account): Promise<void> {
  const productId = await addBundle(portal, 77_001);
  await portal.sql(
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, created_at)
     select a.id, $2, 'Bundle', 250, 'sandbox', false, 'expired', now(), now() - n * interval '1 day'
     from accounts a, generate_series(1, $3::int) n where a.user_name = $1`,
    [name, productId, ORDERS],
  );
}

test('a player reaches all their orders page by page, and the focus stays where it is put @phone', async ({
  page,
  portal,
  account,
}, testInfo) => {
  await writeOrders(portal, account);
  await startSession(page, account.name, account.password);
  await visit(page, '/profile?tab=orders');
  const panel = page.getByRole('tabpanel', { name: 'Orders' });
  const orders = panel.getByRole('article');
  const end = panel.getByText(`These are all ${ORDERS} orders.`);
  const older = panel.getByRole('button', { name: 'Show older orders' });
  await expect(orders).toHaveCount(10);
  await expect(panel.getByText(`13 of ${ORDERS} left`)).toBeVisible();
  await older.click();
  await expect(orders).toHaveCount(20);
  await older.click();
  await expect(orders).toHaveCount(ORDERS);
  await expect(end).toBeFocused();
  const numbers = await orders.evaluateAll((all) =>
    all.map(({ textContent }) => Number(/Order (\d+)/.exec(textContent ?? '')?.[1])),
  );
  expect(new Set(numbers).size, 'each order once').toBe(ORDERS);
  await expectNoAxeViolations(page, 'all orders');
  await takeScreen(page, testInfo, 'profile-all-orders', { isWhole: true });

  const refresh = panel.getByRole('button', { name: 'Refresh' });
  const refreshed = page.waitForResponse('**/api/user/orders*');
  await refresh.click();
  await refreshed;
  await expect(refresh).not.toHaveAttribute('aria-disabled', 'true');
  await expect(orders).toHaveCount(ORDERS);
  await expect(refresh).toBeFocused();

  const shop = page.getByRole('main').getByRole('button', { name: 'Shop', exact: true });
  await shop.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(shop).toBeFocused();
});
