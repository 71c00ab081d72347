import type { AlertOverview } from '@waygate/contract/alerts/alerts.schemas';
import { Notice } from '#ui/Notice.tsx';
import { agoText } from './alert-texts.ts';
import styles from './AlertsAdmin.module.css';

/** A few missed minutes may be a restart. */
const OVERDUE_SECONDS = 300;

/** How many alerts are watched and when they were last checked; a warning if nobody checks them. */
export function LastCheck({ overview }: { overview: AlertOverview }) {
  const { watched, checkedSecondsAgo } = overview;
  const watching = `Watching ${watched.length.toLocaleString()} conditions`;
  if (checkedSecondsAgo === null)
    return (
      <Notice tone="info">{watching}. They haven't been checked yet. A worker does it every minute.</Notice>
    );
  const ago = agoText(checkedSecondsAgo);
  if (checkedSecondsAgo <= OVERDUE_SECONDS)
    return (
      <p className={styles.check}>
        {watching}, last checked {ago}.
      </p>
    );
  return (
    <Notice tone="error">
      {watching}, but they were last checked {ago}, so nothing that has happened since was reported. Check
      that a worker runs, and look in its log.
    </Notice>
  );
}
