import type { Site } from '@waygate/contract/site/site';
import { PAGE_ENTRIES, PAGE_RULES } from '@waygate/contract/site/pages';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router';
import type { Fetch } from '#api/call.ts';
import { type PageMeta, renderMeta } from '#features/page/page-meta.ts';
import { apiFetch, type PageRoute } from '#features/page/page-route.tsx';
import { SiteProvider } from '#features/site/SiteContext.tsx';
import { adminRoutes } from './admin-routes.ts';
import { fileOf } from './page-files.ts';
import { NOWHERE, siteRoutes } from './routes.tsx';

const handler = createStaticHandler(siteRoutes(adminRoutes));

/** Renders the page at a path, with a query where its HTML depends on one, as every visitor sees it first. */
export async function renderRoute({ path, site, fetch }: { path: string; site: Site; fetch: Fetch }) {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiFetch, fetch);
  const url = new URL(path, site.publicOrigin);
  if (!matchRoutes(handler.dataRoutes, url.pathname)) url.pathname = NOWHERE;
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) return redirected(context);
  // Loaders settle their failures as content: what is thrown here is a bug, for the server's own error page.
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <SiteProvider value={site}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </SiteProvider>,
  );
  return {
    status: statusOf(context),
    head: renderMeta(metaOf(context, site), path, site),
    html,
    data: toScriptJson({ site, loaderData: context.loaderData }),
    modules: context.matches.flatMap(({ route }) => fileOf(route) ?? []),
  };
}

function redirected(response: Response) {
  return {
    status: response.status,
    head: '',
    html: '',
    data: '',
    modules: [],
    redirectTo: response.headers.get('location') ?? '/',
  };
}

function metaOf(context: StaticHandlerContext, site: Site): PageMeta {
  const match = context.matches.at(-1);
  // Only page routes carry a handle, and pageRoute() makes each of them.
  const handle = match?.route.handle as PageRoute['handle'] | undefined;
  if (!match || !handle) return { title: 'Not found', description: '', isPrivate: true };
  return { ...tableMeta(match.route.path), ...handle.meta(context.loaderData[match.route.id], site) };
}

/** What the table of pages says of one of its paths. A page with parameters has its address from what it loads. */
function tableMeta(path: string | undefined): Pick<PageMeta, 'canonicalPath' | 'isPrivate'> {
  const [id, page] = PAGE_ENTRIES.find(([, row]) => path === row.path || path === row.alias) ?? [];
  if (!id || !page) return {};
  if (PAGE_RULES[id].search === 'private') return { isPrivate: true };
  return page.path.includes(':') ? {} : { canonicalPath: page.path };
}

function statusOf(context: StaticHandlerContext): number {
  const match = context.matches.at(-1);
  if (match?.route.path === '*') return 404;
  const content: unknown = match && context.loaderData[match.route.id];
  if (typeof content === 'object' && content !== null && 'httpStatus' in content)
    return Number(content.httpStatus) || 500;
  return context.statusCode;
}

/** JSON that cannot end the script element it stands in. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
