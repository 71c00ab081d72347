import { recordReferralHit } from '@waygate/contract/referrals/referrals.endpoints';
import { type ReferralHit, referralHitSchema } from '@waygate/contract/referrals/referrals.schemas';
import { call } from '#api/call.ts';
import { createUuid } from '#api/uuid.ts';
import { keepFirstAttribution } from './attribution.ts';

const VIEWER_KEY = 'viewerId';
const VALUE_MAX_LENGTH = 200;
const ADDRESS_MAX_LENGTH = 2048;

/**
 * Keeps a visit that came from a campaign for a later registration, and reports it.
 *
 * @throws Error when storage, network or server fail
 */
export async function recordReferral(landingUrl: string, now: Date): Promise<void> {
  const referral = referralHitSchema.parse(describeReferral(landingUrl, now));
  keepFirstAttribution(referral);
  await call(recordReferralHit, { body: referral });
}

function describeReferral(landingUrl: string, now: Date): ReferralHit {
  const query = new URL(landingUrl).searchParams;
  const value = (name: string) => query.get(name)?.slice(0, VALUE_MAX_LENGTH) ?? null;
  return {
    viewerId: getViewerId(),
    landingUrl: landingUrl.slice(0, ADDRESS_MAX_LENGTH),
    timestamp: now.toISOString(),
    source: value('utm_source') ?? '',
    medium: value('utm_medium'),
    campaign: value('utm_campaign'),
    content: value('utm_content') ?? '',
    term: value('utm_term'),
  };
}

/** This browser's random id, which does not identify the person. */
function getViewerId(): string {
  const known = localStorage.getItem(VIEWER_KEY);
  if (known !== null && referralHitSchema.shape.viewerId.safeParse(known).success) return known;
  const viewerId = createUuid();
  localStorage.setItem(VIEWER_KEY, viewerId);
  return viewerId;
}
