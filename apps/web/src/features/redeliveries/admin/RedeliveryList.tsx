import { useQuery } from '@tanstack/react-query';
import { listRedeliveries } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import type { Redelivery } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Badge } from '#ui/admin/Badge.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { MODES, progressLabel, progressText, scopeText } from './redelivery-labels.ts';
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

/** The last redeliveries; their progress is refreshed while one is under way. */
export function RedeliveryList() {
  const { data, error, refetch } = useQuery({
    queryKey: ['redeliveries'],
    queryFn: ({ signal }) => call(listRedeliveries, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.redeliveries.some(isUnderWay) ? POLL_MS : false),
  });
  return (
    <Panel title="Last redeliveries">
      {data && (
        <DataTable
          caption="Last redeliveries"
          columns={COLUMNS}
          rows={data.redeliveries}
          rowKey={({ id }) => id}
          empty={
            <EmptyState>
              <p>Nothing has been redelivered yet.</p>
            </EmptyState>
          }
        />
      )}
      {!data && !error && <ListSkeleton caption="the last redeliveries" />}
      {!data && error && (
        <Failure
          message={messageOf(error, "The last redeliveries couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  );
}

function isUnderWay({ finishedAt, waiting }: Redelivery): boolean {
  return finishedAt === null || waiting > 0;
}
