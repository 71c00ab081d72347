import { getHome } from '@waygate/contract/home/home.endpoints';
import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { PAGE_ENTRIES } from '@waygate/contract/site/pages';
import { expect, test } from 'vitest';
import { findPage, isListed, isSecret, pagePath } from '#app/site/page-addresses.ts';

test.each([
  ['/', '/'],
  ['/news?x=1', '/news'],
  ['/news/?x=1', '/news'],
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example', '/evil.example'],
  ['\\/\\/evil.example//', '/evil.example'],
  ['/news#x', '/news'],
  ['?x', '/'],
])('the path of %j stays on this site', (url, path) => {
  expect(pagePath(url)).toBe(path);
  expect(new URL(pagePath(url), 'https://play.example').host).toBe('play.example');
});

test.each([
  '/news',
  '/patchNotes',
  '/login',
  '/reset-password',
  '/admin/statistics/payment',
  '/admin/patch-notes/new',
])('%s is a page of its own', (path) => {
  expect(findPage(path)).toEqual({ address: path });
});

test.each([
  ['/', getHome],
  ['/home', getHome],
])('%s is kept as long as what it shows', (path, { keptSeconds }) => {
  expect(findPage(path)).toEqual({ address: path, keptSeconds });
});

test.each([
  ['/news/12', '/news/:articleId', { page: 'article', id: 12, address: '/news/12' }],
  ['/patchNotes/7/', '/patchNotes/:patchNoteId', { page: 'patchNote', id: 7, address: '/patchNotes/7' }],
  ['/%6eews/%31', '/news/:articleId', { page: 'article', id: 1, address: '/news/1' }],
])('%s is the page of a record, if there is one', (path, address, record) => {
  expect(findPage(path)).toEqual({ address, record });
});

test.each([
  ['/news/0', '/news/:articleId'],
  ['/news/12345678901', '/news/:articleId'],
  ['/news/1%2F2', '/news/:articleId'],
  ['/news/%0a', '/news/:articleId'],
  ['/reset-password/x', '/reset-password/:token'],
  ['/admin/users/7', '/admin/users/:accountId'],
  ['/admin/users/x', '/admin/users/:accountId'],
  ['/admin/orders/12', '/admin/orders/:orderId'],
  ['/admin/news/old', '/admin/news/:articleId'],
  ['/%6eews', '/news'],
  ['/NEWS', '/*'],
  ['/news/1/2', '/*'],
  ['/reset-password/x/y', '/*'],
  ['/x', '/*'],
  ['/admin/x', '/*'],
  ['/admin/benefits/7', '/*'],
  ['/admin/users/%37', '/admin/users/:accountId'],
  ['/%61dmin', '/*'],
  ['//news', '/*'],
  ['/%61dmin/users/7', '/*'],
  ['/%0a', '/*'],
  ['/%E2%80%A8', '/*'],
  ['/%zz', '/*'],
  ['/__proto__', '/*'],
])('%s shares the page %s', (path, address) => {
  expect(findPage(path)).toEqual({ address });
});

test('every listed page has an address, and only records have one each', () => {
  for (const [, { path }] of [...PAGE_ENTRIES, ...ADMIN_PAGE_ENTRIES]) {
    const { address, record } = findPage(path.replace(/:\w+\??/, '7'));
    expect(address).toBe(path.replace('?', ''));
    expect([path, record !== undefined]).toEqual([path, /^\/(news|patch-notes)\/:/.test(path)]);
  }
});

test.each(['/reset-password%2fx', '/Reset-Password%2Fx', '/reset-password%5Cx'])(
  '%s is a reset link too',
  (url) => {
    expect([isSecret(url), isListed(url)]).toEqual([true, false]);
  },
);

test('only reset links are secret, and private pages are not listed', () => {
  expect(['/reset-password', '/reset-password/x', '/reset-passwords', '/login'].map(isSecret)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['/', '/news', '/administrators', '/profile', '/admin/x', '/dev/mail'].map(isListed)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['/shop?payment=success', '/shop?payment=success'],
  ['/shop/?x=1&payment=cancel#top', '/shop?payment=cancel'],
  ['/shop?payment=%73uccess&payment=cancel', '/shop?payment=success'],
  ['/shop?payment=other', '/shop'],
  ['/shop?payment=Success', '/shop'],
  ['/shop', '/shop'],
  ['/news?payment=success', '/news'],
])('%s is rendered as %s: no other query makes another page', (url, address) => {
  expect(findPage(url)).toEqual({ address });
});
