import { type ReactNode, useState } from 'react';
import type { DeliveryToDecide, OpenDeed } from './DeliveryActions.tsx';
import { type DeliveryDeed, DeliveryDeedDialog } from './DeliveryDeedDialog.tsx';

/**
 * The question before a deed, for whoever lists deliveries. It stands beside the list: a row goes as soon as somebody
 * else has decided, and the sentence that says so must not go with it.
 */
export function useDeliveryDeeds(): { open: OpenDeed; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ delivery: DeliveryToDecide; deed: DeliveryDeed }>();
  return {
    open: (delivery, deed) => setAsked({ delivery, deed }),
    dialog: asked && <DeliveryDeedDialog {...asked} onClose={() => setAsked(undefined)} />,
  };
}
