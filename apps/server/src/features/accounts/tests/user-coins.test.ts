import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { selectBalances } from '#features/ledger/ledger.queries.ts';
import { ledgerTransactions } from '#features/ledger/ledger.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createStaff, registerPlayer } from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { giveCoins, readUser, updateUser, userFormOf } from '#test/edited-users.ts';
import { useShop, startOrder } from '#test/shop-journeys.ts';

const portal = await useShop();
const staff = await createStaff(portal, ['users']);

const update = (id: number, body: object) => updateUser(portal, staff, id, body);
const read = (id: number) => readUser(portal, staff, id);
const auditOf = (accountId: number) => entriesAbout(portal, accountId);

describe('coins', () => {
  test('are set through a ledger adjustment that names its audit entry', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(portal, player.id, 300);

    await update(player.id, { agaiaCoins: 120, astrumCoins: 8 });

    expect(await selectBalances(portal.parts.db, player.id)).toEqual({ premium: 120, second: 8 });
    const [entry] = await auditOf(player.id);
    const posted = await portal.parts.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.idempotencyKey, `audit:${entry?.id}`));
    expect(posted).toMatchObject([{ reason: 'adjusted by staff' }]);
    const history = await portal.call('GET', `/admin/users/${player.id}/coins`, { token: staff.token });
    expect(history.json().entries).toMatchObject([
      { currency: 'second', amount: 8, balance: 8, reason: 'adjustment' },
      { currency: 'premium', amount: -180, balance: 120, reason: 'adjustment' },
      { currency: 'premium', amount: 300, balance: 300, reason: 'other' },
    ]);
  });

  test('stay unchanged when negative and not edited, and cannot be set to another negative value', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(portal, player.id, -40);
    const form = userFormOf(await read(player.id));
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).json()).toMatchObject({
      agaiaCoins: -40,
      hasClaimedFounderPackage: true,
    });
    expect((await update(player.id, { agaiaCoins: -39 })).statusCode).toBe(400);
    expect((await update(player.id, { agaiaCoins: 0 })).json()).toMatchObject({ agaiaCoins: 0 });
  });

  test('end at one requested value after concurrent edits, with the ledger in sync', async () => {
    const player = await registerPlayer(portal);
    const wanted = Array.from({ length: 12 }, (_, index) => 100 + index);
    const answers = await Promise.all(wanted.map((agaiaCoins) => update(player.id, { agaiaCoins })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wanted.map(() => 200));
    const { premium } = await selectBalances(portal.parts.db, player.id);
    expect(wanted).toContain(premium);
    const { rows } = await portal.parts.db.execute(sql`
      select sum(amount)::int as sum from ledger_entries where account_id = ${player.id}`);
    expect(rows).toEqual([{ sum: premium }]);
  });

  test('are neither lost nor invented when a grant meets a staff edit', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(portal, player.id, 10);
    const gifts = Array.from({ length: 10 }, () => giveCoins(portal, player.id, 1));
    const edits = Array.from({ length: 10 }, () => update(player.id, { agaiaCoins: 1000 }));
    await Promise.all([...gifts, ...edits]);
    const { premium } = await selectBalances(portal.parts.db, player.id);
    expect(premium).toBeGreaterThanOrEqual(1000);
    expect(premium).toBeLessThanOrEqual(1010);
  });

  test('do not deadlock when a first purchase meets a staff edit', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { buyer, orderId, sessionId } = await startOrder(portal);
      portal.stripe.books.pay(sessionId);
      const [answer] = await Promise.all([
        update(buyer.id, { agaiaCoins: 1000, hasClaimedVeteranPackage: true }),
        settleOrder(portal.parts, orderId),
      ]);
      expect(answer.statusCode).toBe(200);
      const after = await read(buyer.id);
      expect([1000, 1500]).toContain(after.agaiaCoins);
      expect(after).toMatchObject({ hasClaimedFounderPackage: true, hasClaimedVeteranPackage: true });
    }
  });
});
