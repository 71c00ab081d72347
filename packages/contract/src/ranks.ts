/** What an account may do: `permission`, and the product of its sections' primes. */
export type Rank = { permission: number; webMgt: number };

/** `permission` of the owner, who may do everything. */
export const OWNER_PERMISSION = 32;

/** Whether this `webMgt` opens the admin area at all. */
export function isStaff(webMgt: number | undefined): webMgt is number {
  return Number.isSafeInteger(webMgt) && (webMgt ?? 0) > 1;
}

export function isOwner({ permission }: Pick<Rank, 'permission'>): boolean {
  return permission === OWNER_PERMISSION;
}
