import type { LineState } from '@waygate/contract/deliveries/line-states.schemas';
import { ORDER_TRANSITIONS, type Order, type OrderState } from '@waygate/contract/orders/orders.schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CharacterList } from '#features/deliveries/CharacterList.tsx';
import { route as shopPage } from '#pages/shop/ShopPage.tsx';
import { NO_DELIVERY } from '#test/admin-orders.ts';
import { EMBERLAND, FROSTLAND, SERVERS } from '#test/game-servers.ts';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';
import { lineLabel, ORDER_LABELS } from './order-labels.ts';
import { OrderList } from './OrderList.tsx';

const NEWEST = 'GET /api/user/orders?limit=1';
const ORDERS = 'GET /api/user/orders?limit=10';
const CHARACTERS = 'GET /api/user/characters';

const ORDER: Order = {
  orderId: 12,
  productId: 7,
  isCustomIcon: '',
  productName: 'Pouch of Coins',
  state: 'paid',
  price: 4.99,
  refunded: 0,
  createdAt: '2026-11-20T18:24:00Z',
  paidAt: null,
  serverId: null,
  serverName: null,
  lines: [{ kind: 'premium_coins', quantity: 500, label: 'Coins', state: 'delivered', ...NO_DELIVERY }],
};

const listOf = (...orders: Partial<Order>[]) => ({
  body: {
    orders: orders.map((change) => ({ ...ORDER, ...change })),
    total: orders.length,
    remaining: 0,
    nextBefore: null,
  },
});

const linesIn = (state: LineState) => ORDER.lines.map((line) => ({ ...line, state }));

useSignedInPlayer();

async function open(search: string) {
  const page = renderPage({ routes: [{ path: '/shop', ...shopPage }], at: `/shop${search}` });
  await pass(0);
  return page;
}

describe('the return page', () => {
  it.each([
    ['?payment=success', 'Payment Successful'],
    ['?payment=cancel', 'Payment Canceled'],
    ['?payment=other', 'Shop'],
    ['', 'Shop'],
  ])('for "%s" is headed "%s", with links to the profile and the home page', async (search, title) => {
    localStorage.clear();
    const { sent } = fakeServer({});
    await open(search);
    expect(screen.getByRole('heading').textContent).toBe(title);
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(new Set(targets)).toEqual(new Set(['/', '/profile']));
    // A visitor has no orders to ask for.
    expect(sent).toHaveLength(0);
  });

  it('thanks for a successful payment and clears the cart', async () => {
    localStorage.setItem('cart', '[1]');
    fakeServer({ [NEWEST]: listOf({}) });
    await open('?payment=success');
    expect(
      screen.getByText('Thank you for your purchase. Your items will be delivered to your account shortly.'),
    ).toBeTruthy();
    expect(localStorage.getItem('cart')).toBeNull();
  });

  it('keeps the cart after a cancel and requests no order', async () => {
    localStorage.setItem('cart', '[1]');
    const { sent } = fakeServer({});
    await open('?payment=cancel');
    expect(localStorage.getItem('cart')).toBe('[1]');
    expect(sent).toHaveLength(0);
  });

  it('trusts the server and not its address, and polls until everything is delivered', async () => {
    const answers = [
      listOf({ state: 'pending', lines: linesIn('waiting') }),
      { status: 500 },
      listOf({ lines: linesIn('on_its_way') }),
      listOf({ lines: linesIn('delivered') }),
    ];
    const { sent } = fakeServer({ [NEWEST]: () => answers.shift() ?? { status: 500 } });
    await open('?payment=success');
    expect(screen.getByRole('status').textContent).toContain('Still waiting for the payment.');
    await pass(4000);
    expect(screen.getByRole('status').textContent).toContain('Still waiting for the payment.');
    await pass(4000);
    expect(screen.getByRole('status').textContent).toContain(
      "We've received your payment. Your items are on their way",
    );
    await pass(4000);
    expect(screen.getByRole('status').textContent).toBe(
      "We've received your payment. Everything has been delivered.",
    );
    await pass(60_000);
    expect(sent).toHaveLength(4);
  });

  it('promises no delivery of cancelled or revoked items', async () => {
    fakeServer({ [NEWEST]: listOf({ lines: linesIn('cancelled') }) });
    await open('?payment=success');
    expect(screen.getByRole('status').textContent).toBe(
      "We've received your payment. The status of each item is below.",
    );
  });

  it('stops polling after two minutes', async () => {
    const { sent } = fakeServer({ [NEWEST]: listOf({ state: 'processing' }) });
    await open('?payment=success');
    // In steps, because React must render in between.
    for (let minute = 0; minute < 5; minute += 1) await pass(60_000);
    expect(sent).toHaveLength(31);
    expect(screen.getByRole('status').textContent).toContain('This can take a while');
  });

  it('does not poll while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { sent } = fakeServer({ [NEWEST]: listOf({ state: 'pending' }) });
    await open('?payment=success');
    await pass(600_000);
    expect(sent).toHaveLength(1);
    hidden.mockReturnValue(false);
    await pass(4000);
    expect(sent).toHaveLength(2);
  });

  it('says that the account has no orders, or that they could not be loaded', async () => {
    fakeServer({ [NEWEST]: listOf() });
    const { unmount } = await open('?payment=success');
    expect(screen.getByRole('status').textContent).toBe('There are no orders on this account.');
    unmount();
    fakeServer({ [NEWEST]: { status: 500 } });
    await open('?payment=success');
    expect(screen.getByRole('alert').textContent).toBe('Failed to load your order.');
  });
});

