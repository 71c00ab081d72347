import type { Role } from '@waygate/contract/roles/roles.schemas';
import type { RoleRow } from '#features/roles/roles.tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { presentRole } from './roles.presenter.ts';
import { selectRoles } from './roles.queries.ts';

/** The role as the database has it, and as it is shown. @throws notFound */
export async function getRole(tx: Transaction, id: number): Promise<{ row: RoleRow; shown: Role }> {
  const [row] = await selectRoles(tx, id);
  if (!row) throw notFound('There is no such role.');
  return { row, shown: presentRole(row) };
}
