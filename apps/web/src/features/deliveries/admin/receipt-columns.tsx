import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { Button } from '#ui/Button.tsx';
import { deliveryText } from './delivery-labels.ts';
import type { ReceiptDecision } from './ReceiptDecisionDialog.tsx';

type OpenDecision = (receipt: UnmatchedReceipt, decision: ReceiptDecision) => void;

/** The columns of receipts without deliveries. */
export function receiptColumns(onOpen: OpenDecision): Column<UnmatchedReceipt>[] {
  return [
    { id: 'id', label: 'Receipt', render: ({ receiptId }) => `#${receiptId}` },
    { id: 'what', label: 'What', isPrimary: true, render: deliveryText },
    { id: 'account', label: 'Account', render: (receipt) => <Account receipt={receipt} /> },
    { id: 'server', label: 'Game server', render: ({ serverName }) => serverName },
    {
      id: 'recorded',
      label: 'Recorded',
      phone: 'bottom',
      render: ({ recordedAt }) => <ShortTime value={recordedAt} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      render: (receipt) => <ReceiptActions receipt={receipt} onOpen={onOpen} />,
    },
  ];
}

function Account({ receipt: { account, accountDBID } }: { receipt: UnmatchedReceipt }) {
  return account ? <AccountLink account={account} /> : `${accountDBID}, which was lost`;
}

function ReceiptActions({ receipt, onOpen }: { receipt: UnmatchedReceipt; onOpen: OpenDecision }) {
  const { receiptId, effect, account } = receipt;
  return (
    <RowActions>
      <Button
        look="secondary"
        aria-label={`Keep: receipt ${receiptId}`}
        onClick={() => onOpen(receipt, 'keep')}
      >
        Keep…
      </Button>
      {/* It is revoked already, and nobody has the number of an account that was lost. */}
      {effect === 'grant' && account !== null && (
        <Button
          look="danger"
          aria-label={`Revoke: receipt ${receiptId}`}
          onClick={() => onOpen(receipt, 'revoke')}
        >
          Revoke…
        </Button>
      )}
    </RowActions>
  );
}
