import { setTimeout as pause } from 'node:timers/promises';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { startStripeServer } from '../../apps/server/src/test/stripe-server.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import type { DisputeStatus, StripeObject } from '../../apps/server/src/test/stripe/stripe-books.ts';
import { type Checkout, payInSandbox } from './shoppers.ts';

const RETRY_MS = 100;

/** Who pays what, as the provider knows it. */
export type Payments = {
  /** How a portal reaches the provider. */
  env: Record<string, string>;
  /** Pays a checkout once. @returns whether it had not been paid */
  pay: (checkout: Checkout, accountId: number) => Promise<boolean>;
  /** The account of each checkout that was paid, oldest first. */
  paid: Map<string, number>;
  /** What the order of a paid checkout has to become. */
  stateOf: (sessionId: string) => PaidState;
  close: () => Promise<void>;
};

export type PaidState = 'paid' | 'partially_refunded' | 'refunded' | 'disputed' | 'charged_back';

/** The sandbox is part of the portal, and so are its webhooks. */
export function createSandboxPayments(originNow: () => string): Payments {
  const paid = new Map<string, number>();
  return {
    env: {},
    paid,
    pay: async (checkout, accountId) => {
      await payInSandbox(originNow, checkout);
      const isNew = !paid.has(checkout.sessionId);
      paid.set(checkout.sessionId, accountId);
      return isNew;
    },
    stateOf: () => 'paid',
    close: async () => {},
  };
}

/** A Stripe that outlives the portals that sell by it. */
export type StripePayments = Payments & {
  refund: (sessionId: string, cents?: number) => Promise<void>;
  dispute: (sessionId: string, status: DisputeStatus) => Promise<void>;
  /** Sends the event of a payment again, as the dashboard's 'Resend' does. */
  resend: (sessionId: string) => Promise<void>;
  /** Deletes the webhook endpoint: nothing is sent any more, and Stripe lists nothing as undelivered. */
  endWebhooks: () => void;
  /** How many events the portal accepted. */
  accepted: () => number;
};

/** @param originNow where the webhook endpoint is; it moves with the portal */
export async function openStripePayments(originNow: () => string): Promise<StripePayments> {
  const stripe = await startStripeServer();
  const { books } = stripe;
  const paid = new Map<string, number>();
  const payments = new Map<string, StripeObject>();
  const acceptedIds = new Set<string>();
  const endpoint = { isEnabled: true };
  const send = async (event: StripeObject): Promise<void> => {
    while (endpoint.isEnabled) {
      const isAccepted = await stripe.post(`${originNow()}/api/stripe/webhook`, event).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isAccepted) return void acceptedIds.add(event.id);
      await pause(RETRY_MS);
    }
    books.acknowledge(event.id);
  };
  return {
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
    paid,
    pay: async ({ sessionId }, accountId) => {
      if (paid.has(sessionId)) return false;
      paid.set(sessionId, accountId);
      const event = books.pay(sessionId);
      payments.set(sessionId, event);
      await send(event);
      return true;
    },
    stateOf: (sessionId) => {
      const { amount_total: cents, payment_intent: payment } = books.getSession(sessionId);
      const [dispute] = books.disputesOf(payment);
      if (dispute?.status === 'lost') return 'charged_back';
      if (dispute && dispute.status !== 'won') return 'disputed';
      const refunded = books.refundedCents(sessionId);
      if (refunded === cents) return 'refunded';
      return refunded > 0 ? 'partially_refunded' : 'paid';
    },
    refund: (sessionId, cents) => send(books.refund(sessionId, cents).event),
    dispute: (sessionId, status) => send(books.dispute(sessionId, status)),
    resend: async (sessionId) => {
      const event = payments.get(sessionId);
      if (!event) throw new Error(`Nobody has paid ${sessionId}.`);
      await send(event);
    },
    endWebhooks: () => void (endpoint.isEnabled = false),
    accepted: () => acceptedIds.size,
    close: () => stripe.close(),
  };
}
