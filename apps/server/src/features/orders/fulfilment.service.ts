import { sql } from 'drizzle-orm';
import { lockAccounts } from '#features/identity/identity.ts';
import {
  selectGrantedPackages,
  type BenefitChange,
  grantBenefits,
  type Package,
  revokeBenefits,
} from '#features/packs/packs.ts';
import {
  orderLineKey,
  queueDeliveries,
  withdrawOrderDeliveries,
  type Withdrawn,
} from '#features/deliveries/deliveries.ts';
import { type CoinMovement, postTransaction } from '#features/ledger/ledger.ts';
import { updateStockTaken } from '#features/products/products.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isCoins } from './order-targets.service.ts';
import {
  insertOrderEvent,
  selectKindsOfOtherOrders,
  selectOrderLines,
  updateOrderFields,
} from './orders.queries.ts';
import type { OrderLineRow, OrderRow } from './orders.tables.ts';
import { selectIsAttached } from './unmatched/unmatched.queries.ts';

const PACKAGES: Package[] = ['founder', 'veteran'];

/**
 * Grants what was bought: coins immediately, everything else by deliveries. The only place that does.
 * The caller holds the order's lock. A fulfilled order stays as it is, unless it was reversed and is granted again: then
 * its next round has keys of its own, because the game and the ledger know those of the earlier ones.
 *
 * @returns 'stock_gone' when a late payment finds the product sold out; then nothing is granted
 */
export async function fulfilOrder(
  tx: Transaction,
  order: OrderRow,
  { isAgain = false } = {},
): Promise<'fulfilled' | 'already' | 'stock_gone'> {
  const isNextRound = isAgain && order.reversedAt !== null;
  if (order.fulfilledAt !== null && !isNextRound) return 'already';
  const grantRound = order.grantRound + (isNextRound ? 1 : 0);
  // Lock order: order, account, product, balances. Reversing it deadlocks with staff edits and reversals.
  await lockAccounts(tx, [order.accountId]);
  const stock = order.stock === 'released' ? await updateStockTaken(tx, order.productId) : 'unlimited';
  if (stock === 'gone') return 'stock_gone';
  const lines = await selectOrderLines(tx, [order.id]);
  await postTransaction(tx, {
    idempotencyKey: `order:${order.id}:grant${roundSuffix(grantRound)}`,
    reason: 'order',
    detail: order.productName,
    entries: coinsOf(order, lines),
  });
  await queueDeliveries(
    tx,
    lines.filter(({ kind }) => !isCoins(kind)).map((line) => deliveryOf({ ...order, grantRound }, line)),
  );
  await grantBenefits(tx, order.accountId, benefitsOf(lines));
  await updateOrderFields(tx, order.id, {
    fulfilledAt: sql`now()`,
    ...(isNextRound && { grantRound, reversedAt: null }),
    ...(stock === 'taken' && { stock: 'held' as const }),
  });
  return 'fulfilled';
}

/**
 * Revokes what was granted: coins, even if they were spent, and everything that the game has seen.
 *
 * @returns 'not_delivered' when nothing of the order reached the game
 */
export async function reverseOrder(
  tx: Transaction,
  order: OrderRow,
): Promise<'not_delivered' | 'maybe_delivered' | 'already'> {
  if (order.fulfilledAt === null) return 'not_delivered';
  if (order.reversedAt !== null) return 'already';
  const { id: orderId, accountId } = order;
  const lines = await selectOrderLines(tx, [orderId]);
  // Locks the account. Otherwise two concurrent reversals could each keep the package because of the other order.
  await lockAccounts(tx, [accountId]);
  await postTransaction(tx, {
    idempotencyKey: `order:${orderId}:reversal${roundSuffix(order.grantRound)}`,
    reason: 'order reversed',
    detail: order.productName,
    entries: coinsOf(order, lines).map((entry) => ({ ...entry, amount: -entry.amount })),
  });
  const isFromBefore = await selectIsAttached(tx, orderId);
  const withdrawn = await withdrawOrderDeliveries(tx, orderId, { isFromBefore });
  const { clubDays, packages } = benefitsOf(lines);
  const kept = packages.length > 0 ? await selectOtherPackages(tx, order) : [];
  await revokeBenefits(tx, accountId, {
    clubDays,
    packages: packages.filter((name) => !kept.includes(name)),
  });
  await updateOrderFields(tx, orderId, { reversedAt: sql`now()` });
  for (const reason of ['taken back', ...reversalNotes(withdrawn)])
    await insertOrderEvent(tx, { orderId, fromState: order.state, toState: order.state, reason });
  return withdrawn.isAnySeenByGame ? 'maybe_delivered' : 'not_delivered';
}

/** What staff have to look after, as reasons of order events. */
function reversalNotes({ markedDelivered, waiting }: Withdrawn): string[] {
  return [
    ...(markedDelivered > 0 ? ['marked_delivered_revoked'] : []),
    ...(waiting > 0 ? ['revocation_waits'] : []),
  ];
}

/** The packages that the account has from other orders or by staff. */
async function selectOtherPackages(
  tx: Transaction,
  { id: orderId, accountId }: OrderRow,
): Promise<Package[]> {
  const bought = await selectKindsOfOtherOrders(tx, { accountId, orderId });
  const packages = PACKAGES.filter((name) => bought.has(`${name}_package`));
  return [...packages, ...(await selectGrantedPackages(tx, accountId))];
}

/** Ends the keys of what is granted again: ':2' for the second time. */
function roundSuffix(grantRound: number): string {
  return grantRound === 1 ? '' : `:${grantRound}`;
}

function coinsOf({ accountId }: OrderRow, lines: OrderLineRow[]): CoinMovement[] {
  return lines
    .filter(({ kind }) => isCoins(kind))
    .map(({ kind, quantity }) => ({
      accountId,
      currency: kind === 'premium_coins' ? ('premium' as const) : ('second' as const),
      amount: quantity,
    }));
}

function deliveryOf(order: OrderRow, { position, kind, itemId, quantity }: OrderLineRow) {
  return {
    accountId: order.accountId,
    ...(order.serverId !== null && { serverId: order.serverId }),
    characterId: order.characterId,
    characterName: order.characterName,
    idempotencyKey: orderLineKey({ reference: order.reference, position, round: order.grantRound }),
    kind,
    itemId,
    quantity,
    orderId: order.id,
    orderLinePosition: position,
  };
}

function benefitsOf(lines: OrderLineRow[]): BenefitChange {
  const clubDays = lines
    .filter(({ kind }) => kind === 'club_days')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const packages: Package[] = [];
  if (lines.some(({ kind }) => kind === 'founder_package')) packages.push('founder');
  if (lines.some(({ kind }) => kind === 'veteran_package')) packages.push('veteran');
  return { clubDays, packages };
}
