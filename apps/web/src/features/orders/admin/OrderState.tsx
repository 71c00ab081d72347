import type { OrderState as State } from '@waygate/contract/orders/orders.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { orderStateWords } from './order-desk-words.ts';

/** An order's state, in a word or two. */
export function OrderState({ state }: { state: State }) {
  const { text, tone } = orderStateWords(state);
  return <Badge tone={tone}>{text}</Badge>;
}