async function show(element: ReactNode) {
  renderPage({ routes: [{ path: '/', element }], at: '/' });
  await pass(0);
}

const orderPage = (orderId: number, remaining: number) => ({
  body: {
    orders: [{ ...ORDER, orderId }],
    total: 3,
    remaining,
    nextBefore: remaining > 0 ? orderId : null,
  },
});

const orderNumbers = () =>
  screen.getAllByRole('article').map(({ textContent }) => /Order (\d+)/.exec(textContent)?.[1]);

describe('the order list', () => {
  it('shows product, time, price, and the status of the order and its lines', async () => {
    const lines: Order['lines'] = [
      { kind: 'item', quantity: 3, label: 'Draught', state: 'on_its_way', ...NO_DELIVERY },
      { kind: 'club_days', quantity: 30, label: 'Club', state: 'problem', ...NO_DELIVERY },
    ];
    fakeServer({ [ORDERS]: listOf({ state: 'partially_refunded', refunded: 2, lines }) });
    await show(<OrderList />);
    const order = screen.getByRole('article');
    expect(within(order).getByRole('heading').textContent).toBe('Pouch of Coins');
    expect(order.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T18:24:00Z');
    expect(order.textContent).toMatch(
      /Order 12.*Partially refunded.*2[.,]00.*refunded.*our team has been notified.*4[.,]99/,
    );
    expect(
      within(order)
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['3 × Draught On its way to the game', '30 days of Club Delayed, our team has been notified']);
  });

  it('says why something waits, for whom it is, and until when it must be collected', async () => {
    const item = { kind: 'item' as const, quantity: 1, label: 'Draught', ...NO_DELIVERY };
    const lines: Order['lines'] = [
      { ...item, state: 'delivered', collectBy: '2126-12-03T12:00:00Z', characterName: 'Kara' },
      { ...item, state: 'delivered', collectBy: '2020-01-02T12:00:00Z' },
      { ...item, state: 'on_its_way', problem: 'no_game_account' },
      { ...item, state: 'unknown' },
      { ...item, state: 'collected' },
      { ...item, state: 'awaiting_character' },
    ];
    const order = { state: 'paid' as const, serverId: 2, serverName: 'Frostland', lines };
    fakeServer({ [ORDERS]: listOf(order), [SERVERS]: { body: { servers: [EMBERLAND, FROSTLAND] } } });
    await show(<OrderList />);
    expect(screen.getByRole('article').textContent).toContain('Frostland');
    expect(
      screen
        .getAllByRole('listitem')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Draught DeliveredCollect it in the game by December 3, 2126, or the game deletes it.For Kara',
      'Draught DeliveredThe game deleted it on January 2, 2020 unless you collected it.',
      expect.stringContaining('You have no account in this game yet.'),
      "Draught We can't tell yet whether this arrived. Our team looks into it.",
      'Draught Collected in the game',
      'Draught Waiting for you to choose a character',
    ]);
  });

  it('names no server where there is only one', async () => {
    const order = { serverId: 1, serverName: 'Emberland' };
    fakeServer({ [ORDERS]: listOf(order), [SERVERS]: { body: { servers: [EMBERLAND] } } });
    await show(<OrderList />);
    expect(screen.getByRole('article').textContent).not.toContain('Emberland');
  });

  it('is refreshed in place', async () => {
    const answers = [listOf({ state: 'pending' }), listOf({ state: 'paid' })];
    fakeServer({ [ORDERS]: () => answers.shift() ?? { status: 500 } });
    await show(<OrderList />);
    expect(screen.getByText('Waiting for payment')).toBeTruthy();
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    fireEvent.click(refresh);
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Waiting for payment')).toBeTruthy();
    await pass(0);
    expect(screen.getByText('Paid')).toBeTruthy();
  });

  it('offers the shop while it is empty', async () => {
    fakeServer({ [ORDERS]: listOf() });
    await show(<OrderList />);
    expect(screen.getByRole('button', { name: 'Open the shop' })).toBeTruthy();
  });

  it('shows why loading failed and retries', async () => {
    const answers = [{ status: 500 }, listOf({})];
    fakeServer({ [ORDERS]: () => answers.shift() ?? { status: 500 } });
    await show(<OrderList />);
    expect(screen.getByRole('alert').textContent).toBe('Failed to load your orders.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(0);
    expect(screen.getByRole('article')).toBeTruthy();
  });

  it('shows older orders page by page, says how many are left and refreshes what is shown', async () => {
    const older = [{ status: 500 }, orderPage(8, 1), orderPage(8, 1)];
    const { sent } = fakeServer({
      [ORDERS]: orderPage(12, 2),
      [`${ORDERS}&before=12`]: () => older.shift() ?? { status: 500 },
      [`${ORDERS}&before=8`]: orderPage(3, 0),
    });
    await show(<OrderList />);
    expect(screen.getByText('2 of 3 left')).toBeTruthy();
    await press('Show older orders');
    expect(screen.getByRole('alert').textContent).toBe('Failed to load older orders.');
    await press('Show older orders');
    expect(orderNumbers()).toEqual(['12', '8']);
    await press('Refresh');
    expect(orderNumbers()).toEqual(['12', '8']);
    expect(sent.filter(({ request }) => request.startsWith('GET /api/user/orders'))).toHaveLength(5);
    await press('Show older orders');
    expect(orderNumbers()).toEqual(['12', '8', '3']);
    expect(document.activeElement?.textContent).toBe('These are all 3 orders.');
  });

  it('moves the focus to its end once, and not when it is refreshed', async () => {
    fakeServer({ [ORDERS]: orderPage(12, 1), [`${ORDERS}&before=12`]: orderPage(8, 0) });
    await show(<OrderList />);
    await press('Show older orders');
    expect(document.activeElement?.textContent).toBe('These are all 3 orders.');
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    refresh.focus();
    await press('Refresh');
    expect(document.activeElement).toBe(refresh);
  });

  it('loads no older orders while it is refreshed, and is not refreshed while it loads some', async () => {
    const [refreshed, older] = [gate(), gate()];
    const pages = [orderPage(12, 1), refreshed.opened.then(() => orderPage(12, 1))];
    const { sent } = fakeServer({
      [ORDERS]: () => pages.shift() ?? { status: 500 },
      [`${ORDERS}&before=12`]: () => older.opened.then(() => orderPage(8, 0)),
    });
    await show(<OrderList />);
    const calls = () => sent.filter(({ request }) => request.startsWith(ORDERS)).length;
    await press('Refresh');
    await press('Show older orders');
    expect(calls()).toBe(2);
    refreshed.open();
    await pass(0);
    await press('Show older orders');
    await press('Refresh');
    expect(calls()).toBe(3);
    older.open();
    await pass(0);
    expect(orderNumbers()).toEqual(['12', '8']);
  });

  it('shows the items of an order at first only where the player has to do something', async () => {
    const lines = linesIn('awaiting_character');
    fakeServer({ [ORDERS]: listOf({}, { orderId: 13, lines }) });
    await show(<OrderList />);
    expect(screen.getAllByRole('article').map((order) => order.querySelector('details')?.open)).toEqual([
      false,
      true,
    ]);
  });
});

describe('order labels', () => {
  // The contract's table has every state as a key.
  const states = Object.keys(ORDER_TRANSITIONS) as OrderState[];

  it('are different for each state', () => {
    expect(new Set(states.map((state) => ORDER_LABELS[state].text)).size).toBe(states.length);
  });

  it('promise a waiting line only what the state of the order allows', () => {
    const promises = Object.groupBy(states, (state) => lineLabel('waiting', state).text);
    expect(promises).toEqual({
      'Queued for delivery': ['paid', 'partially_refunded', 'disputed'],
      'Delivered after payment': ['creating', 'pending', 'processing'],
      'Delivered after the review': ['review'],
      'Not delivered': ['refunded', 'failed', 'expired', 'cancelled', 'charged_back'],
    });
  });
});

describe('the character list', () => {
  it('shows name, level and class', async () => {
    fakeServer({
      [CHARACTERS]: {
        body: { characters: [{ serverId: 1, characterId: '9', name: 'Quill', level: 7, class: 'Arcanist' }] },
      },
    });
    await show(<CharacterList />);
    expect(screen.getByRole('listitem').textContent).toBe('Level 7QuillArcanist');
  });

  it.each([
    ['there are none', { body: { characters: [] } }],
    ['the game reports none', { status: 404, body: { code: 'not_found' } }],
  ])('says so when %s', async (_, answer) => {
    fakeServer({ [CHARACTERS]: answer });
    await show(<CharacterList />);
    expect(screen.getByText('No characters created yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/download/launcher.exe',
    );
  });

  it('shows why loading failed and retries', async () => {
    const answers = [{ status: 500 }, { body: { characters: [] } }];
    fakeServer({ [CHARACTERS]: () => answers.shift() ?? { status: 500 } });
    await show(<CharacterList />);
    expect(screen.getByRole('alert').textContent).toBe('Failed to load your characters.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(0);
    expect(screen.getByText('No characters created yet.')).toBeTruthy();
  });
});
