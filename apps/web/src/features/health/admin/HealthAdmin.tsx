import { useQuery } from '@tanstack/react-query';
import { getHealth } from '@waygate/contract/health/health.endpoints';
import type { Health } from '@waygate/contract/health/health.schemas';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Faults } from './Faults.tsx';
import styles from './HealthAdmin.module.css';
import { byState, summaryOf } from './health-texts.ts';
import { QuietChecks } from './QuietChecks.tsx';

/** What is wrong with this portal, and what fixes it. */
export function HealthAdmin() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(getHealth, {}, { signal }),
    // A run asks the mail server, Stripe and Twitch, so only a person starts one.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!data && !error) return <ListSkeleton caption="the checks, which take up to ten seconds" />;
  return (
    <div className={styles.page}>
      {error && (
        <Failure message={messageOf(error, "The checks couldn't be run.")} onRetry={() => void refetch()} />
      )}
      {data && <Report health={data} isRunning={isFetching} onRun={() => void refetch()} />}
    </div>
  );
}

type ReportProps = { health: Health; isRunning: boolean; onRun: () => void };

function Report({ health: { findings, checkedAt, version }, isRunning, onRun }: ReportProps) {
  const { problems, warnings, ok, skipped } = byState(findings);
  const faults = [...problems, ...warnings];
  return (
    <>
      <header className={styles.head}>
        <div>
          <output className={styles.summary}>
            {isRunning ? 'Running the checks…' : summaryOf(problems.length, warnings.length)}
          </output>
          <p className={styles.facts}>
            Checked <LocalTime value={checkedAt} /> by Waygate {version}. The same list in a terminal:{' '}
            <code>waygate doctor</code>
          </p>
        </div>
        <Button isBusy={isRunning} onClick={onRun}>
          Run again
        </Button>
      </header>
      {faults.length > 0 && <Faults findings={faults} />}
      {faults.length === 0 && findings.length > 0 && (
        <EmptyState>
          <p>Everything that was checked is fine.</p>
        </EmptyState>
      )}
      {findings.length === 0 && (
        <EmptyState>
          <p>Nothing was checked. Run the checks again.</p>
        </EmptyState>
      )}
      <QuietChecks title="Fine" findings={ok} />
      <QuietChecks title="Not checked" findings={skipped} />
    </>
  );
}
