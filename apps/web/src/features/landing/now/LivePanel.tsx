import type { LiveDrops } from '@waygate/contract/drops/live-drops.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { mediaUrl } from '#api/media-url.ts';
import { paths } from '#features/paths/paths.ts';
import { shortMinutesText } from '#features/seasons/minutes-text.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import styles from './LivePanel.module.css';
import { useCountText } from '#features/landing/use-locale.ts';

const SHOWN_CHANNELS = 3;
const SHOWN_REWARDS = 4;
const COLOURS = 5;

type Channel = LiveDrops['live'][number];

type LivePanelProps = Pick<LiveDrops, 'live' | 'total' | 'viewerRewards'> & {
  season: NonNullable<LiveDrops['season']>;
};

/** Channels where minutes count, and what one earns by watching. */
export function LivePanel({ season, live, total, viewerRewards }: LivePanelProps) {
  const [isWhole, setIsWhole] = useState(false);
  const hasMore = live.length > SHOWN_CHANNELS;
  const allText = total > live.length ? `${live.length} of ${total} channels` : `All ${total} channels`;
  return (
    <article className={styles.panel}>
      <header className={styles.header}>
        <h3 data-live={live.length > 0}>Live now</h3>
        {hasMore && (
          <button type="button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer channels' : allText}
          </button>
        )}
      </header>
      {live.length === 0 && (
        <p className={styles.nobody}>No channel is live right now. Minutes count as soon as one is.</p>
      )}
      {live.length > 0 && (
        <ul className={styles.channels}>
          {live.slice(0, isWhole ? undefined : SHOWN_CHANNELS).map((channel) => (
            <ChannelRow key={channel.login} channel={channel} />
          ))}
        </ul>
      )}
      {viewerRewards.length > 0 && (
        <div className={styles.earn}>
          <p>
            <Link to={`${paths.profile}?tab=twitch-viewer`}>Watch and earn: {season.name}</Link>
          </p>
          <ul>
            {viewerRewards.slice(0, SHOWN_REWARDS).map(({ title, imageUrl, requiredMinutes }) => (
              <li key={`${requiredMinutes} ${title}`} title={title}>
                <span className={styles.reward}>
                  {imageUrl !== null && <OptionalImage src={mediaUrl(imageUrl)} alt="" loading="lazy" />}
                </span>
                <span className="visually-hidden">{title}, </span>
                {shortMinutesText(requiredMinutes)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

/** A letter stands for the channel's picture, because nobody's address goes to Twitch before they want that. */
function ChannelRow({ channel: { login, displayName, title, url, viewers } }: { channel: Channel }) {
  const countText = useCountText();
  return (
    <li>
      <span className={styles.face} data-colour={colourOf(login)} aria-hidden>
        {displayName.slice(0, 1).toUpperCase()}
      </span>
      <a href={url} target="_blank" rel="noopener">
        <b>{displayName}</b>
        <span title={title}>{title}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span className={styles.viewers}>{countText(viewers)} watching</span>
    </li>
  );
}

/** One of the style sheet's colours, the same for a channel each time. */
function colourOf(login: string): number {
  let sum = 0;
  for (let index = 0; index < login.length; index++) sum += login.charCodeAt(index);
  return sum % COLOURS;
}
