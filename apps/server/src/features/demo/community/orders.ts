import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import {
  type CatalogueProduct,
  type Character,
  characterOn,
  COINS,
  FIRST_SERVER,
  itemOnSecondServer,
  type Line,
  type Player,
  SECOND_SERVER,
  type World,
} from './world.ts';

export type Fate =
  | 'paid'
  | 'pending'
  | 'processing'
  | 'expired'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'partially_refunded'
  | 'disputed'
  | 'charged_back'
  | 'review';

export type Order = {
  id: number;
  reference: string;
  player: Player;
  product: CatalogueProduct;
  /** Null when nothing of it goes to a game. */
  serverId: number | null;
  character: Character | undefined;
  lines: Line[];
  state: Fate;
  createdAt: Date;
  /** Undefined: never. */
  paidAt: Date | undefined;
  /** When it was refunded or disputed. */
  turnedAt: Date | undefined;
  refundedCents: number;
  sessionId: string;
  paymentIntentId: string | undefined;
};

const COUNT = 330;
const DAYS = 92;
const OPEN_MINUTES = 35;
const EVIDENCE_DAYS = 9;
/** What a state comes to in this share of orders, from the most common on. */
const SHARES: [Fate, number][] = [
  ['paid', 0.75],
  ['expired', 0.13],
  ['refunded', 0.035],
  ['failed', 0.03],
  ['partially_refunded', 0.02],
  ['cancelled', 0.02],
  ['charged_back', 0.015],
];
/** The newest ones, with the hours since, so that each state is there at any time. */
const NEWEST: [Fate, number][] = [
  ['disputed', 70],
  ['review', 31],
  ['review', 12],
  ['paid', 3],
  ['paid', 0.7],
  ['processing', 0.5],
  ['paid', 0.25],
  ['pending', 0.15],
  ['pending', 0.05],
];
const PAID: Fate[] = ['paid', 'refunded', 'partially_refunded', 'disputed', 'charged_back', 'review'];

export function isPaid({ state }: Pick<Order, 'state'>): boolean {
  return PAID.includes(state);
}

/** Whether what was bought was granted: a review keeps it back. */
export function isGranted(order: Pick<Order, 'state'>): boolean {
  return isPaid(order) && order.state !== 'review';
}

export function isReversed({ state }: Pick<Order, 'state'>): boolean {
  return state === 'refunded' || state === 'charged_back';
}

/** Three months of orders, oldest first. */
export function createOrders(world: World): Order[] {
  const { random, now } = world;
  const wishes = Array.from({ length: COUNT - NEWEST.length }, () => ({
    createdAt: after(now, -(4 * DAY + (DAYS - 4) * DAY * random.next() ** 1.3)),
    state: chooseFate(random),
  }));
  const newest = NEWEST.map(([state, hours]) => ({ state, createdAt: after(now, -hours * HOUR) }));
  const bought = new Map<string, number>();
  return [...wishes, ...newest]
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((wish, place) => createOrder(world, { ...wish, id: place + 1, bought }));
}

function chooseFate(random: Random): Fate {
  let rest = random.next();
  for (const [fate, share] of SHARES) {
    rest -= share;
    if (rest < 0) return fate;
  }
  return 'paid';
}

function createOrder(
  world: World,
  given: { id: number; state: Fate; createdAt: Date; bought: Map<string, number> },
): Order {
  const { random, now } = world;
  const { id, state, createdAt } = given;
  const player = chooseBuyer(world, createdAt);
  const product = chooseProduct(world, player, given.bought);
  const target = chooseTarget(random, player, product);
  const hasMoney = isPaid({ state });
  const paidAt = hasMoney ? after(createdAt, random.int(1, 9) * MINUTE) : undefined;
  const turnedAt = paidAt && state !== 'paid' ? timeBetween(random, paidAt, now) : undefined;
  const hasTried = hasMoney || ['failed', 'processing'].includes(state);
  return {
    id,
    reference: `${world.referencePrefix}${random.hex(32)}`,
    player,
    product,
    ...target,
    lines: linesOn(product, target.serverId),
    state,
    createdAt,
    paidAt: paidAt && paidAt > now ? now : paidAt,
    turnedAt,
    refundedCents: refundedCentsOf(state, product),
    sessionId: `cs_sandbox_${random.hex(32)}`,
    paymentIntentId: hasTried ? `pi_sandbox_${random.hex(32)}` : undefined,
  };
}

/** Within nine days. */
function timeBetween(random: Random, from: Date, now: Date): Date {
  return after(from, random.next() * Math.min(9 * DAY, now.getTime() - from.getTime()));
}

function refundedCentsOf(state: Fate, { priceCents }: CatalogueProduct): number {
  if (state === 'refunded') return priceCents;
  return state === 'partially_refunded' ? Math.floor(priceCents / 2) : 0;
}

/** Who was there at that time; loyal players buy more often. */
function chooseBuyer({ random, players }: World, at: Date): Player {
  const there = players.filter(({ isConfirmed, registeredAt }) => isConfirmed && registeredAt < at);
  const [first = players[0]] = there;
  const buyers = there
    .filter(({ loyalty }) => loyalty > 0.25)
    .toSorted((one, other) => other.loyalty - one.loyalty);
  const buyer = buyers.length > 0 ? random.pickEarly(buyers) : first;
  if (!buyer) throw new Error('The community has no players.');
  return buyer;
}

function chooseProduct(
  { random, products }: World,
  player: Player,
  bought: Map<string, number>,
): CatalogueProduct {
  for (;;) {
    const product = random.pick(products);
    const key = `${player.id} ${product.id}`;
    const count = (bought.get(key) ?? 0) + 1;
    if (product.accountLimit !== null && count > product.accountLimit) continue;
    bought.set(key, count);
    return product;
  }
}

