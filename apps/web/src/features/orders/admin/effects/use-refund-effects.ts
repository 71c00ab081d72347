import { previewRefund } from '@waygate/contract/orders/orders.admin.endpoints';
import { useSettled } from '#ui/timers/use-settled.ts';
import { SETTLED_MS, useEffects } from './use-effects.ts';

type Refund = {
  orderId: number;
  paymentIntentId: string | null | undefined;
  /** In euro; undefined while what is typed is no amount. */
  amount: number | undefined;
  isWhole: boolean;
};

/** What a refund would do. Known only once it is that of the amount which is typed now. */
export function useRefundEffects({ orderId, paymentIntentId, amount, isWhole }: Refund) {
  const wanted = isWhole ? 'whole' : amount;
  const asked = useSettled(wanted, SETTLED_MS);
  const query = {
    ...(typeof asked === 'number' && { amount: String(asked) }),
    ...(paymentIntentId && { paymentIntentId }),
  };
  const isAsked = asked !== undefined && asked === wanted;
  return useEffects(previewRefund, isAsked ? { params: { id: String(orderId) }, query } : undefined);
}
