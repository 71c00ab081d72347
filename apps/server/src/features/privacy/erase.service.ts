import {
  type AccountRow,
  eraseActivity,
  lockAccounts,
  lockSignIns,
  selectAccount,
} from '#features/identity/identity.ts';
import { forgetTwitch, type UnlinkParts } from '#features/drops/drops.ts';
import { type Passwords, unusableHash } from '#platform/auth/passwords.ts';
import type { Config } from '#platform/config/config.ts';
import { createToken } from '#platform/auth/tokens.ts';
import { type Database, type Db, longTransaction, type Transaction } from '#platform/db/database.ts';
import {
  areGamesForgotten,
  banErased,
  eraseAccount,
  eraseRows,
  findMentions,
  forgetGameAccounts,
  hasOpenOrders,
  lockBeforeAccount,
  type Mentions,
  redactAudit,
} from './erase.queries.ts';
import { listErasureRecords, openErasurePlaces, writeErasureRecord } from './erasure-records.ts';
import { isErasureDue, updateBegun, updateErased, updateFinished } from './erasures.queries.ts';
import { findPerson } from './person.queries.ts';
import type { Person } from './personal-table.ts';
import {
  lockRecorded,
  selectErasureRecord,
  selectInstallationId,
  selectUnplannedRestores,
  spanOf,
  updatePlanned,
  upsertBegunErasures,
} from './recorded-erasures.queries.ts';

export type ErasureParts = UnlinkParts & {
  config: Pick<Config, 'dataDir' | 'backup'>;
  passwords: Passwords;
};

/** How long reading the audit log may take. */
const LOG_MINUTES = 5;

/** Whether the account may do anything that players may not. */
export function hasAnyRight({ permission, webMgt, sections }: AccountRow): boolean {
  return permission > 0 || webMgt > 1 || sections.length > 0;
}

/**
 * Erases an account whose request is due, in one transaction. The first to lock the account wins: a request that was
 * undone is not carried out, and a purchase or sign-in that comes after finds an account without password and session.
 *
 * @returns false when there is nothing due, or it waits: for an open checkout, or until the account has no rights
 */
export async function eraseDueAccount(parts: ErasureParts, accountId: number): Promise<boolean> {
  if (!(await mayBeErased(parts.db, await selectAccount(parts.db, accountId)))) return false;
  if (!(await beginErasure(parts, accountId))) return false;
  const mentions = await readLog(parts.db, accountId);
  // Outside the transaction, because hashes queue.
  const passwordHash = await parts.passwords.hash(createToken());
  return parts.db.transaction(async (tx) => {
    await lockBeforeAccount(tx, accountId);
    const [account] = await lockAccounts(tx, [accountId]);
    if (!(await mayBeErased(tx, account))) return false;
    await lockSignIns(tx, accountId);
    const person = await findPerson(tx, accountId);
    await forgetTwitch(parts, tx, accountId);
    await erasePersonalData(tx, person, mentions);
    await eraseActivity(tx, accountId);
    await eraseAccount(tx, { accountId, passwordHash });
    await banErased(tx, accountId);
    await updateErased(tx, accountId);
    return true;
  });
}

/**
 * From now on the erasure can't be undone, and a record outside of the database says so: before anything is erased, so that no
 * erasure is lost to a restore. A crash at any moment leaves an erasure that the next run carries out.
 */
async function beginErasure({ db, config }: ErasureParts, accountId: number): Promise<boolean> {
  const record = await db.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [accountId]);
    if (!(await mayBeErased(tx, account))) return undefined;
    await updateBegun(tx, accountId);
    return selectErasureRecord(tx, accountId);
  });
  if (!record) return false;
  await writeErasureRecord(await openErasurePlaces(config), await selectInstallationId(db), record);
  return true;
}

/**
 * Plans the erasures again that a restored backup doesn't know: once for each restore, and of what was erased between the backup
 * and the restore. Records are never followed without a restore, because a copy of the portal may have written them.
 *
 * @returns ids of accounts that are planned now
 */
export async function planRecordedErasures({
  db,
  config,
}: Pick<ErasureParts, 'db' | 'config'>): Promise<number[]> {
  const restores = await selectUnplannedRestores(db);
  if (restores.length === 0) return [];
  const records = await listErasureRecords(await openErasurePlaces(config), await selectInstallationId(db));
  const planned: number[] = [];
  for (const restore of restores) {
    const ids = await db.transaction(async (tx) => {
      if (!(await updatePlanned(tx, restore))) return [];
      const lock = { span: spanOf(restore), passwordHash: unusableHash() };
      return upsertBegunErasures(tx, await lockRecorded(tx, records, lock));
    });
    planned.push(...ids);
  }
  return planned;
}

async function mayBeErased(db: Db, account: AccountRow | undefined): Promise<boolean> {
  if (!account || hasAnyRight(account) || !(await isErasureDue(db, account.id))) return false;
  return !(await hasOpenOrders(db, account.id));
}

/**
 * Forgets game accounts that are locked by now, and when none is left, erases once more what requests wrote that were in flight.
 *
 * @returns whether nothing is left
 */
export async function finishErasure({ db }: Pick<ErasureParts, 'db'>, accountId: number): Promise<boolean> {
  const forget = async (tx: Transaction) => {
    await lockBeforeAccount(tx, accountId);
    await lockAccounts(tx, [accountId]);
    await forgetGameAccounts(tx, accountId);
    return areGamesForgotten(tx, accountId);
  };
  // Committed first, so that the audit log is not read while a game is waited for.
  if (!(await db.transaction(forget))) return false;
  const mentions = await readLog(db, accountId);
  return db.transaction(async (tx) => {
    if (!(await forget(tx))) return false;
    await erasePersonalData(tx, await findPerson(tx, accountId), mentions);
    await eraseActivity(tx, accountId);
    await updateFinished(tx, accountId);
    return true;
  });
}

/** What the audit log says of the account in entries about others, before anything is locked: reading it may take minutes. */
function readLog(db: Database, accountId: number): Promise<Mentions> {
  return longTransaction(db, LOG_MINUTES, async (tx) => findMentions(tx, await findPerson(tx, accountId)));
}

async function erasePersonalData(tx: Transaction, person: Person, mentions: Mentions): Promise<void> {
  await redactAudit(tx, person, await findMentions(tx, person, mentions));
  await eraseRows(tx, person);
  await forgetGameAccounts(tx, person.accountId);
}
