import type { DropProgress } from '@waygate/contract/drops/drops.schemas';
import { useId } from 'react';
import styles from './LiveChannels.module.css';

/** A phone has no room for twenty. */
const SHOWN_AT_ONCE = 6;

type Live = DropProgress['live'];

/** Links to the participating channels that are live. */
export function LiveChannels({ live }: { live: Live }) {
  const labelId = useId();
  const others = live.slice(SHOWN_AT_ONCE);
  return (
    <div className={styles.live}>
      <p id={labelId}>Live now</p>
      <Channels live={live.slice(0, SHOWN_AT_ONCE)} labelId={labelId} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <Channels live={others} labelId={labelId} />
        </details>
      )}
    </div>
  );
}

function Channels({ live, labelId }: { live: Live; labelId: string }) {
  return (
    <ul aria-labelledby={labelId}>
      {live.map(({ login, displayName, url }) => (
        <li key={login}>
          <a href={url} target="_blank" rel="noopener">
            {displayName} <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
