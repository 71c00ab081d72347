import type { createBrowserRouter } from 'react-router';

/** Looks at every address for a campaign. */
export function trackReferrals(_router: ReturnType<typeof createBrowserRouter>): void {}
