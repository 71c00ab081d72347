import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UnmatchedDetail } from '@waygate/contract/orders/unmatched.admin.schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as ordersPage } from '#pages/admin/orders/AdminOrdersPage.tsx';
import { route as unmatchedPage } from '#pages/admin/orders/AdminUnmatchedPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const PAYMENT: UnmatchedDetail = {
  paymentId: 3,
  state: 'open',
  amount: 4.99,
  currency: 'eur',
  refunded: 0,
  isDisputed: false,
  payerName: 'Mira Oak',
  payerEmail: 'mira@example.com',
  productName: 'Lantern chest',
  provider: 'stripe',
  isLive: true,
  reference: 'waygate-a-b',
  sessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  startedAt: '2026-03-01T10:00:00.000Z',
  notedAt: '2026-03-01T11:00:00.000Z',
  closedAt: null,
  orderId: null,
  refundFailure: null,
  suggestedAccount: { accountDBID: 5, userName: 'Wanderer' },
  products: [
    { productId: 7, name: 'Lantern chest', price: 4.99, isSuggested: true },
    { productId: 8, name: 'Sword', price: 9.99, isSuggested: false },
  ],
};

const GRANTS = {
  state: 'paid',
  refunds: [],
  coins: [{ coin: 'premium', label: 'Coins', amount: 500, balance: 500 }],
  club: null,
  packages: [],
  deliveries: [],
};
const previewOf = (accountId: number) =>
  `GET /api/admin/unmatched-payments/3/attach/preview?accountDBID=${accountId}&productId=7`;
const LIST = 'GET /api/admin/unmatched-payments?search=&page=1&pageSize=10';
const ATTACH = 'POST /api/admin/unmatched-payments/3/attach';
const REFUND = 'POST /api/admin/unmatched-payments/3/refund';
const reason = 'Lost with the backup';

const listOf = (...payments: UnmatchedDetail[]) => ({
  body: { payments, total: payments.length, totalIsExact: true },
});

function renderUnmatched(
  answers: Parameters<typeof renderAdmin>[0]['answers'],
  at = '/admin/orders/unmatched',
) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: {
      '/admin/orders': <ordersPage.Component />,
      '/admin/orders/unmatched': <unmatchedPage.Component />,
    },
    at,
    answers: {
      [LIST]: listOf(PAYMENT),
      'GET /api/admin/unmatched-payments/3': { body: PAYMENT },
      ...answers,
    },
  });
  return { user, ...view };
}

describe('unmatched payments', () => {
  it('show who paid how much for what, and where a closed one went', async () => {
    const attached = { ...PAYMENT, paymentId: 2, state: 'attached' as const, orderId: 40, payerName: null };
    const disputed = { ...PAYMENT, paymentId: 1, isDisputed: true };
    renderUnmatched({ [LIST]: listOf(PAYMENT, attached, disputed) });
    const [, ...rows] = within(await screen.findByRole('table', { name: 'Unmatched payments' })).getAllByRole(
      'row',
    );
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/#3.*Lantern chest.*Mira Oak, mira@example\.com.*€4\.99.*Needs a decision/),
      expect.stringMatching(/#2.*mira@example\.com.*Attached.*Order 40/),
      expect.stringMatching(/#1.*Payment disputed.*Attach…$/),
    ]);
  });

  it('say that there is nothing to do', async () => {
    renderUnmatched({ [LIST]: listOf() });
    expect(await screen.findByText('Every payment has its order. There is nothing to do.')).toBeDefined();
  });

  it('are counted on the page of orders', async () => {
    renderUnmatched(
      {
        'GET /api/admin/orders?search=&page=1&pageSize=10': {
          body: { orders: [], total: 0, totalIsExact: true },
        },
        'GET /api/admin/orders?state=review': { body: { orders: [], total: 0, totalIsExact: true } },
        'GET /api/admin/unmatched-payments': listOf(PAYMENT),
      },
      '/admin/orders',
    );
    await screen.findByText(/^One payment has no order\./);
    expect(screen.getByRole('link', { name: 'Show it' }).getAttribute('href')).toBe(
      '/admin/orders/unmatched',
    );
  });

  it('are attached to the suggested account and product, with a reason', async () => {
    const view = renderUnmatched({
      [ATTACH]: { body: { ...PAYMENT, state: 'attached', orderId: 41 } },
      [previewOf(5)]: { body: GRANTS },
      [previewOf(6)]: { body: GRANTS },
    });
    await view.user.click(await screen.findByRole('button', { name: 'Attach: payment 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach payment 3' }));
    const account = await dialog.findByLabelText<HTMLInputElement>('Account DBID');
    expect(account.value).toBe('5');
    expect(dialog.getByLabelText<HTMLSelectElement>('Product').value).toBe('7');
    dialog.getByText("The payer's address is that of Wanderer.");
    await view.user.clear(account);
    await view.user.click(dialog.getByRole('button', { name: 'Attach and deliver' }));
    expect(dialog.getAllByText('Please give the number of an account.').length).toBeGreaterThan(0);
    await view.user.type(account, '6');
    await view.user.type(dialog.getByLabelText('Reason'), reason);
    await dialog.findByText('500 Coins are granted. The balance is 500 then.');
    await view.user.click(dialog.getByRole('button', { name: 'Attach and deliver' }));
    await screen.findByText('Payment attached as order 41.');
    const sent = view.sent.filter(({ request }) => request === ATTACH);
    expect(sent.map(({ body }) => body)).toEqual([
      { accountDBID: 6, productId: 7, expected: GRANTS, reason },
    ]);
  });

  it('are refunded after a confirmation, and a conflict stays readable', async () => {
    const message = 'This payment belongs to order 41. Look there.';
    const view = renderUnmatched({ [REFUND]: { status: 409, body: { code: 'conflict', message } } });
    await view.user.click(await screen.findByRole('button', { name: 'Refund: payment 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund payment 3' }));
    await view.user.type(dialog.getByLabelText('Reason'), reason);
    await view.user.click(dialog.getByRole('button', { name: 'Refund €4.99' }));
    await dialog.findByText(message);
    expect(view.sent.filter(({ request }) => request === REFUND)).toHaveLength(1);
  });
});
