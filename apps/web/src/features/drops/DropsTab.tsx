import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Radio, Tv } from 'lucide-react';
import { useLoaded } from '#api/use-loaded.ts';
import { classNames } from '#ui/class-names.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { loadLink } from '#features/twitch-links/load-link.ts';
import { StartLink } from '#features/twitch-links/StartLink.tsx';
import type { StreamerState } from '#features/twitch-links/streamer-status.ts';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DropStatus } from './DropStatus.tsx';
import { type Drops, loadDrops } from './drop-calls.ts';
import { DropFigures } from './DropFigures.tsx';
import { DropProgressBar } from './DropProgressBar.tsx';
import styles from './DropsTab.module.css';
import { EndedSeason } from './EndedSeason.tsx';
import { RewardList } from './RewardList.tsx';
import { useClaims } from './use-claims.ts';
import { useDropProgress } from './use-drop-progress.ts';

const TITLES: Record<DropKind, string> = { viewer: 'Viewer Drops', streamer: 'Streamer Drops' };

type DropsTabProps = { kind: DropKind; isLinked: boolean };

/** The rewards an account earns by watching or by streaming. */
export function DropsTab({ kind, isLinked }: DropsTabProps) {
  const { twitch: isSwitchedOn } = useSite().features;
  const isShown = isLinked && isSwitchedOn;
  return (
    <section className={classNames(styles.drops, !isShown && styles.empty)}>
      <h2>{TITLES[kind]}</h2>
      {isShown ? (
        <LinkedDrops kind={kind} />
      ) : (
        <EmptyPanel icon={kind === 'viewer' ? Tv : Radio}>
          {isSwitchedOn ? (
            <>
              <p>Please link your Twitch account to participate in drops.</p>
              <StartLink as={kind} look="primary" />
            </>
          ) : (
            <p>Drops are switched off on this server, so minutes aren't counted.</p>
          )}
        </EmptyPanel>
      )}
    </section>
  );
}

function LinkedDrops({ kind }: { kind: DropKind }) {
  const { content, reload, refresh } = useLoaded(
    (signal) => loadDrops(kind, signal),
    'Failed to load Twitch Drop data.',
  );
  // Apart, so that minutes and rewards don't wait for it.
  const link = useLoaded(loadLink, '');
  function refreshAll() {
    refresh();
    link.refresh();
  }
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
  const streamer = link.content.status === 'loaded' ? (link.content.value?.streamer ?? 'none') : undefined;
  return <LoadedDrops kind={kind} drops={content.value} streamer={streamer} onOutdated={refreshAll} />;
}

type LoadedDropsProps = {
  kind: DropKind;
  drops: Drops;
  /** Undefined as long as it is not known. */
  streamer: StreamerState | undefined;
  onOutdated: () => void;
};

function LoadedDrops({ kind, drops, streamer, onOutdated }: LoadedDropsProps) {
  const progress = useDropProgress(kind, drops.progress, onOutdated);
  const claims = useClaims(kind, drops.rewards);
  const { season, minutes } = progress;
  return (
    <>
      {season && (
        <p className={styles.season}>
          {season.name}
          {season.endsAt !== null && (
            <>
              {' '}
              · until <LocalTime value={season.endsAt} />
            </>
          )}
        </p>
      )}
      <DropStatus kind={kind} progress={progress} streamer={streamer} />
      <DropFigures kind={kind} progress={progress} rewards={claims.rewards} />
      {claims.rewards.length > 0 && <DropProgressBar minutes={minutes} rewards={claims.rewards} />}
      <RewardList kind={kind} minutes={minutes} claims={claims} />
      {progress.ended.map((ended) => (
        <EndedSeason key={ended.id} kind={kind} season={ended} />
      ))}
    </>
  );
}
