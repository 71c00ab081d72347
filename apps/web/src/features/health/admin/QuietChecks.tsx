import type { HealthFinding } from '@waygate/contract/health/health.schemas';
import { useId } from 'react';
import { checkTitle } from './health-texts.ts';
import styles from './HealthAdmin.module.css';

/** Checks that need nobody, one line each. */
export function QuietChecks({ title, findings }: { title: string; findings: HealthFinding[] }) {
  const id = useId();
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title} <span className={styles.count}>{findings.length}</span>
      </h2>
      <dl className={styles.quiet}>
        {findings.map(({ check, what }) => (
          <div key={`${check} ${what}`}>
            <dt>{checkTitle(check)}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
