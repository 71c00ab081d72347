import { screen, waitFor, within } from '@testing-library/react';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { route as orderPage } from '#pages/admin/orders/AdminOrderPage.tsx';
import { ADMIN_ORDER_DETAIL, DEAD_DELIVERY, NO_EFFECTS } from '#test/admin-orders.ts';
import { renderAdmin } from '#test/render-admin.tsx';

const pending = {
  at: '2026-03-02T10:00:00.000Z',
  amount: 4.99,
  state: 'requested' as const,
  failure: null,
  staff: { accountDBID: 2, userName: 'Mira' },
  settledAt: null,
};

const dead = (deliveryId: number) => ({ ...DEAD_DELIVERY, deliveryId });

function openAt(action: string, changes: Partial<AdminOrderDetail>, staff = {}) {
  return renderAdmin({
    pages: { '/admin/orders/:orderId': <orderPage.Component /> },
    at: `/admin/orders/12?open=${action}`,
    answers: {
      'GET /api/admin/orders/12': { body: { ...ADMIN_ORDER_DETAIL, ...changes } },
      'GET /api/admin/orders/12/refund/preview': { body: NO_EFFECTS },
      'GET /api/admin/orders/12/review/preview?decision=refund': { body: NO_EFFECTS },
    },
    ...staff,
  });
}

describe("the address of an order's page", () => {
  it.each<[string, Partial<AdminOrderDetail>, string]>([
    ['refund', {}, 'Refund order 12'],
    ['refund', { state: 'review', decisions: ['refund'] }, 'Refund the payments: order 12'],
    ['retry', { deliveries: [dead(44)] }, 'Retry: delivery 44'],
    ['retry', { deliveries: [dead(44), dead(45)] }, 'Retry selected deliveries'],
  ])('opens the dialog that the order has: %s, %o', async (action, changes, name) => {
    const { router } = openAt(action, changes);
    expect(await screen.findByRole('dialog', { name })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });

  it.each<[string, Partial<AdminOrderDetail>, RegExp]>([
    ['refund', { refundable: 0 }, /nothing to refund\.$/],
    ['refund', { refundable: 0, refunds: [pending] }, /refund of order 12 is pending\.$/],
    ['retry', { deliveries: [{ ...DEAD_DELIVERY, isOnHold: true }] }, /can be retried\.$/],
  ])('says why there is none: %s, %o', async (action, changes, why) => {
    openAt(action, changes);
    expect(await within(screen.getByRole('log')).findByText(why)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['refund', 'retry'])("opens nothing for staff's own order: %s", async (action) => {
    const { router } = openAt(
      action,
      { accountDBID: 1, deliveries: [DEAD_DELIVERY] },
      { privilege: 0, webMgt: SECTION_PRIMES.orders },
    );
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is answered by the order as it is now, not as it was read before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    let refundable = 0;
    const { router } = renderAdmin({
      pages: { '/admin/orders/:orderId': <orderPage.Component />, '/admin/products': <p>Products</p> },
      at: '/admin/orders/12',
      answers: {
        'GET /api/admin/orders/12': () => ({ body: { ...ADMIN_ORDER_DETAIL, refundable } }),
        'GET /api/admin/orders/12/refund/preview': { body: NO_EFFECTS },
      },
    });
    await screen.findByRole('heading', { name: /12/ });
    await router.navigate('/admin/products');
    vi.setSystemTime(Date.now() + 60_000);
    refundable = 4.99;
    await router.navigate('/admin/orders/12?open=refund');
    expect(await screen.findByRole('dialog', { name: 'Refund order 12' })).toBeDefined();
  });
});
