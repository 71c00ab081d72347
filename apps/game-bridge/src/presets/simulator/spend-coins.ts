import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PortalClient } from '#portal/portal-client.ts';
import { inTransaction } from './simulated-game.ts';

export type Spending = { accountId: number; amount: number; reason: string };
export type Spent = { is: 'paid' | 'refused'; balance: number };

type Recorded = Spending & { idempotencyKey: string };

/**
 * Takes coins for something in the game, once. The key is on disk before the portal is asked. So after a crash the same
 * spending is asked for again, under the same key, and the portal moves nothing twice.
 */
export async function spendCoins(
  database: DatabaseSync,
  portal: Pick<PortalClient, 'debit'>,
  spending: Spending,
): Promise<Spent> {
  const unfinished = findUnfinished(database, spending);
  const resumed = unfinished && (await finish(database, portal, unfinished));
  // Undefined: the process that had asked was alive and finished it itself, so this is a spending of its own.
  const spent = resumed ?? (await finish(database, portal, record(database, spending)));
  if (!spent) throw new Error('Another process finished this spending.');
  return spent;
}

/** @returns undefined if another process finished it first, and gave what was paid for */
async function finish(
  database: DatabaseSync,
  portal: Pick<PortalClient, 'debit'>,
  { idempotencyKey, accountId, amount, reason }: Recorded,
): Promise<Spent | undefined> {
  const movement = { accountDBID: accountId, currency: 'premium', amount, idempotencyKey, reason } as const;
  const { outcome, balance } = await portal.debit(movement);
  const state = outcome === 'insufficient' ? 'refused' : 'paid';
  // A real game gives what was paid for in this transaction.
  const { changes } = inTransaction(database, () =>
    database
      .prepare(`update spendings set state = ? where idempotency_key = ? and state = 'asked'`)
      .run(state, idempotencyKey),
  );
  return Number(changes) > 0 ? { is: state, balance } : undefined;
}

function findUnfinished(
  database: DatabaseSync,
  { accountId, amount, reason }: Spending,
): Recorded | undefined {
  const row = database
    .prepare(
      `select idempotency_key as idempotencyKey, account_id as accountId, amount, reason from spendings
       where state = 'asked' and account_id = ? and amount = ? and reason = ? order by asked_at limit 1`,
    )
    .get(accountId, amount, reason);
  // The query names exactly these columns, and the table is strict.
  return row as Recorded | undefined;
}

function record(database: DatabaseSync, spending: Spending): Recorded {
  const idempotencyKey = `spend:${randomUUID()}`;
  const { accountId, amount, reason } = spending;
  inTransaction(database, () =>
    database
      .prepare('insert into spendings (idempotency_key, account_id, amount, reason) values (?, ?, ?, ?)')
      .run(idempotencyKey, accountId, amount, reason),
  );
  return { ...spending, idempotencyKey };
}
