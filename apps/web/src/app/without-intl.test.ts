// @vitest-environment node
// There, `import.meta.env.SSR` is true, as in the build for the server.
import { beforeEach, expect, it, vi } from 'vitest';
import { HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { SITE as site } from '#test/site.ts';
import { renderRoute } from './entry-server.tsx';

const LAID_OUT_LATER = '2099-09-05T09:05:00Z';

const COINS = { kind: 'premium_coins', quantity: 1200, itemId: null, serverItems: [], label: 'Coins' };

const ANSWERS: Record<string, object> = {
  '/api/content/home': {
    ...HOME,
    maintenance: { text: 'We are moving.', expectedEnd: LAID_OUT_LATER },
    event: { ...HOME.event, startsAt: LAID_OUT_LATER, endsAt: null },
    offer: { ...HOME.offer, saleEndDate: LAID_OUT_LATER },
  },
  '/api/products': {
    products: [
      { ...PRODUCT, newPrice: 2.5, isSale: true, saleEndDate: LAID_OUT_LATER, grants: [COINS] },
      { ...PRODUCT, productId: 8, price: 1249 },
    ],
  },
};

beforeEach(() => {
  vi.stubGlobal('Intl', undefined);
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(() => {
    throw new Error('toLocaleString is used');
  });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

it.each([
  ['/', ['1,284', '128 MB', '€12.99', '€9.99', '5 Nov 2026', '5 Sept 2099, 09:05']],
  ['/store', ['1,200 Coins', '€2.50', '€1,249.00', 'from €2.50', '5 Sept 2099, 09:05']],
])('%s is rendered without Intl', async (path, texts) => {
  const { status, isIncomplete, head, html } = await renderRoute({
    path,
    site,
    fetch: async (address) => Response.json(ANSWERS[address.replace(/\?.*/, '')]),
  });
  expect([status, isIncomplete]).toEqual([200, false]);
  expect(texts.filter((text) => !`${head}${html}`.includes(text))).toEqual([]);
});
