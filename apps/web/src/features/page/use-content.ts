import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { type Location, type Params, useLocation, useParams } from 'react-router';
import type { Fetch } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { keptContent } from './kept-content.ts';

export type LoadInput = { params: Params; fetch: Fetch; signal: AbortSignal };

/** What the server rendered the first page with. */
export const FirstContent = createContext<Loadable<unknown> | undefined>(undefined);

type Source<T> = { load: (input: LoadInput) => Promise<Loadable<T>>; keepsContent: boolean };

/** A page's content: the server's on the first page, then loaded on each visit. */
export function useContent<T>({ load, keepsContent }: Source<T>): {
  content: Loadable<T>;
  retry: () => void;
} {
  // Rendered by the server from the same page's `load`.
  const first = use(FirstContent) as Loadable<T> | undefined;
  const { pathname, key } = usePlace();
  const params = useParams();
  const [retries, setRetries] = useState(0);
  const visit = `${key} ${retries}`;
  const [arrived, setArrived] = useState(first && { visit, content: first });
  const isHere = arrived?.visit === visit;
  const fetchContent = useEffectEvent((signal: AbortSignal) =>
    load({ params, signal, fetch: (path, init) => window.fetch(path, init) }),
  );
  useEffect(() => {
    if (isHere) return;
    const abort = new AbortController();
    async function run() {
      const content = await fetchContent(abort.signal);
      if (!abort.signal.aborted) setArrived({ visit, content });
    }
    void run();
    return () => abort.abort();
  }, [visit, isHere]);
  useEffect(() => {
    // What arrived for the last visit may be of another path.
    if (keepsContent && isHere && arrived.content.status === 'loaded')
      keptContent.set(pathname, arrived.content);
  }, [keepsContent, isHere, arrived, pathname]);
  const retry = () => setRetries(retries + 1);
  // Kept by the same page at the same path.
  const known = (keepsContent ? keptContent.get(pathname) : undefined) as Loadable<T> | undefined;
  if (!isHere) return { content: known ?? { status: 'loading' }, retry };
  const { content } = arrived;
  // The last content is better than an error, unless the page is gone.
  const isGone = content.status === 'failed' && content.httpStatus === 404;
  return { content: content.status === 'failed' && !isGone ? (known ?? content) : content, retry };
}

/** The location, where a step to another place on the same page, or to another query of it, is no new visit. */
function usePlace(): Location {
  const location = useLocation();
  const [place, setPlace] = useState(location);
  const isStep = location.hash !== '' || place.search !== location.search;
  const isNew = place.key !== location.key && !(place.pathname === location.pathname && isStep);
  if (isNew) setPlace(location);
  return isNew ? location : place;
}
