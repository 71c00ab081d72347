import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { CirclePause, CirclePlay } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './CountingNow.module.css';
import { reasonText, type StreamerState } from './counting-words.ts';
import type { Standing } from './drop-calls.ts';
import { StreamerOptIn } from './StreamerOptIn.tsx';

type CountingNowProps = { kind: DropKind; standing: Standing; streamer: StreamerState };

/** Whether minutes count right now, and if not, why; and which channels count. */
export function CountingNow({ kind, standing, streamer }: CountingNowProps) {
  const { state, channel, lastSampleAt, live } = standing;
  const isCounting = state === 'counting';
  const Icon = isCounting ? CirclePlay : CirclePause;
  return (
    <div className={classNames(styles.counting, isCounting && styles.on)}>
      <Icon aria-hidden size={28} />
      <div className={styles.words}>
        <output className={styles.status}>
          <span className={styles.state}>
            {isCounting ? `Counting now${channel ? ` on ${channel.displayName}` : ''}` : 'Not counting now'}
          </span>
          {!isCounting && <span>{reasonText(state, { kind, streamer })}</span>}
        </output>
        {kind === 'streamer' && <StreamerOptIn streamer={streamer} />}
        {kind === 'viewer' && live.length > 0 && (
          <div className={styles.live}>
            <p id="live-channels">Live now</p>
            <ul aria-labelledby="live-channels">
              {live.map(({ login, displayName, url }) => (
                <li key={login}>
                  <a href={url} target="_blank" rel="noopener">
                    {displayName}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className={styles.checked}>
          {lastSampleAt ? (
            <>
              Last checked: <LocalTime value={lastSampleAt} />
            </>
          ) : (
            'Not checked yet'
          )}
        </p>
      </div>
    </div>
  );
}
