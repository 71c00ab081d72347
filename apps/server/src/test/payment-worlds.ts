import type { SandboxAction } from '#simulators/payments/sandbox-rules.ts';
import type { Portal } from './account-journeys.ts';
import { createSandboxShop } from './sandbox-shop.ts';
import { createShop } from './shop-journeys.ts';
import type { StripeServer } from './stripe-server.ts';
import type { StripeObject } from './stripe/stripe-books.ts';

/** A portal with either payment provider, and the actions on its payments. */
export type PaymentWorld = Portal & {
  /** Performs the action at the provider, which notifies the portal by itself. */
  happen: (sessionId: string, action: SandboxAction, refundCents?: number) => Promise<void>;
};

/** The portal sells by Stripe, played by a server that knows what Stripe would refuse. */
export async function createStripeWorld(): Promise<PaymentWorld> {
  const shop = await createShop();
  return {
    ...shop,
    happen: async (sessionId, action, refundCents) => {
      const event = happenInBooks(shop.stripe, { sessionId, action, refundCents });
      if (event) await shop.tell(event);
    },
  };
}

/** The portal sells by its sandbox; people press buttons on its pages. */
export async function createSandboxWorld(): Promise<PaymentWorld> {
  const shop = await createSandboxShop();
  return {
    ...shop,
    happen: async (sessionId, action, refundCents) => {
      const amount = refundCents === undefined ? undefined : (refundCents / 100).toFixed(2);
      const isOnControlPage = ['refund', 'dispute', 'win', 'lose', 'expire'].includes(action);
      const response = await shop.press(sessionId, action, {
        ...(isOnControlPage && { form: 'payments' as const }),
        ...(amount !== undefined && { amount }),
      });
      if (response.status !== 303) throw new Error(`The page answered ${await response.text()}`);
    },
  };
}

function happenInBooks(
  { books }: StripeServer,
  {
    sessionId,
    action,
    refundCents,
  }: { sessionId: string; action: SandboxAction; refundCents: number | undefined },
): StripeObject | undefined {
  switch (action) {
    case 'pay':
      return books.pay(sessionId);
    case 'decline':
      return undefined;
    case 'pay_later':
      return books.payLater(sessionId);
    case 'succeed':
      return books.succeedLater(sessionId);
    case 'fail':
      return books.failLater(sessionId);
    case 'expire':
      return books.expire(sessionId);
    case 'refund':
      return books.refund(sessionId, refundCents).event;
    case 'dispute':
      return books.dispute(sessionId, 'needs_response');
    case 'win':
      return books.dispute(sessionId, 'won');
    case 'lose':
      return books.dispute(sessionId, 'lost');
  }
}
