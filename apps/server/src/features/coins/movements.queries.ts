import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { type Coin, type Posting, postIfAllowed } from '#features/ledger/ledger.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { gameCoinTotals } from './coins.tables.ts';

/** `amount` is positive, in `signedAmount` negative for a debit. */
export type Movement = Posting & { amount: number };

const { placeholder } = sql;

// Lock order: balance, key, totals. Neither statement locks the account, except against its deletion, so that no holder of
// an account's lock waits for one that waits for it.
const debit = prepared((db) => {
  const { posted, entered } = postIfAllowed(
    db,
    sql`
      select from coin_balances
      where account_id = ${placeholder('accountId')} and currency = ${placeholder('currency')}
        and amount >= ${placeholder('amount')}::bigint
      for update`,
  );
  const counted = db.$with('counted', {}).as(sql`
    insert into game_coin_totals as totals (account_id, server_id, currency, debited)
    select ${placeholder('accountId')}::int, ${placeholder('serverId')}::int, ${placeholder('currency')},
           ${placeholder('amount')}::bigint
    from posted
    on conflict (account_id, server_id, currency) do update set debited = totals.debited + excluded.debited`);
  return db
    .with(posted, entered, counted)
    .select({ balance: entered.balance })
    .from(entered)
    .where(sql`${entered.accountId} is not null`)
    .prepare('debit_coins');
});

const credit = prepared((db) => {
  const { posted, entered } = postIfAllowed(
    db,
    // The totals are locked last, when the balance is.
    sql`
      with balance as (
        select from coin_balances
        where account_id = ${placeholder('accountId')} and currency = ${placeholder('currency')}
        for update
      )
      select from balance, game_coin_totals totals
      where account_id = ${placeholder('accountId')} and server_id = ${placeholder('serverId')}
        and currency = ${placeholder('currency')} and debited - credited >= ${placeholder('amount')}::bigint
      for update of totals`,
  );
  const counted = db.$with('counted', {}).as(sql`
    update game_coin_totals set credited = credited + ${placeholder('amount')}::bigint
    from posted
    where account_id = ${placeholder('accountId')} and server_id = ${placeholder('serverId')}
      and currency = ${placeholder('currency')}`);
  return db
    .with(posted, entered, counted)
    .select({ balance: entered.balance })
    .from(entered)
    .where(sql`${entered.accountId} is not null`)
    .prepare('credit_coins');
});

/**
 * Takes coins that the account has.
 *
 * @returns the balance afterwards; undefined when nothing was taken: the key is known or there are too few
 */
export async function debitBalance(db: Db, movement: Movement): Promise<number | undefined> {
  const [row] = await debit(db).execute(movement);
  return row?.balance;
}

/**
 * Returns coins that the game server took.
 *
 * @returns the balance afterwards; undefined when nothing was returned: the key is known or the server took less
 */
export async function creditBalance(db: Db, movement: Movement): Promise<number | undefined> {
  const [row] = await credit(db).execute(movement);
  return row?.balance;
}

/** Why a movement didn't take place. */
export type MovementState = {
  balance: number;
  /** What the game server took and hasn't returned. */
  returnable: number;
  /** What was moved under the key. */
  known: { accountId: number; currency: Coin; signedAmount: number } | null;
};

const state = prepared((db) => {
  const { accountId, serverId, currency, debited, credited } = gameCoinTotals;
  const isOfAccount = and(
    eq(accountId, placeholder('accountId')),
    eq(serverId, placeholder('serverId')),
    eq(currency, placeholder('currency')),
  );
  return db
    .select({
      balance: sql<number>`coalesce((
        select amount from coin_balances
        where account_id = ${accounts.id} and currency = ${placeholder('currency')}), 0)::float8`,
      returnable: sql<number>`coalesce((
        select ${debited} - ${credited} from ${gameCoinTotals} where ${isOfAccount}), 0)::float8`,
      known: sql<MovementState['known']>`(
        select json_build_object('accountId', account_id, 'currency', currency, 'signedAmount', amount)
        from ledger_entries
        where account_id is not null and transaction_id = (
          select id from ledger_transactions where idempotency_key = ${placeholder('ledgerKey')}))`,
    })
    .from(accounts)
    .where(eq(accounts.id, placeholder('accountId')))
    .prepare('coin_movement_state');
});

/** @returns undefined for an unknown account */
export async function selectMovementState(db: Db, movement: Movement): Promise<MovementState | undefined> {
  const [row] = await state(db).execute(movement);
  return row;
}
