import { contentStateAt } from '@waygate/contract/content-status';
import { Badge } from '#ui/admin/Badge.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
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
        <span className={styles.status}>
          <Badge tone="info">{CONTENT_STATES.scheduled}</Badge>
          <small>
            for <ShortTime value={text.publishedAt} />
          </small>
        </span>
      );
    case 'live':
      return (
        <span className={styles.status}>
          <Badge tone="success">{CONTENT_STATES.live}</Badge>
          {text.publishedUntil && (
            <small>
              until <ShortTime value={text.publishedUntil} />
            </small>
          )}
        </span>
      );
    case 'ended':
      return (
        <span className={styles.status}>
          <Badge tone="warning">{CONTENT_STATES.ended}</Badge>
          <small>
            <ShortTime value={text.publishedUntil} />
          </small>
        </span>
      );
  }
}
