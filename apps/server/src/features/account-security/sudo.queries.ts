import { sql } from 'drizzle-orm';
import { type CodeProof, deletedRemoval, useProof } from '#features/factors/factors.ts';
import { type Db, prepared } from '#platform/db/database.ts';

const usedCode = prepared((db) => {
  const account = db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select id from accounts where id = ${sql.placeholder('accountId')}::int for update`);
  const cancelled = db.$with('cancelled', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    ${deletedRemoval(sql`(select account_id from used_proof)`)} returning account_id`);
  return db
    .with(account, ...useProof(db, sql`select id from account`), cancelled)
    .select({ accountId: sql<number>`account_id`.as('account_id') })
    .from(sql`used_proof`)
    .prepare('use_code');
});

/** Uses a code once; it also stops a planned removal. @returns false when it was used before */
export async function useCode(db: Db, accountId: number, proof: CodeProof): Promise<boolean> {
  const rows = await usedCode(db).execute({ accountId, ...proof });
  return rows.length > 0;
}
