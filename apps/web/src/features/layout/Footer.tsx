import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import styles from './Footer.module.css';

/** The end of every page. */
export function Footer() {
  const { brandName } = useSite();
  return (
    <footer className={styles.footer}>
      <p>
        {brandName} · <span>est. 2025</span>
      </p>
      <ul>
        <li>
          <Link to={paths.tos}>Terms of Service</Link>
        </li>
        <li>
          <Link to={paths.legal}>Legal Notice</Link>
        </li>
        <li>
          <Link to={paths.privacy}>Privacy</Link>
        </li>
        <li>
          <a href={paths.newsFeed}>RSS</a>
        </li>
      </ul>
    </footer>
  );
}
