import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import { useIsCut } from '#ui/admin/table/use-is-cut.ts';
import { Button } from '#ui/Button.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { changesOf, isLong, shortened } from './audit-labels.ts';
import styles from './ShortChanges.module.css';

type ShortChangesProps = { entry: AuditEntry; onShowAll: () => void };

/** Excerpts of the changes in one line, with a button to show them all where the line doesn't. */
export function ShortChanges({ entry, onShowAll }: ShortChangesProps) {
  const [line, isCut] = useIsCut<HTMLDivElement>();
  const changes = changesOf(entry);
  const hasLong = changes.some(isLong);
  const lines = changes.length + (entry.reason === null ? 0 : 1);
  return (
    <div className={styles.short}>
      <div ref={line} className={styles.line}>
        <AuditChanges entry={entry} changes={changes.map(shortened)} />
      </div>
      {(isCut || hasLong || lines > 1) && (
        <Button look="quiet" aria-label={`Show all: entry ${entry.entryId}`} onClick={onShowAll}>
          Show all
        </Button>
      )}
    </div>
  );
}
