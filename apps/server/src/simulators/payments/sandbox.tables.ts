import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const sandboxSettings = pgTable('sandbox_settings', {
  id: boolean('id').primaryKey().default(true),
  secretKey: text('secret_key').notNull(),
  webhookSecret: text('webhook_secret').notNull(),
  webhookUrl: text('webhook_url'),
});

export const sandboxSessions = pgTable('sandbox_sessions', {
  id: text('id').primaryKey(),
  productName: text('product_name').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  clientReferenceId: text('client_reference_id'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
  paymentMetadata: jsonb('payment_metadata').$type<Record<string, string>>().notNull(),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url'),
  url: text('url').notNull(),
  formToken: text('form_token').notNull(),
  submitType: text('submit_type').notNull().default('pay'),
  customerEmail: text('customer_email'),
  statementSuffix: text('statement_suffix'),
  termsMessage: text('terms_message'),
  termsAccepted: boolean('terms_accepted').notNull().default(false),
  completedAt: time('completed_at'),
  expiresAt: time('expires_at').notNull(),
  status: text('status', { enum: ['open', 'complete', 'expired'] })
    .notNull()
    .default('open'),
  paymentStatus: text('payment_status', { enum: ['unpaid', 'paid'] })
    .notNull()
    .default('unpaid'),
  paymentIntentId: text('payment_intent_id').unique(),
  paymentIntentStatus: text('payment_intent_status', {
    enum: ['requires_payment_method', 'processing', 'succeeded'],
  }),
  chargeId: text('charge_id'),
  refundedCents: integer('refunded_cents').notNull().default(0),
  disputeId: text('dispute_id'),
  disputeStatus: text('dispute_status', { enum: ['needs_response', 'won', 'lost'] }),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const sandboxRefunds = pgTable('sandbox_refunds', {
  id: text('id').primaryKey(),
  sessionId: text('session_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** What moved on the simulated balance. */
export const sandboxTransactions = pgTable('sandbox_transactions', {
  id: text('id').primaryKey(),
  sessionId: text('session_id').notNull(),
  source: text('source').notNull(),
  type: text('type', { enum: ['charge', 'refund', 'adjustment'] }).notNull(),
  amountCents: integer('amount_cents').notNull(),
  feeCents: integer('fee_cents').notNull(),
  payoutId: text('payout_id'),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const sandboxPayouts = pgTable('sandbox_payouts', {
  id: text('id').primaryKey(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const sandboxEvents = pgTable('sandbox_events', {
  id: text('id').primaryKey(),
  sessionId: text('session_id').notNull(),
  kind: text('kind').notNull(),
  body: text('body').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  lastFailure: text('last_failure'),
  deliveredAt: time('delivered_at'),
});

export const sandboxIdempotencyKeys = pgTable('sandbox_idempotency_keys', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  answer: jsonb('answer').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export type SandboxSessionRow = typeof sandboxSessions.$inferSelect;
export type SandboxRefundRow = typeof sandboxRefunds.$inferSelect;
export type SandboxEventRow = typeof sandboxEvents.$inferSelect;
export type SandboxSettings = Omit<typeof sandboxSettings.$inferSelect, 'id'>;
export type SandboxTransactionRow = typeof sandboxTransactions.$inferSelect;
export type SandboxPayoutRow = typeof sandboxPayouts.$inferSelect;
