import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** What restoring a backup does to an order that was made after it: the order, and all that came of it, is gone. */
export async function loseOrder(db: Db, orderId: number): Promise<void> {
  const id = sql.raw(String(orderId));
  await db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      delete from deliveries where order_id = ${id};
      delete from order_events where order_id = ${id};
      delete from order_lines where order_id = ${id};
      delete from orders where id = ${id};
      delete from ledger_entries;
      delete from ledger_transactions;
      delete from coin_balances;
      update accounts set agaia_club_expires_at = null, has_claimed_founder_package = false;
    end $$`);
}
