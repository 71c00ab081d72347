import { useEffect, useState } from 'react';
import {
  type Location,
  type RouteObject,
  unstable_HistoryRouter as HistoryRouter,
  useLocation,
  useRoutes,
} from 'react-router';
import type { Loadable } from '#api/loadable.ts';
import { GuardContext, type GuardedHistory } from '#features/page/guarded-history.ts';
import { NewestEntryContext } from '#features/page/pending.ts';
import { FirstContent } from '#features/page/use-content.ts';
import { LayerContext } from '#ui/back/use-back-closes.ts';
import { areLoaded, loadPages } from './load-pages.tsx';

type ShownPageProps = {
  routes: RouteObject[];
  /** What the server rendered the first page with. */
  content?: Loadable<unknown> | undefined;
};

type SiteRouterProps = ShownPageProps & { history: GuardedHistory };

/** Shows the page at the tab's address, or the last one until the next one's code has arrived. */
export function SiteRouter({ history, ...page }: SiteRouterProps) {
  return (
    <GuardContext value={history.guardBy}>
      <LayerContext value={history.openLayer}>
        <HistoryRouter history={history} useTransitions={false}>
          <ShownPage {...page} />
        </HistoryRouter>
      </LayerContext>
    </GuardContext>
  );
}

/** The page in a router, which on the server is a static one. */
export function ShownPage({ routes, content }: ShownPageProps) {
  const location = useLocation();
  const [first] = useState(location);
  const shown = useShownLocation(routes, location);
  const page = useRoutes(routes, shown);
  return (
    <NewestEntryContext value={location.key}>
      <FirstContent value={shown === first ? content : undefined}>{page}</FirstContent>
    </NewestEntryContext>
  );
}

function useShownLocation(routes: RouteObject[], location: Location): Location {
  const [shown, setShown] = useState(location);
  const isWaiting = shown !== location && !areLoaded(routes, location);
  if (shown !== location && !isWaiting) setShown(location);
  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    async function run() {
      await loadPages(routes, location);
      if (isCurrent) setShown(location);
    }
    void run();
    return () => {
      isCurrent = false;
    };
  }, [isWaiting, routes, location]);
  return shown;
}
