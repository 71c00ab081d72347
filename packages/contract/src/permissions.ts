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

/** `permission` of the owner, who may do everything. */
export const OWNER_PERMISSION = 32;

/** Whether this `webMgt` opens the section. A missing or broken value opens nothing. */
export function can(webMgt: number | undefined, section: Section): boolean {
  if (!isStaff(webMgt)) return false;
  return webMgt % SECTION_PRIMES[section] === 0;
}

/** Whether this `webMgt` opens the admin area at all. */
export function isStaff(webMgt: number | undefined): webMgt is number {
  return Number.isSafeInteger(webMgt) && (webMgt ?? 0) > 1;
}
