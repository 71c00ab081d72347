import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { deliveryStateLabel } from './delivery-labels.ts';

/** A delivery's state as a badge. */
export function DeliveryState({ state }: Pick<AdminDelivery, 'state'>) {
  const { text, tone } = deliveryStateLabel(state);
  return <Badge tone={tone}>{text}</Badge>;
}
