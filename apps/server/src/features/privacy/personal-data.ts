import type { PersonalTable } from './personal-table.ts';
import { ACCOUNT_DATA } from './stored/account-data.ts';
import { GAME_DATA } from './stored/game-data.ts';
import { PAYMENT_DATA } from './stored/payment-data.ts';
import { SECURITY_DATA } from './stored/security-data.ts';
import { STAFF_DATA } from './stored/staff-data.ts';
import { TWITCH_DATA } from './stored/twitch-data.ts';

/**
 * Every table with personal data: what is stored, why, and how it is erased. The player's file, the erasure and docs/privacy.md
 * are made from it; how long a row stays is in `RETENTION`. A test fails for a column of the database that is named neither
 * here nor in `other-data.ts`.
 */
export const PERSONAL_DATA: Record<string, PersonalTable> = {
  ...ACCOUNT_DATA,
  ...SECURITY_DATA,
  ...STAFF_DATA,
  ...GAME_DATA,
  ...TWITCH_DATA,
  ...PAYMENT_DATA,
};
