import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewMarkdown } from '@waygate/contract/media/media.endpoints';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';

const PAUSE_MS = 400;

/** The text as its page will show it: rendered by the server, a moment after the last letter. */
export function useMarkdownPreview(text: string) {
  const body = usePaused(text);
  const isBlank = body.trim() === '';
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['preview', body],
    queryFn: ({ signal }) => call(previewMarkdown, { body: { body } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isBlank,
    // The same text renders the same, and old texts aren't needed again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    isBlank,
    /** Undefined until the first preview is loaded; the last one while another loads. */
    html: isBlank ? '' : data?.bodyHtml,
    error: isBlank ? null : error,
    isOutdated: isPlaceholderData,
    refetch: () => void refetch(),
  };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
