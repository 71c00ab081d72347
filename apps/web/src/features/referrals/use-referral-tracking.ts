import { useEffect, useRef } from 'react';
import type { Path } from 'react-router';

/**
 * Checks the address, now and after every navigation, for our video campaign. Recording is loaded on demand,
 * because most visits come from no campaign.
 */
export function useReferralTracking({ pathname, search, hash }: Path): void {
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (!isCampaign(new URLSearchParams(search))) return;
    const landingUrl = new URL(pathname + search + hash, window.location.origin).href;
    if (seen.current.has(landingUrl)) return;
    seen.current.add(landingUrl);
    void record(landingUrl);
  }, [pathname, search, hash]);
}

function isCampaign(query: URLSearchParams): boolean {
  return query.get('utm_source') === 'youtube' && Boolean(query.get('utm_content'));
}

async function record(landingUrl: string): Promise<void> {
  try {
    const { recordReferral } = await import('./record-referral.ts');
    await recordReferral(landingUrl, new Date());
  } catch {
    // A referral that can't be recorded must not disturb the visit.
  }
}
