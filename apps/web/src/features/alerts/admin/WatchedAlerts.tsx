import type { WatchedAlert } from '@waygate/contract/alerts/alerts.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import type { CsvColumn } from '@waygate/contract/csv';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { ALERT_STATES } from './alert-texts.ts';
import styles from './AlertsAdmin.module.css';

const COLUMNS: Column<WatchedAlert>[] = [
  { id: 'title', label: 'Condition', isPrimary: true, render: ({ title }) => title },
  {
    id: 'state',
    label: 'State',
    phone: 'top',
    render: ({ state }) => <Badge tone={ALERT_STATES[state].tone}>{ALERT_STATES[state].label}</Badge>,
  },
  { id: 'cases', label: 'Cases', align: 'end', render: ({ cases }) => cases.toLocaleString() },
  {
    id: 'since',
    label: 'Since',
    render: ({ since }) => (since === null ? '–' : <ShortTime value={since} />),
  },
  {
    id: 'raiseAfter',
    label: 'Reported after',
    phone: 'labelled',
    render: ({ raiseAfterMinutes }) => minutesText(raiseAfterMinutes),
  },
  {
    id: 'clearAfter',
    label: 'Over after',
    phone: 'labelled',
    render: ({ clearAfterMinutes }) => minutesText(clearAfterMinutes),
  },
];

const FILE_COLUMNS: CsvColumn<WatchedAlert>[] = [
  { label: 'alert', value: ({ alert }) => alert },
  { label: 'title', value: ({ title }) => title },
  { label: 'state', value: ({ state }) => state },
  { label: 'cases', value: ({ cases }) => cases },
  { label: 'since', value: ({ since }) => since },
  { label: 'raiseAfterMinutes', value: ({ raiseAfterMinutes }) => raiseAfterMinutes },
  { label: 'clearAfterMinutes', value: ({ clearAfterMinutes }) => clearAfterMinutes },
];

/** Every condition with its state. */
export function WatchedAlerts({ watched }: { watched: WatchedAlert[] }) {
  return (
    <section aria-labelledby="watched-alerts">
      <div className={styles.headed}>
        <h2 id="watched-alerts" className={styles.heading}>
          All conditions
        </h2>
        <FileButton
          title="All conditions"
          fileName="alert-conditions"
          columns={FILE_COLUMNS}
          rows={watched}
        />
      </div>
      <DataTable
        caption="Conditions and their states"
        columns={COLUMNS}
        rows={watched}
        rowKey={({ alert }) => alert}
        empty={null}
      />
    </section>
  );
}

function minutesText(minutes: number): string {
  return minutes === 0 ? 'Immediately' : `${minutes} min`;
}
