import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { useListState } from '#features/reading/list-query.ts';
import { buttonClass } from '#ui/Button.tsx';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import styles from './FeaturedArticle.module.css';
import { featuredPicture } from './featured-picture.ts';
import { NewsMeta } from './NewsMeta.tsx';

/** The newest article, large. */
export function FeaturedArticle({ article }: { article: NewsItem }) {
  return (
    <article className={styles.featured}>
      <div className={styles.picture}>
        <OptionalImage {...featuredPicture(article)} alt="" width="1280" height="720" fetchPriority="high" />
      </div>
      <div className={styles.text}>
        <NewsMeta article={article} />
        <h2>{article.title}</h2>
        <p className={styles.snippet}>{article.snippet}</p>
        <Link
          to={paths.article({ articleId: article.id })}
          state={useListState()}
          className={buttonClass('primary', styles.more)}
        >
          Read More <span className="visually-hidden">about {article.title}</span>
        </Link>
      </div>
    </article>
  );
}
