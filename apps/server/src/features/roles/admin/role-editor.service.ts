import { sectionNames } from '@waygate/contract/roles/rights';
import type { KeptRights, Role, RoleInput } from '@waygate/contract/roles/roles.schemas';
import { asStaff, audited, auditedAll, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { getRole } from './get-role.ts';
import { queueRightsMails } from './rights-mails.ts';
import { roleActions } from './role-actions.ts';
import {
  deleteRoleRow,
  insertRole,
  lockRole,
  selectRoleAccountIds,
  updateAccountRights,
  updateRoleRow,
} from './roles.queries.ts';
import { hasSameRights, NO_RIGHTS, rightsOf } from './roles.rules.ts';

/** @throws what `asStaff` throws; conflict for a name that is taken */
export async function createRole(db: Database, staff: Staff, input: RoleInput): Promise<Role> {
  const created = asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const id = await insertRole(tx, wantedOf(input));
    const { shown } = await getRole(tx, id);
    return audited({ kind: 'role.create', target: id, after: recorded(shown) }, shown);
  });
  return created.catch(refuseTakenName);
}

/**
 * Changes a role and the rights of everybody who has it, in one transaction.
 *
 * @throws what `asStaff` throws; notFound; editConflict; conflict for a name that is taken
 */
export async function updateRole(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  { id, input }: { id: number; input: RoleInput },
): Promise<Role> {
  const updated = asStaff(db, staff, rightOver(id), async ({ tx, accounts }) => {
    const { row, shown } = await getRole(tx, id);
    if (input.revision !== undefined && input.revision !== row.revision) throw editConflict(shown);
    const wanted = wantedOf(input, row.sections);
    const changes = changedFields(recorded(shown), recorded({ ...wanted, sections: sectionNames(wanted) }));
    if (Object.keys(changes.after).length === 0) return unchanged(shown);
    // An account that left the role before it was locked keeps its own rights.
    const members = hasSameRights(row, wanted) ? [] : accounts.filter(({ roleId }) => roleId === id);
    const actions = await roleActions(tx, members, { ...wanted, role: row });
    await queueRightsMails(tx, jobs, { accounts: members, wanted });
    await updateRoleRow(tx, id, wanted);
    const { shown: saved } = await getRole(tx, id);
    return auditedAll([{ kind: 'role.update', target: id, ...changes }, ...actions], saved);
  });
  return updated.catch(refuseTakenName);
}

/**
 * @param rights what becomes of the rights of everybody who has the role; undefined is refused where there is anybody
 * @throws what `asStaff` throws; notFound; conflict
 */
export async function deleteRole(
  db: Database,
  staff: Staff,
  { id, rights }: { id: number; rights: KeptRights | undefined },
): Promise<void> {
  await asStaff(db, staff, rightOver(id), async ({ tx, accounts }) => {
    const { row, shown } = await getRole(tx, id);
    const members = accounts.filter(({ roleId }) => roleId === id);
    if (members.length > 0 && rights === undefined) throw undecided(members.length);
    const { webMgt, sections } = rights === 'revoke' ? NO_RIGHTS : row;
    const left = { webMgt, sections, roleId: null };
    const actions = await roleActions(tx, members, { ...left, role: null });
    const ids = members.map((account) => account.id);
    if (ids.length > 0) await updateAccountRights(tx, ids, left);
    await deleteRoleRow(tx, id);
    const before = { ...recorded(shown), accountCount: members.length };
    return auditedAll([...actions, { kind: 'role.delete', target: id, before }]);
  });
}

/** Locks the role, then its accounts: nobody can join it until the transaction ends. */
function rightOver(id: number) {
  const findAccounts = async (tx: Transaction) => {
    await lockRole(tx, id);
    return selectRoleAccountIds(tx, id);
  };
  return { section: 'owner', findAccounts } as const;
}

function wantedOf({ name, description, sections }: RoleInput, had?: readonly string[]) {
  return { name: name.trim(), description: description.trim(), ...rightsOf(sections, had) };
}

/** The fields that owners write and the audit log records. */
function recorded({ name, description, sections }: Pick<Role, 'name' | 'description' | 'sections'>) {
  return { name, description, sections };
}

function undecided(count: number) {
  const who = count === 1 ? '1 account has this role.' : `${count} accounts have this role.`;
  const choice = count === 1 ? 'it keeps its rights' : 'they keep their rights';
  return conflict(`${who} Choose whether ${choice}.`);
}

function refuseTakenName(error: unknown): never {
  if (violatedUniqueKey(error) !== 'roles_name_key') throw error;
  const message = 'There is a role of this name already.';
  throw conflict(message, { name: message });
}
