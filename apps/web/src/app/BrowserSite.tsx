import type { Site } from '@waygate/contract/site/site';
import { type ReactNode, StrictMode, useEffect } from 'react';
import type { RouteObject } from 'react-router';
import type { Loadable } from '#api/loadable.ts';
import type { GuardedHistory } from '#features/page/guarded-history.ts';
import { SiteProvider } from '#features/site/SiteContext.tsx';
import { endHydration } from '#ui/use-is-hydrated.ts';
import { SiteRouter } from './SiteRouter.tsx';

type BrowserSiteProps = {
  site: Site;
  history: GuardedHistory;
  routes: RouteObject[];
  /** What the server rendered the first page with. */
  content?: Loadable<unknown> | undefined;
};

/** The site in a browser. No element has a second child: the browser's ids from `useId` would differ from the server's. */
export function BrowserSite({ site, ...page }: BrowserSiteProps) {
  return (
    <StrictMode>
      <HydrationEnd>
        <SiteProvider value={site}>
          <SiteRouter {...page} />
        </SiteProvider>
      </HydrationEnd>
    </StrictMode>
  );
}

/** Ends hydration after the effects of everything inside. */
function HydrationEnd({ children }: { children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(endHydration);
    return () => clearTimeout(timer);
  }, []);
  return children;
}
