import type { Db } from '#platform/db/database.ts';
import { accountBanned, type AppError } from '#platform/errors/app-error.ts';
import { networkOf } from '#platform/http/address.ts';
import { type ActiveBan, selectBanOfNetwork } from './bans.queries.ts';

/** @throws account_banned for an address that a ban keeps out */
export async function requireUnbannedAddress(db: Db, address: string): Promise<void> {
  const ban = await selectBanOfNetwork(db, networkOf(address));
  if (ban) throw refusedByBan('Your address', ban);
}

/** Tells whom or what the ban is about, its end and its reason. */
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
