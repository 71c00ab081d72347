import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { lazy, Suspense } from 'react';
import { messageOf } from '#api/api-error.ts';
import { ErasureNotice } from '#features/privacy/admin/ErasureNotice.tsx';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Failure } from '#ui/Failure.tsx';
import { AccountDetails } from './AccountDetails.tsx';
import { PlannedRemoval } from './factors/FactorRemoval.tsx';
import { GamePanel } from './GamePanel.tsx';
import { HoldingsPanel } from './HoldingsPanel.tsx';
import { LinkedPanel } from './LinkedPanel.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import styles from './PlayerPage.module.css';
import { PlayerState } from './PlayerState.tsx';
import { PlayerTimeline } from './PlayerTimeline.tsx';
import { usePlayer } from './use-player.ts';

// Below the timeline: nobody waits for the tables to see what happened.
const PlayerRecords = lazy(async () => {
  const { PlayerRecords: records } = await import('./PlayerRecords.tsx');
  return { default: records };
});

/** One player: what the account has on the left, what happened on the right, and all records below. */
export function PlayerPage({ user }: { user: AdminUser }) {
  const accountId = String(user.accountDBID);
  const { data: player } = usePlayer(accountId);
  return (
    <>
      <PlayerState user={user} factors={player?.factors} />
      {player?.factors && <PlannedRemoval user={user} factors={player.factors} />}
      <ErasureNotice user={user} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Belongings user={user} />
          <AccountDetails user={user} />
        </div>
        <PlayerTimeline accountId={accountId} />
      </div>
      <Suspense fallback={<ListSkeleton caption="the records" />}>
        <PlayerRecords accountId={accountId} />
      </Suspense>
    </>
  );
}

function Belongings({ user }: { user: AdminUser }) {
  const { data: player, error, refetch } = usePlayer(String(user.accountDBID));
  if (error && !player)
    return (
      <Failure
        message={messageOf(error, "What belongs to this player couldn't be loaded.")}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <HoldingsPanel user={user} paid={player?.paid ?? null} />
      {!player && <ListSkeleton caption="what belongs to the player" />}
      {player && (
        <>
          <GamePanel player={player} />
          <LinkedPanel accountId={user.accountDBID} player={player} />
          {player.notes && (
            <NotesPanel
              accountId={user.accountDBID}
              notes={player.notes}
              count={player.noteCount ?? player.notes.length}
            />
          )}
        </>
      )}
    </>
  );
}
