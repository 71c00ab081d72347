import { exportPastAlerts, listPastAlerts } from '@waygate/contract/alerts/alerts.endpoints';
import type { AlertIncident, WatchedAlert } from '@waygate/contract/alerts/alerts.schemas';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { deliveryText } from './alert-texts.ts';
import styles from './AlertsAdmin.module.css';

const COLUMNS: Column<AlertIncident>[] = [
  {
    id: 'sentence',
    label: 'What',
    isPrimary: true,
    render: ({ sentence }) => sentence,
  },
  {
    id: 'openedAt',
    label: 'Reported',
    phone: 'labelled',
    render: ({ openedAt }) => <ShortTime value={openedAt} />,
  },
  {
    id: 'clearedAt',
    label: 'Over',
    phone: 'labelled',
    render: ({ clearedAt }) => <ShortTime value={clearedAt} />,
  },
  {
    id: 'delivery',
    label: 'Last message',
    render: ({ delivery }) =>
      delivery ? <span className={styles.sentences}>{deliveryText(delivery)}</span> : '–',
  },
];

/** Alerts that are over, newest first. */
export function PastAlerts({ watched }: { watched: WatchedAlert[] }) {
  return (
    <section aria-labelledby="past-alerts">
      <h2 id="past-alerts" className={styles.heading}>
        Past alerts
      </h2>
      <ListView
        queryKey={['alerts', 'past']}
        load={loadFrom(listPastAlerts, ({ incidents: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch past alerts."
        caption="Alerts that are over"
        columns={COLUMNS}
        rowKey={({ incidentId }) => incidentId}
        filters={[
          {
            name: 'alert',
            label: 'Alert',
            options: watched.map(({ alert, title }) => ({ value: alert, label: title })),
          },
          { name: 'from', label: 'Open from', input: 'time' },
          { name: 'to', label: 'Open before', input: 'time' },
        ]}
        empty={<p>There were no alerts yet.</p>}
        csv={exportPastAlerts}
      />
    </section>
  );
}
