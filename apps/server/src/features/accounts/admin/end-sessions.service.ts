import { recordAudit, type Staff, lockEditableAccount } from '#features/staff/staff.ts';
import { endSessionsOfAccount } from '#features/sessions/sessions.ts';
import type { Database } from '#platform/db/database.ts';

/** Signs an account out everywhere. */
export async function endSessionsByStaff(db: Database, staff: Staff, accountId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEditableAccount(tx, staff, { accountId, section: 'users' });
    const ended = await endSessionsOfAccount(tx, accountId);
    if (ended === 0) return;
    await recordAudit(tx, staff, {
      kind: 'user.end_sessions',
      target: accountId,
      accountId,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
  });
}
