import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Radio, Tv } from 'lucide-react';
import { useLoaded } from '#api/use-loaded.ts';
import { classNames } from '#ui/class-names.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { loadLink } from '#features/twitch-links/load-link.ts';
import { StartLink } from '#features/twitch-links/StartLink.tsx';
import type { StreamerState } from '#features/twitch-links/streamer-status.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DropStatus } from './DropStatus.tsx';
import { type Drops, loadDrops } from './drop-calls.ts';
import { DropFigures } from './DropFigures.tsx';
import { filterRewards } from './drops.rules.ts';
import styles from './DropsTab.module.css';
import { EndedSeason } from './EndedSeason.tsx';
import { SeasonRewards } from './SeasonRewards.tsx';
import { type Claims, useClaims } from './use-claims.ts';
import { useDropProgress } from './use-drop-progress.ts';

const TITLES: Record<DropKind, string> = { viewer: 'Viewer Drops', streamer: 'Streamer Drops' };

/** How rewards are earned. */
const STEPS: Record<DropKind, string> = {
  viewer:
    "Link it once, keep the chat of a participating channel open while it's live, and claim your rewards here.",
  streamer: 'Link your channel once. After our team has approved it, the minutes of your streams count.',
};

type DropsTabProps = { kind: DropKind; isLinked: boolean };

/** The rewards an account earns by watching or by streaming. */
export function DropsTab({ kind, isLinked }: DropsTabProps) {
  const { twitch: isSwitchedOn } = useSite().features;
  const isShown = isLinked && isSwitchedOn;
  return (
    <section className={classNames(styles.drops, !isShown && styles.empty)}>
      {!isShown && <h2>{TITLES[kind]}</h2>}
      {isShown ? (
        <LinkedDrops kind={kind} />
      ) : (
        <EmptyPanel icon={kind === 'viewer' ? Tv : Radio}>
          {isSwitchedOn ? (
            <>
              <p>Please link your Twitch account to participate in drops.</p>
              <p>{STEPS[kind]}</p>
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
  if (content.status === 'failed')
    return (
      <>
        <h2>{TITLES[kind]}</h2>
        <Failure message={content.message} onRetry={reload} />
      </>
    );
  if (content.status === 'loading')
    return (
      <>
        <h2>{TITLES[kind]}</h2>
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
  const { minutes } = progress;
  return (
    <>
      <DropHeader kind={kind} season={progress.season} minutes={minutes} claims={claims} />
      <DropStatus kind={kind} progress={progress} streamer={streamer} />
      <DropFigures kind={kind} progress={progress} rewards={claims.rewards} />
      <SeasonRewards kind={kind} minutes={minutes} claims={claims} />
      {progress.ended.map((ended) => (
        <EndedSeason key={ended.id} kind={kind} season={ended} />
      ))}
    </>
  );
}

type DropHeaderProps = {
  kind: DropKind;
  season: Drops['progress']['season'];
  minutes: number;
  claims: Claims;
};

/** The title, the season and the button that claims all that is earned. */
function DropHeader({ kind, season, minutes, claims }: DropHeaderProps) {
  const { rewards, isClaimingAll, claimAll } = claims;
  return (
    <header className={styles.header}>
      <h2>{TITLES[kind]}</h2>
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
      {rewards.length > 0 && (
        <Button
          look="secondary"
          isBusy={isClaimingAll}
          onClick={() => claimAll(filterRewards(rewards, 'available', minutes))}
        >
          Claim All
        </Button>
      )}
    </header>
  );
}
