import type { OpenAlert } from '@waygate/contract/alerts/alerts.schemas';
import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { Link } from 'react-router';
import { useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { deliveryText, hasFailed } from './alert-texts.ts';
import styles from './AlertsAdmin.module.css';

/** What needs attention, oldest first. */
export function OpenAlerts({ open }: { open: OpenAlert[] }) {
  return (
    <section aria-labelledby="open-alerts">
      <h2 id="open-alerts" className={styles.heading}>
        Needs attention
      </h2>
      {open.length === 0 ? (
        <EmptyState>
          <p>Nothing needs attention.</p>
        </EmptyState>
      ) : (
        <ul className={styles.open}>
          {open.map((alert) => (
            <li key={alert.incidentId} className={styles.alert}>
              <Alert alert={alert} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Alert({ alert: { alert, sentence, advice, since, delivery, page } }: { alert: OpenAlert }) {
  return (
    <>
      <h3>{sentence}</h3>
      <p>{advice}</p>
      <p className={styles.facts}>
        Since <LocalTime value={since} />.{' '}
        {delivery && (
          <span className={classNames(hasFailed(delivery) && styles.warning)}>{deliveryText(delivery)}</span>
        )}{' '}
        <code>{alert}</code>
      </p>
      <PageLink page={page} />
    </>
  );
}

/** Where it is dealt with, for staff who may go there. */
function PageLink({ page }: Pick<OpenAlert, 'page'>) {
  const session = useSession();
  const { path, title, section } = ADMIN_PAGES[page];
  if (page === 'alerts' || section === undefined || !canUse(session, section)) return null;
  return (
    <p>
      <Link to={path}>Go to {title}</Link>
    </p>
  );
}
