import { type AccountRow, lockAccounts } from '#features/identity/identity.ts';
import { forgetTwitch, type UnlinkParts } from '#features/drops/drops.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import { createToken } from '#platform/auth/tokens.ts';
import type { Transaction } from '#platform/db/database.ts';
import {
  areGamesForgotten,
  banErased,
  eraseAccount,
  eraseRows,
  forgetGameAccounts,
  hasOpenOrders,
  lockOrders,
  redactAudit,
} from './erase.queries.ts';
import { isErasureDue, updateErased, updateFinished } from './erasures.queries.ts';
import { findPerson } from './person.queries.ts';
import type { Person } from './personal-table.ts';

export type ErasureParts = UnlinkParts & { passwords: Passwords };

/** Whether the account may do anything that players may not. */
export function hasRights({ permission, webMgt, sections }: AccountRow): boolean {
  return permission > 0 || webMgt > 1 || sections.length > 0;
}

/**
 * Erases an account whose request is due, in one transaction. Whoever locks the account first wins: a request that was
 * undone is not carried out, and a purchase or sign-in that comes after finds an account without password and session.
 *
 * @returns false when there is nothing due, or it waits: for an open checkout, or until the account has no rights
 */
export async function eraseDueAccount(parts: ErasureParts, accountId: number): Promise<boolean> {
  // Outside the transaction, because hashes queue.
  const passwordHash = await parts.passwords.hash(createToken());
  return parts.db.transaction(async (tx) => {
    await lockOrders(tx, accountId);
    const [account] = await lockAccounts(tx, [accountId]);
    if (!account || !(await isErasureDue(tx, accountId))) return false;
    if (hasRights(account) || (await hasOpenOrders(tx, accountId))) return false;
    const person = await findPerson(tx, accountId);
    await forgetTwitch(parts, tx, accountId);
    await erasePersonalData(tx, person);
    await eraseAccount(tx, { accountId, passwordHash });
    await banErased(tx, accountId);
    await updateErased(tx, accountId);
    return true;
  });
}

/**
 * Forgets game accounts that are locked by now, and when none is left, erases once more what requests wrote that were in flight.
 *
 * @returns whether nothing is left
 */
export async function finishErasure({ db }: Pick<ErasureParts, 'db'>, accountId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockOrders(tx, accountId);
    await lockAccounts(tx, [accountId]);
    await forgetGameAccounts(tx, accountId);
    // It reads the whole audit log, so it is not repeated while a game is waited for.
    if (!(await areGamesForgotten(tx, accountId))) return false;
    await erasePersonalData(tx, await findPerson(tx, accountId));
    await updateFinished(tx, accountId);
    return true;
  });
}

async function erasePersonalData(tx: Transaction, person: Person): Promise<void> {
  await redactAudit(tx, person);
  await eraseRows(tx, person);
  await forgetGameAccounts(tx, person.accountId);
}
