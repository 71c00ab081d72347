import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { HIDDEN, hidesContact, maskedEmail } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { NamedAuditEntry } from './audit-list.queries.ts';

type Fields = Record<string, unknown> | null;

/** An entry as this viewer may see it: without the e-mail and the addresses of accounts that they may not edit. */
export function presentAuditEntry(entry: NamedAuditEntry, viewer: Viewer): AuditEntry {
  const { staff, account } = entry;
  const isStaffHidden = entry.address !== null && hidesContact(viewer, staff);
  const shown = account && hidesContact(viewer, account) ? withoutContact : (fields: Fields) => fields;
  return {
    entryId: entry.id,
    at: entry.at.toISOString(),
    staff: { accountDBID: staff.id, userName: staff.userName },
    address: isStaffHidden ? HIDDEN : entry.address,
    kind: entry.kind,
    target: entry.target,
    targetName: entry.targetName,
    account: account && { accountDBID: account.id, userName: account.userName },
    before: shown(entry.before),
    after: shown(entry.after),
    reason: entry.reason,
    isCut: entry.isCut,
  };
}

function withoutContact(fields: Fields): Fields {
  return (
    fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, hidden(name, value)]))
  );
}

/** Fields by these names are contact data wherever they stand in the value. */
const EMAIL_NAMES = new Set(['email', 'confirmedEmail', 'recipient']);
const ADDRESS_NAMES = new Set(['ip', 'address']);

function hidden(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (EMAIL_NAMES.has(name)) return maskedEmail(value);
    // An excerpt of a list or a record is a text, which may hold an address.
    return ADDRESS_NAMES.has(name) || value.includes('…') ? HIDDEN : value;
  }
  if (Array.isArray(value)) return value.map((item) => hidden(name, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(key, inner)]));
}
