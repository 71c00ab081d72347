import { sql } from 'drizzle-orm';
import { numberInKey, ORDER_OF_COINS } from '#features/coins/entry-keys.ts';
import { type Db, prepared } from '#platform/db/database.ts';

/** Where a ledger entry is from; null where it isn't from such a thing, or nothing was to be read of it. */
export type Origin = {
  entryId: number;
  orderId: number | null;
  staff: { accountDBID: number; userName: string } | null;
};

const originsOfEntries = prepared((db) => {
  const { placeholder } = sql;
  return db
    .select({
      entryId: sql<number>`entry.id`.mapWith(Number),
      orderId: sql<number | null>`case when ${placeholder('namesOrders')}::boolean
        then (${ORDER_OF_COINS})::float8 end`,
      staff: sql<
        Origin['staff']
      >`case when ${placeholder('namesStaff')}::boolean and moved.reason = 'adjusted by staff' then (
        select json_build_object('accountDBID', staff.id, 'userName', staff.user_name)
        from audit_entries as audit join accounts as staff on staff.id = audit.staff_id
        where audit.id = ${numberInKey('audit')}) end`,
    })
    .from(sql`ledger_entries as entry join ledger_transactions as moved on moved.id = entry.transaction_id`)
    .where(sql`entry.id = any(${placeholder('entryIds')}::bigint[])`)
    .prepare('origins_of_entries');
});

/** From which order entries are, and who of the staff made them, as their transactions' keys say. */
export async function selectOrigins(
  db: Db,
  of: { entryIds: number[]; namesOrders: boolean; namesStaff: boolean },
): Promise<Origin[]> {
  return originsOfEntries(db).execute(of);
}
