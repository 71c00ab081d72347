import type { GameEvent } from '@waygate/contract/home/home.schemas';
import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import { pictureSources } from '#api/media-url.ts';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { EventCountdown } from './EventCountdown.tsx';
import { type EventState, nextTurn } from '#features/landing/event.rules.ts';
import styles from './HappeningNow.module.css';

const DEFAULT_PICTURE = '/brand/community-landscape.avif';
const SIZES = '(width >= 62rem) 44rem, 92vw';

type EventCardProps = { event: GameEvent; state: Exclude<EventState, 'over'>; readAt: number };

/** The event that runs, or the next one, with the time until its end or its start. */
export function EventCard({ event, state, readAt }: EventCardProps) {
  const { id, title, snippet, imageUrl, startsAt, endsAt } = event;
  const turnMs = nextTurn(event, state);
  const picture = imageUrl === null ? { src: DEFAULT_PICTURE } : pictureSources(imageUrl, SIZES);
  return (
    <article className={styles.event}>
      <OptionalImage {...picture} alt="" width="1280" height="720" loading="lazy" decoding="async" />
      <div className={styles.eventText}>
        <p className={styles.kind}>
          <CalendarDays aria-hidden size={18} />
          <span>{state === 'next' ? 'Next event' : 'Event running'}</span>
          <span className={styles.when}>
            {state === 'next' && <LocalTime value={startsAt} />}
            {state === 'running' && endsAt !== null && (
              <>
                until <LocalTime value={endsAt} />
              </>
            )}
          </span>
        </p>
        <h3>{title}</h3>
        <p className={styles.snippet}>{snippet}</p>
        <div className={styles.eventFoot}>
          {turnMs !== undefined && (
            <EventCountdown
              label={state === 'next' ? 'Begins in' : 'Ends in'}
              turnMs={turnMs}
              readAt={readAt}
            />
          )}
          <Link to={paths.article({ articleId: id })} className={buttonClass('secondary')}>
            <span>
              Read more <span className="visually-hidden">about {title}</span>
            </span>
          </Link>
        </div>
      </div>
    </article>
  );
}
