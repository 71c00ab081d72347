import type { createBrowserRouter } from 'react-router';

type TrackedRouter = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/**
 * Checks the address, now and after every navigation, for our video campaign. Recording is loaded on demand,
 * because most visits come from no campaign.
 *
 * @returns a function that stops tracking
 */
export function trackReferrals(router: TrackedRouter): () => void {
  const seen = new Set<string>();
  function checkAddress({ pathname, search, hash }: TrackedRouter['state']['location']): void {
    if (!isCampaign(new URLSearchParams(search))) return;
    const landingUrl = new URL(pathname + search + hash, window.location.origin).href;
    if (seen.has(landingUrl)) return;
    seen.add(landingUrl);
    void record(landingUrl);
  }
  checkAddress(router.state.location);
  return router.subscribe(({ location }) => checkAddress(location));
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
