import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import styles from './AuditChanges.module.css';
import type { Change } from './audit-labels.ts';

type AuditChangesProps = {
  /** Whether the record existed before and after: a new record has no old values. */
  entry: Pick<AuditEntry, 'before' | 'after' | 'reason'>;
  changes: Change[];
};

/** The reason that staff gave, and the old and new values of the changed fields. */
export function AuditChanges({ entry, changes }: AuditChangesProps) {
  if (changes.length === 0 && entry.reason === null) return <span className={styles.none}>–</span>;
  return (
    <dl className={styles.changes}>
      {entry.reason !== null && (
        <div>
          <dt>Reason</dt>
          <dd>{entry.reason}</dd>
        </div>
      )}
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {entry.before && (
              <>
                <del>
                  <span className="visually-hidden">was </span>
                  {before}
                </del>{' '}
              </>
            )}
            {entry.before && entry.after && <span aria-hidden>→ </span>}
            {entry.after && (
              <ins>
                <span className="visually-hidden">now </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
