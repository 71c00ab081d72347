import type { Stripe } from 'stripe';
import type { MoneyTransaction, ReadPage, TransactionReader } from './payment-transactions.ts';

const PAGE = 100;
/** @see https://docs.stripe.com/reports/balance-transaction-types */
const KINDS = new Map<string, MoneyTransaction['kind']>([
  ['charge', 'payment'],
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['payment_refund', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['payment_failure_refund', 'other'],
  ['payment_reversal', 'other'],
]);

type Call = <T>(answer: Promise<T>) => Promise<T>;

/**
 * Reads what payments moved on the account's balance.
 *
 * @param call turns errors of the SDK into those of a provider
 * @see https://docs.stripe.com/api/balance_transactions/list
 * @see https://docs.stripe.com/payouts/reconciliation: manual payouts contain no transactions that could be listed
 */
export function transactionReader(stripe: Stripe, call: Call): TransactionReader {
  return {
    listTransactions: async ({ from, to, after }) => {
      const created = { gte: inSeconds(from), lt: inSeconds(to) + 1 };
      const page = await call(
        stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'], ...startAt(after) }),
      );
      return pageOf(page, page.data.flatMap(transactionOf));
    },
    listPayouts: async ({ from, after }) => {
      const created = { gte: inSeconds(from) };
      const page = await call(stripe.payouts.list({ created, limit: PAGE, ...startAt(after) }));
      const kept = page.data.filter(
        ({ automatic, status }) => automatic && status !== 'failed' && status !== 'canceled',
      );
      return pageOf(
        page,
        kept.map(({ id, created: at }) => ({ id, createdAt: new Date(at * 1000) })),
      );
    },
    listPaidOut: async ({ payoutId, after }) => {
      const page = await call(
        stripe.balanceTransactions.list({ payout: payoutId, limit: PAGE, ...startAt(after) }),
      );
      return pageOf(
        page,
        page.data.map(({ id }) => id),
      );
    },
  };
}

/** Fees of the account, payouts and transfers are about no payment. */
function transactionOf(transaction: Stripe.BalanceTransaction): MoneyTransaction[] {
  const { source } = transaction;
  if (typeof source !== 'object' || source === null) return [];
  // The shape depends on the kind of source. Only these properties are read, and each is checked.
  const { payment_intent: payment, metadata } = source as {
    payment_intent?: unknown;
    metadata?: Record<string, unknown> | null;
  };
  const paymentIntentId = idOf(payment);
  const kind = kindOf(transaction);
  if (kind === undefined || paymentIntentId === undefined) return [];
  const { id, amount, fee, net, currency, created } = transaction;
  const order = metadata?.order;
  return [
    {
      id,
      kind,
      paymentIntentId,
      reference: typeof order === 'string' && order !== '' ? order : undefined,
      amountCents: amount,
      feeCents: fee,
      netCents: net,
      currency,
      createdAt: new Date(created * 1000),
    },
  ];
}

function kindOf({ type, amount, source }: Stripe.BalanceTransaction): MoneyTransaction['kind'] | undefined {
  if (type === 'adjustment') {
    const isDispute = typeof source === 'object' && source?.object === 'dispute';
    if (!isDispute) return 'other';
    return amount < 0 ? 'dispute' : 'dispute_reversal';
  }
  // Cards have a type for a refund that failed or was canceled. Other ways to pay have one for both directions.
  if (type === 'payment_refund' && amount > 0) return 'refund_failure';
  return KINDS.get(type);
}

function pageOf<Row>(
  { data, has_more: hasMore }: { data: { id: string }[]; has_more: boolean },
  rows: Row[],
): ReadPage<Row> {
  const last = data.at(-1);
  return { rows, ...(hasMore && last && { next: last.id }) };
}

function startAt(after: string | undefined) {
  return after === undefined ? {} : { starting_after: after };
}

function inSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Related objects are ids, or whole objects if they are expanded. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}
