import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { type BanLength, hasEnd, NO_END } from '#features/actions/admin/ban-length.ts';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import type { Fault } from '#features/admin/records/use-form.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

/** Values as typed. */
export type BanForm = BanLength & {
  reason: string;
  withAddress: boolean;
  ip: string;
};

/** Why the form can't be sent; undefined when it can. */
export function findBanFault({ end, preset, reason, withAddress, ip }: BanForm): Fault | undefined {
  const fields = {
    ...(!hasEnd({ end, preset }) && { endTime: NO_END }),
    ...(reason.trim() === '' && { description: 'Please give a reason.' }),
  };
  if (Object.keys(fields).length > 0) return { message: 'Ban End Time and Reason are required.', fields };
  const missing = "Please give the address, or don't ban it.";
  return withAddress && ip.trim() === '' ? { message: missing, fields: { ip: missing } } : undefined;
}

/** A valid form as the request body. */
export function banOf({ accountDBID }: AdminUser, { end, reason, withAddress, ip }: BanForm) {
  return {
    accountDBID,
    startTime: serverTime(new Date().toISOString()) ?? undefined,
    endTime: serverTime(end),
    ip: withAddress ? ip.trim() : null,
    // One line, because it's shown within a sentence.
    description: inOneLine(reason),
    active: 1 as const,
  };
}
