import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { auditRecordOf, auditTargetPath, auditTargetText, LINKED_SECTIONS } from './audit-labels.ts';

type AuditTargetProps = {
  entry: AuditEntry;
  /** Shown for accounts and for what has no name. */
  fallback: ReactNode;
};

/**
 * The changed record by its name and id. Linked for staff who may open it, unless the entry itself deletes it: a record that was
 * deleted later is still a link.
 */
export function AuditTarget({ entry, fallback }: AuditTargetProps) {
  const session = useSession();
  const record = auditRecordOf(entry);
  if (!record) return fallback;
  const text = auditTargetText(entry);
  const path = auditTargetPath(entry);
  const isLinked = !entry.kind.endsWith('.delete') && canUse(session, LINKED_SECTIONS[record]);
  return path !== undefined && isLinked ? <Link to={path}>{text}</Link> : text;
}
