import type { Product } from '@waygate/contract/products/products.schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveSession } from '#api/session.ts';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import { closeStorefront, openDonations, openShop } from '#features/shop/storefront-overlay.ts';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { EMPTY_HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';
import { route as shopPage } from './ShopPage.tsx';

const DONATIONS = 'GET /api/products?storefront=donation';
const SHOP = 'GET /api/products?storefront=shop';
const HOME = 'GET /api/content/home';
const CHECKOUT = 'POST /api/stripe/create-checkout-session';
const SESSION = { accessToken: 'token-1', userName: 'Aria' };

const routes = [
  {
    Component: SiteLayout,
    children: [
      { path: '/shop', ...shopPage },
      { path: '/login', ...loginPage },
    ],
  },
];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  act(closeStorefront);
});

function renderSite({ signedIn = true, shop = true } = {}) {
  if (signedIn) saveSession(SESSION);
  return renderPage({ routes, at: '/shop', site: { features: { twitch: false, shop, mail: true } } });
}

const listOf = (...products: Partial<Product>[]) => ({
  body: { products: products.map((change, index) => ({ ...PRODUCT, productId: index + 1, ...change })) },
});

async function openCategory(name = 'Coins') {
  act(openDonations);
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  return within(screen.getByRole('dialog', { name: 'DONATIONS :' }));
}

