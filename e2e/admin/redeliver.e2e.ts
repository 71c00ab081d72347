import { expectNoAxeViolations } from '#e2e/axe.ts';
import { createGame } from '#e2e/game.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { BUNDLE, buy, openShop } from '#e2e/shoppers.ts';
import { expect, startSession, test, visit } from '#e2e/test.ts';

/** Deliveries that nobody paid for, so that the tables are long. They were applied a month ago. */
async function fillWithOldDeliveries({ sql }: Portal, prefix: string): Promise<void> {
  await sql(
    `with players as (
       insert into accounts (user_name, email, password_hash)
       select $1 || n, $1 || n || '@example.test', 'nobody signs in with this' from generate_series(1, 70) as n returning id
     )
     insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, leases, settled_at)
     select id, $1 || id || ':' || n, 'grant', 'item', 7000 + n, n, 'applied', 1, now() - interval '30 days'
     from players, generate_series(1, 12) as n where n <= 1 + id % 12`,
    [prefix],
  );
}

const ago = (page: { evaluate: <T>(work: (ms: number) => T, ms: number) => Promise<T> }, ms: number) =>
  page.evaluate((before) => {
    const time = new Date(Date.now() - before);
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, ms);

test('after the game was wiped, the owner grants again what players are owed, and a restored one gets nothing twice @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const { shoppers, productId } = await openShop(portal, 3);
  for (const shopper of shoppers) await buy(() => portal.origin, shopper, productId);
  const items = `item ${BUNDLE.itemId} × ${BUNDLE.items}`;
  const delivered = () =>
    portal.sql<{ open: number }>(
      `select count(*)::int as open from orders left join deliveries on order_id = orders.id and effect = 'grant'
       where product_id = $1 and deliveries.state is distinct from 'applied' and deliveries.state is distinct from 'superseded'`,
      [productId],
    );
  const game = await createGame(portal);
  const isApplied = async () => {
    await game.play();
    return (await delivered())[0]?.open;
  };
  await expect.poll(isApplied, { timeout: 90_000 }).toBe(0);
  expect(game.inventory(shoppers[0]?.accountId ?? 0)).toEqual([items]);
  await fillWithOldDeliveries(portal, `Old${testInfo.project.name.slice(0, 5)}_`);

  await startSession(page, portal.owner.name, portal.owner.password);
  await visit(page, '/admin/redeliver');
  await expect(page.getByRole('heading', { level: 1, name: 'Redeliver' })).toBeVisible();
  const main = page.getByRole('main');

  await test.step('says what is missing', async () => {
    await main.getByRole('button', { name: 'Count what would be sent' }).click();
    await expect(main.getByText('Please say what happened to the game.')).toBeVisible();
    await expectNoAxeViolations(page, 'the form with a fault');
  });

  await test.step('counts everything for a new season', async () => {
    await main.getByLabel('It was wiped: a new season').check();
    await main.getByRole('button', { name: 'Count what would be sent' }).click();
    await expect(main.getByText('Nothing has been sent yet.')).toBeVisible();
    const players = main.getByRole('table', { name: 'Players who would receive it' });
    await expect(players.getByRole('row')).toHaveCount(11);
    await expectNoAxeViolations(page, 'the dry run');
    await takeScreen(page, testInfo, 'admin-redeliver-dry-run', { isWhole: true });
    await main.getByRole('button', { name: 'Show 50 players' }).click();
    await expect(players.getByRole('row')).toHaveCount(51);
  });

  const wiped = await createGame(portal);
  await test.step('sends a product again to a wiped game', async () => {
    await main.getByLabel('What to send again').selectOption('Deliveries of one product');
    await main.getByLabel('Product').fill(String(productId));
    await main.getByLabel('Applied since').fill(await ago(page, 3_600_000));
    await main.getByRole('button', { name: 'Count what would be sent' }).click();
    await expect(main.getByText('3 deliveries to 3 players (Bundle).')).toBeVisible();
    await main.getByRole('button', { name: 'Redeliver 3…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grant it again for a new season' });
    await dialog.getByLabel('Reason').fill('The world server was wiped for season 4');
    await expectNoAxeViolations(page, 'the confirmation');
    await takeScreen(page, testInfo, 'admin-redeliver-confirm');
    await dialog.getByRole('button', { name: 'Redeliver 3', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('log')).toContainText('Redelivery started.');
    await expect(main.getByText('Queued 3 of 3. 3 are waiting for the game.')).toBeVisible({
      timeout: 90_000,
    });
    await wiped.play();
    await expect(main.getByText('Queued 3 of 3.', { exact: true })).toBeVisible();
    for (const { accountId } of shoppers) expect(wiped.inventory(accountId)).toEqual([items]);
    await takeScreen(page, testInfo, 'admin-redeliver-done', { isWhole: true });
  });

  await test.step('sends everything of the last hour again under the same keys, and nothing doubles', async () => {
    await main.getByLabel('It was restored from a backup').check();
    await main.getByLabel('Applied since').fill(await ago(page, 3_600_000));
    await main.getByRole('button', { name: 'Count what would be sent' }).click();
    await main.getByRole('button', { name: /^Redeliver \d+…$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Send it again' });
    await dialog.getByLabel('Reason').fill('Restored the backup of 20:00');
    await dialog.getByRole('button', { name: /^Redeliver \d+$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByText(/^Queued (\d+) of \1\. \d+ are waiting for the game\.$/)).toBeVisible({
      timeout: 90_000,
    });
    await wiped.play();
    for (const { accountId } of shoppers) expect(wiped.inventory(accountId)).toEqual([items]);
  });
  await Promise.all([game.remove(), wiped.remove()]);
});
