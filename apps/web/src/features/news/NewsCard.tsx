import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { Link } from 'react-router';
import { pictureSources } from '#api/media-url.ts';
import { paths } from '#features/paths/paths.ts';
import { useListState } from '#features/reading/list-query.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { CategoryArt } from './CategoryArt.tsx';
import styles from './NewsCard.module.css';
import { NewsMeta } from './NewsMeta.tsx';

/** In one column on a phone, in two next to the sidebar. */
const SIZES = '(width >= 44rem) 27rem, 92vw';

/** One article in the grid. */
export function NewsCard({ article }: { article: NewsItem }) {
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {article.imageUrl ? (
          <OptionalImage
            {...pictureSources(article.imageUrl, SIZES)}
            alt=""
            width="640"
            height="360"
            loading="lazy"
            decoding="async"
          />
        ) : (
          <CategoryArt category={article.category} />
        )}
      </div>
      <div className={styles.text}>
        <NewsMeta article={article} />
        <h3>
          <Link to={paths.article({ articleId: article.id })} state={useListState()}>
            {article.title}
          </Link>
        </h3>
        <p>{article.snippet}</p>
      </div>
    </article>
  );
}
