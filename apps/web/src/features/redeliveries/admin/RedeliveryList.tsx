import { exportRedeliveries, listRedeliveries } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import type { Redelivery } from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import {
  MODES,
  progressLabel,
  progressText,
  REDELIVERY_STATE_OPTIONS,
  scopeText,
} from './redelivery-labels.ts';
import styles from './RedeliveryList.module.css';

const POLL_MS = 2000;

const COLUMNS: Column<Redelivery>[] = [
  {
    id: 'started',
    label: 'Started',
    render: ({ createdAt }) => <ShortTime value={createdAt} />,
  },
  {
    id: 'what',
    label: 'What',
    isPrimary: true,
    wraps: true,
    render: (redelivery) => (
      <>
        {scopeText(redelivery)}
        {redelivery.since !== null && (
          <>
            {' since '}
            <LocalTime value={redelivery.since} />
          </>
        )}
      </>
    ),
  },
  { id: 'mode', label: 'How', phone: 'top', render: ({ mode }) => MODES[mode].short },
  {
    id: 'progress',
    label: 'Progress',
    wraps: true,
    render: (redelivery) => (
      <div className={styles.progress}>
        <Badge tone={progressLabel(redelivery).tone}>{progressLabel(redelivery).text}</Badge>
        <span>{progressText(redelivery)}</span>
      </div>
    ),
  },
  {
    id: 'by',
    label: 'By',
    wraps: true,
    render: ({ staffName, reason }) => (
      <div className={styles.by}>
        {staffName}
        <span>{reason}</span>
      </div>
    ),
  },
];

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'State', options: REDELIVERY_STATE_OPTIONS },
  { name: 'staff', label: 'Staff', input: 'account' },
  { name: 'from', label: 'Started from', input: 'time' },
  { name: 'to', label: 'Started before', input: 'time' },
];

/** All redeliveries, newest first; their progress is refreshed while one is under way. */
export function RedeliveryList() {
  return (
    <Panel title="Redeliveries">
      <ListView
        queryKey={['redeliveries']}
        load={loadFrom(listRedeliveries, ({ redeliveries: rows, ...totals }) => ({ rows, ...totals }))}
        refreshMs={(rows) => rows.some(isUnderWay) && POLL_MS}
        failure="The redeliveries couldn't be loaded."
        caption="Started redeliveries"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        filters={FILTERS}
        empty={<p>Nothing has been redelivered yet.</p>}
        csv={exportRedeliveries}
      />
    </Panel>
  );
}

function isUnderWay({ finishedAt, waiting }: Redelivery): boolean {
  return finishedAt === null || waiting > 0;
}
