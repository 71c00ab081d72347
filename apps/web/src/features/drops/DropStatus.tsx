import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { StreamerState } from '#features/twitch-links/streamer-status.ts';
import { StreamerOptIn } from '#features/twitch-links/StreamerOptIn.tsx';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './DropStatus.module.css';
import { reasonText, unreadText } from './status-text.ts';
import type { AccountProgress } from './drop-calls.ts';
import { LiveChannels } from './LiveChannels.tsx';

type DropStatusProps = {
  kind: DropKind;
  progress: AccountProgress;
  /** Undefined as long as it is not known. */
  streamer: StreamerState | undefined;
};

/** Whether minutes count right now, why not, and which channels are live. */
export function DropStatus({ kind, progress, streamer }: DropStatusProps) {
  const { channel, live, unread } = progress;
  const isCounting = progress.state === 'counting';
  const reason = reasonText(progress, { kind, streamer });
  return (
    <div className={classNames(styles.counting, isCounting && styles.on)}>
      <output className={styles.status}>
        <span className={styles.state}>
          {isCounting ? `Counting now${channel ? ` on ${channel.displayName}` : ''}` : 'Not counting now'}
        </span>
        {reason && <span>{reason}</span>}
      </output>
      <LastChecked at={progress.lastSampleAt} />
      {unread.length > 0 && <p className={styles.more}>{unreadText(unread)}</p>}
      {live.length > 0 && (
        <div className={styles.more}>
          <LiveChannels live={live} />
        </div>
      )}
      {kind === 'streamer' && streamer && <StreamerOptIn streamer={streamer} />}
    </div>
  );
}

function LastChecked({ at }: { at: string | null }) {
  return (
    <p className={styles.checked}>
      {at ? (
        <>
          Last checked: <LocalTime value={at} />
        </>
      ) : (
        'Not checked yet'
      )}
    </p>
  );
}
