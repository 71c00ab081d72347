import type { Site } from '@waygate/contract/site/site';
import { type ReactNode, useEffect } from 'react';
import { type Loadable, settle } from '#api/loadable.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { fullTitle, type PageMeta } from './page-meta.ts';
import { type LoadInput, useContent } from './use-content.ts';

/** A page: what it loads, its metadata and component. */
type LoadingPage<T> = {
  load: (input: LoadInput) => Promise<T>;
  /** Shown when loading fails and the server gave no message. */
  failureMessage: string;
  /**
   * For content that is the same for everybody: coming back shows the last content at once, at the last scroll
   * position, while it is loaded again.
   */
  keepsContent?: boolean;
  /** For content that the page does without: the server answers 200 when it can't be loaded. */
  isOptional?: boolean;
  /** Whether the content lacks something for now that the page does without: the server soon loads it again. */
  isIncomplete?: (content: T) => boolean;
  /** Modules of parts that the server renders and the browser loads later, as Vite's manifest names them. */
  laterFiles?: string[];
  meta: (content: Loadable<T>, site: Site) => PageMeta;
  Page: (props: { content: Loadable<T>; retry: () => void }) => ReactNode;
};

type StaticPage = { meta: (site: Site) => PageMeta; Page: () => ReactNode };

/** The parts of a route that a page module provides. */
export type PageRoute = {
  Component: () => ReactNode;
  handle: {
    /** Of a page with content: loads it for the server, which waits for it. Never rejects. */
    load?: (input: LoadInput) => Promise<Loadable<unknown>>;
    /** Whether what the page has loaded lacks something for now that it does without. */
    isIncomplete?: (content: unknown) => boolean;
    meta: (content: unknown, site: Site) => PageMeta;
    /** Their style sheets belong to the page's HTML. */
    laterFiles?: string[] | undefined;
    /** The page's own source file, as Vite's manifest names it. Written by the build of the server's rendering alone. */
    file?: string;
  };
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
  failureMessage,
  keepsContent = false,
  isOptional = false,
  isIncomplete,
  laterFiles,
  meta,
  Page,
  ...page
}: LoadingPage<T>): PageRoute {
  async function load(input: LoadInput): Promise<Loadable<T>> {
    const content = await settle(page.load(input), failureMessage);
    return isOptional && content.status === 'failed' ? { ...content, httpStatus: 200 } : content;
  }
  function Component() {
    const { content, retry } = useContent({ load, keepsContent });
    const site = useSite();
    useDocumentTitle(meta(content, site), site);
    return <Page content={content} retry={retry} />;
  }
  // Called with what `load` returned.
  return {
    Component,
    handle: {
      load,
      laterFiles,
      ...(isIncomplete && { isIncomplete: (content) => isIncomplete(content as T) }),
      meta: (content, site) => meta(content as Loadable<T>, site),
    },
  };
}

/** Names the tab after what it shows. */
export function useDocumentTitle(meta: Pick<PageMeta, 'title'>, site: Site): void {
  const title = fullTitle(meta, site);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
