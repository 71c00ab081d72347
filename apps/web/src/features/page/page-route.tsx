import type { Site } from '@waygate/contract/site/site';
import { type ReactNode, useEffect, useState } from 'react';
import {
  createContext,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useRevalidator,
} from 'react-router';
import type { Fetch } from '#api/call.ts';
import { type Loadable, settle } from '#api/loadable.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { keptContent } from './kept-content.ts';
import { fullTitle, type PageMeta } from './page-meta.ts';

/** How loaders reach the API: the browser's fetch, or the server's own calls while it renders. */
export const apiFetch = createContext<Fetch>((path, init) => window.fetch(path, init));

type LoadInput = { params: Record<string, string | undefined>; fetch: Fetch; signal: AbortSignal };

/** A page: its loader, metadata and component. */
type LoadingPage<T> = {
  load: (input: LoadInput) => Promise<T>;
  /** Shown when loading fails and the server gave no message. */
  failureMessage: string;
  /**
   * For content that is the same for everybody: coming back shows the last content at once, at the last scroll
   * position, while it is loaded again.
   */
  keepsContent?: boolean;
  meta: (content: Loadable<T>, site: Site) => PageMeta;
  Page: (props: { content: Loadable<T>; retry: () => void }) => ReactNode;
};

type StaticPage = { meta: (site: Site) => PageMeta; Page: () => ReactNode };

/** The parts of a route that a page module provides. */
export type PageRoute = {
  loader?: (args: LoaderFunctionArgs) => unknown;
  Component: () => ReactNode;
  handle: { meta: (loaderData: unknown, site: Site) => PageMeta };
};

/** A page without content to fetch. */
export function staticPage({ meta, Page }: StaticPage): PageRoute {
  function Component() {
    const site = useSite();
    useDocumentTitle(meta(site), site);
    return <Page />;
  }
  return { Component, handle: { meta: (_, site) => meta(site) } };
}

/**
 * A page that shows fetched content. The server waits for it; in the browser the page appears at once
 * in its loading state.
 */
export function loadingPage<T>({
  load,
  failureMessage,
  keepsContent,
  meta,
  Page,
}: LoadingPage<T>): PageRoute {
  const loader = ({ params, context, request }: LoaderFunctionArgs) => {
    // The server passes the router a context; in the browser it's empty and the default applies.
    const fetch = context.get(apiFetch);
    const content = settle(load({ params, fetch, signal: request.signal }), failureMessage);
    if (import.meta.env.SSR) return content;
    const { pathname } = new URL(request.url);
    return { arriving: content, ...(keepsContent && { known: keptContent.get(pathname) }) };
  };
  function Component() {
    // Typed by `loader` just above: this component is only ever mounted on its route.
    const content = useArrived(useLoaderData<Loadable<T> | Arriving<T>>());
    const { pathname } = useLocation();
    useEffect(() => {
      if (keepsContent && content.status === 'loaded') keptContent.set(pathname, content);
    }, [content, pathname]);
    const { revalidate } = useRevalidator();
    const site = useSite();
    useDocumentTitle(meta(content, site), site);
    return <Page content={content} retry={() => void revalidate()} />;
  }
  return { loader, Component, handle: { meta: (loaderData, site) => meta(loaderData as Loadable<T>, site) } };
}

type Loaded<T> = Extract<Loadable<T>, { status: 'loaded' }>;

/** Loading content, and the content shown until it arrives. */
type Arriving<T> = { arriving: Promise<Loadable<T>>; known?: Loaded<T> };

function useArrived<T>(given: Loadable<T> | Arriving<T>): Loadable<T> {
  const [arrived, setArrived] = useState<{ from: Arriving<T>; content: Loadable<T> }>();
  useEffect(() => {
    if (!('arriving' in given)) return;
    let isCurrent = true;
    void given.arriving.then((content) => isCurrent && setArrived({ from: given, content }));
    return () => {
      isCurrent = false;
    };
  }, [given]);
  if (!('arriving' in given)) return given;
  if (arrived?.from !== given) return given.known ?? { status: 'loading' };
  const { content } = arrived;
  // The last content is better than an error, unless the page is gone.
  return content.status === 'failed' && content.httpStatus !== 404 ? (given.known ?? content) : content;
}

/** Names the tab after what it shows. */
export function useDocumentTitle(meta: Pick<PageMeta, 'title'>, site: Site): void {
  const title = fullTitle(meta, site);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
