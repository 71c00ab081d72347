import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { useLocation, useNavigate } from 'react-router';
import { useKnownQuery } from '#features/reading/list-query.ts';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { FeaturedArticle } from './FeaturedArticle.tsx';
import { ALL_CATEGORIES, categoriesOf, inCategory } from './news-selection.ts';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsOverview.module.css';
import { NewsSidebar } from './NewsSidebar.tsx';

/** The newest article featured, the others in a grid with a category filter. */
export function NewsOverview({ featured, others }: { featured: NewsItem; others: NewsItem[] }) {
  const news = [featured, ...others];
  const { category, choose } = useCategory(categoriesOf(news));
  const shown = inCategory(others, category);
  return (
    <>
      <FeaturedArticle article={featured} />
      <div className={styles.columns}>
        {others.length > 0 && (
          <section aria-label="All news" className={styles.list}>
            <ChoiceChips
              legend="Category"
              choices={categoriesOf(news).map((value) => ({ value, label: value }))}
              chosen={category}
              onChoose={choose}
            />
            <noscript>Choosing a category needs JavaScript. Below are the articles of all of them.</noscript>
            <div className={styles.grid}>
              {shown.map((article) => (
                <NewsCard key={article.id} article={article} />
              ))}
            </div>
            {shown.length === 0 && <p>The only article in {category} so far is the one above.</p>}
          </section>
        )}
        <NewsSidebar news={news} />
      </div>
    </>
  );
}

/** The category in the address; all of them where it has none, or one that isn't there. */
function useCategory(categories: string[]) {
  const query = new URLSearchParams(useKnownQuery());
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const named = query.get('category');
  function choose(category: string) {
    query.delete('category');
    if (category !== ALL_CATEGORIES) query.set('category', category);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }
  return { category: named !== null && categories.includes(named) ? named : ALL_CATEGORIES, choose };
}
