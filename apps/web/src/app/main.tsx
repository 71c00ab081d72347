import type { Site } from '@waygate/contract/site/site';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import type { Loadable } from '#api/loadable.ts';
import { onUnauthorized } from '#api/session.ts';
import { guardedHistory } from '#features/page/guarded-history.ts';
import { originState } from '#features/paths/origin.ts';
import { paths } from '#features/paths/paths.ts';
import '#ui/base.css';
import { beginHydration } from '#ui/use-is-hydrated.ts';
import { BrowserSite } from './BrowserSite.tsx';
import { loadPages } from './load-pages.tsx';
import { hasPage, NOWHERE, siteRoutes } from './routes.tsx';

type Hydration = { site: Site; content?: Loadable<unknown> };

// A separate task from this module's evaluation: together they would block a slow phone. Not awaited, because the pages' chunks import
// this module and would wait for it while it waits for them.
setTimeout(() => void start());

async function start(): Promise<void> {
  const { site, content } = readHydration();
  const routes = siteRoutes();
  if (!hasPage(routes, window.location.pathname)) window.history.replaceState(null, '', NOWHERE);
  const history = guardedHistory(createBrowserHistory({ v5Compat: true }));
  onUnauthorized(() => {
    const { location } = history;
    if (location.pathname !== paths.login) history.replace(paths.login, originState(location));
  });
  // The first render must find its page's code, or React would throw the server's HTML away.
  const isWhole = await loadPages(routes, window.location);
  const element = getElement('app');
  const app = <BrowserSite site={site} history={history} routes={routes} content={content} />;
  // As a transition it pauses for whatever the visitor does in the meantime, instead of being one long task.
  if (isWhole) {
    beginHydration();
    startTransition(() => void hydrateRoot(element, app));
  }
  // What is missing is shown in place of the server's HTML.
  else createRoot(element).render(app);
}

function readHydration(): Hydration {
  // Written by entry-server.tsx of the same build.
  return JSON.parse(getElement('hydration').textContent) as Hydration;
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}
