import { messageOf } from '#api/api-error.ts';
import { Failure } from '#ui/Failure.tsx';
import { Prose } from '#ui/Prose.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useMarkdownPreview } from './use-markdown-preview.ts';
import styles from './MarkdownWorkbench.module.css';

/** The text as its page will show it. */
export function Preview({ text }: { text: string }) {
  const { isBlank, html, error, isOutdated, refetch } = useMarkdownPreview(text);
  if (isBlank) return <p className={styles.hint}>There is nothing to preview yet.</p>;
  if (error)
    return <Failure message={messageOf(error, "The preview couldn't be loaded.")} onRetry={refetch} />;
  if (html === undefined) return <Skeleton className={styles.skeleton} />;
  return (
    <div aria-busy={isOutdated || undefined}>
      <Prose html={html} />
    </div>
  );
}
