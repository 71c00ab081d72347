import { type ReactNode, useState } from 'react';
import type { DeliveryToDecide, OpenDeliveryAction } from './DeliveryActions.tsx';
import { type DeliveryAction, DeliveryActionDialog } from './DeliveryActionDialog.tsx';

/**
 * The confirmation of a delivery action. Its dialog lives next to the list and not in a row: a row disappears when
 * another member of staff was first, and the dialog's error must stay.
 */
export function useDeliveryActions(): { open: OpenDeliveryAction; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ delivery: DeliveryToDecide; action: DeliveryAction }>();
  return {
    open: (delivery, action) => setAsked({ delivery, action }),
    dialog: asked && <DeliveryActionDialog {...asked} onClose={() => setAsked(undefined)} />,
  };
}
