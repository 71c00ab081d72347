import { isDeepStrictEqual } from 'node:util';
import type { DeliveryChange, OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import { selectDeliveriesOfOrder } from '#features/deliveries/deliveries.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { selectBalances } from '#features/ledger/ledger.ts';
import { selectOrder, selectOrderLines } from '#features/orders/orders.queries.ts';
import type { OrderLineRow } from '#features/orders/orders.tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dryRun } from '#platform/db/dry-run.ts';
import { conflict } from '#platform/errors/app-error.ts';

type Subject = { accountId: number; orderId: number | undefined };

/**
 * What a decision changes for the player: carries it out, compares what the account and the order have before and
 * after, and rolls it back. The caller holds the order's lock, if there is an order.
 *
 * @param decide carries the decision out. Returns the order's id
 */
export async function measureEffects(
  tx: Transaction,
  subject: Subject,
  {
    refunds = [],
    decide,
  }: { refunds?: OrderEffects['refunds']; decide: (inner: Transaction) => Promise<number> },
): Promise<OrderEffects> {
  const before = await readHoldings(tx, subject);
  return dryRun(tx, async (inner) => {
    const orderId = await decide(inner);
    const after = await readHoldings(inner, { ...subject, orderId });
    const order = await selectOrder(inner, orderId);
    if (!order) throw new Error(`There is no order ${orderId} after its decision.`);
    const lines = await selectOrderLines(inner, [orderId]);
    return { state: order.state, refunds, ...changesBetween(before, after, lines) };
  });
}

/** @throws conflict when the decision would do something else by now than its form showed */
export async function requireExpected(
  expected: OrderEffects | undefined,
  measure: () => Promise<OrderEffects>,
): Promise<void> {
  if (expected === undefined || isDeepStrictEqual(expected, await measure())) return;
  throw conflict('Something has changed since, so this would do something else. Look at the numbers again.');
}

type Holdings = Awaited<ReturnType<typeof readHoldings>>;

async function readHoldings(tx: Transaction, { accountId, orderId }: Subject) {
  const account = await selectAccount(tx, accountId);
  if (!account) throw new Error(`There is no account ${accountId}.`);
  return {
    balances: await selectBalances(tx, accountId),
    clubDay: account.agaiaClubExpiresAt?.toISOString().slice(0, 10) ?? null,
    packages: { founder: account.hasClaimedFounderPackage, veteran: account.hasClaimedVeteranPackage },
    deliveries: orderId === undefined ? [] : await selectDeliveriesOfOrder(tx, orderId),
  };
}

function changesBetween(before: Holdings, after: Holdings, lines: OrderLineRow[]) {
  return {
    coins: (['premium', 'second'] as const).flatMap((coin) => {
      const amount = after.balances[coin] - before.balances[coin];
      const label = lines.find(({ kind }) => kind === `${coin}_coins`)?.label ?? coin;
      return amount === 0 ? [] : [{ coin, label, amount, balance: after.balances[coin] }];
    }),
    club: before.clubDay === after.clubDay ? null : { before: before.clubDay, after: after.clubDay },
    packages: (['founder', 'veteran'] as const).flatMap((name) => packageChange(name, before, after)),
    deliveries: after.deliveries.flatMap((delivery) => {
      const change = deliveryChange(delivery, before, after);
      const { kind, quantity, orderLinePosition } = delivery;
      const label = lines.find(({ position }) => position === orderLinePosition)?.label ?? kind;
      return change ? [{ kind, label, quantity, change }] : [];
    }),
  };
}

/** A package stays where another order or a grant by staff gives it too. */
function packageChange(
  name: 'founder' | 'veteran',
  before: Holdings,
  after: Holdings,
): OrderEffects['packages'] {
  if (after.packages[name] && !before.packages[name]) return [{ name, change: 'granted' }];
  if (before.packages[name] && !after.packages[name]) return [{ name, change: 'revoked' }];
  const isWithdrawn = after.deliveries.some(
    ({ id, kind, state }) =>
      kind === `${name}_package` && state === 'cancelled' && stateBefore(before, id) !== 'cancelled',
  );
  const isRevoked = after.deliveries.some(
    ({ id, kind, effect }) =>
      kind === `${name}_package` && effect === 'revoke' && stateBefore(before, id) === undefined,
  );
  return before.packages[name] && (isWithdrawn || isRevoked) ? [{ name, change: 'kept' }] : [];
}

type Delivery = Holdings['deliveries'][number];

function stateBefore({ deliveries }: Holdings, deliveryId: number): Delivery['state'] | undefined {
  return deliveries.find(({ id }) => id === deliveryId)?.state;
}

function deliveryChange(
  { id, effect, state, isOnHold, revokesKey, idempotencyKey }: Delivery,
  before: Holdings,
  after: Holdings,
): DeliveryChange | undefined {
  const known = before.deliveries.find((delivery) => delivery.id === id);
  if (effect === 'revoke') {
    if (known) return undefined;
    const grant = before.deliveries.find((delivery) => delivery.idempotencyKey === revokesKey);
    if (state !== 'pending') return 'undecided';
    if (grant?.isMarkedDelivered) return 'by_hand';
    return grant?.collectedAt ? 'collected' : 'revoked';
  }
  if (!known) return isOnHold ? 'held' : 'sent';
  if (state === 'cancelled' && known.state !== 'cancelled')
    return after.deliveries.some((delivery) => delivery.revokesKey === idempotencyKey)
      ? undefined
      : 'cancelled';
  if (isOnHold !== known.isOnHold) return isOnHold ? 'held' : 'released';
  return undefined;
}
