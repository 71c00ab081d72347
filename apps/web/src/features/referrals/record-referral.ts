import { recordReferralHit } from '@waygate/contract/referrals/referrals.endpoints';
import { type ReferralHit, referralHitSchema } from '@waygate/contract/referrals/referrals.schemas';
import type { Site } from '@waygate/contract/site/site';
import { call } from '#api/call.ts';
import { createUuid } from '#api/uuid.ts';
import { hasStoredAttribution, holdAttribution, keepFirstAttribution } from './attribution.ts';

const VIEWER_KEY = 'viewerId';
const VALUE_MAX_LENGTH = 200;
const ADDRESS_MAX_LENGTH = 2048;

/**
 * Keeps a visit that came from a campaign for a later registration, and reports it. Where the operator asks for consent, nothing
 * is stored or reported before the visitor agrees; a visitor who registers meanwhile names the campaign with it.
 *
 * @throws Error when storage, network or server fail
 */
export async function recordReferral(landingUrl: string, now: Date): Promise<void> {
  // Visitors who agreed before have it stored.
  if (asksConsent() && !hasStoredAttribution()) {
    const referral = referralHitSchema.parse(describeReferral(landingUrl, now, createUuid()));
    holdAttribution(referral);
    const { askConsent } = await import('./consent/ask-consent.tsx');
    if (!(await askConsent())) return;
    localStorage.setItem(VIEWER_KEY, referral.viewerId);
    return keepAndReport(referral);
  }
  await keepAndReport(referralHitSchema.parse(describeReferral(landingUrl, now, getViewerId())));
}

async function keepAndReport(referral: ReferralHit): Promise<void> {
  keepFirstAttribution(referral);
  await call(recordReferralHit, { body: referral });
}

/** Read from the page, so that only visits from campaigns load what asks. */
function asksConsent(): boolean {
  const text = document.getElementById('hydration')?.textContent;
  if (!text) return false;
  // Written by the server for the first render.
  const { site } = JSON.parse(text) as { site?: Site };
  return site?.asksReferralConsent ?? false;
}

function describeReferral(landingUrl: string, now: Date, viewerId: string): ReferralHit {
  const query = new URL(landingUrl).searchParams;
  const value = (name: string) => query.get(name)?.slice(0, VALUE_MAX_LENGTH) ?? null;
  return {
    viewerId,
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
