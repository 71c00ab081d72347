import { sql } from 'drizzle-orm';

/** SQL for the number behind the first word of a ledger transaction's key; null for other keys. The transaction is `moved`. */
export const numberInKey = (prefix: string) =>
  sql.raw(
    `case when moved.idempotency_key ~ '^${prefix}:\\d{1,15}(:|$)' then split_part(moved.idempotency_key, ':', 2)::bigint end`,
  );

/** SQL for the order that gave or took the coins of a ledger transaction, `moved`; null for others. */
export const ORDER_OF_COINS = sql`case when moved.reason in ('order', 'order reversed') then ${numberInKey('order')} end`;
