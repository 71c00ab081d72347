import { referralHitSchema, type ReferralHit } from '@waygate/contract/referrals/referrals.schemas';

const STORAGE_KEY = 'initialReferral';

/** Of a visitor who was not asked yet, or did not agree: gone with the page. */
let held: ReferralHit | undefined;

/** The browser's first referral. An unreadable one is ignored and logged. */
export function readAttribution(): ReferralHit | undefined {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    return text === null ? held : referralHitSchema.parse(JSON.parse(text));
  } catch (error) {
    console.error('The stored referral cannot be read and is ignored.', error);
    return held;
  }
}

/** Remembers the referral for a registration, without storing it in the browser. */
export function holdAttribution(referral: ReferralHit): void {
  held ??= referral;
}

export function hasStoredAttribution(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** Keeps the referral, unless an earlier one is kept already. */
export function keepFirstAttribution(referral: ReferralHit): void {
  if (!hasStoredAttribution()) localStorage.setItem(STORAGE_KEY, JSON.stringify(referral));
}

export function forgetAttribution(): void {
  held = undefined;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled in this browser, so there is nothing to forget.
  }
}
