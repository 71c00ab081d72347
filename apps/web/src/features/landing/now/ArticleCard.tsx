import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { Newspaper } from 'lucide-react';
import { Link } from 'react-router';
import { pictureSources } from '#api/media-url.ts';
import { newsDate } from '#features/news/news-selection.ts';
import { paths } from '#features/paths/paths.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import styles from './HappeningNow.module.css';

/** A narrow column beside the text, of which the picture fills the height. */
const SIZES = '18rem';

/** The newest article. */
export function ArticleCard({ article }: { article: NewsItem }) {
  return (
    <article className={styles.card}>
      {article.imageUrl && (
        <div className={styles.picture}>
          <OptionalImage
            {...pictureSources(article.imageUrl, SIZES)}
            alt=""
            width="640"
            height="360"
            loading="lazy"
            decoding="async"
          />
        </div>
      )}
      <div className={styles.text}>
        <p className={styles.kind}>
          <Newspaper aria-hidden size={18} />
          <span>News</span>
          <LocalDate value={newsDate(article)} dateStyle="medium" className={styles.when} />
        </p>
        <h3>
          <Link to={paths.article({ articleId: article.id })}>{article.title}</Link>
        </h3>
        <p className={styles.snippet}>{article.snippet}</p>
      </div>
    </article>
  );
}
