import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import { endSessionsOfAccount } from '#features/sessions/sessions.ts';
import type { Database } from '#platform/db/database.ts';

/**
 * Signs an account out everywhere.
 *
 * @throws what `asStaff` throws
 */
export async function endUserSessions(db: Database, staff: Staff, accountId: number): Promise<void> {
  await asStaff(db, staff, { section: 'users', accountId, givesValue: false }, async ({ tx }) => {
    const ended = await endSessionsOfAccount(tx, accountId);
    if (ended === 0) return unchanged();
    return audited({
      kind: 'user.end_sessions',
      target: accountId,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
  });
}
