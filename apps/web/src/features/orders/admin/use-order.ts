import { useQuery } from '@tanstack/react-query';
import { getAdminOrder } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { call } from '#api/call.ts';
import { isAwaitingPayment } from '#features/orders/order-labels.ts';

const LOOK_MS = 5000;

/** What is fetched anew after a change of an order. */
export const ORDER_KEYS = [['orders'], ['order'], ['deliveries'], ['audit']];

/** One order with its history, looked at again while something of it is under way. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => call(getAdminOrder, { params: { id: orderId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_MS : false),
  });
}

function isUnderWay({ state, refunds, deliveries }: AdminOrderDetail): boolean {
  return (
    isAwaitingPayment(state) ||
    refunds.some((refund) => refund.state === 'requested') ||
    deliveries.some((delivery) => delivery.state === 'pending' || delivery.state === 'leased')
  );
}
