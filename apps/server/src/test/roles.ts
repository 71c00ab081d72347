import type { Role } from '@waygate/contract/roles/roles.schemas';
import { type Portal, uniqueName } from './account-journeys.ts';

type Caller = { token: string };

/** Creates a role with these sections. */
export async function createRole(
  { call }: Pick<Portal, 'call'>,
  { token }: Caller,
  sections: readonly string[],
  name = uniqueName(),
): Promise<Role> {
  const response = await call('POST', '/admin/roles', { token, body: { name, sections } });
  if (response.statusCode !== 200) throw new Error(`The role was refused: ${response.body}`);
  return response.json();
}

export function applyRole(
  { call }: Pick<Portal, 'call'>,
  { token }: Caller,
  { roleId }: Pick<Role, 'roleId'>,
  body: { accounts: number[]; revision?: number },
) {
  return call('POST', `/admin/roles/${roleId}/apply`, { token, body });
}

export function revokeRights({ call }: Pick<Portal, 'call'>, { token }: Caller, accounts: number[]) {
  return call('POST', '/admin/staff/revoke', { token, body: { accounts } });
}
