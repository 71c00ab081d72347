import type { Sample, SampleHealth as Health } from '@waygate/contract/drops/drops.admin.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import type { CsvColumn } from '@waygate/contract/csv';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Badge, type BadgeTone } from '#ui/admin/Badge.tsx';
import { StatCard } from '#ui/admin/StatCard.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { ChannelHealth } from './ChannelHealth.tsx';
import { useSampleHealth } from './drop-admin-queries.ts';
import styles from './drops-admin.module.css';

const STATES: Record<Sample['state'], { label: string; tone: BadgeTone }> = {
  ok: { label: 'Ok', tone: 'success' },
  partial: { label: 'Partial', tone: 'warning' },
  failed: { label: 'Failed', tone: 'error' },
};

const COLUMNS: Column<Sample>[] = [
  { id: 'minute', label: 'Minute', isPrimary: true, render: ({ minute }) => <LocalTime value={minute} /> },
  {
    id: 'state',
    label: 'State',
    width: '8rem',
    render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    id: 'streams',
    label: 'Streams',
    align: 'end',
    render: ({ streams, failedStreams }) =>
      failedStreams === 0 ? count(streams) : `${count(streams)} (${count(failedStreams)} failed)`,
  },
  { id: 'chatters', label: 'In chat', align: 'end', render: ({ chatters }) => count(chatters) },
  { id: 'credited', label: 'Credited', align: 'end', render: ({ credited }) => count(credited) },
  { id: 'duration', label: 'Took', align: 'end', render: ({ durationMs }) => `${count(durationMs)} ms` },
  {
    id: 'detail',
    label: 'Detail',
    render: ({ detail }) => <span className={styles.detail}>{detail ?? '–'}</span>,
  },
];

const CHANNEL_FILE: CsvColumn<Health['channels'][number]>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'login', value: ({ login }) => login },
  { label: 'state', value: ({ state }) => state },
  { label: 'viewers', value: ({ viewers }) => viewers },
  { label: 'readAt', value: ({ readAt }) => readAt },
  { label: 'failure', value: ({ failure }) => failure },
];

const SAMPLE_FILE: CsvColumn<Sample>[] = [
  { label: 'minute', value: ({ minute }) => minute },
  { label: 'state', value: ({ state }) => state },
  { label: 'streams', value: ({ streams }) => streams },
  { label: 'failedStreams', value: ({ failedStreams }) => failedStreams },
  { label: 'chatters', value: ({ chatters }) => chatters },
  { label: 'credited', value: ({ credited }) => credited },
  { label: 'durationMs', value: ({ durationMs }) => durationMs },
  { label: 'detail', value: ({ detail }) => detail },
];

/** Shown first; on a phone each is a card. */
const NEWEST = 20;

/** Whether sampling works, and why samples failed. */
export function SampleHealth() {
  const { data, error, refetch } = useSampleHealth();
  const failure = error && (
    <Failure message={messageOf(error, 'Failed to fetch the samples.')} onRetry={() => void refetch()} />
  );
  if (!data) return failure ?? <ListSkeleton caption="the samples" />;
  const { ok, partial, failed, missing } = data.lastHour;
  return (
    <div className={styles.list}>
      {failure}
      <h2>The last 60 minutes</h2>
      <div className={styles.cards}>
        <StatCard label="Ok" value={ok} hint="Every chat was read" />
        <StatCard label="Partial" value={partial} hint="Some chats couldn't be read" />
        <StatCard
          label="Failed"
          value={failed}
          hint={isPartlyCredited(data) ? 'Some minutes were credited' : 'No minutes were credited'}
        />
        <StatCard label="Missing" value={missing} hint="No sample was taken" />
      </div>
      <div className={styles.bar}>
        <h2>Channels</h2>
        <FileButton title="Channels" fileName="twitch-channels" columns={CHANNEL_FILE} rows={data.channels} />
      </div>
      <ChannelHealth channels={data.channels} />
      <div className={styles.bar}>
        <h2>Samples</h2>
        <FileButton title="Samples" fileName="twitch-samples" columns={SAMPLE_FILE} rows={data.samples} />
      </div>
      <Samples samples={data.samples} />
    </div>
  );
}

function Samples({ samples }: { samples: Sample[] }) {
  const [areAllShown, setAllShown] = useState(false);
  return (
    <>
      <DataTable
        caption="The newest samples"
        columns={COLUMNS}
        rows={areAllShown ? samples : samples.slice(0, NEWEST)}
        rowKey={({ minute }) => minute}
        empty={
          <EmptyState>
            <p>
              No sample was taken in the last two hours. Check that a worker runs and that Twitch is set up.
            </p>
          </EmptyState>
        }
      />
      {samples.length > NEWEST && (
        <Button
          look="secondary"
          className={styles.more}
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? `Show the newest ${NEWEST}` : `Show all ${samples.length}`}
        </Button>
      )}
    </>
  );
}

/** Whether failed samples of the last hour credited some minutes first. */
function isPartlyCredited({ samples, lastHour }: Health): boolean {
  // Samples are sorted newest first.
  const failed = samples.filter(({ state }) => state === 'failed').slice(0, lastHour.failed);
  return failed.some(({ credited }) => credited > 0);
}

function count(number: number): string {
  return number.toLocaleString();
}
