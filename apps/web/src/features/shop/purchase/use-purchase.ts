import type { Product } from '@waygate/contract/products/products.schemas';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { isWebAddress } from '#api/web-address.ts';
import { isTargetFault, type Target, type TargetFault } from '#features/game-servers/target.rules.ts';
import { loadPurchasing } from './load-purchasing.ts';

export type Purchase =
  | { status: 'idle' }
  /** The player chooses the game server and the character that get it. */
  | { status: 'choosing'; product: Product; isStarting: boolean; fault?: TargetFault }
  | { status: 'processing'; productId: number }
  | { status: 'ended'; outcome: 'success' | 'error'; message: string };

type Purchasing = {
  purchase: Purchase;
  buy: (product: Product) => void;
  /** Starts the checkout that was being chosen for. */
  choose: (target: Target) => void;
  dismiss: () => void;
};

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
  async function start(product: Product, target?: Target) {
    const { productId } = product;
    const choosing = { status: 'choosing', product, isStarting: false } as const;
    setPurchase(target ? { ...choosing, isStarting: true } : { status: 'processing', productId });
    const fault = await leaveForCheckout({ productId, ...target });
    // Without a fault it stays as it is: the browser is about to leave.
    if (!fault) return;
    // What was chosen is kept. Without a choice yet, the form asks for one.
    if (target) setPurchase({ ...choosing, fault });
    else if (isTargetFault(fault)) setPurchase(choosing);
    else setPurchase({ status: 'ended', outcome: 'error', message: fault.message });
  }
  /** The form's code is here, unless the connection was lost before. */
  async function ask(product: Product) {
    try {
      await loadPurchasing();
      // Another product may have been bought meanwhile.
      setPurchase((now) =>
        now.status === 'idle' ? { status: 'choosing', product, isStarting: false } : now,
      );
    } catch (error) {
      setPurchase({ status: 'ended', outcome: 'error', message: messageOf(error, 'Checkout failed') });
    }
  }
  return {
    purchase,
    buy: (product) => {
      if (purchase.status === 'processing') return;
      // With one game server the portal knows whether there is anything to choose.
      void (product.serverIds.length > 1 ? ask(product) : start(product));
    },
    choose: (target) => {
      if (purchase.status === 'choosing' && !purchase.isStarting) void start(purchase.product, target);
    },
    dismiss: () => setPurchase(IDLE),
  };
}

/** @returns why the browser doesn't leave for the hosted checkout */
async function leaveForCheckout(
  body: { productId: number } & Partial<Target>,
): Promise<TargetFault | undefined> {
  const signal = AbortSignal.timeout(START_WITHIN_MS);
  try {
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error(TOO_LATE))),
    );
    const { createCheckout } = await Promise.race([loadPurchasing(), late]);
    const url = await createCheckout(body, signal);
    if (!isWebAddress(url)) return { message: 'Could not start checkout.', fields: {} };
    window.location.assign(url);
    return undefined;
  } catch (error) {
    const reason = signal.aborted ? TOO_LATE : messageOf(error, 'Checkout failed');
    return { message: `Payment failed: ${reason}`, fields: error instanceof ApiError ? error.fields : {} };
  }
}
