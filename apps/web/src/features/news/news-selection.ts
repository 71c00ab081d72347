import type { NewsItem } from '@waygate/contract/news/news.schemas';

/** The filter's choice that hides nothing. */
export const ALL_CATEGORIES = 'All';

/** `All`, then each category once, in the order in which they appear. */
export function categoriesOf(news: NewsItem[]): string[] {
  return [ALL_CATEGORIES, ...new Set(news.map(({ category }) => category).filter(Boolean))];
}

export function inCategory(news: NewsItem[], category: string): NewsItem[] {
  return category === ALL_CATEGORIES ? news : news.filter((article) => article.category === category);
}

/** Items 2 to 4 of the list: the popular ones, by their place and not by counting readers. */
export function mostPopular(news: NewsItem[]): NewsItem[] {
  return news.slice(1, 4);
}

/** The date that is shown: the stated one, else that of the publication, else that of the draft. */
export function newsDate({ date, publishedAt, createdAt }: Partial<NewsItem>): string | undefined {
  return date ?? publishedAt ?? createdAt;
}
