import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import type { NamedAuditEntry } from './audit-list.queries.ts';

export function presentAuditEntry(entry: NamedAuditEntry): AuditEntry {
  const { accountId, accountName } = entry;
  return {
    entryId: entry.id,
    at: entry.at.toISOString(),
    staff: { accountDBID: entry.staffId, userName: entry.staffName },
    address: entry.address,
    kind: entry.kind,
    target: entry.target,
    account: accountId === null ? null : { accountDBID: accountId, userName: accountName ?? '' },
    before: entry.before,
    after: entry.after,
    reason: entry.reason,
    isCut: entry.isCut,
  };
}
