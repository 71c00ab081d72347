import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { deliveryStateLabel, ON_HOLD } from './delivery-labels.ts';

/** A delivery's state as a badge. */
export function DeliveryState({ state, isOnHold }: Pick<AdminDelivery, 'state' | 'isOnHold'>) {
  const { text, tone } = isOnHold ? ON_HOLD : deliveryStateLabel(state);
  return <Badge tone={tone}>{text}</Badge>;
}
