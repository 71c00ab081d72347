import { getLegalPage } from '@waygate/contract/legal/legal.endpoints';
import type { LegalSlug } from '@waygate/contract/legal/legal.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import { call } from '#api/call.ts';
import { loadingPage, type PageRoute } from '#features/page/page-route.tsx';
import { Failure } from '#ui/Failure.tsx';
import { PageTitle } from '#ui/PageTitle.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './legal-route.module.css';
import { LegalText } from './LegalText.tsx';

/** The page of one legal text. The table's title is used until the text is loaded. */
export function legalRoute(slug: LegalSlug): PageRoute {
  const { title } = PAGES[slug];
  return loadingPage({
    load: ({ fetch, signal }) => call(getLegalPage, { params: { slug } }, { fetch, signal }),
    failureMessage: 'Failed to load this page.',
    keepsContent: true,
    meta: (content) => ({
      title: content.status === 'loaded' ? content.value.title : title,
      description: content.status === 'loaded' ? content.value.description : '',
    }),
    Page: ({ content, retry }) => (
      <div className={`page ${styles.page}`}>
        {content.status === 'loaded' && <LegalText {...content.value} />}
        {content.status !== 'loaded' && <PageTitle>{title}</PageTitle>}
        {content.status === 'failed' && <Failure message={content.message} onRetry={retry} />}
        {content.status === 'loading' && (
          <>
            <output>Loading...</output>
            <Skeleton className={styles.text} />
          </>
        )}
      </div>
    ),
  });
}
