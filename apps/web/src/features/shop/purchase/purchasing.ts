import { createCheckoutSession, listPurchases } from '@waygate/contract/orders/orders.endpoints';
import { call } from '#api/call.ts';
import type { Target } from '#features/game-servers/target.rules.ts';

export { TargetForm } from '#features/game-servers/TargetForm.tsx';

/** @returns the address of the hosted checkout */
export async function createCheckout(
  body: { productId: number } & Partial<Target>,
  signal: AbortSignal,
): Promise<string> {
  const { url } = await call(createCheckoutSession, { body }, { signal });
  return url;
}

/** How many of each product the signed-in player has bought. */
export async function readPurchases(signal: AbortSignal): Promise<Map<number, number>> {
  const { purchases } = await call(listPurchases, {}, { signal });
  return new Map(purchases.map(({ productId, count }) => [productId, count]));
}
