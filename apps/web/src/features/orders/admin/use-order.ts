import { useQuery } from '@tanstack/react-query';
import { getAdminOrder } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { call } from '#api/call.ts';
import { isAwaitingPayment } from '#features/orders/order-labels.ts';

const POLL_MS = 5000;

/** Queries to refetch after an order changed. */
export const ORDER_KEYS = [['orders'], ['order'], ['deliveries'], ['audit']];

/** One order with its history, polled while something is pending. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => call(getAdminOrder, { params: { id: orderId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isPending(data) ? POLL_MS : false),
  });
}

function isPending({ state, refunds, deliveries }: AdminOrderDetail): boolean {
  return (
    isAwaitingPayment(state) ||
    refunds.some((refund) => refund.state === 'requested') ||
    deliveries.some(({ state: at, isOnHold }) => !isOnHold && (at === 'pending' || at === 'leased'))
  );
}
