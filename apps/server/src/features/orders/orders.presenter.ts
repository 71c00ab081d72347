import type { LineState } from '@waygate/contract/deliveries/line-states.schemas';
import type { Order } from '@waygate/contract/orders/orders.schemas';
import { isUnsettled } from './orders.rules.ts';
import type { OrderLineRow, OrderRow } from './orders.tables.ts';

export type LineWithState = OrderLineRow & { deliveryState: LineState | undefined };

export function presentOrder(order: OrderRow, lines: LineWithState[]): Order {
  return {
    orderId: order.id,
    productName: order.productName,
    state: order.state,
    price: order.priceCents / 100,
    refunded: order.refundedCents / 100,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    lines: lines.map((line) => ({
      kind: line.kind,
      quantity: line.quantity,
      label: line.label,
      state: line.deliveryState ?? stateWithoutDelivery(order),
    })),
  };
}

/** For coins, which need no delivery, and for lines of orders that were never fulfilled. */
function stateWithoutDelivery(order: OrderRow): LineState {
  if (order.reversedAt !== null) return 'revoked';
  if (order.fulfilledAt !== null) return 'delivered';
  if (isUnsettled(order.state)) return 'waiting';
  if (order.state === 'disputed') return 'on_hold';
  return order.state === 'review' ? 'problem' : 'cancelled';
}
