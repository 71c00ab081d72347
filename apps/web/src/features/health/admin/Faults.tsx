import type { HealthFinding } from '@waygate/contract/health/health.schemas';
import { Badge } from '#ui/admin/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { checkTitle, STATES } from './health-texts.ts';
import styles from './HealthAdmin.module.css';

/** What needs somebody, problems first: what is wrong, why it matters and what to do. */
export function Faults({ findings }: { findings: HealthFinding[] }) {
  return (
    <section aria-labelledby="health-faults">
      <h2 id="health-faults" className={styles.heading}>
        Needs attention
      </h2>
      <ul className={styles.faults}>
        {findings.map((finding) => (
          <li
            key={`${finding.check} ${finding.what}`}
            className={classNames(styles.fault, styles[finding.state])}
          >
            <Fault finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fault({ finding: { check, state, what, why, fix, code } }: { finding: HealthFinding }) {
  return (
    <>
      <p className={styles.label}>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> {checkTitle(check)}
        {code !== undefined && <code>{code}</code>}
      </p>
      <h3>{what}</h3>
      {why !== undefined && <p className={styles.why}>{why}</p>}
      {fix !== undefined && (
        <p className={styles.fix}>
          <span>What to do</span> {fix}
        </p>
      )}
    </>
  );
}
