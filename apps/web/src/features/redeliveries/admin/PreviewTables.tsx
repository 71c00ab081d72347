import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import { useState } from 'react';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './PreviewTables.module.css';

type Kind = RedeliveryPreview['kinds'][number];
type Player = RedeliveryPreview['accounts'][number];

/** Rows that are shown at once. */
const FIRST = 10;

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

const KIND_FILE: CsvColumn<Kind>[] = [
  { label: 'effect', value: ({ effect }) => effect },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'label', value: ({ label }) => label },
  { label: 'deliveries', value: ({ deliveries }) => deliveries },
  { label: 'quantity', value: ({ quantity }) => quantity },
];

const PLAYER_FILE: CsvColumn<Player>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'deliveries', value: ({ deliveries }) => deliveries },
];

/** What would be sent by kind, and to whom: the largest of each, with how many more there are. */
export function PreviewTables({ preview }: { preview: RedeliveryPreview }) {
  const { kinds, kindsTotal, accounts, players, deliveries } = preview;
  if (deliveries === 0) return null;
  return (
    <div className={styles.tables}>
      <Largest
        title="What"
        caption="What would be sent"
        names="kinds"
        columns={KIND_COLUMNS}
        fileColumns={KIND_FILE}
        rows={kinds}
        total={kindsTotal}
        rowKey={({ effect, kind, itemId }) => `${effect} ${kind} ${itemId}`}
      />
      <Largest
        title="To whom"
        caption="Players who would receive it"
        names="players"
        columns={PLAYER_COLUMNS}
        fileColumns={PLAYER_FILE}
        rows={accounts}
        total={players}
        rowKey={({ accountDBID }) => accountDBID}
      />
    </div>
  );
}

type LargestProps<Row> = {
  title: string;
  caption: string;
  /** What the rows are, in plural. */
  names: string;
  columns: Column<Row>[];
  fileColumns: CsvColumn<Row>[];
  /** Those with the most deliveries. */
  rows: Row[];
  total: number;
  rowKey: (row: Row) => string | number;
};

/** A table that starts short: on a phone each row is a card. */
function Largest<Row>({ title, names, rows, total, fileColumns, ...table }: LargestProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div>
      <div className={styles.head}>
        <h3>{title}</h3>
        <FileButton
          title={total > rows.length ? `${table.caption}, the largest ${rows.length}` : table.caption}
          fileName={`redelivery-preview-${names}`}
          columns={fileColumns}
          rows={rows}
        />
      </div>
      <DataTable {...table} rows={isWhole ? rows : rows.slice(0, FIRST)} empty={null} />
      {(total > FIRST || isWhole) && (
        <p className={styles.more}>
          {isWhole || rows.length <= FIRST ? rows.length : FIRST} of {total.toLocaleString()} {names}, those
          with the most deliveries first.{' '}
          {!isWhole && rows.length > FIRST && (
            <Button look="quiet" onClick={() => setIsWhole(true)}>
              Show {rows.length} {names}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function kindText({ effect, kind, label }: Kind): string {
  const words = kind.replaceAll('_', ' ');
  const name = label ?? words.charAt(0).toUpperCase() + words.slice(1);
  return effect === 'grant' ? name : `Revocation of ${name}`;
}
