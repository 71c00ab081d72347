import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import styles from './FactorRequired.module.css';

const SECURITY_TAB = `${paths.profile}?tab=security`;

/** In place of the admin area, for staff without the second factor that owners ask for. */
export function FactorRequired() {
  const title = useRef<HTMLHeadingElement>(null);
  // It takes the place of a page that may have had the focus.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.box} aria-labelledby="factor-required">
      <LockKeyhole aria-hidden size={40} strokeWidth={1.25} />
      <h1 ref={title} id="factor-required" tabIndex={-1}>
        A second factor is required
      </h1>
      <p>
        The owners ask everybody on the staff for a second factor. Add an authenticator app or a passkey to
        your account, and the admin area opens again.
      </p>
      <p className={styles.note}>It takes about a minute. What you may do stays as it is.</p>
      <Link to={SECURITY_TAB} className={buttonClass('primary')}>
        Add a second factor
      </Link>
    </section>
  );
}
