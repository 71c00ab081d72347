import { exportAccountClaims, exportAccountMinutes } from '@waygate/contract/drops/drops.admin.endpoints';
import type { AccountMinutes, Season } from '@waygate/contract/drops/drops.admin.schemas';
import { useId, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { WithFile } from '#features/admin/lists/WithFile.tsx';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { seasonText } from '#features/seasons/admin/season-text.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { minutesText } from '#features/seasons/minutes-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { useAccountDrops } from './drop-admin-queries.ts';
import styles from './drops-admin.module.css';
import { MinutesDialog } from './MinutesDialog.tsx';

type Minutes = AccountMinutes['minutes'][number];
type Claim = AccountMinutes['claims'][number];

const KINDS: Record<Minutes['kind'], string> = { viewer: 'Watching', streamer: 'Streaming' };

const CLAIM_COLUMNS: Column<Claim>[] = [
  { id: 'reward', label: 'Reward', isPrimary: true, render: ({ title }) => title },
  { id: 'kind', label: 'Earned by', render: ({ kind }) => KINDS[kind] },
  { id: 'when', label: 'Claimed', render: ({ claimedAt }) => <LocalTime value={claimedAt} /> },
];

/** An account's minutes and claims, with a button to correct the minutes. */
export function AccountDrops({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useAccountDrops(accountId);
  const { data: seasons } = useSeasons();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isOwn = !useMayGive()(Number(accountId));
  const [linkId, noteId] = [useId(), useId()];
  const failure = error && (
    <Failure message={messageOf(error, 'Failed to fetch the drops.')} onRetry={() => void refetch()} />
  );
  if (!data) return failure ?? <ListSkeleton caption="the drops" />;
  return (
    <div className={styles.list}>
      {failure}
      <div className={styles.bar}>
        <p id={linkId}>
          {data.twitchLogin === null
            ? "Not linked with Twitch. Minutes don't count for this account and can't be corrected."
            : `Linked with ${data.twitchLogin} on Twitch.`}
        </p>
        {isOwn && <OwnAccountNote id={noteId} can="correct its minutes" />}
        <Button
          look="secondary"
          disabled={data.twitchLogin === null || isOwn}
          aria-describedby={isOwn ? `${linkId} ${noteId}` : linkId}
          onClick={() => setIsCorrecting(true)}
        >
          Correct minutes
        </Button>
      </div>
      <Tables accountId={accountId} drops={data} seasons={seasons} />
      {isCorrecting && (
        <MinutesDialog
          accountId={accountId}
          current={currentMinutes(data, seasons)}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </div>
  );
}

/** The minutes of the running season; undefined without one, or until it is known. */
function currentMinutes({ minutes }: AccountMinutes, seasons: Season[] | undefined) {
  const season = seasons?.find(({ isCurrent }) => isCurrent);
  if (!season) return undefined;
  const minutesOf = (kind: Minutes['kind']) =>
    minutes.find((one) => one.seasonId === season.seasonId && one.kind === kind)?.minutes ?? 0;
  return { viewer: minutesOf('viewer'), streamer: minutesOf('streamer') };
}

type TablesProps = { accountId: string; drops: AccountMinutes; seasons: Season[] | undefined };

function Tables({ accountId, drops, seasons }: TablesProps) {
  return (
    <>
      <WithFile
        endpoint={exportAccountMinutes}
        caption="Minutes by season"
        params={{ accountDBID: accountId }}
      >
        <DataTable
          caption="Minutes by season"
          columns={minuteColumns(seasons)}
          rows={drops.minutes}
          rowKey={({ seasonId, kind }) => `${seasonId} ${kind}`}
          empty={
            <EmptyState>
              <p>This account has no minutes yet.</p>
            </EmptyState>
          }
        />
      </WithFile>
      <h2>Claims</h2>
      <WithFile endpoint={exportAccountClaims} caption="Claims" params={{ accountDBID: accountId }}>
        <DataTable
          caption="Claims"
          columns={CLAIM_COLUMNS}
          rows={drops.claims}
          rowKey={({ rewardId }) => rewardId}
          empty={
            <EmptyState>
              <p>This account hasn't claimed anything yet.</p>
            </EmptyState>
          }
        />
      </WithFile>
    </>
  );
}

function minuteColumns(seasons: Season[] | undefined): Column<Minutes>[] {
  return [
    {
      id: 'season',
      label: 'Season',
      isPrimary: true,
      render: ({ seasonId }) => seasonText(seasonId, seasons),
    },
    { id: 'kind', label: 'Earned by', render: ({ kind }) => KINDS[kind] },
    { id: 'counted', label: 'Counted', align: 'end', render: ({ minutes }) => minutesText(minutes) },
    {
      id: 'corrected',
      label: 'Corrected by',
      align: 'end',
      render: ({ adjusted }) =>
        `${new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }).format(adjusted)} min`,
    },
    {
      id: 'total',
      label: 'Total',
      align: 'end',
      render: ({ minutes, adjusted }) => minutesText(minutes + adjusted),
    },
  ];
}
