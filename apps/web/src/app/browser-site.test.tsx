import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { guardedHistory } from '#features/page/guarded-history.ts';
import { HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { SITE as site } from '#test/site.ts';
import { beginHydration, endHydration } from '#ui/use-is-hydrated.ts';
import { BrowserSite } from './BrowserSite.tsx';
import { renderRoute } from './entry-server.tsx';
import { loadPages } from './load-pages.tsx';
import { siteRoutes } from './routes.tsx';

const ANSWERS: Record<string, object> = {
  '/api/home': HOME,
  '/api/content/news': { news: [], total: 0 },
  '/api/products': { products: [PRODUCT] },
};

async function fetchKnown(address: string): Promise<Response> {
  const known = Object.entries(ANSWERS).find(([start]) => address.startsWith(start))?.[1];
  return Response.json(known ?? { code: 'not_found', message: 'x' }, { status: known ? 200 : 404 });
}

// Where the two differ, such as in the ids that labels and hints are found by, React says so while developing and leaves it.
it.each(['/', '/news', '/store', '/register', '/login', '/forgot-password', '/nowhere'])(
  'the browser takes %s over as the server has rendered it',
  async (path) => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      endHydration();
      complain.mockRestore();
    });
    const answer = await renderRoute({ path, site, fetch: fetchKnown });
    // As main.tsx reads it.
    const data = JSON.parse(answer.data) as Pick<Parameters<typeof BrowserSite>[0], 'site' | 'content'>;
    const root = document.createElement('div');
    root.innerHTML = answer.html;
    const routes = siteRoutes();
    await loadPages(routes, { pathname: path });
    const history = guardedHistory(createMemoryHistory({ initialEntries: [path], v5Compat: true }));
    const onRecoverableError = vi.fn<(error: unknown) => void>();
    beginHydration();
    const hydrated = await act(async () =>
      hydrateRoot(root, <BrowserSite {...data} history={history} routes={routes} />, { onRecoverableError }),
    );
    expect(complain.mock.calls).toEqual([]);
    expect(onRecoverableError).not.toHaveBeenCalled();
    act(() => hydrated.unmount());
  },
);
