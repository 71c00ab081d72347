import type { Db } from '#platform/db/database.ts';
import { auditEntries } from './audit.tables.ts';

/** @returns the ids, in the order of the entries */
export async function insertAuditEntries(
  db: Db,
  entries: (typeof auditEntries.$inferInsert)[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = await db.insert(auditEntries).values(entries).returning({ id: auditEntries.id });
  return rows.map(({ id }) => id);
}
