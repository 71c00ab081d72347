import type { Db } from '#platform/db/database.ts';
import { accountBanned, type AppError } from '#platform/errors/app-error.ts';
import { networkOf } from '#platform/http/address.ts';
import { type ActiveBan, selectBanOfNetwork } from './bans.queries.ts';

/** @throws account_banned for a banned address */
export async function requireUnbannedAddress(db: Db, address: string): Promise<void> {
  const ban = await selectBanOfNetwork(db, networkOf(address));
  if (ban) throw refusedByBan('Your address', ban);
}

/** The error with the ban's subject, end and reason. */
export function refusedByBan(
  what: 'This account' | 'Your address',
  { description, endsAt }: ActiveBan,
): AppError {
  const end = endsAt === null ? 'permanently' : `until ${inWords(new Date(endsAt))} UTC`;
  return accountBanned(`${what} is banned ${end}. Reason: ${description}`);
}

function inWords(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    time,
  );
}
