import { sectionNames } from '@waygate/contract/roles/rights';
import type { Role, StaffMember } from '@waygate/contract/roles/roles.schemas';
import type { CountedRole } from './roles.queries.ts';
import type { StaffRow } from './staff-list.queries.ts';

export function presentRole(role: CountedRole): Role {
  return {
    roleId: role.id,
    name: role.name,
    description: role.description,
    sections: sectionNames(role),
    accountCount: role.accountCount,
    updatedAt: role.updatedAt.toISOString(),
    revision: role.revision,
  };
}

export function presentStaffMember({ id, ...row }: StaffRow): StaffMember {
  return { accountDBID: id, ...row };
}
