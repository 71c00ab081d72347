import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import styles from './PreviewTables.module.css';

type Kind = RedeliveryPreview['kinds'][number];
type Player = RedeliveryPreview['accounts'][number];

const KIND_COLUMNS: Column<Kind>[] = [
  { id: 'what', label: 'What', isPrimary: true, render: kindText },
  { id: 'item', label: 'Item ID', width: '7rem', render: ({ itemId }) => itemId ?? '–' },
  {
    id: 'deliveries',
    label: 'Deliveries',
    align: 'end',
    width: '8rem',
    render: ({ deliveries }) => deliveries.toLocaleString(),
  },
  {
    id: 'quantity',
    label: 'Quantity',
    align: 'end',
    width: '8rem',
    render: ({ quantity }) => quantity.toLocaleString(),
  },
];

const PLAYER_COLUMNS: Column<Player>[] = [
  { id: 'account', label: 'Player', isPrimary: true, render: (player) => <AccountLink account={player} /> },
  { id: 'id', label: 'Account ID', width: '9rem', render: ({ accountDBID }) => accountDBID },
  {
    id: 'deliveries',
    label: 'Deliveries',
    align: 'end',
    width: '8rem',
    render: ({ deliveries }) => deliveries.toLocaleString(),
  },
];

/** What would be sent by kind, and to whom: the largest of each, with how many more there are. */
export function PreviewTables({ preview }: { preview: RedeliveryPreview }) {
  const { kinds, kindsTotal, accounts, players, deliveries } = preview;
  if (deliveries === 0) return null;
  return (
    <div className={styles.tables}>
      <div>
        <h3>What</h3>
        <DataTable
          caption="What would be sent"
          columns={KIND_COLUMNS}
          rows={kinds}
          rowKey={({ effect, kind, itemId }) => `${effect} ${kind} ${itemId}`}
          empty={null}
        />
        <More shown={kinds.length} total={kindsTotal} names="kinds" />
      </div>
      <div>
        <h3>To whom</h3>
        <DataTable
          caption="Players who would receive it"
          columns={PLAYER_COLUMNS}
          rows={accounts}
          rowKey={({ accountDBID }) => accountDBID}
          empty={null}
        />
        <More shown={accounts.length} total={players} names="players" />
      </div>
    </div>
  );
}

function More({ shown, total, names }: { shown: number; total: number; names: string }) {
  if (shown >= total) return null;
  return (
    <p className={styles.more}>
      The {shown} {names} with the most deliveries, of {total.toLocaleString()} total.
    </p>
  );
}

function kindText({ effect, kind, label }: Kind): string {
  const words = kind.replaceAll('_', ' ');
  const name = label ?? words.charAt(0).toUpperCase() + words.slice(1);
  return effect === 'grant' ? name : `Revocation of ${name}`;
}
