import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetSession } from '#api/session.ts';
import { route as orderPage } from '#pages/admin/orders/AdminOrderPage.tsx';
import { ADMIN_ORDER_DETAIL, NO_EFFECTS } from '#test/admin-orders.ts';
import { renderAdmin } from '#test/render-admin.tsx';

const IN_REVIEW: Partial<AdminOrderDetail> = {
  state: 'review',
  reviewReason: 'wrong_amount',
  refundable: 0,
  decisions: ['deliver', 'cancel'],
};

function openOrder(changes: Partial<AdminOrderDetail>) {
  return renderAdmin({
    pages: { '/admin/orders/:orderId': <orderPage.Component /> },
    at: '/admin/orders/12',
    answers: {
      'GET /api/admin/orders/12': { body: { ...ADMIN_ORDER_DETAIL, ...changes } },
      'GET /api/admin/orders/12/refund/preview': { body: NO_EFFECTS },
      'GET /api/admin/orders/12/review/preview?decision=cancel': { body: NO_EFFECTS },
    },
  });
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

it.each([
  ['refund', {}, 'Refund…', 'Refund order 12'],
  ['decision', IN_REVIEW, 'Cancel the order', 'Cancel the order: order 12'],
])(
  'a %s opens again with the reason that was typed when the session ended',
  async (_, order, button, title) => {
    const user = userEvent.setup();
    const { unmount } = openOrder(order);
    await user.click(await screen.findByRole('button', { name: button }));
    await user.type(screen.getByLabelText('Reason'), 'Bought twice');
    act(() => forgetSession());
    unmount();
    openOrder(order);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Bought twice');
    expect(screen.getByText('What you typed before your session ended is back in its form.')).toBeTruthy();
  },
);

it('an order opens no dialog where nothing was typed', async () => {
  const user = userEvent.setup();
  const { unmount } = openOrder({});
  await user.click(await screen.findByRole('button', { name: 'Refund…' }));
  act(() => forgetSession());
  unmount();
  openOrder({});
  await screen.findByRole('button', { name: 'Refund…' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
