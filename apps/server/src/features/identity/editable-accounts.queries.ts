import { can, SECTIONS, webMgtOf } from '@waygate/contract/permissions';
import { isOwner, OWNER_PERMISSION, type Rank } from '@waygate/contract/ranks';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** `mayEdit` of the contract as a condition on accounts, for staff who are no owners. */
export function mayBeEditedBy({ permission, webMgt, sections }: Rank): SQL {
  const lacked = webMgtOf(SECTIONS.filter((section) => !can(webMgt, section)));
  return sql`accounts.permission <> ${OWNER_PERMISSION} and accounts.permission <= ${permission}
    and gcd(accounts.web_mgt, ${lacked}::bigint) = 1 and accounts.sections <@ ${sql.param([...sections])}::text[]`;
}

/**
 * The accounts whose e-mail and addresses are hidden from staff, by id: `hidesContact` of the rules. They all have a
 * rank, so they are few, and found by an index.
 */
export async function selectHiddenAccounts(
  db: Pick<Db, 'execute'>,
  staff: Rank & { accountId: number },
): Promise<number[]> {
  if (isOwner(staff)) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from accounts
    where (web_mgt > 1 or permission > 0 or sections <> '{}')
      and not (${mayBeEditedBy(staff)}) and id <> ${staff.accountId}
    order by id`);
  return rows.map(({ id }) => id);
}
