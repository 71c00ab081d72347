import { ADMIN_PAGE_ENTRIES } from '@waygate/contract/site/admin-pages';
import { PAGE_ENTRIES, PAGE_RULES } from '@waygate/contract/site/pages';
import { expect, test } from 'vitest';
import { isKnownPage, isListed, isSecret, pageAddress, pagePath } from '#app/site/page-addresses.ts';

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
  '/',
  '/home',
  '/news',
  '/patchNotes/7',
  '/news/12',
  '/login',
  '/admin/statistics/payment',
  '/admin/users/7',
  '/admin/orders/12',
  '/admin/news/7',
  '/admin/patch-notes/new',
])('%s is a known page', (path) => {
  expect(isKnownPage(path)).toBe(true);
});

test.each([
  '/NEWS',
  '/%6eews',
  '/news/0',
  '/news/1/2',
  '/news/12345678901',
  '/reset-password/x',
  '/x',
  '/admin/x',
  '/admin/users/0',
  '/admin/benefits/7',
  '/admin/news/old',
])('%s is one of endlessly many', (path) => expect(isKnownPage(path)).toBe(false));

test('every listed page is recognised, except those with a secret address', () => {
  const unknown = [...PAGE_ENTRIES, ...ADMIN_PAGE_ENTRIES].filter(
    ([, { path }]) => !isKnownPage(path.replace(/:\w+/, '7')),
  );
  const secret = PAGE_ENTRIES.filter(([id]) => PAGE_RULES[id].access === 'link');
  expect(unknown).toEqual(secret);
});

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
  expect(pageAddress(url)).toBe(address);
});
