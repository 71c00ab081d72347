import { isOwner, isStaff, type Rank } from './ranks.ts';

/**
 * Sections of the admin panel and their primes. An account's `webMgt` is the product of the primes it
 * holds, 1 for none. All thirteen multiply to 304 250 263 527 210, below Number.MAX_SAFE_INTEGER; a
 * fourteenth would not fit.
 */
export const SECTION_PRIMES = {
  users: 2,
  benefits: 3,
  actions: 5,
  patchNotes: 7,
  news: 11,
  twitchDrops: 13,
  products: 17,
  orders: 19,
  statisticsGame: 23,
  statisticsPayment: 29,
  statisticsCharacter: 31,
  gameCharacters: 37,
  gameInventory: 41,
} as const;

export type Section = keyof typeof SECTION_PRIMES;

export const SECTIONS = Object.keys(SECTION_PRIMES) as Section[];

/** Whether this `webMgt` opens the section. A missing or broken value opens nothing. */
export function can(webMgt: number | undefined, section: Section): boolean {
  if (!isStaff(webMgt)) return false;
  return webMgt % SECTION_PRIMES[section] === 0;
}

/** Whether this account may use the section: the owner may use all. */
export function holds(rank: Rank, section: Section): boolean {
  return isOwner(rank) || can(rank.webMgt, section);
}

/** The sections of a `webMgt`, in the order of their primes. */
export function sectionsOf(webMgt: number): Section[] {
  return SECTIONS.filter((section) => can(webMgt, section));
}

/** The product of the sections' primes, 1 for none. */
export function webMgtOf(sections: readonly Section[]): number {
  return [...new Set(sections)].reduce((product, section) => product * SECTION_PRIMES[section], 1);
}

/**
 * Whether staff may change anything about an account: not one with sections they lack, nor one with a higher
 * `permission`, nor an owner. An owner may change everybody.
 */
export function mayEdit(staff: Rank, account: Rank): boolean {
  if (isOwner(staff)) return true;
  if (isOwner(account) || account.permission > staff.permission) return false;
  return sectionsOf(account.webMgt).every((section) => can(staff.webMgt, section));
}

/**
 * Whether staff may turn an account's rank into another. Beyond `mayEdit`: they grant and withdraw only sections
 * they hold themselves, raise nobody's `permission`, and leave their own rank alone.
 */
export function mayRank(staff: Rank, { from, to, isOwn }: { from: Rank; to: Rank; isOwn: boolean }): boolean {
  if (isOwner(staff)) return true;
  if (!mayEdit(staff, from) || to.permission > from.permission) return false;
  const isSame = from.webMgt === to.webMgt && from.permission === to.permission;
  if (isOwn && !isSame) return false;
  return SECTIONS.every(
    (section) => can(from.webMgt, section) === can(to.webMgt, section) || can(staff.webMgt, section),
  );
}
