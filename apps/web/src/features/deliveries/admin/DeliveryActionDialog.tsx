import {
  cancelDelivery,
  markDelivered,
  retryDelivery,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import type { DeliveryToDecide } from './DeliveryActions.tsx';
import { deliveryText } from './delivery-labels.ts';

export type DeliveryAction = 'retry' | 'markDelivered' | 'cancel';

const ACTIONS = {
  retry: {
    endpoint: retryDelivery,
    title: 'Retry',
    confirmLabel: 'Retry delivery',
    success: 'Delivery queued again.',
    failure: 'Failed to retry delivery.',
  },
  markDelivered: {
    endpoint: markDelivered,
    title: 'Mark as delivered',
    confirmLabel: 'Mark as delivered',
    success: 'Delivery marked as delivered.',
    failure: 'Failed to mark delivery.',
  },
  cancel: {
    endpoint: cancelDelivery,
    title: 'Cancel',
    confirmLabel: 'Cancel delivery',
    success: 'Delivery cancelled.',
    failure: 'Failed to cancel delivery.',
  },
};

const DELIVERY_KEYS = [['deliveries'], ['orders'], ['order'], ['audit']];

type DeliveryActionDialogProps = { delivery: DeliveryToDecide; action: DeliveryAction; onClose: () => void };

/** Explains and confirms a delivery action. */
export function DeliveryActionDialog({ delivery, action, onClose }: DeliveryActionDialogProps) {
  const { endpoint, title, confirmLabel, success, failure } = ACTIONS[action];
  const { isBusy, error, submit } = useAdminMutation(endpoint, {
    success,
    failure,
    invalidates: DELIVERY_KEYS,
    // Another member of staff, or the game, was first: the list reloads the delivery.
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`${title}: delivery ${delivery.deliveryId}`}
      confirmLabel={confirmLabel}
      look={action === 'retry' ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(delivery.deliveryId) } })}
      onClose={onClose}
    >
      <p>
        <strong>{deliveryText(delivery)}</strong>
      </p>
      <p>{consequence(action, delivery)}</p>
    </ConfirmDialog>
  );
}

function consequence(action: DeliveryAction, { effect, state, attempts }: DeliveryToDecide): string {
  const isGrant = effect === 'grant';
  switch (action) {
    case 'retry':
      return "The game receives it again immediately. If it was applied before, it isn't applied a second time.";
    case 'markDelivered':
      return isGrant
        ? 'Use this if you gave it to the player by hand. The game no longer receives it, and the player sees it as delivered.'
        : 'Use this if you revoked it by hand. The game no longer receives it.';
    case 'cancel':
      if (!isGrant) return "The player keeps what was to be revoked. This can't be undone.";
      return state === 'pending' && attempts === 0
        ? "The player doesn't get it. The game hasn't received it yet. This can't be undone."
        : "The player doesn't get it. If the game applied it, but the confirmation was lost, the game revokes it. This can't be undone.";
  }
}
