import { NAMED_SECTIONS, type NamedSection } from './named-sections.ts';
import { isNamedSection, isOwner, isStaff, type Rank } from './ranks.ts';

/**
 * Sections of the admin panel and their primes. An account's `webMgt` is the product of the primes it
 * holds, 1 for none. All thirteen multiply to 304 250 263 527 210, below Number.MAX_SAFE_INTEGER; a
 * fourteenth would not fit. Further sections are names: `NAMED_SECTIONS`.
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

export type PrimeSection = keyof typeof SECTION_PRIMES;
export type Section = PrimeSection | NamedSection;

/** What an endpoint or a page of the admin panel needs: a section, or the rank of an owner, which nobody can grant. */
export type StaffNeed = Section | 'owner';

/** Every section there is: those with a prime, then those with a name. */
// The record's own keys are its sections.
export const SECTIONS: Section[] = [...(Object.keys(SECTION_PRIMES) as PrimeSection[]), ...NAMED_SECTIONS];

/** Whether there is a section of this name, with a prime or without. */
export function isSection(name: string): name is Section {
  return hasPrime(name) || isNamedSection(name);
}

/**
 * Whether this `webMgt`, or these names beside it, open the section. A missing or broken value opens nothing, nor
 * does a name that no section has: one with a prime is opened by its prime alone.
 */
export function can(webMgt: number | undefined, section: Section, sections: readonly string[] = []): boolean {
  if (!hasPrime(section)) return isNamedSection(section) && sections.includes(section);
  if (!isStaff(webMgt)) return false;
  return webMgt % SECTION_PRIMES[section] === 0;
}

function hasPrime(section: string): section is PrimeSection {
  return Object.hasOwn(SECTION_PRIMES, section);
}

/** Whether this account has what is needed: an owner has everything. */
export function holds(rank: Rank, need: StaffNeed): boolean {
  return isOwner(rank) || (need !== 'owner' && can(rank.webMgt, need, rank.sections));
}

/** The sections that a rank has been given, in the order of `SECTIONS`. */
export function sectionsOf({ webMgt, sections }: Pick<Rank, 'webMgt' | 'sections'>): Section[] {
  return SECTIONS.filter((section) => can(webMgt, section, sections));
}

/** The product of the sections' primes, 1 for none. */
export function webMgtOf(sections: readonly Section[]): number {
  return [...new Set(sections)]
    .filter(hasPrime)
    .reduce((product, section) => product * SECTION_PRIMES[section], 1);
}

/** The sections that are names and have no prime: what stands beside a `webMgt`. */
export function namedSectionsOf(sections: readonly Section[]): NamedSection[] {
  return [...new Set(sections)].filter(isNamedSection);
}

/**
 * Whether staff may change anything about an account: not one with sections they lack, nor one with a higher
 * `permission`, nor an owner. An owner may change everybody. A name that this version does not know counts as a
 * section too: an older process must not let anybody at an account that a newer one protects.
 */
export function mayEdit(staff: Rank, account: Rank): boolean {
  if (isOwner(staff)) return true;
  if (isOwner(account) || account.permission > staff.permission) return false;
  return (
    SECTIONS.every((section) => !can(account.webMgt, section) || can(staff.webMgt, section)) &&
    account.sections.every((name) => staff.sections.includes(name))
  );
}

/**
 * Whether staff may turn an account's rank into another. Beyond `mayEdit`: they grant and withdraw only sections
 * they hold themselves, raise nobody's `permission`, and leave their own rank alone.
 */
export function mayRank(staff: Rank, { from, to, isOwn }: { from: Rank; to: Rank; isOwn: boolean }): boolean {
  if (isOwner(staff)) return true;
  if (!mayEdit(staff, from) || to.permission > from.permission) return false;
  const changedNames = namesInOne(from.sections, to.sections);
  const isSame = from.webMgt === to.webMgt && from.permission === to.permission && changedNames.length === 0;
  if (isOwn && !isSame) return false;
  return (
    SECTIONS.every(
      (section) => can(from.webMgt, section) === can(to.webMgt, section) || can(staff.webMgt, section),
    ) && changedNames.every((name) => staff.sections.includes(name))
  );
}

/** The names that stand in one of the lists and not in the other. */
function namesInOne(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
}
