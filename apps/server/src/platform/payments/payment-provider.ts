import type { TransactionReader } from './payment-transactions.ts';

/** A request for a hosted checkout. Built only from the order, so that a repeated request is identical. */
export type SessionRequest = {
  /** The order's unique reference at the provider: letters, digits and dashes. */
  reference: string;
  orderId: number;
  productName: string;
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** Whole seconds. */
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
  /** Undefined for an order from before there were any: its request stays as it was. */
  options?: CheckoutOptions | undefined;
};

/** How the hosted checkout looks, beyond what is sold. Stored with the order, so that a repeated request is identical. */
export type CheckoutOptions = {
  /** `donate` for gifts. */
  submitType: 'pay' | 'donate';
  /** A confirmed address, which the buyer need not type again. */
  customerEmail?: string;
  /** Follows the account's prefix on the buyer's bank statement, at most 10 characters. */
  statementSuffix?: string;
  /** What the buyer accepts before paying, as Markdown with links; undefined: no consent is collected. */
  termsMessage?: string;
};

export type HostedSession = { sessionId: string; url: string };

/** The current status of a session's payment. Orders are settled only by this. Amounts are integer cents. */
export type PaymentSnapshot = {
  sessionId: string;
  /** The reference of the session's order, which may be another portal's. */
  reference: string | undefined;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  amountCents: number | null;
  currency: string | null;
  mode: string;
  isLive: boolean;
  paymentIntentId: string | undefined;
  refundedCents: number;
  dispute: 'none' | 'open' | 'won' | 'lost';
  /** The dispute that the status is of, and until when it can be answered. */
  disputeCase?: { disputeId: string; dueAt: Date | null };
  /** An asynchronous payment has failed. */
  asyncFailed: boolean;
  /** When the buyer accepted the terms on the hosted checkout; undefined if they didn't. */
  termsAcceptedAt?: Date;
  /** The part of the amount that is tax; undefined if the provider reports none. */
  taxCents?: number;
};

/** What staff are shown of a payment whose order is missing, as far as the provider knows it. */
export type PaymentDescription = {
  payerName: string | null;
  payerEmail: string | null;
  productName: string | null;
  /** When the checkout was opened. */
  startedAt: Date;
};

/** A signed event. Only a hint to fetch a payment's status. */
export type PaymentEvent = {
  eventId: string;
  kind: string;
  isLive: boolean;
  /** The reference of an order of this portal or of another one on the same Stripe account. */
  reference: string | undefined;
  sessionId: string | undefined;
  paymentIntentId: string | undefined;
  /** As the provider sent it. */
  payload: unknown;
};

/** A refund, a dispute or a completed checkout, as the provider lists it. Only a hint to fetch the payment's status. */
export type SweptPayment = {
  createdAt: Date;
  /** The reference of an order of this portal or of another one on the same account. */
  reference: string | undefined;
  /** Of a checkout. */
  sessionId: string | undefined;
  paymentIntentId: string | undefined;
  /**
   * Whether nothing more is expected of it: a refund that succeeded, a dispute that is closed, a checkout whose payment
   * succeeded or failed.
   */
  isSettled: boolean;
};

export type SweepSubject = 'refunds' | 'disputes' | 'sessions';

/** One page, newest first. `next` is missing on the last one. */
export type SweptPage = { payments: SweptPayment[]; next?: string };

/** Where the provider sends events, as it is configured there. */
export type WebhookEndpoint = {
  url: string;
  isEnabled: boolean;
  /** '*' for all kinds. */
  eventKinds: string[];
};

export type PaymentSetup = {
  /** The provider's names of permissions that the key lacks, such as `dispute_read`. Only reads are tried. */
  missingPermissions: string[];
  /** Undefined when the key may not read them. */
  endpoints: WebhookEndpoint[] | undefined;
};

