import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { Fault } from '#features/admin/records/use-form.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

/** How long a ban may last without typing its end. */
export const BAN_PRESETS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'permanent', label: 'Permanent' },
] as const;

export type BanPreset = (typeof BAN_PRESETS)[number]['value'];

/** Values as typed. `end` is ISO 8601; '' for none, and for a ban without an end. */
export type BanForm = {
  end: string;
  /** What set the end; '' when it was typed. */
  preset: BanPreset | '';
  reason: string;
  withAddress: boolean;
  ip: string;
};

const DAY_MS = 86_400_000;

/** The form's end after a preset was chosen. */
export function endOf(preset: BanPreset, now: Date): Pick<BanForm, 'end' | 'preset'> {
  if (preset === 'permanent') return { preset, end: '' };
  const end = new Date(now.getTime() + Number(preset) * DAY_MS);
  end.setMilliseconds(0);
  return { preset, end: end.toISOString() };
}

/** Whether the form says how long the ban lasts. */
export function hasEnd({ end, preset }: Pick<BanForm, 'end' | 'preset'>): boolean {
  return end !== '' || preset === 'permanent';
}

/** Why the form can't be sent; undefined when it can. */
export function findBanFault({ end, preset, reason, withAddress, ip }: BanForm): Fault | undefined {
  const fields = {
    ...(!hasEnd({ end, preset }) && { endTime: 'Please say when the ban ends.' }),
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
    description: reason.trim().replace(/\s+/g, ' '),
    active: 1 as const,
  };
}
