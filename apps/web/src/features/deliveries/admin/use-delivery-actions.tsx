import { type ReactNode, useState } from 'react';
import type { DeliveryToDecide, OpenDeliveryAction } from './DeliveryActions.tsx';
import { type DeliveryAction, DeliveryActionDialog } from './DeliveryActionDialog.tsx';

/**
 * The question before a action, for whoever lists deliveries. It stands beside the list: a row goes as soon as somebody
 * else has decided, and the sentence that says so must not go with it.
 */
export function useDeliveryActions(): { open: OpenDeliveryAction; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ delivery: DeliveryToDecide; action: DeliveryAction }>();
  return {
    open: (delivery, action) => setAsked({ delivery, action }),
    dialog: asked && <DeliveryActionDialog {...asked} onClose={() => setAsked(undefined)} />,
  };
}
