import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { PAGE_ENTRIES } from '@waygate/contract/site/pages';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ADMIN_CATEGORIES } from '#features/admin/sections.ts';
import { adminRoutes } from './admin-routes.ts';
import { loadPages } from './load-pages.tsx';
import { hasPage, siteRoutes } from './routes.tsx';

const whole = siteRoutes(adminRoutes);

async function moduleAt(path: string, routes = whole): Promise<string | undefined> {
  const route = matchRoutes(routes, path)?.at(-1)?.route;
  return typeof route?.lazy === 'function' ? (await route.lazy()).handle.file : undefined;
}

describe('the routes', () => {
  it('bring a page that says its title for every address of the admin area', async () => {
    const pages = (adminRoutes[0]?.children ?? []).map(({ lazy }) => lazy);
    expect(pages.length).toBeGreaterThan(0);
    for (const load of pages) {
      const page = typeof load === 'function' ? await load() : undefined;
      expect(page).toMatchObject({ handle: { meta: expect.any(Function) } });
    }
  });

  it.each(PAGE_ENTRIES)('have a page at every spelling of %s', async (_, { path, alias = path }) => {
    const file = await moduleAt(path);
    expect(file).toMatch(/^src\/pages\/(?!admin|errors)/);
    expect(await moduleAt(alias)).toBe(file);
  });

  it('use every page module', async () => {
    const paths = [...PAGE_ENTRIES, ...ADMIN_PAGE_ENTRIES].map(([, { path }]) => path);
    const used = await Promise.all([...paths, '/nowhere'].map((path) => moduleAt(path)));
    const files = Object.keys(import.meta.glob('/src/pages/**/*Page.tsx')).map((file) => file.slice(1));
    // The frame of the admin area has no path of its own.
    expect(new Set([...used, 'src/pages/admin/AdminPage.tsx'])).toEqual(new Set(files));
  });

  it('lead into the admin area by its exact addresses', async () => {
    expect(await moduleAt('/admin')).toBe('src/pages/admin/AdminStartPage.tsx');
    expect(await moduleAt('/admin/nowhere')).toBe('src/pages/errors/NotFoundPage.tsx');
    expect(await moduleAt('/administrators')).toBe('src/pages/errors/NotFoundPage.tsx');
    expect(await moduleAt('/Admin')).toBe('src/pages/errors/NotFoundPage.tsx');
  });

  it('know nothing of the admin area before somebody goes there', async () => {
    const routes = siteRoutes();
    expect(hasPage(routes, '/%61dmin/users')).toBe(false);
    expect(matchRoutes(routes, '/admin/users')?.at(-1)?.route.path).toBe('/admin/*');
    expect(await loadPages(routes, { pathname: '/admin/users' })).toBe(true);
    expect(matchRoutes(routes, '/admin/users')?.at(-1)?.route.path).toBe('/admin/users');
    expect(matchRoutes(routes, '/admin/nowhere')?.at(-1)?.route.path).toBe('*');
  });

  it('have each section of the menu below /admin, once', () => {
    const paths = ADMIN_CATEGORIES.flatMap(({ sections }) => sections.map(({ path }) => path));
    expect(paths.every((path) => path.startsWith('/admin/'))).toBe(true);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
