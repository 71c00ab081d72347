import type { AuditEntry } from '@waygate/contract/audit/audit.schemas';
import styles from './AuditChanges.module.css';
import { changesOf } from './audit-words.ts';

/** Old and new values of what was changed. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return <span className={styles.none}>–</span>;
  return (
    <dl className={styles.changes}>
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
