import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { Failure } from '#ui/Failure.tsx';

type OpenedTextProps<Entry> = {
  queryKey: readonly [kind: string, id: string];
  load: (signal: AbortSignal) => Promise<Entry>;
  failure: string;
  caption: string;
  children: (entry: Entry) => ReactNode;
};

/** Loads the current text before it's edited; a cached one could cause a conflict. */
export function OpenedText<Entry>({ queryKey, load, failure, caption, children }: OpenedTextProps<Entry>) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    gcTime: 0,
    // Returning to the tab must not replace what is being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error && !data) return <Failure message={messageOf(error, failure)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton caption={caption} />;
  return children(data);
}
