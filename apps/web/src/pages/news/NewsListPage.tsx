import { listNews } from '@waygate/contract/news/news.endpoints';
import { NEWS_LIST_LIMIT, type NewsItem } from '@waygate/contract/news/news.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { featuredPicture } from '#features/news/featured-picture.ts';
import { NewsOverview } from '#features/news/NewsOverview.tsx';
import { NewsSkeleton } from '#features/news/NewsSkeleton.tsx';
import { loadingPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { SearchablePage } from '#features/search/SearchablePage.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';

type NewsListPageProps = { content: Loadable<NewsItem[]>; retry: () => void };

function NewsListPage(props: NewsListPageProps) {
  return (
    <SearchablePage title="NEWS">
      <News {...props} />
    </SearchablePage>
  );
}

function News({ content, retry }: NewsListPageProps) {
  if (content.status === 'loading') return <NewsSkeleton />;
  if (content.status === 'failed') return <Failure message={content.message} onRetry={retry} />;
  const [featured, ...others] = content.value;
  if (featured) return <NewsOverview featured={featured} others={others} />;
  return (
    <EmptyState>
      <p>No news articles found at the moment.</p>
      <Link to={paths.patchNotes} className={buttonClass('secondary')}>
        Read the patch notes
      </Link>
    </EmptyState>
  );
}

export const route = loadingPage({
  load: async ({ fetch, signal }) => {
    const { news } = await call(listNews, { query: { limit: String(NEWS_LIST_LIMIT) } }, { fetch, signal });
    return news;
  },
  failureMessage: 'Failed to load news.',
  keepsContent: true,
  meta: (content, { brandName }) => ({
    title: PAGES.news.title,
    description: `What is new in ${brandName}: updates, events and announcements from the team.`,
    feed: paths.newsFeed,
    preloadImages: content.status === 'loaded' ? content.value.slice(0, 1).map(featuredPicture) : [],
  }),
  Page: NewsListPage,
});
