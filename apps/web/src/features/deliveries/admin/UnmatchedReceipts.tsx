import { useQuery } from '@tanstack/react-query';
import {
  keepReceipt,
  listUnmatchedReceipts,
  revokeReceipt,
} from '@waygate/contract/deliveries/receipts.admin.endpoints';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import { deliveryText } from './delivery-labels.ts';

const DECISIONS = {
  keep: {
    endpoint: keepReceipt,
    title: 'Keep in the game',
    success: 'Receipt kept.',
    failure: 'Failed to keep the receipt.',
    consequence: 'It stays as it is in the game. Nothing is sent, and nothing is paid for it.',
  },
  revoke: {
    endpoint: revokeReceipt,
    title: 'Revoke in the game',
    success: 'Revocation queued.',
    failure: 'Failed to revoke.',
    consequence:
      "The game takes it back. Settle payments without orders first: a payment that is attached later doesn't bring it again.",
  },
};

type Decision = keyof typeof DECISIONS;

/** What games have and this portal has forgotten, after a restore. Nothing without any. */
export function UnmatchedReceipts() {
  const [asked, setAsked] = useState<{ receipt: UnmatchedReceipt; decision: Decision }>();
  const { data } = useQuery({
    queryKey: ['unmatched-receipts'],
    queryFn: ({ signal }) => call(listUnmatchedReceipts, { query: {} }, { signal }),
  });
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="unmatched-receipts">
      <h2 id="unmatched-receipts">Receipts without deliveries ({data.total.toLocaleString()})</h2>
      <p>
        The game has these, and this portal doesn't know them: they are from after the backup that was
        restored. Settle payments without orders first, which takes away what belongs to them.
      </p>
      <ul>
        {data.receipts.map((receipt) => (
          <li key={receipt.receiptId}>
            {deliveryText(receipt)}, {accountText(receipt)}, {receipt.serverName}
            <RowActions>
              <Button look="secondary" onClick={() => setAsked({ receipt, decision: 'keep' })}>
                Keep…
              </Button>
              {receipt.effect === 'grant' && receipt.account !== null && (
                <Button look="danger" onClick={() => setAsked({ receipt, decision: 'revoke' })}>
                  Revoke…
                </Button>
              )}
            </RowActions>
          </li>
        ))}
      </ul>
      {asked && <DecisionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function accountText({ account, accountDBID }: UnmatchedReceipt): string {
  return account ? `${account.userName} (${accountDBID})` : `account ${accountDBID}, which was lost`;
}

type DecisionDialogProps = { receipt: UnmatchedReceipt; decision: Decision; onClose: () => void };

function DecisionDialog({ receipt, decision, onClose }: DecisionDialogProps) {
  const { endpoint, title, success, failure, consequence } = DECISIONS[decision];
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(endpoint, {
    success,
    failure,
    invalidates: [['unmatched-receipts'], ['deliveries'], ['audit']],
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`${title}: receipt ${receipt.receiptId}`}
      confirmLabel={title}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ params: { id: String(receipt.receiptId) }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        <strong>{deliveryText(receipt)}</strong>, {accountText(receipt)}
      </p>
      <p>{consequence}</p>
    </ReasonDialog>
  );
}
