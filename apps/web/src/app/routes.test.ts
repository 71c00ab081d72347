import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ADMIN_CATEGORIES } from '#features/admin/sections.ts';
import { adminRoutes } from './admin-routes.ts';
import { moduleOf, siteRoutes } from './routes.tsx';

const whole = siteRoutes(adminRoutes);

function moduleAt(path: string, routes = whole): string | undefined {
  const id = matchRoutes(routes, path)?.at(-1)?.route.id;
  return id && moduleOf(id);
}

describe('the routes', () => {
  it('bring a page that says its title for every address of the admin area', async () => {
    const pages = (adminRoutes[0]?.children ?? []).map(({ lazy }) => lazy);
    expect(pages.length).toBeGreaterThan(0);
    for (const load of pages) {
      const page = typeof load === 'function' ? await load() : undefined;
      expect(page).toMatchObject({ Component: expect.any(Function), handle: { meta: expect.any(Function) } });
    }
  });

  it('lead into the admin area by its exact addresses', () => {
    expect(moduleAt('/admin')).toBe('src/pages/admin/AdminStartPage.tsx');
    expect(moduleAt('/admin/nowhere')).toBe('src/pages/errors/NotFoundPage.tsx');
    expect(moduleAt('/administrators')).toBe('src/pages/errors/NotFoundPage.tsx');
    expect(moduleAt('/Admin')).toBe('src/pages/errors/NotFoundPage.tsx');
  });

  it('know nothing of the admin area before somebody goes there', () => {
    expect(moduleAt('/admin', siteRoutes())).toBe('src/pages/errors/NotFoundPage.tsx');
  });

  it('have each section of the menu below /admin, once', () => {
    const paths = ADMIN_CATEGORIES.flatMap(({ sections }) => sections.map(({ path }) => path));
    expect(paths.every((path) => path.startsWith('/admin/'))).toBe(true);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
