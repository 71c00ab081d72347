import type { Role, StaffMember } from '@waygate/contract/roles/roles.schemas';
import { countText } from '#ui/admin/count-text.ts';

/** An account that may get a role. */
export type Candidate = Pick<
  StaffMember,
  'accountDBID' | 'userName' | 'permission' | 'webMgt' | 'sections' | 'role'
>;

/** The choice that takes role and rights. */
export const NO_ROLE = 'none';

export const ROLE_CHANGED =
  'Somebody changed this role in the meantime. Nothing was applied. Check what it changes now and try again.';

export type RoleChange = {
  /** What was chosen: an id, NO_ROLE, or '' for nothing yet. */
  roleId: string;
  role: Role | undefined;
  accounts: number[];
};

/** Why it can't be sent; '' when it can. */
export function findRoleChangeFault({ roleId, role, accounts }: RoleChange): string {
  if (!role && roleId !== NO_ROLE) return 'Choose a role.';
  return accounts.length === 0 ? 'Choose at least one account.' : '';
}

/** The button names what it does. */
export function submitLabelOf({
  roleId,
  role,
  count,
}: {
  roleId: string;
  role: Role | undefined;
  count: number;
}): string {
  if (roleId === NO_ROLE) return `Revoke all rights of ${countText(count, 'account')}`;
  return role && count > 0 ? `Apply ${role.name} to ${countText(count, 'account')}` : 'Apply role';
}
