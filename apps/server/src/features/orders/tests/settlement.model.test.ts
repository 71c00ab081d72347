import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { until } from '#test/account-journeys.ts';
import { createTestAccount } from '#test/factories.ts';
import {
  createOrderStaff,
  useShop,
  createTestProduct,
  openOtherSession,
  readOrder,
  type Shop,
} from '#test/shop-journeys.ts';
import { decideOrder } from '#features/orders/admin/order-refunds.service.ts';
import { createCheckout } from '#features/orders/checkout.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { orders } from '#features/orders/orders.tables.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const PRICE = 499;
const COINS = 500;

/** What is so at the provider, whatever the portal has heard of it. */
type Reality = {
  session: 'open' | 'complete' | 'expired';
  money: 'none' | 'promised' | 'failed' | 'paid';
  refundedCents: number;
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** A second session that names the order too. */
  other: 'open' | 'expired' | 'promised' | 'failed' | 'paid' | 'returned';
  /** The portal has heard of money by the second session while it was promised or here. */
  isReviewed: boolean;
  /** The bank reversed a lost dispute: the portal may have heard of the loss, or not. */
  isWonBack: boolean;
  /** Staff have marked the order as paid. */
  isAccepted: boolean;
};

type Subject = {
  shop: Shop;
  orderId: number;
  sessionId: string;
  otherId: string;
  /** Settlings that are under way while other things happen. */
  slow: Promise<unknown>[];
};

type Seen = { state: string; isFulfilled: boolean; isHeld: boolean; hasUnit: boolean; round: number };

type Action = fc.AsyncCommand<Reality, Subject>;

const shop = await useShop({ isWorker: false });
const staff = await createOrderStaff(shop);
await shop.parts.db.execute(sql`update budget_defaults set coins = 1e9, packs = 1e9, items = 1e9`);

function action(
  name: string,
  isPossible: (reality: Reality) => boolean,
  changes: (reality: Reality) => Partial<Reality>,
  run: (subject: Subject) => unknown,
): Action {
  return {
    check: isPossible,
    run: async (reality, subject) => {
      Object.assign(reality, changes(reality));
      await run(subject);
      await requireInvariants(reality, subject);
    },
    toString: () => name,
  };
}

const unpaid = ({ money }: Reality) => money === 'none';
const paid = ({ money }: Reality) => money === 'paid';

