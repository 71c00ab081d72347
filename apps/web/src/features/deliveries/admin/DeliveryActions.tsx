import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import type { DeliveryDeed } from './DeliveryDeedDialog.tsx';

export type DeliveryToDecide = Pick<
  AdminDelivery,
  'deliveryId' | 'effect' | 'kind' | 'itemId' | 'quantity' | 'state' | 'attempts'
>;

export type OpenDeed = (delivery: DeliveryToDecide, deed: DeliveryDeed) => void;

const LABELS: Record<DeliveryDeed, string> = {
  retry: 'Retry',
  markDelivered: 'Mark delivered',
  cancel: 'Cancel',
};

type DeliveryActionsProps = { delivery: DeliveryToDecide; onOpen: OpenDeed };

/** What can be done with a delivery in its state. */
export function DeliveryActions({ delivery, onOpen }: DeliveryActionsProps) {
  const deeds = possibleDeeds(delivery);
  if (deeds.length === 0) return '–';
  return (
    <RowActions>
      {deeds.map((deed) => (
        <Button
          key={deed}
          look={deed === 'cancel' ? 'danger' : 'secondary'}
          aria-label={`${LABELS[deed]}: delivery ${delivery.deliveryId}`}
          onClick={() => onOpen(delivery, deed)}
        >
          {LABELS[deed]}
        </Button>
      ))}
    </RowActions>
  );
}

function possibleDeeds({ state }: DeliveryToDecide): DeliveryDeed[] {
  if (state === 'dead') return ['retry', 'markDelivered', 'cancel'];
  return state === 'pending' || state === 'leased' ? ['cancel'] : [];
}
