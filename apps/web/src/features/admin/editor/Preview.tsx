import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewMarkdown } from '@waygate/contract/media/media.endpoints';
import { useEffect, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { Failure } from '#ui/Failure.tsx';
import { Prose } from '#ui/Prose.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './MarkdownWorkbench.module.css';

const PAUSE_MS = 400;

/** The text as its page will show it: rendered by the server, a moment after the last letter. */
export function Preview({ text }: { text: string }) {
  const body = usePaused(text);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['preview', body],
    queryFn: ({ signal }) => call(previewMarkdown, { body: { body } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: body.trim() !== '',
    // It is the same for the same text, and nobody comes back to an old one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (body.trim() === '') return <p className={styles.hint}>There is nothing to preview yet.</p>;
  if (error)
    return (
      <Failure message={messageOf(error, 'The preview could not be made.')} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className={styles.skeleton} />;
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Prose html={data.bodyHtml} />
    </div>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
