import { isOwner, type Rank } from './ranks.ts';

/** Why staff may not give their own account coins, items, a refund or anything else of value. */
export const OWN_ACCOUNT_MESSAGE = "You can't give this to your own account. Ask an owner.";

/** Whether staff may give value to an account: to any but their own, and an owner to every one. */
export function mayGiveTo(
  staff: Pick<Rank, 'permission'> & { accountId: number },
  accountId: number,
): boolean {
  return isOwner(staff) || staff.accountId !== accountId;
}
