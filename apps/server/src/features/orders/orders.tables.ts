import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { GrantKind } from '@waygate/contract/products/products.schemas';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';
import type { CheckoutOptions } from '#platform/payments/payment-provider.ts';
import type { MoneyTransaction } from '#platform/payments/payment-transactions.ts';

export const orders = pgTable('orders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  reference: text('reference').notNull().unique(),
  accountId: integer('account_id').notNull(),
  productId: integer('product_id').notNull(),
  productName: text('product_name').notNull(),
  priceCents: integer('price_cents').notNull(),
  currency: text('currency').notNull().default('eur'),
  provider: text('provider', { enum: ['stripe', 'sandbox'] }).notNull(),
  isLive: boolean('is_live').notNull(),
  state: text('state').$type<OrderState>().notNull().default('creating'),
  reviewReason: text('review_reason'),
  decision: text('decision', { enum: ['deliver', 'refund', 'cancel'] }),
  /** The game server it is for; null when nothing of it goes to a game. */
  serverId: integer('server_id'),
  characterId: text('character_id'),
  /** As it was called at checkout. */
  characterName: text('character_name'),
  attempt: integer('attempt').notNull().default(1),
  sessionId: text('session_id').unique(),
  checkoutUrl: text('checkout_url'),
  checkout: jsonb('checkout').$type<CheckoutOptions>(),
  termsVersion: text('terms_version'),
  termsAcceptedAt: time('terms_accepted_at'),
  taxCents: integer('tax_cents'),
  paymentIntentId: text('payment_intent_id'),
  expiresAt: time('expires_at').notNull(),
  stock: text('stock', { enum: ['none', 'held', 'released'] })
    .notNull()
    .default('none'),
  refundedCents: integer('refunded_cents').notNull().default(0),
  /** As the provider reported it, in its own currency; null before. */
  receivedCents: integer('received_cents'),
  receivedCurrency: text('received_currency'),
  disputeId: text('dispute_id'),
  disputeDueAt: time('dispute_due_at'),
  revision: integer('revision').notNull().default(0),
  checkedAt: time('checked_at').notNull().defaultNow(),
  paymentReadAt: time('payment_read_at'),
  grantRound: integer('grant_round').notNull().default(1),
  paidAt: time('paid_at'),
  bookedAt: time('booked_at'),
  fulfilledAt: time('fulfilled_at'),
  reversedAt: time('reversed_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: integer('order_id').notNull(),
    position: integer('position').notNull(),
    kind: text('kind').$type<GrantKind>().notNull(),
    quantity: integer('quantity').notNull(),
    itemId: integer('item_id'),
    label: text('label').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export const orderEvents = pgTable('order_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id').notNull(),
  fromState: text('from_state').$type<OrderState>(),
  toState: text('to_state').$type<OrderState>().notNull(),
  reason: text('reason').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** The terms that checkouts showed. */
export const termsVersions = pgTable('terms_versions', {
  version: text('version').primaryKey(),
  updated: date('updated').notNull(),
  body: text('body').notNull(),
  withdrawal: text('withdrawal'),
  firstOfferedAt: time('first_offered_at').notNull().defaultNow(),
});

/** What the player is mailed about an order. */
export const orderMails = pgTable(
  'order_mails',
  {
    orderId: integer('order_id').notNull(),
    event: text('event').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    queuedAt: time('queued_at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.event, table.refundedCents] })],
);

export const webhookEvents = pgTable('webhook_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  provider: text('provider').notNull(),
  eventId: text('event_id').notNull(),
  kind: text('kind').notNull(),
  isLive: boolean('is_live').notNull(),
  orderId: integer('order_id'),
  sessionId: text('session_id'),
  paymentIntentId: text('payment_intent_id'),
  payload: jsonb('payload').notNull(),
  receivedAt: time('received_at').notNull().defaultNow(),
  checkedAt: time('checked_at').notNull().defaultNow(),
  processedAt: time('processed_at'),
  outcome: text('outcome'),
});

/** Payments for an order by sessions other than the order's own. */
export const orderPayments = pgTable('order_payments', {
  sessionId: text('session_id').primaryKey(),
  orderId: integer('order_id').notNull(),
  paymentIntentId: text('payment_intent_id').unique(),
  state: text('state', { enum: ['promised', 'failed', 'paid', 'returned'] }).notNull(),
  amountCents: integer('amount_cents'),
  currency: text('currency'),
  refundedCents: integer('refunded_cents').notNull().default(0),
  notedAt: time('noted_at').notNull().defaultNow(),
  readAt: time('read_at'),
});

export const orderRefunds = pgTable('order_refunds', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer('order_id').notNull(),
  sessionId: text('session_id').notNull(),
  paymentIntentId: text('payment_intent_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  requestId: uuid('request_id').unique(),
  refundedBeforeCents: integer('refunded_before_cents').notNull(),
  attempt: integer('attempt').notNull().default(1),
  staffId: integer('staff_id').notNull(),
  state: text('state', { enum: ['requested', 'done', 'refused'] })
    .notNull()
    .default('requested'),
  failure: text('failure'),
  checkedAt: time('checked_at').notNull().defaultNow(),
  createdAt: time('created_at').notNull().defaultNow(),
  settledAt: time('settled_at'),
});

/** What payments moved on the provider's balance. */
export const paymentTransactions = pgTable('payment_transactions', {
  id: text('id').primaryKey(),
  provider: text('provider', { enum: ['stripe', 'sandbox'] }).notNull(),
  orderId: integer('order_id').notNull(),
  kind: text('kind').$type<MoneyTransaction['kind']>().notNull(),
  paymentIntentId: text('payment_intent_id'),
  amountCents: integer('amount_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  netCents: integer('net_cents').notNull(),
  currency: text('currency').notNull(),
  payout: text('payout'),
  createdAt: time('created_at').notNull(),
});

export const paymentPayouts = pgTable('payment_payouts', {
  id: text('id').primaryKey(),
  provider: text('provider').notNull(),
  createdAt: time('created_at').notNull(),
  readAt: time('read_at').notNull().defaultNow(),
});

/** How far each provider's transactions have been read. */
export const paymentCursors = pgTable('payment_cursors', {
  provider: text('provider').primaryKey(),
  fromAt: time('from_at').notNull(),
  toAt: time('to_at'),
  after: text('after'),
  payoutsFrom: time('payouts_from').notNull(),
  completedAt: time('completed_at'),
});

/** Payments that name this installation but no order of its database. */
export const unmatchedPayments = pgTable('unmatched_payments', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  provider: text('provider', { enum: ['stripe', 'sandbox'] }).notNull(),
  isLive: boolean('is_live').notNull(),
  sessionId: text('session_id').notNull().unique(),
  paymentIntentId: text('payment_intent_id').notNull().unique(),
  reference: text('reference').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  refundedCents: integer('refunded_cents').notNull().default(0),
  dispute: text('dispute', { enum: ['none', 'open', 'won', 'lost'] })
    .notNull()
    .default('none'),
  payerName: text('payer_name'),
  payerEmail: text('payer_email'),
  productName: text('product_name'),
  startedAt: time('started_at').notNull(),
  state: text('state', { enum: ['open', 'refunding', 'refunded', 'attached'] })
    .notNull()
    .default('open'),
  orderId: integer('order_id'),
  refundStaffId: integer('refund_staff_id'),
  refundCents: integer('refund_cents'),
  refundBeforeCents: integer('refund_before_cents'),
  refundRequestedAt: time('refund_requested_at'),
  refundAttempt: integer('refund_attempt').notNull().default(0),
  refundFailure: text('refund_failure'),
  revision: integer('revision').notNull().default(0),
  checkedAt: time('checked_at').notNull().defaultNow(),
  notedAt: time('noted_at').notNull().defaultNow(),
  closedAt: time('closed_at'),
});

export type UnmatchedPaymentRow = typeof unmatchedPayments.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;
export type OrderLineRow = typeof orderLines.$inferSelect;
export type OrderPaymentRow = typeof orderPayments.$inferSelect;
export type TermsVersionRow = typeof termsVersions.$inferSelect;
export type OrderRefundRow = typeof orderRefunds.$inferSelect;
export type WebhookEventRow = typeof webhookEvents.$inferSelect;
