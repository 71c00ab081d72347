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
    confirmLabel: 'Retry',
    success: 'The game gets this delivery again.',
    failure: 'Failed to retry delivery.',
  },
  markDelivered: {
    endpoint: markDelivered,
    title: 'Mark as delivered',
    confirmLabel: 'Mark delivered',
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

type DeliveryActionDialogProps = { delivery: DeliveryToDecide; deed: DeliveryAction; onClose: () => void };

/** Says what follows, and then does it. */
export function DeliveryActionDialog({ delivery, deed, onClose }: DeliveryActionDialogProps) {
  const { endpoint, title, confirmLabel, success, failure } = DEEDS[deed];
  const { isBusy, error, submit } = useAdminMutation(endpoint, {
    success,
    failure,
    invalidates: DELIVERY_KEYS,
    // Somebody else, or the game, was first: the list shows what has become of it.
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

function consequence(deed: DeliveryAction, { effect, state, attempts }: DeliveryToDecide): string {
  const isGrant = effect === 'grant';
  switch (action) {
    case 'retry':
      return 'The game gets it again at once. If it had applied it before, it does not do so a second time.';
    case 'markDelivered':
      return isGrant
        ? 'For what you have given to the player by hand. The game is not asked any more, and the player reads that it was delivered.'
        : 'For what you have taken back by hand. The game is not asked any more.';
    case 'cancel':
      if (!isGrant) return 'The player keeps what was to be taken back. This cannot be undone.';
      return state === 'pending' && attempts === 0
        ? 'The player does not get it. The game has not seen it yet. This cannot be undone.'
        : 'The player does not get it. If the game has applied it unheard, it takes it back. This cannot be undone.';
  }
}
