import { previewAttach } from '@waygate/contract/orders/unmatched.admin.endpoints';
import { useSettled } from '#ui/timers/use-settled.ts';
import { outdated, SETTLED_MS, useEffects } from './use-effects.ts';

/** @param choice account and product as `5/7`; undefined while one is missing */
export function useAttachEffects(paymentId: number, choice: string | undefined) {
  const asked = useSettled(choice, SETTLED_MS);
  const [accountDBID = '', productId = ''] = asked?.split('/') ?? [];
  const preview = useEffects(
    previewAttach,
    asked === undefined
      ? undefined
      : { params: { id: String(paymentId) }, query: { accountDBID, productId } },
  );
  return asked === choice ? preview : outdated(preview);
}
