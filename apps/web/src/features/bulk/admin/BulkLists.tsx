import { exportBulk, listBulk } from '@waygate/contract/bulk/bulk.endpoints';
import type { BulkActionName, BulkProgress, BulkState } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { Button } from '#ui/Button.tsx';
import { BULK_TEXTS } from './bulk-form.rules.ts';
import { progressText } from './BulkProgressNote.tsx';
import { BulkRunDialog } from './BulkRunDialog.tsx';
import styles from './bulk.module.css';
import { useBulk } from './use-bulk.ts';

const COLUMNS: Column<BulkProgress>[] = [
  { id: 'at', label: 'Started', render: ({ createdAt }) => <ShortTime value={createdAt} /> },
  { id: 'action', label: 'Action', isPrimary: true, render: ({ action }) => BULK_TEXTS[action].label },
  { id: 'progress', label: 'Progress', wraps: true, render: (list) => progressText(list) },
  { id: 'staff', label: 'By', render: ({ staff }) => staff.userName },
  { id: 'reason', label: 'Reason', wraps: true, grows: true, render: ({ reason }) => reason },
];

const STATE_OPTIONS: { value: BulkState; label: string }[] = [
  { value: 'unfinished', label: 'Unfinished' },
  { value: 'finished', label: 'Finished' },
  { value: 'stopped', label: 'Stopped' },
];

// The record's own keys.
const ACTION_OPTIONS = (Object.keys(BULK_TEXTS) as BulkActionName[]).map((value) => ({
  value,
  label: BULK_TEXTS[value].label,
}));

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'State', options: STATE_OPTIONS },
  { name: 'action', label: 'Action', options: ACTION_OPTIONS },
  { name: 'staff', label: 'Staff', input: 'account', isExtra: true },
  { name: 'from', label: 'Started from', input: 'time', isExtra: true },
  { name: 'to', label: 'Started before', input: 'time', isExtra: true },
];

/** Unfinished lists, which can be continued, then the others with their reports. */
export function BulkLists() {
  const [open, setOpen] = useState<BulkProgress>();
  const actions: Column<BulkProgress> = {
    id: 'actions',
    label: 'Actions',
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
  return (
    <div className={styles.below}>
      <Panel title="Lists of players">
        <ListView
          queryKey={['bulk']}
          load={loadFrom(listBulk, ({ lists: rows, ...totals }) => ({ rows, ...totals }))}
          failure="The lists of players couldn't be loaded."
          caption="Started lists"
          columns={[...COLUMNS, actions]}
          rowKey={({ id }) => id}
          filters={FILTERS}
          addressPrefix="lists-"
          empty={<p>No list has been started yet.</p>}
          csv={exportBulk}
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
