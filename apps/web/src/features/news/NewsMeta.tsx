import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { LocalDate } from '#ui/LocalDate.tsx';
import { newsDate } from './news-selection.ts';
import styles from './NewsMeta.module.css';

/** When an article appeared, and what it is about. */
export function NewsMeta({ article }: { article: NewsItem }) {
  return (
    <p className={styles.meta}>
      <LocalDate value={newsDate(article)} />
      {article.category && <span className={styles.category}>{article.category}</span>}
    </p>
  );
}
