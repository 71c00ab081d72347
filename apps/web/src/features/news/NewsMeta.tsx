import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { LocalDate } from '#ui/LocalDate.tsx';
import { newsDate } from './news-selection.ts';
import styles from './NewsMeta.module.css';

/** An article's date and category. */
export function NewsMeta({ article }: { article: NewsItem }) {
  return (
    <p className={styles.meta}>
      <LocalDate value={newsDate(article)} />
      {article.category && <span className={styles.category}>{article.category}</span>}
    </p>
  );
}
