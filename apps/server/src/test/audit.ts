import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import type { Section } from '@waygate/contract/permissions';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { recordAudit } from '#features/staff/record-audit.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createOwner, createPortal, createStaff, type Player, type Portal } from './account-journeys.ts';
import { testViewer } from './factories.ts';

/** The audit entries of one target, oldest first. */
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

/** Every entry with this target, oldest first. */
export function entriesOn({ parts }: Pick<Portal, 'parts'>, target: string | number) {
  return parts.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.target, String(target)))
    .orderBy(asc(auditEntries.id));
}

type Reader = { token: string };

/** A portal for all tests of the file, and its audit log as staff read it. */
export async function useAuditLog() {
  const portal = await createPortal();
  afterAll(portal.close);
  return {
    portal,
    owner: await createOwner(portal),
    staffWith: (...sections: Section[]) => createStaff(portal, sections),
    record: (staff: Player, ...actions: Action[]) => recordActions(portal, staff, actions),
    list: async ({ token }: Reader, query: Record<string, string> = {}) => {
      const response = await portal.call('GET', `/admin/audit?${new URLSearchParams(query)}`, { token });
      expect(response.statusCode).toBe(200);
      return response.json();
    },
    read: ({ token }: Reader, id: number | string) => portal.call('GET', `/admin/audit/${id}`, { token }),
  };
}

type Action = Partial<Parameters<typeof recordAudit>[2]>;

/** Records actions of one staff member, in this order. */
async function recordActions({ parts }: Portal, { id, username }: Player, actions: Action[]): Promise<void> {
  const viewer = testViewer({ accountId: id, userName: username });
  await parts.db.transaction(async (tx) => {
    for (const action of actions) {
      await recordAudit(
        tx,
        { viewer, address: '198.51.100.7' },
        { kind: 'user.update', target: String(action.accountId ?? 'somewhere'), ...action },
      );
    }
  });
}
