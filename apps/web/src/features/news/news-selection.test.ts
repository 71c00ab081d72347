import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { describe, expect, it } from 'vitest';
import { categoriesOf, inCategory, mostPopular, newsDate } from './news-selection.ts';

function article(id: number, category: string): NewsItem {
  return {
    id,
    category,
    title: `Article ${id}`,
    snippet: '',
    imageUrl: null,
    publishedAt: null,
    createdAt: '2026-01-01T00:00:00Z',
  };
}

const news = [
  article(1, 'Events'),
  article(2, 'Updates'),
  article(3, 'Events'),
  article(4, 'Updates'),
  article(5, 'Community'),
];

const ids = (chosen: NewsItem[]) => chosen.map(({ id }) => id);

describe('the selection of news', () => {
  it('offers All and each category once', () => {
    expect(categoriesOf(news)).toEqual(['All', 'Events', 'Updates', 'Community']);
  });

  it('filters by one category, and All filters nothing', () => {
    expect(ids(inCategory(news, 'Events'))).toEqual([1, 3]);
    expect(ids(inCategory(news, 'All'))).toEqual([1, 2, 3, 4, 5]);
  });

  it('calls items 2 to 4 the most popular', () => {
    expect(ids(mostPopular(news))).toEqual([2, 3, 4]);
    expect(mostPopular(news.slice(0, 1))).toEqual([]);
  });

  it('shows the stated date, else the publication date, else the creation date', () => {
    const createdAt = '2026-01-01T00:00:00Z';
    const publishedAt = '2026-02-01T00:00:00Z';
    const date = '2026-03-01T00:00:00Z';
    expect(newsDate({ date, publishedAt, createdAt })).toBe(date);
    expect(newsDate({ publishedAt, createdAt })).toBe(publishedAt);
    expect(newsDate({ publishedAt: null, createdAt })).toBe(createdAt);
    expect(newsDate({})).toBeUndefined();
  });
});
