import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { mostPopular, newsDate } from './news-selection.ts';
import styles from './NewsSidebar.module.css';

/** The sidebar next to the grid. */
export function NewsSidebar({ news }: { news: NewsItem[] }) {
  const popular = mostPopular(news);
  return (
    <aside aria-label="More news" className={styles.sidebar}>
      {popular.length > 0 && (
        <SidePanel title="MOST POPULAR">
          <ol className={styles.popular}>
            {popular.map((article) => (
              <li key={article.id}>
                <Link to={paths.article({ articleId: article.id })}>{article.title}</Link>
                <LocalDate value={newsDate(article)} />
              </li>
            ))}
          </ol>
        </SidePanel>
      )}
      <SidePanel title="INDEX">
        <p>News index coming soon.</p>
      </SidePanel>
    </aside>
  );
}
