import { createCheckoutSession } from '@waygate/contract/orders/orders.endpoints';
import { useEffect, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { isWebAddress } from '#api/web-address.ts';

export type Purchase =
  | { status: 'idle' }
  | { status: 'processing'; productId: number }
  | { status: 'ended'; outcome: 'success' | 'error'; message: string };

type Purchasing = { purchase: Purchase; buy: (productId: number) => void; dismiss: () => void };

/** Longer than the server waits for the payment provider; a retry finds the same checkout. */
const START_WITHIN_MS = 30_000;
const TOO_LATE = "The checkout didn't start in time. Nothing was charged. Try again.";
const IDLE: Purchase = { status: 'idle' };

/** One purchase at a time, up to the hosted checkout. */
export function usePurchase(): Purchasing {
  const [purchase, setPurchase] = useState<Purchase>(IDLE);
  useEffect(() => {
    // The browser's back button can restore this page as it was left.
    const restore = (event: PageTransitionEvent) => event.persisted && setPurchase(IDLE);
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, []);
  async function start(productId: number) {
    setPurchase({ status: 'processing', productId });
    const signal = AbortSignal.timeout(START_WITHIN_MS);
    try {
      const { url } = await call(createCheckoutSession, { body: { productId } }, { signal });
      // Stays processing: the browser is about to leave.
      if (isWebAddress(url)) window.location.assign(url);
      else setPurchase({ status: 'ended', outcome: 'error', message: 'Could not start checkout.' });
    } catch (error) {
      const reason = signal.aborted ? TOO_LATE : messageOf(error, 'Checkout failed');
      setPurchase({ status: 'ended', outcome: 'error', message: `Payment failed: ${reason}` });
    }
  }
  return {
    purchase,
    buy: (productId) => {
      if (purchase.status !== 'processing') void start(productId);
    },
    dismiss: () => setPurchase(IDLE),
  };
}