/** A payment provider with hosted checkout. Amounts are integer cents. */
export type PaymentProvider = TransactionReader & {
  name: 'stripe' | 'sandbox';
  /** Whether its payments move real money. */
  isLive: boolean;
  /**
   * Opens a hosted checkout. The same key and request return the same checkout.
   *
   * @throws PaymentRefused, PaymentKeySpent, PaymentUnavailable
   */
  createSession: (request: SessionRequest) => Promise<HostedSession>;
  /** @throws PaymentRefused when there is no such session, PaymentUnavailable */
  getSession: (sessionId: string) => Promise<PaymentSnapshot>;
  /** Expires an open checkout. Does nothing if it has already ended. */
  expireSession: (sessionId: string) => Promise<void>;
  /**
   * Refunds an amount, or without one the whole payment.
   *
   * @throws PaymentRefused, PaymentKeySpent, PaymentUnavailable
   */
  refund: (refund: {
    paymentIntentId: string;
    amountCents?: number;
    idempotencyKey: string;
  }) => Promise<{ refundId: string }>;
  /** The session of a payment. @throws PaymentRefused, PaymentUnavailable */
  findSessionOfPayment: (paymentIntentId: string) => Promise<string | undefined>;
  /** @throws PaymentRefused when there is no such session, PaymentUnavailable */
  describePayment: (sessionId: string) => Promise<PaymentDescription>;
  /** The reference of a payment's order, which may be another portal's. */
  findReferenceOfPayment: (paymentIntentId: string) => Promise<string | undefined>;
  /**
   * One page of events whose webhooks were not delivered, newest first. Always empty for the sandbox.
   *
   * @param after `next` of the previous page; undefined for the first page
   */
  listUndelivered: (after?: string) => Promise<{ events: PaymentEvent[]; next?: string }>;
  /**
   * One page of refunds, of disputes or of completed checkouts, whether or not these are paid.
   *
   * @param page.createdFrom lists what was created at this time or later
   * @param page.after `next` of the previous page; undefined for the first page
   * @throws PaymentRefused when the provider no longer knows `after`, PaymentNotPermitted, PaymentUnavailable
   */
  listForSweep: (
    subject: SweepSubject,
    page: { createdFrom: Date; after?: string | undefined },
  ) => Promise<SweptPage>;
  /** Reads how the account is set up, and tries each permission to read. @throws PaymentUnavailable */
  readSetup: () => Promise<PaymentSetup>;
  /** Whether a webhook secret is configured. */
  acceptsWebhooks: boolean;
  /** @throws BadSignature unless the provider has recently signed exactly these bytes */
  parseWebhook: (body: Buffer, signature: string | undefined) => PaymentEvent;
};

/** The provider refused permanently; a retry is pointless. */
export class PaymentRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentRefused';
  }
}

/**
 * The provider refused to open a checkout, and names the option that it refused: without it, another try may succeed.
 * `terms_url`: consent can't be collected before the account names the address of its terms.
 */
export class CheckoutOptionRefused extends PaymentRefused {
  readonly option: Exclude<keyof CheckoutOptions, 'submitType' | 'termsMessage'> | 'terms_url';

  constructor(option: CheckoutOptionRefused['option'], refusal: PaymentRefused) {
    super(refusal.message, refusal.cause);
    this.option = option;
  }
}

/** The provider has stored a failure under this idempotency key; another key may succeed. */
export class PaymentKeySpent extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentKeySpent';
  }
}

/** The outcome is unknown; the same request with the same key may be sent again. */
export class PaymentUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentUnavailable';
  }
}

/** The portal's key lacks a permission. Nothing was done; it can be tried again once somebody has edited the key. */
export class PaymentNotPermitted extends PaymentUnavailable {
  /** The provider's name of what is missing, such as `charge_write`; 'unknown' if it names none. */
  readonly permission: string;

  constructor(permission: string, cause?: unknown) {
    super(`The payment provider's key lacks the permission ${permission}.`, cause);
    this.name = 'PaymentNotPermitted';
    this.permission = permission;
  }
}

/** A webhook without a valid and recent signature of the provider. */
export class BadSignature extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BadSignature';
  }
}
