import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import { and, asc, eq } from 'drizzle-orm';
import { auditEntries } from '#features/audit/audit.tables.ts';
import type { Portal } from './account-journeys.ts';

/** What the audit log tells of one record, oldest first. */
export function auditOf({ parts }: Pick<Portal, 'parts'>, kind: AuditKind, target: string | number) {
  const { staffId, accountId, before, after } = auditEntries;
  return parts.db
    .select({ staffId, accountId, before, after })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, kind), eq(auditEntries.target, String(target))))
    .orderBy(asc(auditEntries.id));
}

/** Every entry about the account, oldest first. */
export function entriesAbout({ parts }: Pick<Portal, 'parts'>, accountId: number) {
  return parts.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId))
    .orderBy(asc(auditEntries.id));
}
