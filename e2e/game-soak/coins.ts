import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import type { Portal } from '../support/portal.ts';

export const START_COINS = 500;

const LONGEST_PAUSE_MS = 500;
const CALL_TIMEOUT_MS = 10_000;
const movedSchema = z.object({ outcome: z.enum(['applied', 'duplicate', 'insufficient']) });

/** What a game took from each account, less what it returned. */
export type Taken = Map<number, number>;

type Spending = {
  portal: () => Portal;
  server: { id: number; token: string };
  accountIds: number[];
  /** How many things are bought. */
  count: number;
  random: () => number;
};

/** As the accounts' first coins were bought. */
export async function giveCoins({ sql }: Portal, accountIds: number[]): Promise<void> {
  await sql(
    `with posted as (
       insert into ledger_transactions (idempotency_key, reason)
       select 'soak:' || id, 'order' from unnest($1::int[]) as id returning id, split_part(idempotency_key, ':', 2)::int as account_id
     )
     insert into ledger_entries (transaction_id, account_id, currency, amount)
     select posted.id, side.account_id, 'premium', side.amount
     from posted, lateral (values (posted.account_id, $2::bigint), (null, -$2::bigint)) as side (account_id, amount)`,
    [accountIds, START_COINS],
  );
}

/** Buys things in a game and returns some. What isn't answered is asked again under its key; some answered ones are too. */
export async function spendCoins({ portal, server, accountIds, count, random }: Spending): Promise<Taken> {
  const taken: Taken = new Map(accountIds.map((id) => [id, 0]));
  const ask = async (path: string, movement: object): Promise<boolean> => {
    const outcome = await askUntilAnswered(portal, server.token, path, movement);
    if (outcome !== 'insufficient' && random() < 0.2) {
      const again = await askUntilAnswered(portal, server.token, path, movement);
      if (again !== 'duplicate') throw new Error(`A repeated movement is ${again}.`);
    }
    return outcome !== 'insufficient';
  };
  for (let place = 0; place < count; place += 1) {
    const accountDBID = accountIds[Math.floor(random() * accountIds.length)] ?? 0;
    const amount = 1 + Math.floor(random() * 20);
    const add = (coins: number) => taken.set(accountDBID, (taken.get(accountDBID) ?? 0) + coins);
    const movement = { accountDBID, amount, reason: 'A potion' };
    const isPaid = await ask('debits', { ...movement, idempotencyKey: `debit:${server.id}:${place}` });
    if (isPaid) add(amount);
    if (isPaid && place % 5 === 0) {
      const isReturned = await ask('credits', {
        ...movement,
        idempotencyKey: `credit:${server.id}:${place}`,
      });
      if (isReturned) add(-amount);
    }
    await pause(random() * LONGEST_PAUSE_MS);
  }
  return taken;
}

async function askUntilAnswered(portal: () => Portal, token: string, path: string, body: object) {
  for (;;) {
    const answer = await fetch(`${portal().origin}/api/bridge/v1/coins/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      // The portal was killed.
      .catch(() => undefined);
    if (answer?.status === 200) return movedSchema.parse(JSON.parse(answer.text)).outcome;
    if (answer && answer.status < 500)
      throw new Error(`A movement was answered ${answer.status}: ${answer.text}`);
    await pause(20);
  }
}
