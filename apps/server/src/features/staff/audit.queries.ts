import type { Db } from '#platform/db/database.ts';
import { auditEntries } from './audit.tables.ts';

export async function insertAuditEntry(db: Db, entry: typeof auditEntries.$inferInsert): Promise<number> {
  const [row] = await db.insert(auditEntries).values(entry).returning({ id: auditEntries.id });
  if (!row) throw new Error('The database returned no id for an audit entry.');
  return row.id;
}
