import {
  cancelDelivery,
  markDelivered,
  retryDelivery,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import type { DeliveryToDecide } from './DeliveryActions.tsx';
import { deliveryText, failureAdvice } from './delivery-labels.ts';

export type DeliveryAction = 'retry' | 'markDelivered' | 'cancel';

/** They need a reason. */
const DECISIONS = {
  sendAgain: {
    endpoint: retryDelivery,
    title: 'Send again',
    confirmLabel: 'Send again',
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

const UPDATES = {
  invalidates: [['deliveries'], ['orders'], ['order'], ['audit']],
  // Another member of staff, or the game, was first: the list reloads the delivery.
  isFailureNews: true,
};

type DeliveryActionDialogProps = { delivery: DeliveryToDecide; action: DeliveryAction; onClose: () => void };

/** Explains and confirms a delivery action. What may arrive twice is sent again for a reason. */
export function DeliveryActionDialog({ action, ...dialog }: DeliveryActionDialogProps) {
  if (action !== 'retry') return <DecisionDialog action={action} {...dialog} />;
  if (dialog.delivery.state === 'unknown') return <DecisionDialog action="sendAgain" {...dialog} />;
  return <RetryDialog {...dialog} />;
}

function RetryDialog({ delivery, onClose }: Omit<DeliveryActionDialogProps, 'action'>) {
  const { isBusy, error, submit } = useAdminMutation(retryDelivery, {
    success: 'Delivery queued again.',
    failure: 'Failed to retry delivery.',
    ...UPDATES,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Retry: delivery ${delivery.deliveryId}`}
      confirmLabel="Retry delivery"
      look="primary"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(delivery.deliveryId) }, body: {} })}
      onClose={onClose}
    >
      <Consequence action="retry" delivery={delivery} />
    </ConfirmDialog>
  );
}

type DecisionDialogProps = Omit<DeliveryActionDialogProps, 'action'> & { action: keyof typeof DECISIONS };

function DecisionDialog({ delivery, action, onClose }: DecisionDialogProps) {
  const { endpoint, title, confirmLabel, success, failure } = DECISIONS[action];
  // A grant that may arrive twice, or a revocation that never takes place, gives the player something.
  const isGiven = (delivery.effect === 'grant') === (action === 'sendAgain');
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(endpoint, {
    success,
    failure,
    ...UPDATES,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`${title}: delivery ${delivery.deliveryId}`}
      confirmLabel={confirmLabel}
      look={action === 'markDelivered' ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ params: { id: String(delivery.deliveryId) }, body: { reason } })}
      onClose={onClose}
    >
      <Consequence action={action === 'sendAgain' ? 'retry' : action} delivery={delivery} />
      {isGiven && <BudgetLeft kinds={['packs', 'items']} />}
    </ReasonDialog>
  );
}

function Consequence({ action, delivery }: Pick<DeliveryActionDialogProps, 'action' | 'delivery'>) {
  const advice = failureAdvice(delivery);
  return (
    <>
      <p>
        <strong>{deliveryText(delivery)}</strong>
      </p>
      {advice !== undefined && <p>{advice}</p>}
      <p>{consequence(action, delivery)}</p>
    </>
  );
}

function consequence(action: DeliveryAction, { effect, state, attempts, failure }: DeliveryToDecide): string {
  const isGrant = effect === 'grant';
  const isDoubtful = failure === 'mismatch' || failure === 'suspicious_duplicate';
  switch (action) {
    case 'retry':
      if (state === 'unknown')
        return isGrant
          ? 'The game receives it again immediately. If it has it already, the player gets it twice.'
          : 'The game revokes it immediately. If it never applied the grant, it may take away what the player has from elsewhere.';
      if (isDoubtful)
        return 'The game receives it again immediately. Unless its receipts were corrected, it fails again.';
      return "The game receives it again immediately. If it was applied before, it isn't applied a second time.";
    case 'markDelivered':
      if (isGrant && state === 'unknown')
        return 'Use this if the player has it in the game, or if you gave it by hand. The game no longer receives it, and the player sees it as delivered.';
      return isGrant
        ? 'Use this if you gave it to the player by hand. The game no longer receives it, and the player sees it as delivered. A later refund sends a revocation, but the game may know nothing of what you gave.'
        : 'Use this if you revoked it by hand. The game no longer receives it.';
    case 'cancel':
      if (!isGrant) return "The player keeps what was to be revoked. This can't be undone.";
      if (isDoubtful)
        return "The player doesn't get it. The game may have something else under its key, so a revocation is prepared and waits for you. This can't be undone.";
      if (state === 'unknown')
        return "The player isn't sent it again. The game may have it already, so a revocation is prepared and waits for you. This can't be undone.";
      return (state === 'pending' || state === 'awaiting_character') && attempts === 0
        ? "The player doesn't get it. The game hasn't received it yet. This can't be undone."
        : "The player doesn't get it. If the game applied it, but the confirmation was lost, the game revokes it. This can't be undone.";
  }
}
