import { compareSections, sectionNames } from '@waygate/contract/roles/rights';
import type { RightsChanges } from '@waygate/contract/roles/roles.schemas';
import { isOwner } from '@waygate/contract/ranks';
import type { AccountRow } from '#features/identity/identity.ts';
import { asStaff, auditedAll, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, invalid } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { getRole } from './get-role.ts';
import { roleActions } from './role-actions.ts';
import { queueRightsMails } from './rights-mails.ts';
import { lockRole, updateAccountRights } from './roles.queries.ts';
import { NO_RIGHTS, type Rights } from './roles.rules.ts';

type Parts = { db: Database; jobs: Jobs };

/** The rights that accounts get, and the role that they come from, if any. */
type Wanted = Rights & { role: { id: number; name: string } | null };

/**
 * Gives accounts a role and exactly its rights, all of them or none.
 *
 * @param revision the version of the role that was shown; undefined: any
 * @returns what changed, without the accounts that have the role already
 * @throws what `asStaff` throws; notFound for the role; editConflict; invalid for a missing or deleted account or an owner
 */
export function applyRole(
  { db, jobs }: Parts,
  staff: Staff,
  { roleId, accountIds, revision }: { roleId: number; accountIds: number[]; revision: number | undefined },
): Promise<RightsChanges> {
  const findAccounts = async (tx: Transaction) => {
    await lockRole(tx, roleId);
    return accountIds;
  };
  return asStaff(db, staff, { section: 'owner', findAccounts }, async ({ tx, accounts }) => {
    const role = await getRole(tx, roleId);
    if (revision !== undefined && revision !== role.shown.revision) throw editConflict(role.shown);
    requireEach(accounts, accountIds);
    const { id, name, webMgt, sections } = role.row;
    await queueRightsMails(tx, jobs, { accounts, wanted: { webMgt, sections } });
    return setRights(tx, accounts, { webMgt, sections, role: { id, name } });
  });
}

/**
 * Takes the role and all rights of accounts, all of them or none.
 *
 * @returns what changed, without the accounts that had no rights
 * @throws what `asStaff` throws; invalid for a missing account or an owner
 */
export function revokeRights(db: Database, staff: Staff, accountIds: number[]): Promise<RightsChanges> {
  const right = { section: 'owner', findAccounts: async () => accountIds } as const;
  return asStaff(db, staff, right, async ({ tx, accounts }) => {
    requireEach(accounts, accountIds);
    return setRights(tx, accounts, { ...NO_RIGHTS, role: null });
  });
}

function requireEach(found: AccountRow[], ids: number[]): void {
  const missing = ids.find((id) => found.every((account) => account.id !== id));
  if (missing !== undefined) throw refused(`There is no account ${missing}.`);
  const erased = found.find(({ erasedAt }) => erasedAt);
  if (erased) throw refused(`Account ${erased.id} was deleted.`);
  const owner = found.find(isOwner);
  if (owner) throw refused(`${owner.userName} is an owner, who has every right without a role.`);
}

function refused(reason: string) {
  const message = `${reason} Nothing was changed.`;
  return invalid(message, { accounts: message });
}

async function setRights(tx: Transaction, accounts: AccountRow[], wanted: Wanted) {
  const actions = await roleActions(tx, accounts, wanted);
  const changed = accounts.filter(({ id }) => actions.some(({ accountId }) => accountId === id));
  const ids = changed.map(({ id }) => id);
  if (ids.length > 0) await updateAccountRights(tx, ids, { ...wanted, roleId: wanted.role?.id ?? null });
  const changes = changed.map((account) => ({
    accountDBID: account.id,
    userName: account.userName,
    ...compareSections(sectionNames(account), sectionNames(wanted)),
  }));
  return auditedAll(actions, { accounts: changes });
}
