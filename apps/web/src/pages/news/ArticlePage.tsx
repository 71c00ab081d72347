import { getNewsArticle } from '@waygate/contract/news/news.endpoints';
import type { NewsItem, ReadArticle } from '@waygate/contract/news/news.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { mediaUrl, pictureSources } from '#api/media-url.ts';
import { recordId } from '#api/record-id.ts';
import { CategoryArt } from '#features/news/CategoryArt.tsx';
import { NewsMeta } from '#features/news/NewsMeta.tsx';
import { loadingPage } from '#features/page/page-route.tsx';
import { paths } from '#features/paths/paths.ts';
import { ReadingPage } from '#features/reading/ReadingPage.tsx';
import { TextEnd } from '#features/reading/TextEnd.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { Prose } from '#ui/Prose.tsx';
import styles from './ArticlePage.module.css';

/** A little wider than the text, or as wide as a phone. */
const SIZES = '(width >= 62rem) 48rem, 92vw';

const NEXT_SIZES = '11rem';

type ArticlePageProps = { content: Loadable<ReadArticle>; retry: () => void };

/** The page itself: staff see it with texts that aren't saved. */
export function ArticlePage(props: ArticlePageProps) {
  return (
    <ReadingPage
      {...props}
      back={{ to: paths.news, label: 'Back to News' }}
      title="Article"
      loadingText="Loading article..."
      missingText="Article not found."
    >
      {(article) => (
        <>
          <Article article={article} />
          <TextEnd next={article.next && nextOf(article.next)} />
        </>
      )}
    </ReadingPage>
  );
}

function Article({ article }: { article: ReadArticle }) {
  return (
    <article>
      <header className={styles.header}>
        <NewsMeta article={article} />
        <h1>{article.title}</h1>
      </header>
      {article.imageUrl && (
        <div className={styles.picture}>
          <OptionalImage
            {...pictureSources(article.imageUrl, SIZES)}
            alt=""
            width="1280"
            height="720"
            fetchPriority="high"
          />
        </div>
      )}
      {article.bodyHtml ? (
        <Prose html={article.bodyHtml} />
      ) : (
        <Notice tone="error">Full article content not found or is invalid.</Notice>
      )}
    </article>
  );
}

function nextOf(article: NewsItem) {
  const { id, title, imageUrl, category } = article;
  const picture = imageUrl ? (
    <OptionalImage
      {...pictureSources(imageUrl, NEXT_SIZES)}
      alt=""
      width="640"
      height="360"
      loading="lazy"
      decoding="async"
    />
  ) : (
    <CategoryArt category={category} />
  );
  const meta = <NewsMeta article={article} />;
  return { to: paths.article({ articleId: id }), label: 'Next article', title, meta, picture };
}

export const route = loadingPage({
  load: async ({ params, fetch, signal }) =>
    call(getNewsArticle, { params: { id: recordId(params.articleId) } }, { fetch, signal }),
  failureMessage: 'Failed to load article details.',
  keepsContent: true,
  meta: (content) => {
    if (content.status !== 'loaded') return { title: PAGES.article.title, description: '', isPrivate: true };
    const { id, title, snippet, imageUrl } = content.value;
    return {
      title,
      description: snippet,
      type: 'article',
      canonicalPath: paths.article({ articleId: id }),
      ...(imageUrl && { image: mediaUrl(imageUrl), preloadImages: [pictureSources(imageUrl, SIZES)] }),
    };
  },
  Page: ArticlePage,
});
