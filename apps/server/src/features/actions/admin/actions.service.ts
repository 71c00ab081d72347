import { type AccountAction, ACTION_TITLES } from '@waygate/contract/actions/actions.schemas';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import { allowAddress } from '#features/game-servers/game-servers.ts';
import type { Database } from '#platform/db/database.ts';
import { grantPack } from './grant-pack.service.ts';

/**
 * Performs one of the quick actions.
 *
 * @returns the message for the staff member
 * @throws what `asStaff` throws
 */
export async function performAction(db: Database, staff: Staff, request: AccountAction): Promise<string> {
  if (request.action === 'GRANT_WEBAPP_RIGHT') {
    await grantWebappRight(db, staff, request.ip);
  } else {
    const { action, accountDBID: accountId, date = null, reason } = request;
    await grantPack(db, staff, { action, accountId, availableUntil: date, reason });
  }
  return `${ACTION_TITLES[request.action]} performed successfully.`;
}

/** Lets the game's bridge call from one more address; it still needs its token. */
function grantWebappRight(db: Database, staff: Staff, ip: string): Promise<void> {
  return asStaff(db, staff, { section: 'actions' }, async ({ tx }) => {
    const listed = await allowAddress(tx, ip);
    if (listed === undefined) return unchanged();
    return audited({ kind: 'action.allow_address', target: listed, after: { ip: listed } });
  });
}
