import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { hashToken } from '#platform/auth/tokens.ts';
import type { Db } from '#platform/db/database.ts';
import { addBridgeToken } from '#features/game-servers/game-servers.ts';
import type { BridgePortal } from './bridge.ts';

type Asked = {
  accountDBID: unknown;
  amount: unknown;
  idempotencyKey: unknown;
  reason: unknown;
  currency?: unknown;
};

type Ask = (asked: Partial<Asked>, token?: string) => Promise<LightMyRequestResponse>;

let keys = 0;

/** A game that asks for coins: 10 for a potion under a new key, unless it says otherwise. */
export function gameOf({ bridge }: Pick<BridgePortal, 'bridge'>): { debit: Ask; credit: Ask } {
  const ask = (path: string): Ask => {
    return (asked, token) => {
      const body = { amount: 10, idempotencyKey: `coins:${(keys += 1)}`, reason: 'A potion', ...asked };
      return bridge('POST', path, { body, ...(token !== undefined && { token }) });
    };
  };
  return { debit: ask('coins/debits'), credit: ask('coins/credits') };
}

/** One more game server. @returns a token of its bridge, which calls from this machine */
export async function addGameServer(db: Db, name: string): Promise<string> {
  const token = await addBridgeToken(db, name);
  await db.execute(sql`
    with added as (
      insert into game_servers (name, slug) values (${name}, ${name.toLowerCase()}) returning id
    ), moved as (
      update bridge_tokens set server_id = added.id from added where token_hash = ${hashToken(token)}
    )
    insert into bridge_addresses (address, server_id) select '127.0.0.1', id from added`);
  return token;
}

/** `-10 premium spent → 90`, newest first. */
export function linesOf({ entries }: { entries: CoinEntry[] }): string[] {
  return entries.map(
    ({ amount, currency, reason, balance }) => `${amount} ${currency} ${reason} → ${balance}`,
  );
}

/** What is wrong with the whole ledger; nothing, if it is sound. */
export async function faultsOfLedger(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select 'sum' as fault, transaction_id::text as subject from ledger_entries
    group by transaction_id, currency having sum(amount) <> 0
    union all
    select 'balance', account_id::text from ledger_entries e full join coin_balances b using (account_id, currency)
    where account_id is not null
    group by account_id, currency having coalesce(sum(e.amount), 0) <> coalesce(max(b.amount), 0)
    union all
    select 'running balance', id::text from (
      select id, balance, sum(amount) over (partition by account_id, currency order by id) as running
      from ledger_entries where account_id is not null
    ) counted where balance <> running
    union all
    select 'below zero by a debit', e.id::text from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where account_id is not null and t.server_id is not null and e.amount < 0 and e.balance < 0
    union all
    select 'totals', account_id::text from (
      select account_id, server_id, currency, coalesce(sum(-amount) filter (where amount < 0), 0) as debited,
             coalesce(sum(amount) filter (where amount > 0), 0) as credited
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where account_id is not null and server_id is not null group by account_id, server_id, currency
    ) moved full join game_coin_totals totals using (account_id, server_id, currency)
    where moved.debited is distinct from totals.debited or moved.credited is distinct from totals.credited`);
  return rows;
}
