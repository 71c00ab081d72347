import { NAMED_SECTIONS, type NamedSection } from './named-sections.ts';

/**
 * What an account may do: `permission`, the product of its sections' primes, and the names of its other sections.
 * Names that this version does not know, of a newer one, are kept and open nothing.
 */
export type Rank = { permission: number; webMgt: number; sections: readonly string[] };

/** `permission` of the owner, who may do everything. */
export const OWNER_PERMISSION = 32;

/** Whether this `webMgt` opens the admin area at all. */
export function isStaff(webMgt: number | undefined): webMgt is number {
  return Number.isSafeInteger(webMgt) && (webMgt ?? 0) > 1;
}

export function isOwner({ permission }: Pick<Rank, 'permission'>): boolean {
  return permission === OWNER_PERMISSION;
}

/** Whether there is a section beyond the primes with this name. */
export function isNamedSection(name: string): name is NamedSection {
  const names: readonly string[] = NAMED_SECTIONS;
  return names.includes(name);
}

/** Whether an account of this rank may go into the admin area: by a prime, by a name, or as an owner. */
export function opensAdmin(rank: Rank): boolean {
  return isOwner(rank) || isStaff(rank.webMgt) || rank.sections.some(isNamedSection);
}
