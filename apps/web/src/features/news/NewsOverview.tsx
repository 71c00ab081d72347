import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { useState } from 'react';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { FeaturedArticle } from './FeaturedArticle.tsx';
import { ALL_CATEGORIES, categoriesOf, inCategory } from './news-selection.ts';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsOverview.module.css';
import { NewsSidebar } from './NewsSidebar.tsx';

/** The newest article featured, the others in a grid with a category filter. */
export function NewsOverview({ featured, others }: { featured: NewsItem; others: NewsItem[] }) {
  const [category, setCategory] = useState(ALL_CATEGORIES);
  const news = [featured, ...others];
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
              onChoose={setCategory}
            />
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
