import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';

/** Notes under which keys benefits are in the game from now on. The caller holds the locks of their accounts. */
export async function updateBenefitGrantKeys(
  tx: Transaction,
  replaced: { from: string; to: string }[],
): Promise<void> {
  await tx.execute(sql`
    update account_benefits set grant_key = new_key
    from unnest(${sql.param(replaced.map(({ from }) => from))}::text[],
                ${sql.param(replaced.map(({ to }) => to))}::text[]) as replaced (old_key, new_key)
    where grant_key = old_key`);
}
