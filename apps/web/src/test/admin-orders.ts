import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { AdminOrder, AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';

/** A paid order as staff list it. */
export const ADMIN_ORDER: AdminOrder = {
  orderId: 12,
  accountDBID: 5,
  userName: 'Wanderer',
  productId: 7,
  productName: 'Lantern chest',
  state: 'paid',
  reviewReason: null,
  price: 4.99,
  refunded: 0,
  provider: 'sandbox',
  isLive: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  paidAt: '2026-03-01T10:05:00.000Z',
  serverId: 1,
  serverName: 'Game server',
  characterName: null,
};

/** What is known of a line that waits for nothing. */
export const NO_DELIVERY = { problem: null, collectBy: null, characterName: null };

/** The same with all that is known of it: the lantern has reached the game. */
export const ADMIN_ORDER_DETAIL: AdminOrderDetail = {
  ...ADMIN_ORDER,
  lines: [
    { kind: 'premium_coins', quantity: 500, label: 'Coins', state: 'delivered', ...NO_DELIVERY },
    { kind: 'item', quantity: 2, label: 'Lantern', state: 'delivered', ...NO_DELIVERY },
    { kind: 'founder_package', quantity: 1, label: 'Founder package', state: 'cancelled', ...NO_DELIVERY },
  ],
  sessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  expiresAt: '2026-03-01T10:31:00.000Z',
  fulfilledAt: '2026-03-01T10:05:00.000Z',
  reversedAt: null,
  refundable: 4.99,
  decisions: [],
  events: [
    { at: '2026-03-01T10:00:00.000Z', from: null, to: 'creating', reason: 'checkout' },
    { at: '2026-03-01T10:00:01.000Z', from: 'creating', to: 'pending', reason: 'session opened' },
    { at: '2026-03-01T10:05:02.000Z', from: 'pending', to: 'paid', reason: 'payment' },
  ],
  webhooks: [
    {
      eventId: 'evt_1',
      kind: 'checkout.session.completed',
      amount: 4.99,
      currency: 'eur',
      receivedAt: '2026-03-01T10:05:01.000Z',
      processedAt: '2026-03-01T10:05:02.000Z',
      outcome: 'order 12 is paid',
    },
  ],
  deliveries: [
    {
      deliveryId: 31,
      effect: 'grant',
      kind: 'item',
      itemId: 7001,
      itemName: null,
      quantity: 2,
      state: 'applied',
      isOnHold: false,
      attempts: 0,
      failure: null,
      isMarkedDelivered: false,
      detail: null,
      settledAt: '2026-03-01T10:06:00.000Z',
    },
  ],
  refunds: [],
  staffDecisions: [],
  received: { amount: 4.99, currency: 'eur' },
  dispute: null,
  terms: null,
  tax: null,
  otherPayments: [],
};

/** A delivery that the game gave up on. */
export const DEAD_DELIVERY: AdminDelivery = {
  deliveryId: 44,
  accountDBID: 5,
  userName: 'Wanderer',
  serverId: 1,
  serverName: 'Game server',
  characterId: null,
  characterName: null,
  effect: 'grant',
  kind: 'item',
  itemId: 7001,
  itemName: null,
  quantity: 2,
  state: 'dead',
  isOnHold: false,
  attempts: 12,
  failure: 'exhausted',
  isMarkedDelivered: false,
  detail: 'the inventory is full',
  problem: null,
  collectBy: null,
  collectedAt: null,
  orderId: 12,
  createdAt: '2026-03-01T10:00:00.000Z',
  settledAt: '2026-03-02T10:00:00.000Z',
};

/** A refund that takes nothing back. */
export const NO_EFFECTS: OrderEffects = {
  state: 'refunded',
  refunds: [],
  coins: [],
  club: null,
  packages: [],
  deliveries: [],
};