const ACTIONS: Action[] = [
  action(
    'pay',
    unpaid,
    () => ({ session: 'complete', money: 'paid' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.pay(sessionId),
  ),
  action(
    'pay later',
    (reality) => unpaid(reality) && reality.session === 'open',
    () => ({ session: 'complete', money: 'promised' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.payLater(sessionId),
  ),
  action(
    'money comes',
    ({ money }) => money === 'promised',
    () => ({ money: 'paid' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.succeedLater(sessionId),
  ),
  action(
    'money stays away',
    ({ money }) => money === 'promised',
    () => ({ money: 'failed' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.failLater(sessionId),
  ),
  action(
    'expire',
    ({ session }) => session === 'open',
    () => ({ session: 'expired' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.expire(sessionId),
  ),
  action(
    'refund a part',
    (reality) => paid(reality) && reality.refundedCents + 150 < PRICE,
    ({ refundedCents }) => ({ refundedCents: refundedCents + 150 }),
    ({ shop: { stripe }, sessionId }) => stripe.books.refund(sessionId, 150),
  ),
  action(
    'refund the rest',
    (reality) => paid(reality) && reality.refundedCents < PRICE,
    () => ({ refundedCents: PRICE }),
    ({ shop: { stripe }, sessionId }) => stripe.books.refund(sessionId),
  ),
  action(
    'dispute',
    (reality) => paid(reality) && reality.dispute === 'none',
    () => ({ dispute: 'open' }),
    ({ shop: { stripe }, sessionId }) => stripe.books.dispute(sessionId, 'needs_response'),
  ),
  ...(['won', 'lost'] as const).map((outcome) =>
    action(
      `dispute is ${outcome}`,
      ({ dispute }) => dispute === 'open',
      () => ({ dispute: outcome }),
      ({ shop: { stripe }, sessionId }) => stripe.books.dispute(sessionId, outcome),
    ),
  ),
  action(
    'dispute is won after all',
    ({ dispute }) => dispute === 'lost',
    () => ({ dispute: 'won', isWonBack: true }),
    ({ shop: { stripe }, sessionId }) => stripe.books.dispute(sessionId, 'won'),
  ),
];

/** Refused unless the order is in review, and its money is there. */
const acceptByStaff = action(
  'staff mark it as paid, three at once',
  paid,
  () => ({}),
  async ({ shop: { parts }, orderId }) => {
    const decided = { orderId, decision: 'deliver' as const, reason: 'The money is there' };
    const accept = () =>
      decideOrder(parts, staff, decided).catch((error: { code?: string }) => {
        if (error.code !== 'conflict') throw error;
      });
    await Promise.all([accept(), accept(), accept()]);
  },
);

const OTHER_ACTIONS: Action[] = [
  action(
    'pay the other session',
    ({ other }) => other === 'open' || other === 'expired',
    () => ({ other: 'paid' }),
    ({ shop: { stripe }, otherId }) => stripe.books.pay(otherId),
  ),
  action(
    'promise the other payment',
    ({ other }) => other === 'open',
    () => ({ other: 'promised' }),
    ({ shop: { stripe }, otherId }) => stripe.books.payLater(otherId),
  ),
  action(
    'the other money comes',
    ({ other }) => other === 'promised',
    () => ({ other: 'paid' }),
    ({ shop: { stripe }, otherId }) => stripe.books.succeedLater(otherId),
  ),
  action(
    'the other money stays away',
    ({ other }) => other === 'promised',
    () => ({ other: 'failed' }),
    ({ shop: { stripe }, otherId }) => stripe.books.failLater(otherId),
  ),
  action(
    'the other session expires',
    ({ other }) => other === 'open',
    () => ({ other: 'expired' }),
    ({ shop: { stripe }, otherId }) => stripe.books.expire(otherId),
  ),
  action(
    'give the other money back',
    ({ other }) => other === 'paid',
    () => ({ other: 'returned' }),
    ({ shop: { stripe }, otherId }) => stripe.books.refund(otherId),
  ),
];

const hearOfOther = ({ other, isReviewed }: Reality) => ({
  isReviewed: isReviewed || other === 'promised' || other === 'paid',
});

const follow = async ({ shop: { parts }, orderId, otherId: sessionId }: Subject) => {
  await recordOtherSession(requireOpenShop(parts), { orderId, sessionId });
  return settleOrder(parts, orderId);
};

const SETTLINGS: Action[] = [
  action('hear of the other session', () => true, hearOfOther, follow),
  action(
    'hear of the other session four times at once, while the own one is settled',
    () => true,
    hearOfOther,
    (subject) => {
      subject.shop.stripe.breakNext(/^GET/, { answerAfterMs: 40 });
      const heard = Array.from({ length: 4 }, () => follow(subject));
      return Promise.all([...heard, settleOrder(subject.shop.parts, subject.orderId)]);
    },
  ),
  action(
    'settle',
    () => true,
    () => ({}),
    ({ shop: { parts }, orderId }) => settleOrder(parts, orderId),
  ),
  action(
    'settle slowly, while other things happen',
    () => true,
    () => ({}),
    async ({ shop: { parts, stripe }, orderId, slow }) => {
      const callsBefore = stripe.calls.length;
      stripe.breakNext(/^GET/, { answerAfterMs: 100 });
      slow.push(settleOrder(parts, orderId));
      // The snapshot has to be current.
      await until(async () => stripe.calls.length > callsBefore);
    },
  ),
  action(
    'settle four times at once, one of them with an old answer',
    () => true,
    () => ({}),
    ({ shop: { parts, stripe }, orderId }) => {
      stripe.breakNext(/^GET/, { answerAfterMs: 40 });
      return Promise.all(Array.from({ length: 4 }, () => settleOrder(parts, orderId)));
    },
  ),
];

/** What must hold at every moment, however much the portal has heard. */
async function requireInvariants({ money }: Reality, { orderId }: Subject): Promise<void> {
  // One statement, since the portal may be settling meanwhile.
  const { rows } = await shop.parts.db.execute<Seen>(sql`
    select
      o.state, o.grant_round as round,
      o.fulfilled_at is not null as "isFulfilled",
      o.fulfilled_at is not null and o.reversed_at is null as "isHeld",
      o.stock = 'held' as "hasUnit",
      (select coalesce(sum(amount), 0)::int from coin_balances b where b.account_id = o.account_id) as coins,
      (select coalesce(sum(amount), 0)::int from ledger_entries) as ledger,
      (select count(*)::int from deliveries d where d.order_id = o.id and effect = 'grant') as grants,
      (select count(*)::int from deliveries d where d.order_id = o.id and d.state = 'pending') as pending,
      (select count(*)::int from deliveries d
       where d.order_id = o.id and d.state = 'pending' and available_at = 'infinity') as "onHold",
      (select p.stock from products p where p.id = o.product_id) as stock
    from orders o where o.id = ${orderId}`);
  const [seen] = rows;
  if (!seen) throw new Error('The order is gone.');
  expect({ ...seen, isUnpaidAndGranted: seen.isFulfilled && money !== 'paid' }).toEqual({
    ...seen,
    isUnpaidAndGranted: false,
    coins: seen.isHeld ? COINS : 0,
    ledger: 0,
    grants: seen.isFulfilled ? 3 * seen.round : 0,
    pending: seen.isHeld ? 3 : 0,
    ...(seen.state === 'disputed' && { onHold: seen.isHeld ? 3 : 0 }),
    ...((seen.state === 'paid' || seen.state === 'partially_refunded') && { onHold: 0 }),
    stock: seen.hasUnit ? 4 : 5,
  });
}

/** Where the order must be once the portal has heard everything. */
function statesFor(reality: Reality): string[] {
  const { session, money, refundedCents, dispute } = reality;
  if (reality.isAccepted) return statesAfterAcceptance(reality);
  if (reality.isReviewed) return statesAfterReview(reality);
  if (reality.isWonBack) return ['review', ...statesFor({ ...reality, isWonBack: false })];
  if (money === 'promised') return ['processing'];
  if (money === 'failed') return ['failed'];
  if (money === 'none') return [session === 'open' ? 'pending' : 'expired'];
  // Both have taken everything back; which of them came first decides the name.
  if (refundedCents === PRICE) return dispute === 'lost' ? ['refunded', 'charged_back'] : ['refunded'];
  if (dispute === 'lost') return ['charged_back'];
  if (dispute === 'open') return ['disputed'];
  return [refundedCents > 0 ? 'partially_refunded' : 'paid'];
}

/** Once in review, an order stays with staff for as long as there is money, and ends when all of it went back. */
function statesAfterReview({ money, refundedCents, dispute, other }: Reality): string[] {
  const isOwnHeld = money === 'paid' && refundedCents < PRICE && dispute !== 'lost';
  const isTaken = money === 'paid' || other === 'paid' || other === 'returned';
  const over = ['refunded', 'charged_back'];
  if (other === 'paid' || !isTaken) return ['review'];
  // While the bank argues over money that came after the end, the end stands.
  if (isOwnHeld) return dispute === 'open' ? ['review', ...over] : ['review'];
  return over;
}

/** Staff took the order for paid, perhaps before its last review. It is over once no money is left, and never unpaid. */
function statesAfterAcceptance({ refundedCents, dispute, other }: Reality): string[] {
  const isOwnHeld = refundedCents < PRICE && dispute !== 'lost';
  if (!isOwnHeld && other !== 'paid') return ['refunded', 'charged_back'];
  return [
    'paid',
    'partially_refunded',
    'disputed',
    'review',
    ...(dispute === 'open' ? ['refunded', 'charged_back'] : []),
  ];
}

async function startSubject(): Promise<Subject> {
  const accountId = await createTestAccount(shop.parts.db);
  const productId = await createTestProduct(shop, { stock: 5, priceCents: PRICE });
  await createCheckout(shop.parts, { accountId, productId });
  const [order] = await shop.parts.db
    .select()
    .from(orders)
    .where(sql`account_id = ${accountId}`);
  if (!order) throw new Error('The checkout wrote no order.');
  const otherId = openOtherSession(shop, order);
  return { shop, orderId: order.id, sessionId: order.sessionId ?? '', otherId, slow: [] };
}

test('settles by payment status and grants each line at most once, for any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        // Settling is what meets everything else, so there is more of it.
        [...ACTIONS, ...OTHER_ACTIONS, ...SETTLINGS, ...SETTLINGS, acceptByStaff].map((command) =>
          fc.constant(command),
        ),
        { maxCommands: 40, size: 'max' },
      ),
      async (commands) => {
        const subject = await startSubject();
        const reality: Reality = {
          session: 'open',
          money: 'none',
          refundedCents: 0,
          dispute: 'none',
          other: 'open',
          isReviewed: false,
          isWonBack: false,
          isAccepted: false,
        };
        await fc.asyncModelRun(() => ({ model: reality, real: subject }), commands);
        await Promise.all(subject.slow);
        Object.assign(reality, hearOfOther(reality));
        await follow(subject);
        await requireInvariants(reality, subject);
        const { decision } = await readOrder(shop, subject.orderId);
        const { rows } = await shop.parts.db.execute(sql`
          select from order_events where order_id = ${subject.orderId} and reason like '%by staff'`);
        reality.isAccepted = decision !== null || rows.length > 0;
        expect(statesFor(reality)).toContain((await readOrder(shop, subject.orderId)).state);
      },
    ),
    { numRuns: 60 },
  );
}, 400_000);
