import { isOwner, type Rank } from '@waygate/contract/ranks';
import type { Db } from '#platform/db/database.ts';
import { accountBanned, type AppError } from '#platform/errors/app-error.ts';
import { networkOf } from '#platform/http/address.ts';
import { type ActiveBan, selectBanOfNetwork } from './bans.queries.ts';

/**
 * For registration.
 *
 * @throws account_banned for a banned address, without the end and the reason: they concern somebody else's account
 */
export async function requireUnbannedAddress(db: Db, address: string): Promise<void> {
  const ban = await selectBanOfNetwork(db, networkOf(address));
  if (ban) throw accountBanned("New accounts can't be created from your network.");
}

/** For an account with the right password: the end and the reason of its ban. */
function refusedByBan({ description, endsAt }: ActiveBan): AppError {
  return accountBanned(`This account is banned ${untilEnd(endsAt)}. Reason: ${description}`);
}

/** For an account with the right password: the end of a ban of its address. The reason concerns another account. */
function refusedByAddressBan({ endsAt }: Pick<ActiveBan, 'endsAt'>): AppError {
  return accountBanned(`Your address is banned ${untilEnd(endsAt)}.`);
}

/**
 * For an account with the right password or passkey.
 *
 * @throws account_banned for a ban of the account, and for one of the caller's address unless an owner calls
 */
export function requireNotBanned(
  account: Pick<Rank, 'permission'>,
  { ban, addressBan }: { ban: ActiveBan | null; addressBan: ActiveBan | null },
): void {
  if (ban) throw refusedByBan(ban);
  if (addressBan && !isOwner(account)) throw refusedByAddressBan(addressBan);
}

function untilEnd(endsAt: string | null): string {
  return endsAt === null ? 'permanently' : `until ${inWords(new Date(endsAt))} UTC`;
}

function inWords(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    time,
  );
}
