/** What a payment, a refund or a dispute moved on the provider's balance. Amounts are in the smallest unit. */
export type MoneyTransaction = {
  id: string;
  kind: 'payment' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal' | 'other';
  paymentIntentId: string | undefined;
  /** The reference of the payment's order, which may be another portal's; only payments name one. */
  reference: string | undefined;
  /** Negative for money that leaves the balance. */
  amountCents: number;
  /** What the provider keeps. Net is amount less fee. */
  feeCents: number;
  netCents: number;
  currency: string;
  createdAt: Date;
};

export type Payout = { id: string; createdAt: Date };

/** One page, newest first. `next`: where the following page begins; undefined on the last one. */
export type ReadPage<Row> = { rows: Row[]; next?: string };

/** Reads the provider's balance, a hundred rows a page. */
export type TransactionReader = {
  /**
   * Transactions about payments, of at least `from` and before `to`.
   *
   * @throws PaymentRefused, PaymentUnavailable
   */
  listTransactions: (window: {
    from: Date;
    to: Date;
    after?: string | undefined;
  }) => Promise<ReadPage<MoneyTransaction>>;
  /** Automatic payouts that did not fail, of at least `from`. */
  listPayouts: (window: { from: Date; after?: string | undefined }) => Promise<ReadPage<Payout>>;
  /** The ids of the transactions that an automatic payout contains. */
  listPaidOut: (payout: { payoutId: string; after?: string | undefined }) => Promise<ReadPage<string>>;
};
