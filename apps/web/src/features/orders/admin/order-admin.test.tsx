import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as orderPage } from '#pages/admin/orders/AdminOrderPage.tsx';
import { route as ordersPage } from '#pages/admin/orders/AdminOrdersPage.tsx';
import { ADMIN_ORDER, ADMIN_ORDER_DETAIL, DEAD_DELIVERY } from '#test/admin-orders.ts';
import { SERVER_NAMES, TWO_SERVERS } from '#test/game-servers.ts';
import { renderAdmin } from '#test/render-admin.tsx';
import { DECISIONS } from './review-decisions.ts';

beforeAll(() => {
  window.scrollTo = () => {};
});

type Options = Partial<Parameters<typeof renderAdmin>[0]>;

function renderOrderAdmin({ at = '/admin/orders/12', answers = {}, ...options }: Options = {}) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: { '/admin/orders': <ordersPage.Component />, '/admin/orders/:orderId': <orderPage.Component /> },
    at,
    answers: {
      'GET /api/admin/orders?state=review': listOf(),
      'GET /api/admin/unmatched-payments': NO_PAYMENTS,
      [PREVIEW]: { body: EFFECTS },
      ...answers,
    },
    ...options,
  });
  return { user, ...view };
}

const NO_PAYMENTS = { body: { payments: [], total: 0, totalIsExact: true } };
const PREVIEW = 'GET /api/admin/orders/12/refund/preview';
const EFFECTS: OrderEffects = {
  state: 'refunded',
  refunds: [{ amount: 4.99, currency: 'eur' }],
  coins: [{ coin: 'premium', label: 'Coins', amount: -500, balance: -450 }],
  club: { before: '2026-04-01', after: null },
  packages: [{ name: 'founder', change: 'kept' }],
  deliveries: [
    { kind: 'item', label: 'Lantern', quantity: 2, change: 'collected' },
    { kind: 'founder_package', label: 'Founder package', quantity: 1, change: 'revoked' },
  ],
};
const LIST = 'GET /api/admin/orders?search=&page=1&pageSize=10';
const DETAIL = 'GET /api/admin/orders/12';
const REFUND = 'POST /api/admin/orders/12/refund';
const DECIDE = 'POST /api/admin/orders/12/review';

const listOf = (...orders: (typeof ADMIN_ORDER)[]) => ({
  body: { orders, total: orders.length, totalIsExact: true },
});
const detailOf = (changes: Partial<AdminOrderDetail> = {}) => ({
  body: { ...ADMIN_ORDER_DETAIL, ...changes },
});
const bodiesOf = (sent: { request: string; body: unknown }[], request: string) =>
  sent.filter((call) => call.request === request).map(({ body }) => body as Record<string, unknown>);

const reason = 'Bought twice';

const openRefund = async (view: ReturnType<typeof renderOrderAdmin>) => {
  await view.user.click(await screen.findByRole('button', { name: 'Refund…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Refund order 12' }));
  await view.user.type(dialog.getByLabelText('Reason'), reason);
  await dialog.findByText(/^Afterwards the order is/);
  return dialog;
};

