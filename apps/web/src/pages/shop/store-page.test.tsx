import type { Product } from '@waygate/contract/products/products.schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { saveSession } from '#api/session.ts';
import { closeStorefront } from '#features/shop/storefront-overlay.ts';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { EMPTY_HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { route as storePage } from './StorePage.tsx';

const SHOP = 'GET /api/products?storefront=shop';
const CAPE: Product = {
  ...PRODUCT,
  productId: 1,
  name: 'Cape',
  category: 'Clothing',
  accountLimit: 2,
  grants: [{ kind: 'item', quantity: 1, itemId: 7, serverItems: [], label: 'Cape' }],
  serverIds: [1],
};
const HORN: Product = { ...CAPE, productId: 2, name: 'Horn', category: 'Companions', accountLimit: null };
const DRAUGHT: Product = { ...PRODUCT, productId: 3, name: 'Draught', category: 'Provisions', isSale: true };

// It scrolls on every step; happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => act(closeStorefront));

function open({ purchases = [], home = EMPTY_HOME }: { purchases?: object[]; home?: object } = {}) {
  fakeServer({
    'GET /api/content/home': { body: home },
    [SHOP]: { body: { products: [CAPE, HORN, DRAUGHT] } },
    'GET /api/user/purchases': { body: { purchases } },
  });
  const children = [
    { path: '/store', ...storePage },
    { path: '/login', ...loginPage },
  ];
  return renderPage({
    routes: [{ Component: SiteLayout, children }],
    at: '/store',
    site: { features: { twitch: false, shop: true, mail: true } },
  });
}

const cardOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  // Every name stands in a card.
  return within(heading.closest('article') as HTMLElement);
};

it('features what is on sale, and shows it once', async () => {
  open();
  const offer = within(await screen.findByRole('article', { name: 'Featured offer' }));
  expect(offer.getByRole('heading', { name: 'Draught' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { name: 'Draught' })).toHaveLength(1);
  expect(screen.getAllByRole('article')).toHaveLength(3);
});

it("features the operator's choice before what is on sale", async () => {
  open({ home: { ...EMPTY_HOME, offer: { productId: HORN.productId } } });
  const offer = within(await screen.findByRole('article', { name: 'Featured offer' }));
  expect(offer.getByRole('heading', { name: 'Horn' })).toBeTruthy();
});

it('keeps category and details in the address, so that Back leaves them', async () => {
  const { router } = open();
  await userEvent.click(await screen.findByRole('link', { name: 'Clothing 1' }));
  expect(router.state.location.search).toBe('?category=Clothing');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Clothing' }));
  expect(screen.queryByRole('heading', { name: 'Horn' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Cape' }));
  const details = within(screen.getByRole('dialog', { name: 'Cape' }));
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location).toMatchObject({ search: '?category=Clothing', hash: '' });
  await userEvent.click(screen.getByRole('link', { name: 'Back to Categories' }));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Clothing 1' }));
  expect(screen.getByRole('heading', { name: 'Horn' })).toBeTruthy();
});

it('leads a visitor back to the product after signing in', async () => {
  const { router } = open();
  const card = await cardOf('Horn');
  await userEvent.click(card.getByRole('link', { name: 'Sign in to buy Horn' }));
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/store#product-2' } });
  act(() => saveSession({ accessToken: 'token-1', userName: 'Aria' }));
  const details = within(await screen.findByRole('dialog', { name: 'Horn' }));
  expect(details.getByRole('button', { name: 'Pay now for Horn' })).toBeTruthy();
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says what a player has bought, and stops at the limit', async () => {
  saveSession({ accessToken: 'token-1', userName: 'Aria' });
  open({
    purchases: [
      { productId: 1, count: 2 },
      { productId: 2, count: 1 },
    ],
  });
  const cape = await cardOf('Cape');
  expect(await cape.findByRole<HTMLButtonElement>('button', { name: 'Limit reached' })).toBeTruthy();
  expect(cape.getByText('2 of 2 bought')).toBeTruthy();
  const horn = await cardOf('Horn');
  expect(horn.getByText('You own this')).toBeTruthy();
  expect(horn.getByRole<HTMLButtonElement>('button', { name: 'Pay now for Horn' }).disabled).toBe(false);
});
