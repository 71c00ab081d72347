import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import styles from './FormLinks.module.css';

type FormLinksProps = {
  /** What accepts the terms: 'logging in'. */
  accepting?: string;
  children: ReactNode;
};

/** The links below a form, and the note on the terms. */
export function FormLinks({ accepting, children }: FormLinksProps) {
  return (
    <footer className={styles.links}>
      <p>{children}</p>
      {accepting && (
        <p className={styles.terms}>
          By {accepting} you accept the <Link to={paths.tos}>Terms of Service</Link>.
        </p>
      )}
    </footer>
  );
}
