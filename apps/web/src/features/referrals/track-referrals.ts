import type { createBrowserRouter } from 'react-router';

type TrackedRouter = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/**
 * Looks at the address, now and after every change, for our video campaign. What then happens is loaded
 * on demand: most visits come from no campaign. Returns how to stop.
 */
export function trackReferrals(router: TrackedRouter): () => void {
  const seen = new Set<string>();
  function look({ pathname, search, hash }: TrackedRouter['state']['location']): void {
    if (!isCampaign(new URLSearchParams(search))) return;
    const landingUrl = new URL(pathname + search + hash, window.location.origin).href;
    if (seen.has(landingUrl)) return;
    seen.add(landingUrl);
    void record(landingUrl);
  }
  look(router.state.location);
  return router.subscribe(({ location }) => look(location));
}

function isCampaign(query: URLSearchParams): boolean {
  return query.get('utm_source') === 'youtube' && Boolean(query.get('utm_content'));
}

async function record(landingUrl: string): Promise<void> {
  try {
    const { recordReferral } = await import('./record-referral.ts');
    await recordReferral(landingUrl, new Date());
  } catch {
    // Nobody came to be counted: the visit goes on as if nothing had happened.
  }
}
