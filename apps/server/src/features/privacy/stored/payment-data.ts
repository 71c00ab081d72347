import { sql } from 'drizzle-orm';
import {
  BLANK,
  BOOKS,
  containsAny,
  ERASED_TEXT,
  hasEmail,
  OF_ORDERS,
  ofAccount,
  type PersonalTable,
  ROWS,
} from '#features/privacy/personal-table.ts';

/** Purchases and coins. */
export const PAYMENT_DATA: Record<string, PersonalTable> = {
  orders: {
    why: 'purchases: to deliver them, refund them, and keep the books that tax law asks for',
    rows: ofAccount(),
    columns: {
      checkout: 'what the checkout was opened with, such as the e-mail address; only until it is open',
      checkout_url: 'address of the checkout at the provider',
      character_id: "the game's number of the character it is for",
      character_name: 'name of the character it is for',
      product_name: 'what was bought',
      price_cents: 'price',
      created_at: 'time of the order',
      paid_at: 'time of the payment',
      terms_accepted_at: 'when the terms were accepted',
    },
    others:
      'id account_id product_id currency provider is_live state review_reason attempt session_id payment_intent_id expires_at stock refunded_cents revision checked_at fulfilled_at reversed_at updated_at reference decision payment_read_at grant_round terms_version tax_cents booked_at server_id received_cents received_currency dispute_id dispute_due_at',
    erasure: {
      by: 'columns',
      set: { checkout: BLANK, checkout_url: BLANK, character_id: BLANK, character_name: BLANK },
      stays: BOOKS,
    },
  },
  order_lines: {
    why: 'what was bought',
    rows: OF_ORDERS,
    columns: { label: 'item', quantity: 'quantity' },
    others: 'order_id position kind item_id',
    erasure: { by: 'time', why: BOOKS },
  },
  order_events: {
    why: 'how an order came to its state',
    rows: OF_ORDERS,
    columns: { reason: 'why', created_at: 'time' },
    others: 'id order_id from_state to_state',
    erasure: {
      by: 'columns',
      set: { reason: () => sql`case when reason is not null then ${ERASED_TEXT} end` },
      stays: BOOKS,
    },
  },
  unmatched_payments: {
    why: 'payments that the provider reports and the portal has no order for',
    rows: (person) => sql`(${OF_ORDERS(person)} or ${hasEmail('payer_email')(person)})`,
    columns: { payer_name: 'name of the payer', payer_email: 'e-mail address of the payer' },
    others:
      'id provider is_live session_id payment_intent_id reference amount_cents currency refunded_cents dispute product_name started_at state order_id refund_staff_id refund_cents refund_before_cents refund_requested_at refund_attempt refund_failure revision checked_at noted_at closed_at',
    erasure: { by: 'columns', set: { payer_name: BLANK, payer_email: BLANK }, stays: BOOKS },
  },
  webhook_events: {
    why: 'what the payment provider reported, until it is processed without doubt',
    rows: ({ accountId }) => sql`processed_at is not null and (
      order_id in (select id from orders where account_id = ${accountId})
      or session_id in (select session_id from orders where account_id = ${accountId})
      or payment_intent_id in (select payment_intent_id from orders where account_id = ${accountId}))`,
    columns: { payload: "the provider's report: name, e-mail address and billing address of the payer" },
    others:
      'id provider event_id kind is_live order_id session_id payment_intent_id received_at checked_at processed_at outcome',
    erasure: {
      by: 'columns',
      set: { payload: () => sql`'{}'::jsonb` },
      stays: 'that it was processed stays',
    },
  },
  ledger_entries: {
    why: 'the books of coins',
    rows: ofAccount(),
    columns: { amount: 'coins', balance: 'balance after it', created_at: 'time' },
    others: 'id transaction_id account_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
  coin_balances: {
    why: 'coins of the account',
    rows: ofAccount(),
    columns: { amount: 'coins' },
    others: 'account_id currency',
    erasure: { by: 'time', why: BOOKS },
  },
  sandbox_idempotency_keys: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: ({ emails }) => containsAny(sql`answer::text`, emails),
    columns: { answer: 'an answer, with the e-mail address of the buyer' },
    others: 'key fingerprint created_at',
    isUnexported: true,
    erasure: ROWS,
  },
  sandbox_events: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: ({ emails }) => containsAny(sql`body`, emails),
    columns: { body: 'a report, with the e-mail address of the buyer' },
    others: 'id session_id kind created_at attempts last_failure delivered_at',
    isUnexported: true,
    erasure: ROWS,
  },
  sandbox_sessions: {
    why: 'the simulated payment provider of a portal in local mode',
    rows: hasEmail('customer_email'),
    columns: { customer_email: 'e-mail address of the buyer' },
    others:
      'id product_name amount_cents currency client_reference_id metadata payment_metadata success_url cancel_url url form_token expires_at status payment_status payment_intent_id payment_intent_status charge_id refunded_cents dispute_id dispute_status created_at submit_type statement_suffix terms_message terms_accepted completed_at',
    isUnexported: true,
    erasure: { by: 'columns', set: { customer_email: BLANK }, stays: BOOKS },
  },
};
