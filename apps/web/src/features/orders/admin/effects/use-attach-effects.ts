import { previewAttach } from '@waygate/contract/orders/unmatched.admin.endpoints';
import { useSettled } from '#ui/timers/use-settled.ts';
import { SETTLED_MS, useEffects } from './use-effects.ts';

/** Ids, as text. */
type Choice = { account?: string; product?: string };

/** What attaching a payment would do. Known only once it is that of the ids which are chosen now. */
export function useAttachEffects(paymentId: number, { account, product }: Choice) {
  const accountDBID = useSettled(account, SETTLED_MS);
  const productId = useSettled(product, SETTLED_MS);
  const isSettled = accountDBID === account && productId === product;
  return useEffects(
    previewAttach,
    isSettled && accountDBID !== undefined && productId !== undefined
      ? { params: { id: String(paymentId) }, query: { accountDBID, productId } }
      : undefined,
  );
}
