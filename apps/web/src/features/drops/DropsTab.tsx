import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Radio, Tv } from 'lucide-react';
import { useLoaded } from '#api/use-loaded.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CountingNow } from './CountingNow.tsx';
import { type Drops, loadDrops } from './drop-calls.ts';
import { DropFigures } from './DropFigures.tsx';
import { DropProgressBar } from './DropProgressBar.tsx';
import styles from './DropsTab.module.css';
import { RewardList } from './RewardList.tsx';
import { useClaims } from './use-claims.ts';
import { useStanding } from './use-standing.ts';

const TITLES: Record<DropKind, string> = { viewer: 'Viewer Drops', streamer: 'Streamer Drops' };

type DropsTabProps = { kind: DropKind; isLinked: boolean };

/** What an account earns by watching, or by streaming. */
export function DropsTab({ kind, isLinked }: DropsTabProps) {
  const { twitch: isSwitchedOn } = useSite().features;
  const Icon = kind === 'viewer' ? Tv : Radio;
  return (
    <section className={styles.drops}>
      <h2>{TITLES[kind]}</h2>
      {isLinked && isSwitchedOn ? (
        <LinkedDrops kind={kind} />
      ) : (
        <div className={styles.unlinked}>
          <Icon aria-hidden size={48} strokeWidth={1.25} />
          <p>
            {isSwitchedOn
              ? 'Please link your Twitch account to participate in drops.'
              : 'Drops are switched off on this server, so no minutes are counted.'}
          </p>
        </div>
      )}
    </section>
  );
}

function LinkedDrops({ kind }: { kind: DropKind }) {
  const { content, reload, refresh } = useLoaded(
    (signal) => loadDrops(kind, signal),
    'Failed to load Twitch Drop data.',
  );
  if (content.status === 'failed') return <Failure message={content.message} onRetry={reload} />;
  if (content.status === 'loading')
    return (
      <>
        <output className="visually-hidden">Loading drops...</output>
        <Skeleton className={styles.counting} />
        <Skeleton className={styles.figures} />
        <Skeleton className={styles.rewards} />
      </>
    );
  return <LoadedDrops kind={kind} drops={content.value} onNewSeason={refresh} />;
}

type LoadedDropsProps = { kind: DropKind; drops: Drops; onNewSeason: () => void };

function LoadedDrops({ kind, drops, onNewSeason }: LoadedDropsProps) {
  const standing = useStanding(kind, drops.standing, onNewSeason);
  const claims = useClaims(kind, drops.rewards);
  const { season, minutes } = standing;
  return (
    <>
      {season && (
        <p className={styles.season}>
          {season.name}
          {season.endsAt !== null && (
            <>
              {' '}
              · until <LocalDate value={season.endsAt} />
            </>
          )}
        </p>
      )}
      <CountingNow kind={kind} standing={standing} streamer={drops.link?.streamer ?? 'none'} />
      <DropFigures kind={kind} standing={standing} rewards={claims.rewards} />
      {claims.rewards.length > 0 && <DropProgressBar minutes={minutes} rewards={claims.rewards} />}
      <RewardList kind={kind} minutes={minutes} claims={claims} />
    </>
  );
}
