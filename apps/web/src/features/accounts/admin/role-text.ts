import { isOwner, type Rank } from '@waygate/contract/ranks';
import type { AccountRole } from '@waygate/contract/roles/roles.schemas';

/** The account's role in one word; 'Custom' for rights that were set one by one. */
export function roleText(account: Rank & { role: AccountRole }): string {
  if (isOwner(account)) return 'Owner';
  if (account.role) return account.role.name;
  return account.webMgt > 1 || account.sections.length > 0 ? 'Custom' : 'None';
}
