import type { AccountRow } from '#features/identity/identity.ts';
import { type AccountAction, changedFields } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { selectRoleNames } from './roles.queries.ts';
import type { Rights } from './roles.rules.ts';

/** An audit entry for each account whose role or rights become these. */
export async function roleActions(
  tx: Transaction,
  accounts: AccountRow[],
  { role: given, webMgt, sections }: Rights & { role: { name: string } | null },
): Promise<AccountAction[]> {
  const names = await selectRoleNames(
    tx,
    accounts.flatMap(({ roleId }) => roleId ?? []),
  );
  const after = { role: given?.name ?? null, webMgt, sections };
  return accounts.flatMap((account) => {
    const role = account.roleId === null ? null : (names.get(account.roleId) ?? null);
    const before = { role, webMgt: account.webMgt, sections: account.sections };
    const changes = changedFields(before, after);
    if (Object.keys(changes.after).length === 0) return [];
    // The whole of both, so that an entry says what the rights were without the one before it.
    return [{ kind: 'user.role', target: account.id, accountId: account.id, before, after }];
  });
}
