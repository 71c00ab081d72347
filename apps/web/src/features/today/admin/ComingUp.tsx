import type { ComingUp as Coming } from '@waygate/contract/today/today.schemas';
import { Link } from 'react-router';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import styles from './Moments.module.css';

/** What happens by itself in the next two weeks. */
export function ComingUp({ comingUp }: { comingUp: Coming[] }) {
  if (comingUp.length === 0) return null;
  return (
    <Panel title="Coming up">
      <ul className={styles.moments}>
        {comingUp.map((coming) => (
          <li key={`${coming.kind} ${coming.id}`}>
            <ShortTime value={coming.at} />
            <Link to={pathOf(coming)}>{textOf(coming)}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function textOf({ kind, title }: Coming): string {
  switch (kind) {
    case 'sale_ends':
      return `Sale ends: ${title}`;
    case 'event_begins':
      return `${title} begins`;
    case 'event_ends':
      return `${title} ends`;
    case 'season_begins':
      return `Season ${title} begins`;
    case 'season_ends':
      return `Season ${title} ends`;
  }
}

function pathOf({ kind, id }: Coming): string {
  switch (kind) {
    case 'sale_ends':
      return `${adminPaths.products}?search=${id}`;
    case 'event_begins':
    case 'event_ends':
      return adminPaths.article({ articleId: id });
    case 'season_begins':
    case 'season_ends':
      return adminPaths.twitchDrops;
  }
}
