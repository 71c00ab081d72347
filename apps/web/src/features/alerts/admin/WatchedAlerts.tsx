import type { WatchedAlert } from '@waygate/contract/alerts/alerts.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
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

/** Every condition with its state. */
export function WatchedAlerts({ watched }: { watched: WatchedAlert[] }) {
  return (
    <section aria-labelledby="watched-alerts">
      <h2 id="watched-alerts" className={styles.heading}>
        All conditions
      </h2>
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
