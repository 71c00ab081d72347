import { useQuery } from '@tanstack/react-query';
import { exportBulk, listBulk } from '@waygate/contract/bulk/bulk.endpoints';
import type { BulkProgress } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { CsvButton } from '#features/admin/lists/CsvButton.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { BULK_TEXTS } from './bulk-form.rules.ts';
import { progressText } from './BulkProgressNote.tsx';
import { BulkRunDialog } from './BulkRunDialog.tsx';
import styles from './bulk.module.css';
import { useBulk } from './use-bulk.ts';

const COLUMNS: Column<BulkProgress>[] = [
  { id: 'action', label: 'Action', isPrimary: true, render: ({ action }) => BULK_TEXTS[action].label },
  { id: 'reason', label: 'Reason', render: ({ reason }) => reason },
  { id: 'staff', label: 'By', render: ({ staff }) => staff.userName },
  { id: 'at', label: 'Started', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
  { id: 'progress', label: 'Progress', render: (list) => progressText(list) },
];

/** Unfinished lists, which can be continued, and the latest finished ones, each with its report. */
export function BulkLists() {
  const { data } = useQuery({
    queryKey: ['bulk'],
    queryFn: ({ signal }) => call(listBulk, {}, { signal }),
  });
  const [open, setOpen] = useState<BulkProgress>();
  const actions: Column<BulkProgress> = {
    id: 'actions',
    label: 'Actions',
    width: '9rem',
    render: (list) => {
      const text = list.waiting > 0 ? 'Go on…' : 'Report…';
      return (
        <Button
          look="secondary"
          aria-label={`${text} ${BULK_TEXTS[list.action].label}, ${list.reason}`}
          onClick={() => setOpen(list)}
        >
          {text}
        </Button>
      );
    },
  };
  if (!data || data.lists.length === 0) return null;
  return (
    <div className={styles.below}>
      <Panel
        title="Lists of players"
        actions={<CsvButton endpoint={exportBulk} caption="Lists of players" />}
      >
        <DataTable
          caption="Started lists"
          columns={[...COLUMNS, actions]}
          rows={data.lists}
          rowKey={({ id }) => id}
          empty={null}
        />
        {open && <OpenedList list={open} onClose={() => setOpen(undefined)} />}
      </Panel>
    </div>
  );
}

function OpenedList({ list, onClose }: { list: BulkProgress; onClose: () => void }) {
  const bulk = useBulk();
  return (
    <BulkRunDialog
      title={BULK_TEXTS[list.action].label}
      bulk={bulk}
      progress={bulk.progress ?? list}
      onClose={onClose}
    />
  );
}
