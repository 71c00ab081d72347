import { describe, expect, expectTypeOf, test } from 'vitest';
import { ADMIN_PAGE_ENTRIES, adminPagePaths } from './admin-pages.ts';
import { pathsOf } from './page-paths.ts';
import { ADMIN_AREA, PAGE_ENTRIES, type PageId, pagePaths } from './pages.ts';

const namesIn = (path: string) => path.match(/:\w+\??/g);
const isInArea = (path: string) => path === ADMIN_AREA || path.startsWith(`${ADMIN_AREA}/`);

describe('the paths of pages', () => {
  test('are built from their parameters, each as one segment', () => {
    expect(pagePaths.article({ articleId: 7 })).toBe('/news/7');
    expect(pagePaths.article({ articleId: 'a/b?c' })).toBe('/news/a%2Fb%3Fc');
    expect(adminPagePaths.order({ orderId: '12' })).toBe('/admin/orders/12');
    expect(pagePaths.home).toBe('/');
  });

  test('leave out a parameter that may be missing', () => {
    expect(pagePaths.resetPassword({ token: 'abc' })).toBe('/reset-password/abc');
    expect(pagePaths.resetPassword({})).toBe('/reset-password');
  });

  test.each(['', '.', '..'])('refuse %j, which would name another page', (articleId) => {
    expect(() => pagePaths.article({ articleId })).toThrow('/news/:articleId needs another articleId');
  });

  test('are typed by the templates', () => {
    expectTypeOf(pagePaths.news).toEqualTypeOf<'/news'>();
    expectTypeOf(pagePaths.resetPassword).parameters.toEqualTypeOf<[{ token?: string | number }]>();
    const paths = pathsOf({ line: { path: '/orders/:orderId/lines/:lineId' } } as const);
    expect(paths.line({ orderId: 1, lineId: 2 })).toBe('/orders/1/lines/2');
    // @ts-expect-error -- the line's id is missing
    expect(() => paths.line({ orderId: 1 })).toThrow('needs lineId');
    // @ts-expect-error -- an article's parameter is called articleId
    expect(() => pagePaths.article({ id: 7 })).toThrow('needs articleId');
    // @ts-expect-error -- there is no such page
    expect(pagePaths.nowhere).toBeUndefined();
  });
});

describe('the tables of pages', () => {
  test('name each path once', () => {
    const paths = [
      ...PAGE_ENTRIES.flatMap(([, { path, alias }]) => (alias === undefined ? [path] : [path, alias])),
      ...ADMIN_PAGE_ENTRIES.map(([, { path }]) => path),
    ];
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('give an alias the same parameters as its page', () => {
    for (const [, { path, alias = path }] of PAGE_ENTRIES) expect(namesIn(alias)).toEqual(namesIn(path));
  });

  test('have every page of staff, and no other, in the admin area', () => {
    expect(ADMIN_PAGE_ENTRIES.every(([, { path }]) => isInArea(path))).toBe(true);
    expect(PAGE_ENTRIES.some(([, { path, alias = path }]) => isInArea(path) || isInArea(alias))).toBe(false);
  });

  test('do not let a table of each page forget one', () => {
    // @ts-expect-error -- every other page is missing
    const labels: Record<PageId, string> = { home: 'Home' };
    expect(labels).toHaveProperty('home');
  });
});
