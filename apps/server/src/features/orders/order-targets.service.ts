import { chooseTarget, type Target, type TargetChoice } from '#features/deliveries/deliveries.ts';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import type { ProductForStaff } from '#features/products/products.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { OrderLineRow, OrderRow } from './orders.tables.ts';

/** The columns of an order that say what it is for. */
export type OrderTarget = Pick<OrderRow, 'serverId' | 'characterId' | 'characterName'>;

const NOWHERE: OrderTarget = { serverId: null, characterId: null, characterName: null };

type Product = Pick<ProductForStaff, 'lines' | 'serverIds'>;

/** Coins go to no game. */
export function isCoins(kind: OrderLineRow['kind']): boolean {
  return kind === 'premium_coins' || kind === 'second_coins';
}

export function goesToGame({ lines }: Pick<Product, 'lines'>): boolean {
  return lines.some(({ kind }) => !isCoins(kind));
}

/** @throws what `chooseTarget` throws */
export async function chooseOrderTarget(
  tx: Transaction,
  { accountId, product, choice }: { accountId: number; product: Product; choice: TargetChoice },
): Promise<Target | typeof NOWHERE> {
  if (!goesToGame(product)) return NOWHERE;
  return chooseTarget(tx, { accountId, serverIds: product.serverIds, choice });
}

/** Where staff sell it: the first server, or another one that has it. Undefined when none has. */
export function targetByStaff(product: Product): OrderTarget | undefined {
  if (!goesToGame(product)) return NOWHERE;
  const serverId = product.serverIds.includes(FIRST_SERVER_ID) ? FIRST_SERVER_ID : product.serverIds[0];
  return serverId === undefined ? undefined : { ...NOWHERE, serverId };
}

/** The lines of a product as an order for this server keeps them. */
export function orderLinesOf(
  { lines }: Pick<Product, 'lines'>,
  { serverId }: Pick<OrderTarget, 'serverId'>,
): Omit<OrderLineRow, 'orderId'>[] {
  return lines.map(({ kind, quantity, label, itemId, serverItems }, position) => ({
    position,
    kind,
    quantity,
    label,
    itemId:
      serverId === null || serverId === FIRST_SERVER_ID
        ? itemId
        : (serverItems.find((item) => item.serverId === serverId)?.itemId ?? null),
  }));
}
