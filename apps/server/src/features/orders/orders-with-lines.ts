import type { Order } from '@waygate/contract/orders/orders.schemas';
import { selectDeliveryStatesOfOrders } from '#features/deliveries/deliveries.ts';
import { selectServerNames } from '#features/game-servers/game-servers.ts';
import { selectProductIcons } from '#features/products/products.ts';
import type { Database } from '#platform/db/database.ts';
import { presentOrder } from './orders.presenter.ts';
import { selectOrderLines } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';

/** Presents orders with their lines and the delivery state of each line. */
export async function presentWithLines(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id);
  const [lines, deliveries, servers, icons] = await Promise.all([
    selectOrderLines(db, ids),
    selectDeliveryStatesOfOrders(db, ids),
    selectServerNames(db),
    selectProductIcons(
      db,
      rows.map(({ productId }) => productId),
    ),
  ]);
  const deliveryOf = new Map(
    deliveries.map((delivery) => [`${delivery.orderId}:${delivery.position}`, delivery]),
  );
  const linesOfOrders = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((order) =>
    presentOrder(
      {
        ...order,
        serverName: servers.find(({ id }) => id === order.serverId)?.name ?? null,
        customIconUrl: icons.get(order.productId) ?? '',
      },
      (linesOfOrders.get(order.id) ?? []).map((line) => ({
        ...line,
        delivery: deliveryOf.get(`${order.id}:${line.position}`),
      })),
    ),
  );
}
