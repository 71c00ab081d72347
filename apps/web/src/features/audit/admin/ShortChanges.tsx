import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { Button } from '#ui/Button.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { changesOf, isLong, shortened } from './audit-labels.ts';
import styles from './ShortChanges.module.css';

type ShortChangesProps = { entry: AuditEntry; onShowAll: () => void };

/** Excerpts of the changes, with a button to show them all. */
export function ShortChanges({ entry, onShowAll }: ShortChangesProps) {
  const changes = changesOf(entry);
  const hasLong = changes.some(isLong);
  const lines = changes.length + (entry.reason === null ? 0 : 1);
  return (
    <div className={styles.short}>
      <AuditChanges entry={entry} changes={changes.map(shortened)} />
      {(hasLong || lines > 1) && (
        <Button look="quiet" aria-label={`Show all: entry ${entry.entryId}`} onClick={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  );
}
