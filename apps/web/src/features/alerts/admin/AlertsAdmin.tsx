import { useQuery } from '@tanstack/react-query';
import { getAlerts } from '@waygate/contract/alerts/alerts.endpoints';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';
import { Failure } from '#ui/Failure.tsx';
import { AlertChannels } from './AlertChannels.tsx';
import { LastCheck } from './LastCheck.tsx';
import { OpenAlerts } from './OpenAlerts.tsx';
import { PastAlerts } from './PastAlerts.tsx';
import { WatchedAlerts } from './WatchedAlerts.tsx';
import styles from './AlertsAdmin.module.css';

/** Alerts are evaluated every minute. */
const REFRESH_MS = 30_000;

/** What needs attention now, what did, and what is watched. */
export function AlertsAdmin() {
  const { data, error, refetch } = useQuery({
    queryKey: ['alerts', 'now'],
    queryFn: ({ signal }) => call(getAlerts, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className={styles.page}>
      <SwitchedOff part="mail" />
      {error && (
        <Failure
          message={messageOf(error, "The alerts couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton caption="alerts" />}
      {data && (
        <>
          <LastCheck overview={data} />
          <OpenAlerts open={data.open} />
        </>
      )}
      <PastAlerts watched={data?.watched ?? []} />
      {data && (
        <>
          <AlertChannels overview={data} />
          <WatchedAlerts watched={data.watched} />
        </>
      )}
    </div>
  );
}
