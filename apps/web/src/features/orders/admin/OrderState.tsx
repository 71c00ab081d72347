import type { OrderState as State } from '@waygate/contract/orders/orders.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { orderStateLabel } from './order-admin-labels.ts';

/** An order's state as a badge. */
export function OrderState({ state }: { state: State }) {
  const { text, tone } = orderStateLabel(state);
  return <Badge tone={tone}>{text}</Badge>;
}
