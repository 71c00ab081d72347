import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { type RoleRow, roles } from '#features/roles/roles.tables.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { Rights } from './roles.rules.ts';

export type CountedRole = RoleRow & { accountCount: number };

/** By name. */
export function selectRoles(db: Db, id?: number): Promise<CountedRole[]> {
  return db
    .select({
      ...getTableColumns(roles),
      // Spelled out: in a select from one table Drizzle omits the table's name.
      accountCount: sql<number>`(select count(*)::int from accounts where accounts.role_id = roles.id)`,
    })
    .from(roles)
    .where(id === undefined ? undefined : eq(roles.id, id))
    .orderBy(sql`lower(${roles.name})`);
}

/** Holds the role as it is, and the set of its accounts, until the transaction ends. Lock order: roles before accounts. */
export async function lockRole(tx: Transaction, id: number): Promise<void> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('update');
}

export async function selectRoleAccountIds(db: Db, roleId: number): Promise<number[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.roleId, roleId));
  return rows.map(({ id }) => id);
}

/** The names of roles by their ids. */
export async function selectRoleNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(inArray(roles.id, ids))
    .orderBy(asc(roles.id));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function insertRole(tx: Transaction, role: typeof roles.$inferInsert): Promise<number> {
  const [row] = await tx.insert(roles).values(role).returning({ id: roles.id });
  if (!row) throw new Error('The role was not written.');
  return row.id;
}

/** Changes the role and, by their foreign key, the rights of its accounts. */
export async function updateRoleRow(
  tx: Transaction,
  id: number,
  changes: Pick<RoleRow, 'name' | 'description' | 'webMgt' | 'sections'>,
): Promise<void> {
  await tx
    .update(roles)
    .set({ ...changes, revision: sql`${roles.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(roles.id, id));
}

/** Its accounts keep their rights, by their foreign key. */
export async function deleteRoleRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(roles).where(eq(roles.id, id));
}

/** Sets rights and role of accounts. The foreign key refuses rights that are not the role's. */
export async function updateAccountRights(
  tx: Transaction,
  ids: number[],
  { webMgt, sections, roleId }: Rights & { roleId: number | null },
): Promise<void> {
  await tx.update(accounts).set({ webMgt, sections, roleId }).where(inArray(accounts.id, ids));
}