/** Items alone are sold for both servers. */
function chooseTarget(
  random: Random,
  player: Player,
  { lines }: CatalogueProduct,
): Pick<Order, 'serverId' | 'character'> {
  if (lines.every(({ kind }) => COINS.includes(kind))) return { serverId: null, character: undefined };
  const other = characterOn(player, SECOND_SERVER);
  if (isForBoth(lines) && other && (random.chance(0.6) || !characterOn(player, FIRST_SERVER)))
    return { serverId: SECOND_SERVER, character: other };
  return { serverId: FIRST_SERVER, character: undefined };
}

/** Whether the second server has all of it. */
export function isForBoth(lines: Line[]): boolean {
  return lines.every(({ kind }) => kind === 'item');
}

function linesOn({ lines }: CatalogueProduct, serverId: number | null): Line[] {
  if (serverId !== SECOND_SERVER) return lines;
  return lines.map((line) => ({ ...line, itemId: line.itemId && itemOnSecondServer(line.itemId) }));
}

export function orderRows(orders: Order[]): Row[] {
  return orders.map((order) => {
    const { product, createdAt, paidAt, turnedAt, character } = order;
    return {
      id: order.id,
      reference: order.reference,
      account_id: order.player.id,
      product_id: product.id,
      product_name: product.name,
      price_cents: product.priceCents,
      currency: 'eur',
      provider: 'sandbox',
      is_live: false,
      state: order.state,
      review_reason: order.state === 'review' ? 'wrong_amount' : null,
      server_id: order.serverId,
      character_id: character?.characterId ?? null,
      character_name: character?.name ?? null,
      attempt: 1,
      session_id: order.sessionId,
      payment_intent_id: order.paymentIntentId ?? null,
      expires_at: after(createdAt, OPEN_MINUTES * MINUTE),
      stock: stockOf(order),
      refunded_cents: order.refundedCents,
      revision: 1,
      checked_at: createdAt,
      grant_round: 1,
      dispute_id: isDisputed(order) ? idOf('dp', order) : null,
      dispute_due_at: isDisputed(order) ? dueAt(order) : null,
      paid_at: paidAt ?? null,
      booked_at: paidAt ? after(paidAt, 20 * MINUTE) : null,
      fulfilled_at: isGranted(order) ? paidAt : null,
      reversed_at: isReversed(order) ? turnedAt : null,
      created_at: createdAt,
      updated_at: turnedAt ?? paidAt ?? createdAt,
    };
  });
}

/** Identifies a part of a payment: one order has one of each. */
export function idOf(kind: string, { sessionId }: Pick<Order, 'sessionId'>): string {
  return sessionId.replace('cs_', `${kind}_`);
}

/** Whether the bank took the money back, for now or for good. */
export function isDisputed({ state }: Pick<Order, 'state'>): boolean {
  return state === 'disputed' || state === 'charged_back';
}

/** Until when a dispute can be answered, to the second, as the sandbox says. */
function dueAt({ createdAt }: Order): Date {
  return new Date(Math.floor(after(createdAt, EVIDENCE_DAYS * DAY).getTime() / 1000) * 1000);
}

function stockOf({ product, state }: Order): 'none' | 'held' | 'released' {
  if (!product.isLimited) return 'none';
  return ['expired', 'failed', 'cancelled', 'refunded'].includes(state) ? 'released' : 'held';
}

export function orderLineRows(orders: Order[]): Row[] {
  return orders.flatMap(({ id, lines }) =>
    lines.map((line, position) => ({
      order_id: id,
      position,
      kind: line.kind,
      quantity: line.quantity,
      item_id: line.itemId,
      label: line.label,
    })),
  );
}

/** Every order's way through its states. */
export function orderEventRows(orders: Order[]): Row[] {
  return orders
    .flatMap((order) => eventsOf(order).map((event) => ({ orderId: order.id, ...event })))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ orderId, from, to, reason, at }) => ({
      order_id: orderId,
      from_state: from,
      to_state: to,
      reason,
      created_at: at,
    }));
}

type OrderEvent = { from: string | null; to: string; reason: string; at: Date };

function eventsOf({ state, createdAt, paidAt, turnedAt }: Order): OrderEvent[] {
  const opened: OrderEvent[] = [
    { from: null, to: 'creating', reason: 'checkout', at: createdAt },
    { from: 'creating', to: 'pending', reason: 'session opened', at: after(createdAt, 800) },
  ];
  if (state === 'pending') return opened;
  if (!paidAt) return [...opened, closing(state, after(createdAt, closedAfter(state)))];
  if (state === 'review')
    return [...opened, { from: 'pending', to: state, reason: 'wrong_amount', at: paidAt }];
  const paid: OrderEvent[] = [...opened, { from: 'pending', to: 'paid', reason: 'payment', at: paidAt }];
  if (state === 'paid' || !turnedAt) return paid;
  const turned: OrderEvent = { from: 'paid', to: state, reason: 'payment', at: turnedAt };
  if (state !== 'charged_back') return [...paid, turned];
  return [...paid, { ...turned, to: 'disputed' }, { ...turned, from: 'disputed', at: after(turnedAt, 1000) }];
}

function closing(to: string, at: Date): OrderEvent {
  return { from: 'pending', to, reason: 'payment', at };
}

function closedAfter(state: Fate): number {
  return state === 'expired' ? (OPEN_MINUTES + 1) * MINUTE : 5 * MINUTE;
}
