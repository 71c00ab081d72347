import type { LineDelivery, LineState } from '@waygate/contract/deliveries/line-states.schemas';
import type { Order } from '@waygate/contract/orders/orders.schemas';
import { isUnsettled } from './orders.rules.ts';
import type { OrderLineRow, OrderRow } from './orders.tables.ts';

export type LineWithState = OrderLineRow & { delivery: LineDelivery | undefined };

type PresentedOrder = OrderRow & { serverName: string | null; customIconUrl: string };

export function presentOrder(order: PresentedOrder, lines: LineWithState[]): Order {
  return {
    orderId: order.id,
    productId: order.productId,
    isCustomIcon: order.customIconUrl,
    productName: order.productName,
    state: order.state,
    price: order.priceCents / 100,
    refunded: order.refundedCents / 100,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    serverId: order.serverId,
    serverName: order.serverName,
    lines: lines.map((line) => ({
      kind: line.kind,
      quantity: line.quantity,
      label: line.label,
      state: line.delivery?.state ?? stateWithoutDelivery(order),
      problem: line.delivery?.problem ?? null,
      collectBy: line.delivery?.collectBy ?? null,
      characterName: line.delivery?.characterName ?? null,
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
