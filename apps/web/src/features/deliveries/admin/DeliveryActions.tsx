import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import type { DeliveryAction } from './DeliveryActionDialog.tsx';

export type DeliveryToDecide = Pick<
  AdminDelivery,
  'deliveryId' | 'effect' | 'kind' | 'itemId' | 'quantity' | 'state' | 'isOnHold' | 'attempts' | 'failure'
>;

export type OpenDeliveryAction = (delivery: DeliveryToDecide, action: DeliveryAction) => void;

const LABELS: Record<DeliveryAction, string> = {
  retry: 'Retry',
  markDelivered: 'Mark delivered',
  cancel: 'Cancel',
};

type DeliveryActionsProps = {
  delivery: DeliveryToDecide;
  /** The account that gets the items. */
  accountId: number;
  onOpen: OpenDeliveryAction;
};

/** The actions that a delivery's state allows. */
export function DeliveryActions({ delivery, accountId, onOpen }: DeliveryActionsProps) {
  const mayGive = useMayGive();
  const actions = possibleActions(delivery);
  const label = (action: DeliveryAction) =>
    action === 'retry' && delivery.state === 'unknown' ? 'Send again' : LABELS[action];
  if (actions.length === 0) return null;
  if (!mayGive(accountId)) return <OwnAccountNote />;
  return (
    <RowActions>
      {actions.map((action) => (
        <Button
          key={action}
          look={action === 'cancel' ? 'danger' : 'secondary'}
          aria-label={`${label(action)}: delivery ${delivery.deliveryId}`}
          onClick={() => onOpen(delivery, action)}
        >
          {label(action)}
        </Button>
      ))}
    </RowActions>
  );
}

function possibleActions({ state, isOnHold }: DeliveryToDecide): DeliveryAction[] {
  const isUndecided = state === 'dead' || state === 'unknown';
  if (state === 'awaiting_character' || (isUndecided && isOnHold)) return ['markDelivered', 'cancel'];
  if (isUndecided) return ['retry', 'markDelivered', 'cancel'];
  return state === 'pending' || state === 'leased' ? ['cancel'] : [];
}
