import { referralHitSchema, type ReferralHit } from '@waygate/contract/referrals/referrals.schemas';

const STORAGE_KEY = 'initialReferral';

/** The browser's first referral. An unreadable one is ignored and logged. */
export function readAttribution(): ReferralHit | undefined {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    return text === null ? undefined : referralHitSchema.parse(JSON.parse(text));
  } catch (error) {
    console.error('The stored referral cannot be read and is ignored.', error);
    return undefined;
  }
}

/** Keeps the referral, unless an earlier one is kept already. */
export function keepFirstAttribution(referral: ReferralHit): void {
  if (localStorage.getItem(STORAGE_KEY) === null) localStorage.setItem(STORAGE_KEY, JSON.stringify(referral));
}

export function forgetAttribution(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled in this browser, so there is nothing to forget.
  }
}
