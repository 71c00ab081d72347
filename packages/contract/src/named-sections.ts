/**
 * Sections of the admin panel beyond the thirteen primes: each is a name in an account's `sections`. A new
 * section is a line here and an entry of the menu.
 */
export const NAMED_SECTIONS = ['alerts', 'site'] as const satisfies readonly string[];

export type NamedSection = (typeof NAMED_SECTIONS)[number];
