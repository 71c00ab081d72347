import { expectNoAxeViolations } from '#e2e/axe.ts';
import { createGame } from '#e2e/game.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { goToCheckout, makeGift } from '#e2e/shoppers.ts';
import { expect, signIn, test, visit } from '#e2e/test.ts';

const CHEST = 'Chest of the lost';

/** Closed and open payments of other players. */
async function fillList({ sql }: Portal, project: string): Promise<void> {
  await sql(
    `insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency,
       refunded_cents, dispute, payer_name, payer_email, product_name, started_at, state, closed_at, refund_failure)
     select 'sandbox', false, $1 || n, 'pi_' || $1 || n, 'waygate-x-' || n, 499 + 500 * n, case n when 4 then 'usd' else 'eur' end,
       case n when 2 then 999 when 3 then 250 else 0 end, case n when 1 then 'open' else 'none' end,
       (array['Mira Oak', null, 'Alexandria Featherstonehaugh', 'Jo'])[n],
       (array['mira@example.com', 'someone@example.org', 'a.featherstonehaugh@example.com', null])[n],
       (array['Lantern chest', 'Founder package', 'Coin hoard of the old king, with 12 000 coins', null])[n],
       now() - n * interval '1 hour', case n when 2 then 'refunded' else 'open' end,
       case n when 2 then now() end, null
     from generate_series(1, 4) n`,
    [`cs_${project}_`],
  );
}

test('the owner attaches a payment whose order a restored backup lacks, and refunds another one @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const project = testInfo.project.name;
  const game = await createGame(portal);
  const [productId, accounts] = [
    await makeGift(portal, { name: `${CHEST} ${project}`, itemId: 8301 }),
    await portal.sql<{ id: number }>('select id from accounts order by id limit 1'),
  ];
  const accountId = accounts[0]?.id ?? 0;
  await signIn(page, portal.owner.name, portal.owner.password);
  await fillList(portal, project);

  await test.step('sees it on the page of orders', async () => {
    await goToCheckout(page, productId);
    // The backup is from before the checkout.
    await portal.sql(
      `update orders set reference = 'forgotten-' || id, session_id = null, checkout_url = null, state = 'cancelled'
       where product_id = $1`,
      [productId],
    );
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^(Pay|Donate) €/ }).click();
    await expect(page).toHaveURL(/\/shop\?payment=success$/);
    await expect
      .poll(() =>
        portal.sql('select 1 from unmatched_payments where product_name = $1', [`${CHEST} ${project}`]),
      )
      .toHaveLength(1);
    await visit(page, '/admin/orders');
    await expect(page.getByText(/payments have no order\./)).toBeVisible();
    await expectNoAxeViolations(page, 'orders with unmatched payments');
    await takeScreen(page, testInfo, 'admin-orders-unmatched');
    await page.getByRole('link', { name: 'Show them' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unmatched payments' })).toBeVisible();
  });

  await test.step('attaches the payment, which delivers it', async () => {
    await expect(page.getByText(`${CHEST} ${project}`).first()).toBeVisible();
    await expectNoAxeViolations(page, 'unmatched payments');
    await takeScreen(page, testInfo, 'admin-unmatched', { isWhole: true });
    await page
      .getByRole('button', { name: /^Attach: payment/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Attach payment/ });
    await dialog.getByLabel('Account DBID').fill(String(accountId));
    await expect(dialog.getByLabel('Product')).toHaveValue(String(productId));
    await dialog.getByLabel('Reason').fill('Lost with the backup of 20:00');
    await expect(dialog).toContainText('Afterwards the order is: Paid.');
    await expectNoAxeViolations(page, 'attaching a payment');
    await takeScreen(page, testInfo, 'admin-unmatched-attach');
    await dialog.getByRole('button', { name: 'Attach and deliver' }).click();
    await expect(page.getByText(/^Payment attached as order \d+\.$/)).toBeVisible();
    await game.play();
    expect(game.inventory(accountId)).toContain('item 8301 × 2');
  });

  await test.step('reads what a refund does', async () => {
    await page
      .getByRole('button', { name: /^Refund: payment/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Refund payment/ });
    await expect(dialog).toContainText('The money goes back to the payer.');
    await expectNoAxeViolations(page, 'refunding a payment');
    await takeScreen(page, testInfo, 'admin-unmatched-refund');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await portal.sql('delete from unmatched_payments where order_id is null');
});
