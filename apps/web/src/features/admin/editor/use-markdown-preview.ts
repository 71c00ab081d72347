import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewMarkdown } from '@waygate/contract/media/media.endpoints';
import { call } from '#api/call.ts';
import { useSettled } from '#ui/timers/use-settled.ts';

const PAUSE_MS = 400;

/** The text as its page will show it: rendered by the server, a moment after the last letter. */
export function useMarkdownPreview(text: string) {
  const body = useSettled(text, PAUSE_MS);
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
