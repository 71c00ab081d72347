import type { Site } from '@waygate/contract/site/site';
import { PAGE_ENTRIES, PAGE_RULES } from '@waygate/contract/site/pages';
import { renderToString } from 'react-dom/server';
import { matchRoutes, type RouteMatch, StaticRouter } from 'react-router';
import type { Fetch } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { type PageMeta, renderMeta } from '#features/page/page-meta.ts';
import type { PageRoute } from '#features/page/page-route.tsx';
import { toScriptJson } from '#features/page/script-json.ts';
import { SiteProvider } from '#features/site/SiteContext.tsx';
import { adminRoutes } from './admin-routes.ts';
import { loadPages } from './load-pages.tsx';
import { hasPage, NOWHERE, siteRoutes } from './routes.tsx';
import { ShownPage } from './SiteRouter.tsx';

const routes = siteRoutes(adminRoutes);

/** Renders the page at a path, with a query where its HTML depends on one, as every visitor sees it first. */
export async function renderRoute({ path, site, fetch }: { path: string; site: Site; fetch: Fetch }) {
  const { pathname, search } = new URL(path, site.publicOrigin);
  const location = { pathname: hasPage(routes, pathname) ? pathname : NOWHERE, search };
  if (!(await loadPages(routes, location)))
    throw new Error(`The code of the page at ${pathname} is missing.`);
  const matches = matchRoutes(routes, location) ?? [];
  const page = matches.at(-1);
  const content = await handleOf(page)?.load?.({
    params: page?.params ?? {},
    fetch,
    signal: new AbortController().signal,
  });
  const meta = metaOf(page, content, site);
  const html = renderToString(
    <SiteProvider value={site}>
      <StaticRouter location={location}>
        <ShownPage routes={routes} content={content} />
      </StaticRouter>
    </SiteProvider>,
  );
  return {
    status: statusOf(page, content),
    isIncomplete: isIncomplete(page, content),
    head: renderMeta(meta, path, site),
    html,
    data: toScriptJson({ site, content }),
    modules: [
      ...matches.flatMap((match) => handleOf(match)?.file ?? []),
      ...(handleOf(page)?.laterFiles ?? []),
    ],
    pictures: (meta.preloadImages ?? []).map(({ src }) => src),
  };
}

/** Only page routes have a handle, and pageRoute() makes each of them. */
function handleOf(page: RouteMatch | undefined): PageRoute['handle'] | undefined {
  return page?.route.handle as PageRoute['handle'] | undefined;
}

function metaOf(page: RouteMatch | undefined, content: unknown, site: Site): PageMeta {
  const handle = handleOf(page);
  if (!page || !handle) return { title: 'Not found', description: '', isPrivate: true };
  return { ...tableMeta(page.route.path), ...handle.meta(content, site) };
}

/** What the table of pages says of one of its paths. A page with parameters has its address from what it loads. */
function tableMeta(path: string | undefined): Pick<PageMeta, 'canonicalPath' | 'isPrivate'> {
  const [id, page] = PAGE_ENTRIES.find(([, row]) => path === row.path || path === row.alias) ?? [];
  if (!id || !page) return {};
  if (PAGE_RULES[id].search === 'private') return { isPrivate: true };
  return page.path.includes(':') ? {} : { canonicalPath: page.path };
}

/** Whether content that the page does without is missing for now. */
function isIncomplete(page: RouteMatch | undefined, content: Loadable<unknown> | undefined): boolean {
  if (content?.status === 'failed') return content.httpStatus === 200;
  return content?.status === 'loaded' && handleOf(page)?.isIncomplete?.(content.value) === true;
}

function statusOf(page: RouteMatch | undefined, content: Loadable<unknown> | undefined): number {
  if (page?.route.path === '*') return 404;
  return content?.status === 'failed' ? content.httpStatus : 200;
}
