import type { NewsItem } from '@waygate/contract/news/news.schemas';

/** The filter choice that shows every category. */
export const ALL_CATEGORIES = 'All';

/** `All`, then each category once, in order of appearance. */
export function categoriesOf(news: NewsItem[]): string[] {
  return [ALL_CATEGORIES, ...new Set(news.map(({ category }) => category).filter(Boolean))];
}

export function inCategory(news: NewsItem[], category: string): NewsItem[] {
  return category === ALL_CATEGORIES ? news : news.filter((article) => article.category === category);
}

/** Items 2 to 4 of the list, by position and not by readers. */
export function mostPopular(news: NewsItem[]): NewsItem[] {
  return news.slice(1, 4);
}

/** The date to show: the stated one, else the publication date, else the creation date. */
export function newsDate({ date, publishedAt, createdAt }: Partial<NewsItem>): string | undefined {
  return date ?? publishedAt ?? createdAt;
}