describe('the list of orders', () => {
  it('tells of each order in the words of its player, and what waits for staff', async () => {
    const inReview = { ...ADMIN_ORDER, orderId: 13, state: 'review' as const, reviewReason: 'wrong_amount' };
    renderOrderAdmin({
      at: '/admin/orders',
      answers: {
        [LIST]: listOf(inReview, { ...ADMIN_ORDER, state: 'partially_refunded', refunded: 2 }),
        'GET /api/admin/orders?state=review': listOf(inReview),
      },
    });
    const rows = within(await screen.findByRole('table', { name: 'Orders' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/#13.*Needs a decision/),
      expect.stringMatching(/#12.*€4\.99.*€2\.00.*Partially refunded/),
    ]);
    const link = await screen.findByRole('link', { name: 'Show it' });
    expect(link.getAttribute('href')).toBe('/admin/orders?state=review');
    expect(screen.getAllByRole('link', { name: 'Wanderer' })).toHaveLength(2);
  });

  it('leads to accounts only those who may see them', async () => {
    renderOrderAdmin({
      at: '/admin/orders',
      answers: { [LIST]: listOf(ADMIN_ORDER) },
      webMgt: SECTION_PRIMES.orders,
      privilege: 0,
    });
    await screen.findByText('Wanderer');
    expect(screen.queryByRole('link', { name: 'Wanderer' })).toBeNull();
  });

  it('says why it cannot be shown', async () => {
    renderOrderAdmin({ at: '/admin/orders', answers: { [LIST]: { status: 403, body: { message: 'No.' } } } });
    expect(await screen.findByText('Failed to fetch orders. No.')).toBeDefined();
  });
});

describe('with several game servers', () => {
  const SERVED = { ...ADMIN_ORDER, serverId: 2, serverName: 'Frostland', characterName: 'Kara' };
  const names = { [SERVER_NAMES]: { body: { servers: TWO_SERVERS } } };

  it('the list says what each order is for, and can be limited to a server', async () => {
    const { user, sent } = renderOrderAdmin({
      at: '/admin/orders',
      answers: { [LIST]: listOf(SERVED), [`${LIST}&server=2`]: listOf(SERVED), ...names },
    });
    expect(await screen.findByText('Frostland, Kara')).toBeTruthy();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Game server' }), 'Frostland');
    await waitFor(() => expect(sent.some(({ request }) => request.includes('server=2'))).toBe(true));
  });

  it('an order names its server and its character', async () => {
    const order = { serverId: 2, serverName: 'Frostland', characterName: 'Kara' };
    renderOrderAdmin({ answers: { [DETAIL]: detailOf(order), ...names } });
    expect(await screen.findByText('Frostland')).toBeTruthy();
    expect(screen.getByText('Kara')).toBeTruthy();
  });
});

describe('an order', () => {
  it('shows its history in order, from all sources', async () => {
    renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({
          refunds: [
            {
              at: '2026-03-01T11:00:00.000Z',
              amount: 2,
              state: 'refused',
              failure: 'The card was closed.',
              staff: { accountDBID: 1, userName: 'Gatekeeper' },
              settledAt: '2026-03-01T11:00:01.000Z',
            },
          ],
        }),
      },
    });
    const history = await screen.findByRole('region', { name: 'History' });
    const entries = within(history).getAllByRole('listitem');
    expect(entries.map((entry) => [...entry.children].map((part) => part.textContent).slice(0, 2))).toEqual([
      ['Checkout started', 'The player started the checkout.'],
      ['Waiting for payment', 'The hosted checkout was opened.'],
      ['Checkout completed at the provider', '€4.99. Afterwards: Paid. (checkout.session.completed)'],
      ['Paid', 'Reported by the payment provider.'],
      ['Gatekeeper requested a refund of €2.00', 'The payment provider refused: The card was closed.'],
    ]);
  });

  it('shows an error and Retry when it is unknown', async () => {
    renderOrderAdmin({
      answers: { [DETAIL]: { status: 404, body: { message: 'There is no such order.' } } },
    });
    await screen.findByText('There is no such order.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  it('says what staff have to check after a refund', async () => {
    const at = '2026-03-01T12:00:00.000Z';
    const events = ['taken back', 'marked_delivered_revoked', 'revocation_waits'].map((noted) => ({
      at,
      from: 'refunded',
      to: 'refunded',
      reason: noted,
    }));
    renderOrderAdmin({ answers: { [DETAIL]: detailOf({ events }) } });
    await screen.findByText('Delivered by hand: please check');
    screen.getByText(/the game may know nothing of what was given by hand/);
    expect(screen.getByText(/^A revocation isn't sent yet/)).toBeDefined();
  });

  it('says that deliveries are on hold while the payment is disputed', async () => {
    const [delivery] = ADMIN_ORDER_DETAIL.deliveries;
    if (!delivery) throw new Error('The order has a delivery.');
    const held = { ...delivery, state: 'dead' as const, isOnHold: true };
    renderOrderAdmin({ answers: { [DETAIL]: detailOf({ state: 'disputed', deliveries: [held] }) } });
    const table = within(await screen.findByRole('table', { name: 'Deliveries of this order' }));
    table.getByText('On hold: disputed');
    const labels = table.getAllByRole('button').map((button) => button.textContent);
    expect(labels).toEqual(['Mark delivered', 'Cancel']);
  });

  it('offers actions for a failed delivery', async () => {
    const [delivery] = ADMIN_ORDER_DETAIL.deliveries;
    if (!delivery) throw new Error('The order has a delivery.');
    renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({ deliveries: [{ ...delivery, state: 'dead', attempts: 12, detail: 'full' }] }),
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Deliveries of this order' }));
    table.getByText('full (12 failures)');
    expect(table.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Retry',
      'Mark delivered',
      'Cancel',
    ]);
  });
});

it('a disputed order leads to the provider, and says until when it can be answered', async () => {
  const dispute = { disputeId: 'dp_1', dueAt: '2026-03-12T10:00:00.000Z' };
  const staffDecisions = [
    {
      at: '2026-03-01T12:00:00.000Z',
      kind: 'deliver' as const,
      reason,
      staff: { accountDBID: 1, userName: 'Gatekeeper' },
    },
  ];
  const order = { state: 'disputed' as const, provider: 'stripe', dispute, staffDecisions, refundable: 0 };
  renderOrderAdmin({ answers: { [DETAIL]: detailOf(order) } });
  const link = await screen.findByRole('link', { name: 'Answer it at the payment provider' });
  expect(link.getAttribute('href')).toBe('https://dashboard.stripe.com/test/disputes/dp_1');
  expect(screen.getByRole('link', { name: 'pi_1' }).getAttribute('href')).toBe(
    'https://dashboard.stripe.com/test/payments/pi_1',
  );
  screen.getByText('Gatekeeper marked the order as paid');
  expect(screen.getByText('Reason: Bought twice')).toBeDefined();
});

describe('a refund', () => {
  it('in full says in numbers what it does, and is sent once with what was shown', async () => {
    const view = renderOrderAdmin({
      answers: { [DETAIL]: detailOf(), [REFUND]: detailOf({ state: 'refunded' }) },
    });
    const dialog = await openRefund(view);
    expect(dialog.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '€4.99 goes back to the payer.',
      '500 Coins are revoked.',
      "The balance falls below zero by 450. Until it is made up for, the player can't buy.",
      'The club membership ends.',
      'The Founder package stays, because something else gives it too.',
      "2 × Lantern: collected in the game already. It may be used, and can't be revoked then.",
    ]);
    await view.user.dblClick(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await screen.findByText('Refund completed.');
    expect(bodiesOf(view.sent, REFUND)).toEqual([
      {
        refundedSeen: 0,
        expected: EFFECTS,
        reason,
        requestId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/),
      },
    ]);
  });

  it('wants a reason', async () => {
    const view = renderOrderAdmin({ answers: { [DETAIL]: detailOf(), [REFUND]: detailOf() } });
    const dialog = await openRefund(view);
    await view.user.clear(dialog.getByLabelText('Reason'));
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    expect(dialog.getAllByText('Please give a reason of 3 to 500 characters.')).toHaveLength(2);
    expect(bodiesOf(view.sent, REFUND)).toEqual([]);
  });

  it('shows staff what is left of their budget, and keeps their input when it does not reach', async () => {
    const message = 'You have €3.99 left of your €4.99 for today. Ask an owner to raise your limit.';
    const budget = { limit: 499, used: 100 };
    const today = { coins: budget, packs: budget, items: budget, refunds: budget };
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf(),
        [REFUND]: { status: 403, body: { code: 'budget_exceeded', message } },
        'GET /api/admin/my-budgets': { body: { day: '2026-11-22', today } },
      },
      webMgt: SECTION_PRIMES.orders,
      privilege: 0,
    });
    const dialog = await openRefund(view);
    await dialog.findByText('Left of your budget today: €3.99 of €4.99.');
    dialog.getByText("That is more than the €3.99 left of today's budget. An owner can raise it.");
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(reason);
  });

  it('in part names its amount and revokes nothing from the player', async () => {
    const part = {
      ...EFFECTS,
      state: 'partially_refunded',
      coins: [],
      club: null,
      packages: [],
      deliveries: [],
    };
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({ refunded: 1, refundable: 3.99 }),
        [REFUND]: detailOf(),
        [`${PREVIEW}?amount=1.5`]: { body: { ...part, refunds: [{ amount: 1.5, currency: 'eur' }] } },
      },
    });
    const dialog = await openRefund(view);
    await view.user.selectOptions(dialog.getByLabelText('Refund amount'), 'Partial refund');
    for (const wrong of ['0', '4', 'all', '1.999']) {
      await view.user.clear(dialog.getByLabelText('Amount in euro'));
      await view.user.type(dialog.getByLabelText('Amount in euro'), wrong);
      await view.user.click(dialog.getByRole('button', { name: 'Refund' }));
      expect(dialog.getAllByText('Please give an amount up to €3.99.')).toHaveLength(2);
    }
    expect(bodiesOf(view.sent, REFUND)).toEqual([]);
    await view.user.clear(dialog.getByLabelText('Amount in euro'));
    await view.user.type(dialog.getByLabelText('Amount in euro'), '1,5');
    await dialog.findByText('Nothing changes for the player.');
    await view.user.click(dialog.getByRole('button', { name: 'Refund €1.50' }));
    await screen.findByText('Refund completed.');
    expect(bodiesOf(view.sent, REFUND)).toMatchObject([{ amount: 1.5, refundedSeen: 1 }]);
  });

  it('keeps its request id when it is retried after a failure, unless for another amount', async () => {
    const message = 'The refund is recorded and completes when the payment provider answers.';
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf(),
        [REFUND]: { status: 503, body: { code: 'unavailable', message } },
        [`${PREVIEW}?amount=2`]: { body: EFFECTS },
      },
    });
    const dialog = await openRefund(view);
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await dialog.findByText(message);
    await waitFor(() => expect(bodiesOf(view.sent, DETAIL)).toHaveLength(2));
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await waitFor(() => expect(bodiesOf(view.sent, REFUND)).toHaveLength(2));
    await view.user.selectOptions(dialog.getByLabelText('Refund amount'), 'Partial refund');
    await view.user.type(dialog.getByLabelText('Amount in euro'), '2');
    await view.user.click(dialog.getByRole('button', { name: 'Refund €2.00' }));
    await dialog.findByText('Wait for the numbers above.');
    await dialog.findByText(/^Afterwards/);
    await view.user.click(dialog.getByRole('button', { name: 'Refund €2.00' }));
    await waitFor(() => expect(bodiesOf(view.sent, REFUND)).toHaveLength(3));
    const [first, second, other] = bodiesOf(view.sent, REFUND);
    expect(second?.requestId).toBe(first?.requestId);
    expect(other?.requestId).not.toBe(first?.requestId);
  });

  it('is not offered when nothing is left', async () => {
    renderOrderAdmin({ answers: { [DETAIL]: detailOf({ state: 'refunded', refundable: 0 }) } });
    await screen.findByRole('heading', { name: 'History' });
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });

  it('of another payment names the payment and leaves the order in review', async () => {
    const other = {
      sessionId: 'cs_2',
      paymentIntentId: 'pi_2',
      state: 'paid' as const,
      amount: 4.99,
      currency: 'eur',
      refunded: 0,
      refundable: 4.99,
    };
    const own = { received: null, paymentIntentId: null, refundable: 0 };
    const review = { ...own, state: 'review' as const, reviewReason: 'other_session' };
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({ ...review, decisions: ['refund'], otherPayments: [other] }),
        [`${PREVIEW}?paymentIntentId=pi_2`]: { body: EFFECTS },
        [REFUND]: detailOf(),
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'This order needs a decision' }));
    const sums = panel.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(sums).toEqual(['€4.99', '€4.99', 'None']);
    const dialog = await openRefund(view);
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await waitFor(() => expect(bodiesOf(view.sent, REFUND)).toMatchObject([{ paymentIntentId: 'pi_2' }]));
  });
});

