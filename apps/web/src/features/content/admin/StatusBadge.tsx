import { contentStateAt } from '@waygate/contract/content-status';
import { Badge } from '#ui/admin/Badge.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { CONTENT_STATES } from './content-states.ts';
import styles from './StatusBadge.module.css';

type StatusBadgeProps = { text: Parameters<typeof contentStateAt>[1]; now: number };

/** Whether visitors can read it, and when that changes. */
export function StatusBadge({ text, now }: StatusBadgeProps) {
  switch (contentStateAt(new Date(now), text)) {
    case 'draft':
      return <Badge>{CONTENT_STATES.draft}</Badge>;
    case 'scheduled':
      return (
        <div className={styles.status}>
          <Badge tone="info">{CONTENT_STATES.scheduled}</Badge>
          <small>
            for <LocalTime value={text.publishedAt} />
          </small>
        </div>
      );
    case 'live':
      return (
        <div className={styles.status}>
          <Badge tone="success">{CONTENT_STATES.live}</Badge>
          {text.publishedUntil && (
            <small>
              until <LocalTime value={text.publishedUntil} />
            </small>
          )}
        </div>
      );
    case 'ended':
      return (
        <div className={styles.status}>
          <Badge tone="warning">{CONTENT_STATES.ended}</Badge>
          <small>
            <LocalTime value={text.publishedUntil} />
          </small>
        </div>
      );
  }
}
