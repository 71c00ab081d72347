import type { Maintenance } from '@waygate/contract/home/home.schemas';
import { Wrench } from 'lucide-react';
import { LocalTime } from '#ui/LocalTime.tsx';
import styles from './MaintenanceNotice.module.css';
import { useNow } from './use-now.ts';

/** What the operator announces, with its expected end as long as that is ahead. */
export function MaintenanceNotice({
  maintenance: { text, expectedEnd },
  readAt,
}: {
  maintenance: Maintenance;
  readAt: number;
}) {
  const now = useNow(readAt);
  return (
    <p className={styles.notice}>
      <Wrench aria-hidden size={20} />
      <span>
        <strong>Maintenance</strong> {text}
        {expectedEnd !== null && Date.parse(expectedEnd) > now && (
          <span className={styles.end}>
            {' '}
            Expected until <LocalTime value={expectedEnd} />.
          </span>
        )}
      </span>
    </p>
  );
}
