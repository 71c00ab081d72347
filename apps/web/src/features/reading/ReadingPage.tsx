import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Loadable } from '#api/loadable.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useListQuery } from './list-query.ts';
import '#ui/fonts/reading-fonts.css';
import styles from './ReadingPage.module.css';

type ReadingPageProps<T> = {
  content: Loadable<T>;
  retry: () => void;
  back: { to: string; label: string };
  /** What is read here: the heading, for screen readers, while there is no text. */
  title: string;
  loadingText: string;
  missingText: string;
  children: (value: T) => ReactNode;
};

/** One text with a link back to its list, in all its loading states. */
export function ReadingPage<T>({ back, ...text }: ReadingPageProps<T>) {
  return (
    <div className={`page ${styles.reading}`}>
      <Link to={back.to + useListQuery()} className={styles.back}>
        {back.label}
      </Link>
      <Text {...text} />
    </div>
  );
}

function Text<T>({
  content,
  retry,
  title,
  loadingText,
  missingText,
  children,
}: Omit<ReadingPageProps<T>, 'back'>) {
  if (content.status === 'loaded') return children(content.value);
  if (content.status === 'failed' && content.httpStatus === 404) return <Missing text={missingText} />;
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      {content.status === 'loading' && <ReadingSkeleton text={loadingText} />}
      {content.status === 'failed' && <Failure message={content.message} onRetry={retry} />}
    </>
  );
}

function Missing({ text }: { text: string }) {
  return (
    <EmptyState>
      <h1 className={styles.missing}>{text}</h1>
      <p>It may have been removed. Check the address for typos.</p>
    </EmptyState>
  );
}

function ReadingSkeleton({ text }: { text: string }) {
  return (
    <div className={styles.skeleton}>
      <output>{text}</output>
      <Skeleton className={styles.title} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.body} />
    </div>
  );
}
