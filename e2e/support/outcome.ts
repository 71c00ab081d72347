import { expect } from '@playwright/test';
import type { Game } from './game.ts';
import type { PaidState, Payments } from './payments.ts';
import type { Portal } from './portal.ts';
import { BUNDLE } from './shoppers.ts';

/** A job of a dead worker is found out after twenty seconds, and tried again up to a minute later. */
const SETTLED_WITHIN_MS = 180_000;

type Outcome = { portal: Portal; game: Game; payments: Payments };

const KEEPS_ITEMS: Record<PaidState, boolean> = {
  paid: true,
  partially_refunded: true,
  disputed: true,
  refunded: false,
  charged_back: false,
};

/** Waits until the order of every payment has the state that the money says. */
export async function expectOrderStates(
  { sql }: Portal,
  { paid, stateOf }: Pick<Payments, 'paid' | 'stateOf'>,
): Promise<void> {
  const expected = Object.fromEntries([...paid.keys()].map((id) => [id, stateOf(id)]));
  await expect(async () => {
    const rows = await sql<{ session_id: string; state: string }>(
      `select session_id, state from orders where state not in ('creating', 'pending', 'expired')`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.session_id, row.state]))).toEqual(expected);
  }).toPass({ timeout: SETTLED_WITHIN_MS });
}

/** Plays until every payment is settled and nothing is left to deliver. */
export async function expectSettled({ portal, game, payments }: Outcome): Promise<void> {
  await expectOrderStates(portal, payments);
  await expect(async () => {
    await game.play();
    expect(await selectUnfinished(portal)).toEqual([]);
  }).toPass({ timeout: SETTLED_WITHIN_MS });
}

function selectUnfinished({ sql }: Portal): Promise<{ state: string; failure: string | null }[]> {
  return sql(`select state, failure from deliveries where state in ('pending', 'leased', 'dead')`);
}

/**
 * Items and coins of these accounts are those of their payments that were not taken back, each once; the ledger balances.
 *
 * @param before bundles that each account has in the game from before this portal
 */
export async function expectExactlyOnce(
  { portal, game, payments: { paid, stateOf } }: Outcome,
  { accountIds, before = 0 }: { accountIds: number[]; before?: number },
): Promise<void> {
  const owed = new Map(accountIds.map((id) => [id, 0]));
  for (const [sessionId, accountId] of paid) {
    const bundles = owed.get(accountId);
    if (bundles !== undefined && KEEPS_ITEMS[stateOf(sessionId)]) owed.set(accountId, bundles + 1);
  }
  const balances = await portal.sql<{ account_id: number; amount: string }>(
    `select account_id, amount from coin_balances where currency = 'premium'`,
  );
  const coins = new Map(balances.map(({ account_id: id, amount }) => [id, Number(amount)]));
  for (const [accountId, bundles] of owed) {
    const items = (bundles + before) * BUNDLE.items;
    expect(game.inventory(accountId)).toEqual(items === 0 ? [] : [`item ${BUNDLE.itemId} × ${items}`]);
    expect(coins.get(accountId) ?? 0).toBe(bundles * BUNDLE.coins);
  }
  const [ledger] = await portal.sql<{ unbalanced: number; unpaid: number }>(
    `select (select count(*)::int from (
               select 1 from ledger_entries group by transaction_id, currency having sum(amount) <> 0) as t) as unbalanced,
            (select count(*)::int from deliveries d join orders o on o.id = d.order_id where o.paid_at is null) as unpaid`,
  );
  expect(ledger).toEqual({ unbalanced: 0, unpaid: 0 });
}
