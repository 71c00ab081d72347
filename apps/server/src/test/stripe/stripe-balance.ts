import { randomBytes } from 'node:crypto';
import type { StripeObject } from './stripe-books.ts';

/** What Stripe takes for a disputed payment. */
export const DISPUTE_FEE = 2000;

/** Stripe's price for European cards: 1.5 % and €0.25. Source: https://stripe.com/pricing */
export function cardFee(cents: number): number {
  return Math.round(cents * 0.015) + 25;
}

const newId = (prefix: string) => `${prefix}_test_${randomBytes(12).toString('hex')}`;

type Movement = { type: string; source: StripeObject; amount: number; fee: number };

/** The balance of the account: a transaction for whatever moves money, and the payouts to the bank. */
export function createStripeBalance() {
  const transactions: StripeObject[] = [];
  const payouts: StripeObject[] = [];
  let shiftSeconds = 0;
  return {
    /** Newest first, as Stripe lists them. */
    transactions,
    payouts,
    /** Moves the time of what happens from now on. */
    shift: (seconds: number): void => void (shiftSeconds = seconds),
    add: ({ type, source, amount, fee }: Movement): StripeObject => {
      const transaction = {
        id: newId('txn'),
        object: 'balance_transaction',
        amount,
        available_on: Math.floor(Date.now() / 1000),
        balance_type: 'payments',
        created: Math.floor(Date.now() / 1000) + shiftSeconds,
        currency: source.currency,
        description: null,
        exchange_rate: null,
        fee,
        fee_details: [],
        net: amount - fee,
        reporting_category: type,
        source,
        status: 'available',
        type,
      };
      transactions.unshift(transaction);
      return transaction;
    },
    /** Pays out everything that was not paid out, as the automatic payout of a day does. */
    payOut: (): StripeObject => {
      const open = transactions.filter(({ payout }) => payout === undefined);
      const amount = open.reduce((sum, { net }) => sum + net, 0);
      const payout = {
        id: newId('po'),
        object: 'payout',
        amount,
        automatic: true,
        created: Math.floor(Date.now() / 1000) + shiftSeconds,
        currency: 'eur',
        status: 'paid',
      };
      for (const transaction of open) transaction.payout = payout.id;
      payouts.unshift(payout);
      return payout;
    },
  };
}