describe('a review', () => {
  const GRANTS: OrderEffects = {
    state: 'paid',
    refunds: [],
    coins: [{ coin: 'premium', label: 'Coins', amount: 500, balance: 520 }],
    club: null,
    packages: [],
    deliveries: [{ kind: 'item', label: 'Lantern', quantity: 2, change: 'sent' }],
  };
  const REVIEW = { state: 'review' as const, reviewReason: 'wrong_amount', refundable: 0 };

  it('explains the problem and each decision before it is made', async () => {
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({
          ...REVIEW,
          received: { amount: 4.5, currency: 'eur' },
          fulfilledAt: null,
          decisions: ['deliver', 'refund', 'cancel'],
        }),
        [DECIDE]: detailOf(),
        'GET /api/admin/orders/12/review/preview?decision=deliver': { body: GRANTS },
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'This order needs a decision' }));
    panel.getByText('The amount paid differs from the price.');
    const sums = panel.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(sums).toEqual(['€4.99', '€4.50', '€0.49 too little']);
    await view.user.click(panel.getByRole('button', { name: 'Mark as paid' }));
    const question = within(screen.getByRole('dialog', { name: 'Mark as paid: order 12' }));
    await question.findByText('500 Coins are granted. The balance is 520 then.');
    question.getByText('2 × Lantern: sent to the game.');
    expect(bodiesOf(view.sent, DECIDE)).toEqual([]);
    await view.user.click(question.getByRole('button', { name: 'Mark as paid' }));
    question.getByText('Please give a reason of 3 to 500 characters.');
    expect(bodiesOf(view.sent, DECIDE)).toEqual([]);
    await view.user.type(question.getByLabelText('Reason'), reason);
    await view.user.click(question.getByRole('button', { name: 'Mark as paid' }));
    await screen.findByText('Order marked as paid.');
    expect(bodiesOf(view.sent, DECIDE)).toEqual([{ decision: 'deliver', expected: GRANTS, reason }]);
  });

  it('shows the numbers again when they have changed', async () => {
    const message =
      'Something has changed since, so this would do something else. Look at the numbers again.';
    let effects = GRANTS;
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({ ...REVIEW, decisions: ['deliver'] }),
        'GET /api/admin/orders/12/review/preview?decision=deliver': () => ({ body: effects }),
        [DECIDE]: () => {
          effects = { ...GRANTS, coins: [{ coin: 'premium', label: 'Coins', amount: 500, balance: 400 }] };
          return { status: 409, body: { code: 'conflict', message } };
        },
      },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const question = within(screen.getByRole('dialog'));
    await question.findByText(/The balance is 520 then/);
    await view.user.type(question.getByLabelText('Reason'), reason);
    await view.user.click(question.getByRole('button', { name: 'Mark as paid' }));
    await question.findByText(message);
    expect(await question.findByText(/The balance is 400 then/)).toBeDefined();
  });

  it('says why it cannot be confirmed while its numbers are missing', async () => {
    const message = 'The payment provider cannot be asked now.';
    const refused = { status: 409, body: { code: 'conflict', message } };
    const view = renderOrderAdmin({
      answers: {
        [DETAIL]: detailOf({ ...REVIEW, decisions: ['deliver'] }),
        'GET /api/admin/orders/12/review/preview?decision=deliver': refused,
      },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const question = within(screen.getByRole('dialog'));
    await question.findByText(message);
    await view.user.type(question.getByLabelText('Reason'), reason);
    await view.user.click(question.getByRole('button', { name: 'Mark as paid' }));
    expect(question.getAllByText(message)).toHaveLength(2);
    expect(bodiesOf(view.sent, DECIDE)).toEqual([]);
  });

  it('shows the current order when another member of staff was first', async () => {
    const message = 'This order is not in review any more.';
    let state: AdminOrderDetail['state'] = 'review';
    const view = renderOrderAdmin({
      answers: {
        'GET /api/admin/orders/12/review/preview?decision=cancel': {
          body: { ...GRANTS, state: 'cancelled' },
        },
        [DETAIL]: () => detailOf({ ...REVIEW, state, decisions: state === 'review' ? ['cancel'] : [] }),
        [DECIDE]: () => {
          state = 'refunded';
          return { status: 409, body: { code: 'conflict', message } };
        },
      },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Cancel the order' }));
    const question = within(screen.getByRole('dialog'));
    await question.findByText(/^Afterwards/);
    await view.user.type(question.getByLabelText('Reason'), reason);
    await view.user.click(question.getByRole('button', { name: 'Cancel the order' }));
    await screen.findByText('Refunded');
    expect(within(screen.getByRole('dialog')).getByText(message)).toBeDefined();
  });

  it.each([
    ['stock_gone', /last unit was sold/],
    ['unexpected_disputed', /changed to “disputed”/],
    ['something new', /^something new$/],
  ])('explains the reason %s', async (reviewReason, words) => {
    renderOrderAdmin({ answers: { [DETAIL]: detailOf({ ...REVIEW, reviewReason, decisions: [] }) } });
    await screen.findByText(words);
    expect(screen.getByText(/^A refund of this order is pending/)).toBeDefined();
  });
});

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

describe("staff's own order", () => {
  const staff = { privilege: 0, webMgt: SECTION_PRIMES.orders };
  const own = {
    accountDBID: 1,
    state: 'review' as const,
    decisions: ['deliver' as const],
    deliveries: [DEAD_DELIVERY],
  };
  it('is refunded, decided and delivered by owners alone', async () => {
    renderOrderAdmin({ answers: { [DETAIL]: detailOf(own) }, ...staff });
    const refund = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refund…' });
    const decide = screen.getByRole<HTMLButtonElement>('button', { name: DECISIONS.deliver.label });
    expect([refund.disabled, decide.disabled]).toEqual([true, true]);
    expect(reasonOf(refund)).toBe('This is your own account. Only an owner can refund its orders.');
    expect(reasonOf(decide)).toBe('This is your own account. Only an owner can decide about its orders.');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(screen.getByText('Your own account. Ask an owner.')).toBeDefined();
  });

  it('has all actions for an owner', async () => {
    renderOrderAdmin({ answers: { [DETAIL]: detailOf(own) } });
    const refund = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refund…' });
    expect(refund.disabled).toBe(false);
    expect(screen.getByRole('button', { name: /^Retry/ })).toBeDefined();
    expect(screen.queryByText(/^This is your own account/)).toBeNull();
  });
});
