/** What is asked of a provider for one order. It depends on the order alone, so that a repeated request is the same. */
export type SessionRequest = {
  /** The order's name at the provider: letters, digits and dashes, of this order alone. */
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
};

export type HostedSession = { sessionId: string; url: string };

/** What the provider says of a payment now; the only thing that an order is settled by. */
export type PaymentSnapshot = {
  sessionId: string;
  /** Names the order that the session was made for, whichever portal's. */
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
  /** A payment that was promised at checkout did not come. */
  asyncFailed: boolean;
};

/** A signed event. It is a hint to look at a payment, and nothing more. */
export type PaymentEvent = {
  eventId: string;
  kind: string;
  isLive: boolean;
  /** Names an order, of this portal or of another one on the same account. */
  reference: string | undefined;
  sessionId: string | undefined;
  paymentIntentId: string | undefined;
  /** As the provider sent it. */
  payload: unknown;
};

/** Hosted checkout of a payment provider. Amounts are integer cents. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox';
  /** Whether its payments move real money. */
  isLive: boolean;
  /**
   * Opens a hosted checkout; the same key and request give the same one again.
   *
   * @throws PaymentRefused, PaymentKeySpent, PaymentUnavailable
   */
  createSession: (request: SessionRequest) => Promise<HostedSession>;
  /** @throws PaymentRefused when there is no such session, PaymentUnavailable */
  getSession: (sessionId: string) => Promise<PaymentSnapshot>;
  /** Ends an open checkout; one that has ended already is left as it is. */
  expireSession: (sessionId: string) => Promise<void>;
  /** Gives money back; without an amount, all of it. */
  refund: (refund: {
    paymentIntentId: string;
    amountCents?: number;
    idempotencyKey: string;
  }) => Promise<{ refundId: string }>;
  /** The reference of the order that a payment was made for, whichever portal's. */
  findReferenceOfPayment: (paymentIntentId: string) => Promise<string | undefined>;
  /**
   * One page of the events whose webhooks did not arrive, newest first; empty where none can get lost.
   *
   * @param after the page before's `next`; without it, the first page
   */
  listUndelivered: (after?: string) => Promise<{ events: PaymentEvent[]; next?: string }>;
  /** Whether webhooks can be verified at all. */
  acceptsWebhooks: boolean;
  /** @throws BadSignature unless the provider signed exactly these bytes lately */
  parseWebhook: (body: Buffer, signature: string | undefined) => PaymentEvent;
};

/** The provider will not do this, however often it is asked. */
export class PaymentRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentRefused';
  }
}

/** The provider keeps a failure under this idempotency key; another key may succeed. */
export class PaymentKeySpent extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentKeySpent';
  }
}

/** Nobody knows whether the provider did it; the same request with the same key may be sent again. */
export class PaymentUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentUnavailable';
  }
}

/** A webhook that the provider did not sign, or not lately. */
export class BadSignature extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BadSignature';
  }
}
