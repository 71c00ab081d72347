import { matchRoutes, type Path, type RouteObject } from 'react-router';
import { MissingChunk } from '#pages/errors/MissingChunk.tsx';

/**
 * Loads the code of the pages at an address into their routes. A page whose code doesn't arrive shows that until it is
 * visited again.
 *
 * @returns whether everything arrived
 */
export async function loadPages(routes: RouteObject[], at: Pick<Path, 'pathname'>): Promise<boolean> {
  const waiting = waitingAt(routes, at);
  if (waiting.length === 0) return true;
  const arrived = await Promise.all(waiting.map(loadPage));
  // The admin area's list of pages brings further ones.
  return arrived.every(Boolean) && loadPages(routes, at);
}

/** Whether the pages at an address can be shown at once. */
export function areLoaded(routes: RouteObject[], at: Pick<Path, 'pathname'>): boolean {
  return waitingAt(routes, at).length === 0;
}

function waitingAt(routes: RouteObject[], at: Pick<Path, 'pathname'>): RouteObject[] {
  return (matchRoutes(routes, at) ?? []).flatMap(({ route }) => (route.lazy ? [route] : []));
}

async function loadPage(route: RouteObject): Promise<boolean> {
  try {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    return true;
  } catch {
    route.element = <MissingChunk />;
    return false;
  }
}
