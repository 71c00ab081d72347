import { Link } from 'react-router';
import { staticPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import styles from './NotFoundPage.module.css';

function NotFoundPage() {
  return (
    <div className={styles.page}>
      <p className={styles.code} aria-hidden>
        404
      </p>
      <h1>Oops! Page Not Found</h1>
      <p>The page may have moved. Check the address for typos.</p>
      <Link to={paths.home} className={buttonClass()}>
        Go Back Home
      </Link>
    </div>
  );
}

export const route = staticPage({
  meta: () => ({ title: 'Page not found', description: '', isPrivate: true }),
  Page: NotFoundPage,
});