describe('the donation overlay', () => {
  it('shows a loading text, then an entry for each category that opens by click or Enter', async () => {
    const { opened, open } = gate();
    fakeServer({
      [DONATIONS]: async () => {
        await opened;
        return listOf({}, { category: 'Club', categoryDescHtml: '<p>For <b>members</b></p>' });
      },
    });
    renderSite();
    act(openDonations);
    expect(await screen.findByText('Loading gifts...')).toBeTruthy();
    open();
    const tile = await screen.findByRole('button', { name: 'Club 1' });
    expect(screen.getByRole('button', { name: 'All 2' }).getAttribute('aria-current')).toBe('true');
    tile.focus();
    await userEvent.keyboard('{Enter}');
    const heading = screen.getByRole('heading', { name: 'Club' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('members').tagName).toBe('B');
    await userEvent.click(screen.getByRole('button', { name: 'Back to Categories' }));
    expect(document.activeElement?.textContent).toContain('Club');
    expect(screen.getByRole('button', { name: /^Coins/ })).toBeTruthy();
  });

  it('says that there is nothing', async () => {
    fakeServer({ [DONATIONS]: listOf() });
    renderSite();
    act(openDonations);
    expect(await screen.findByText('No gifts available at the moment.')).toBeTruthy();
  });

  it("shows the server's message or its own when loading fails, and retries", async () => {
    let tries = 0;
    fakeServer({
      [DONATIONS]: () => {
        tries += 1;
        if (tries === 1)
          return { status: 503, body: { code: 'unavailable', message: 'Please come back later.' } };
        return tries === 2 ? { status: 500 } : listOf({});
      },
    });
    renderSite();
    act(openDonations);
    expect((await screen.findByRole('alert')).textContent).toBe('Please come back later.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load products.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /^Coins/ })).toBeTruthy();
  });

  it('hides sales that have ended and says that a category has no gifts left', async () => {
    const saleEndDate = new Date(Date.now() + 60_000).toISOString();
    fakeServer({
      [DONATIONS]: listOf(
        { name: 'Kept' },
        { name: 'Long gone', isSale: true, saleEndDate: '2020-01-01T00:00:00Z' },
        { name: 'Ending', category: 'Club', isSale: true, saleEndDate },
      ),
    });
    renderSite();
    const dialog = await openCategory();
    expect(dialog.getAllByRole('article')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Back to Categories' }));
    const tile = screen.getByRole('button', { name: /^Club/ });
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(saleEndDate));
    await userEvent.click(tile);
    expect(screen.getByText('No gifts found in this category.')).toBeTruthy();
  });

  it('closes by its button and by Escape', async () => {
    fakeServer({ [DONATIONS]: listOf({}) });
    renderSite();
    act(openDonations);
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(openDonations);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a gift card', () => {
  it('strikes the old name and price through, also for screen readers', async () => {
    fakeServer({ [DONATIONS]: listOf({ newName: 'Purse', newPrice: 3.99 }) });
    renderSite();
    const card = (await openCategory()).getByRole('article');
    const struck = [...card.querySelectorAll('del')].map((old) => old.textContent);
    expect(struck).toEqual(['formerly Pouch of Coins', expect.stringMatching(/^formerly .*4[.,]99/)]);
    expect(within(card).getByRole('heading').textContent).toBe('Purse formerly Pouch of Coins');
    expect(card.textContent).toContain('€');
    expect(within(card).getByRole('list', { name: 'Contents' }).textContent?.trim()).toBe('500 Coins');
  });

  it('shows no empty description and strikes nothing through', async () => {
    fakeServer({ [DONATIONS]: listOf({ description: ' \n', descriptionHtml: '<p>ghost</p>' }) });
    renderSite();
    const card = (await openCategory()).getByRole('article');
    expect(within(card).queryByText('ghost')).toBeNull();
    expect(card.querySelector('del')).toBeNull();
  });

  it('tries the custom picture, then its own, then the default one, then none', async () => {
    fakeServer({ [DONATIONS]: listOf({ isCustomIcon: 'media/abc.webp' }) });
    renderSite();
    const card = (await openCategory()).getByRole('article');
    const tried: (string | null)[] = [];
    for (let image = card.querySelector('img'); image; image = card.querySelector('img')) {
      tried.push(image.getAttribute('src'));
      fireEvent.error(image);
    }
    expect(tried).toEqual([
      '/api/media/abc.webp',
      '/assets/images/shop/1.png',
      '/assets/images/shop/default.png',
    ]);
  });

  it('cannot be bought when it is sold out', async () => {
    fakeServer({ [DONATIONS]: listOf({ stock: 0 }) });
    renderSite();
    const dialog = await openCategory();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sold out' }).disabled).toBe(true);
    expect(dialog.queryByRole('button', { name: /Pay/ })).toBeNull();
  });

  it('is announced as closed where payments are switched off', () => {
    fakeServer({});
    renderSite({ shop: false });
    expect(screen.getByText(/^The shop is closed for now/)).toBeTruthy();
  });

  it('cannot be bought where payments are switched off', async () => {
    fakeServer({ [DONATIONS]: listOf({}) });
    renderSite({ shop: false });
    const dialog = await openCategory();
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Payments are switched off' });
    expect(button.disabled).toBe(true);
  });

  it('disappears alone when its sale ends and moves the focus', async () => {
    const endMs = Date.now() + 60_000;
    fakeServer({
      [DONATIONS]: listOf(
        { name: 'Kept' },
        { name: 'Ending', isSale: true, saleEndDate: new Date(endMs).toISOString() },
      ),
    });
    renderSite();
    const dialog = await openCategory();
    dialog.getByRole('button', { name: 'Pay now for Ending' }).focus();
    vi.spyOn(Date, 'now').mockReturnValue(endMs);
    await waitFor(() => expect(dialog.queryByRole('heading', { name: 'Ending' })).toBeNull());
    expect(dialog.getByRole('heading', { name: 'Kept' })).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('heading', { name: 'Coins' }));
  });

  it('counts down every second without announcing each one', async () => {
    const endMs = Date.now() + 86_400_000 + 55_000;
    fakeServer({ [DONATIONS]: listOf({ isSale: true, saleEndDate: new Date(endMs).toISOString() }) });
    renderSite();
    const dialog = await openCategory();
    const card = dialog.getByRole('article');
    const spoken = () => within(card).queryByRole('status')?.textContent;
    expect(card.textContent).toMatch(/Ends in1d00h00min\d\ds/);
    expect(spoken()).toBe('Sale ends in less than 2 days');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(endMs - 3_599_000);
    await waitFor(() => expect(card.textContent).toContain('Ends in00h59min59s'));
    expect(card.textContent).not.toContain('1d');
    expect(spoken()).toBe('Sale ends in less than an hour');
    clock.mockReturnValue(endMs);
    await waitFor(() => expect(dialog.queryByRole('article')).toBeNull());
    expect(dialog.getByText('No gifts found in this category.')).toBeTruthy();
  });
});

const payButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Pay now for/ });

async function pay() {
  await openCategory();
  const [first] = payButtons();
  if (first) await userEvent.click(first);
}

describe('paying', () => {
  it('covers the card, disables all pay buttons and goes to the checkout', async () => {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { opened, open } = gate();
    const { sent } = fakeServer({
      [DONATIONS]: listOf({}, { name: 'Chest' }),
      [CHECKOUT]: async () => {
        await opened;
        return { body: { url: 'https://checkout.example/c/1' } };
      },
    });
    renderSite();
    await pay();
    expect(screen.getAllByText('Processing...')).toHaveLength(1);
    expect(payButtons().map(({ disabled }) => disabled)).toEqual([true, true]);
    const notice = screen.getByRole('dialog', { name: 'Redirecting to Stripe…' });
    expect(within(notice).queryByRole('heading')).toBeNull();
    fireEvent(notice, new Event('cancel', { cancelable: true }));
    expect(screen.getByText('Redirecting to Stripe…')).toBeTruthy();
    open();
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.example/c/1'));
    expect(screen.getByText('Processing...')).toBeTruthy();
    expect(sent.find(({ request }) => request === CHECKOUT)?.body).toEqual({ productId: 1 });
  });

  it.each([
    ['nothing', {}],
    ['an empty address', { url: '' }],
    ['a script', { url: 'javascript:alert(1)' }],
  ])('stops when the server answers with %s instead of an address', async (_, body) => {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    fakeServer({ [DONATIONS]: listOf({}), [CHECKOUT]: { body } });
    renderSite();
    await pay();
    const dialog = within(await screen.findByRole('dialog', { name: 'Error' }));
    expect(dialog.getByRole('alert').textContent).toBe('Could not start checkout.');
    expect(document.activeElement?.textContent).toBe('OK');
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('dialog', { name: 'Error' })).toBeNull();
    expect(screen.queryByText('Processing...')).toBeNull();
    expect(payButtons().map(({ disabled }) => disabled)).toEqual([false]);
    expect(leave).not.toHaveBeenCalled();
  });

  it.each([
    ['the server says why', { status: 409, body: { message: 'Sold out.' } }, 'Payment failed: Sold out.'],
    ['the server says nothing', { status: 500 }, 'Payment failed: Checkout failed'],
  ])('shows an error when %s', async (_, answer, text) => {
    fakeServer({ [DONATIONS]: listOf({}), [CHECKOUT]: answer });
    renderSite();
    await pay();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('shows an error when the checkout does not start within 30 seconds', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    fakeServer({ [DONATIONS]: listOf({}), [CHECKOUT]: () => new Promise(() => {}) });
    renderSite();
    await pay();
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(screen.getByText('Processing...')).toBeTruthy();
    act(() => late.abort(new DOMException('The signal timed out.', 'TimeoutError')));
    expect((await screen.findByRole('alert')).textContent).toBe(
      "Payment failed: The checkout didn't start in time. Nothing was charged. Try again.",
    );
    expect(screen.queryByText('Processing...')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(payButtons().map(({ disabled }) => disabled)).toEqual([false]);
  });

  it('can be retried after coming back by the browser’s back button', async () => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    fakeServer({ [DONATIONS]: listOf({}), [CHECKOUT]: { body: { url: 'https://checkout.example/c/1' } } });
    renderSite();
    await pay();
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(screen.queryByText('Redirecting to Stripe…')).toBeNull();
    expect(payButtons().map(({ disabled }) => disabled)).toEqual([false]);
  });

  it('asks a visitor to sign in and returns to the same gifts', async () => {
    fakeServer({
      [DONATIONS]: listOf({}),
      'GET /api/user/orders?limit=1': { body: { orders: [], total: 0 } },
    });
    const { router } = renderSite({ signedIn: false });
    const dialog = await openCategory();
    expect(dialog.queryByRole('button', { name: /Pay/ })).toBeNull();
    await userEvent.click(dialog.getByRole('link', { name: 'Sign in to buy Pouch of Coins' }));
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/shop' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => saveSession(SESSION));
    await waitFor(() => expect(router.state.location.pathname).toBe('/shop'));
    expect(await screen.findByRole('button', { name: 'Pay now for Pouch of Coins' })).toBeTruthy();
  });
});

describe('the shop overlay', () => {
  it('opens from its page with its own texts and products', async () => {
    const { sent } = fakeServer({
      [SHOP]: listOf({ name: 'Cape', category: 'Clothing', storefront: 'shop' }),
      [HOME]: { status: 503 },
    });
    renderSite();
    await userEvent.click(screen.getByRole('button', { name: 'Open the shop' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'SHOP' }));
    await userEvent.click(await dialog.findByRole('button', { name: /^Clothing/ }));
    expect(dialog.getByRole('heading', { name: 'Cape' })).toBeTruthy();
    expect(sent.map(({ request }) => request)).toContain(SHOP);
  });

  it('says that there is nothing', async () => {
    fakeServer({ [SHOP]: listOf(), [HOME]: { body: EMPTY_HOME } });
    renderSite();
    act(openShop);
    expect(await screen.findByText('No products available at the moment.')).toBeTruthy();
  });

  it('features what the operator chose, and does without a choice that comes late', async () => {
    const offer = { productId: 1 };
    const answers: (object | Promise<never>)[] = [{ body: { offer } }, new Promise<never>(() => {})];
    fakeServer({ [SHOP]: listOf({}), [HOME]: async () => (await answers.shift()) ?? {} });
    renderSite();
    act(openShop);
    expect(await screen.findByRole('article', { name: 'Featured offer' })).toBeTruthy();
    act(closeStorefront);
    act(openShop);
    expect(await screen.findByRole('heading', { name: 'Pouch of Coins' })).toBeTruthy();
    expect(screen.queryByRole('article', { name: 'Featured offer' })).toBeNull();
  });
});
