import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import type { DeliveryAction } from './DeliveryActionDialog.tsx';

export type DeliveryToDecide = Pick<
  AdminDelivery,
  'deliveryId' | 'effect' | 'kind' | 'itemId' | 'quantity' | 'state' | 'attempts'
>;

export type OpenDeliveryAction = (delivery: DeliveryToDecide, action: DeliveryAction) => void;

const LABELS: Record<DeliveryAction, string> = {
  retry: 'Retry',
  markDelivered: 'Mark delivered',
  cancel: 'Cancel',
};

type DeliveryActionsProps = { delivery: DeliveryToDecide; onOpen: OpenDeliveryAction };

/** The actions that a delivery's state allows. */
export function DeliveryActions({ delivery, onOpen }: DeliveryActionsProps) {
  const actions = possibleActions(delivery);
  if (actions.length === 0) return '–';
  return (
    <RowActions>
      {actions.map((action) => (
        <Button
          key={action}
          look={action === 'cancel' ? 'danger' : 'secondary'}
          aria-label={`${LABELS[action]}: delivery ${delivery.deliveryId}`}
          onClick={() => onOpen(delivery, action)}
        >
          {LABELS[action]}
        </Button>
      ))}
    </RowActions>
  );
}

function possibleActions({ state }: DeliveryToDecide): DeliveryAction[] {
  if (state === 'dead') return ['retry', 'markDelivered', 'cancel'];
  return state === 'pending' || state === 'leased' ? ['cancel'] : [];
}
