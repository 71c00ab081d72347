import type { Currency } from './coins.schemas.ts';

/** What staff call the two kinds of coins, on every page, in files and in the audit log. */
export const STAFF_COIN_NAMES: Record<Currency, string> = { premium: 'Agaia coins', second: 'Astrum coins' };
