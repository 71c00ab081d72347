import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { getArticleDraft, saveArticleDraft } from '@waygate/contract/news/news.admin.endpoints';
import type { CallOutput, Endpoint } from '@waygate/contract/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#api/call.ts';

const PAUSE_MS = 1000;

/** Of one kind of texts; all answer the same, and take what names the text. */
export type DraftEndpoints = {
  read: Endpoint & Pick<typeof getArticleDraft, 'response'>;
  save: Endpoint & Pick<typeof saveArticleDraft, 'body' | 'response'>;
  remove: Endpoint & { response: 'empty' };
};

/** The parameters of the paths: the text's id or 'new', or none where there is only one. */
export type TextParams = { id?: string };

/** `unread`: whether there is an earlier draft is unknown, so nothing is kept on the server. */
export type DraftState = 'none' | 'kept' | 'failed' | 'unread';

/** What is typed over a revision, by the names of the form's fields. */
export type TypedChanges = { changes: Record<string, string>; revision: number | null };

/**
 * Keeps what is typed on the server, a second after the last letter: one request at a time, so that none overtakes another. An
 * earlier draft is there until its author restores or discards it.
 */
export function useServerDraft(
  { read, save, remove }: DraftEndpoints,
  params: TextParams,
  typed: TypedChanges,
) {
  const text = { params };
  const { data, isError, refetch, forget } = useEarlierDraft(read, params);
  const [state, setState] = useState<DraftState>('none');
  const [isFoundSettled, setIsFoundSettled] = useState(false);
  const { enqueue, settled } = useQueue();
  const isKept = useRef(false);
  const isOver = useRef(false);
  const isUnchanged = Object.keys(typed.changes).length === 0;
  const isOpen = data !== undefined && (isFoundSettled || data.draft === null);
  const keep = () =>
    enqueue(async () => {
      if (isOver.current) return;
      try {
        await (isUnchanged ? call(remove, text) : call(save, { ...text, body: typed }));
        isKept.current = !isUnchanged;
        setState(isUnchanged ? 'none' : 'kept');
      } catch {
        // Shown with the form; the browser has it too.
        setState('failed');
      }
    });
  const keepLatest = useEffectEvent(keep);
  // Changes with each letter.
  const written = JSON.stringify(typed);
  useEffect(() => {
    if (!isOpen || written === '' || (isUnchanged && !isKept.current)) return;
    const timer = setTimeout(() => void keepLatest(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written, isUnchanged, isOpen]);
  const discard = () => {
    isKept.current = false;
    setState('none');
    return enqueue(() => call(remove, text).catch(() => setState('failed')));
  };
  return {
    state: isError ? 'unread' : state,
    retry: () => void (isError ? refetch() : keepLatest()),
    found: isFoundSettled ? undefined : (data?.draft ?? undefined),
    settle: (isWanted: boolean) => {
      // Nobody has seen a draft that isn't read yet.
      if (data === undefined) return;
      setIsFoundSettled(true);
      isKept.current = isWanted;
      if (isWanted) return;
      // What is typed now takes its place.
      void (isUnchanged ? discard() : keepLatest());
    },
    /** Deletes what this visit has kept; an earlier draft stays until its author has decided. */
    discard: () => void (isOpen && discard()),
    /** The server has deleted what it had. */
    forget,
    /** Resolves when nothing is under way, and sends nothing more until `resume`: the text itself is saved. */
    pause: () => {
      isOver.current = true;
      return settled();
    },
    resume: () => {
      isOver.current = false;
      if (isOpen) void keepLatest();
    },
  };
}

function useEarlierDraft(read: DraftEndpoints['read'], params: TextParams) {
  const client = useQueryClient();
  const queryKey = [read.path, params];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const text = { params };
      return call(read, text, { signal });
    },
    // Of an earlier visit: later ones are this visit's own.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { ...query, forget: () => client.setQueryData<CallOutput<typeof read>>(queryKey, { draft: null }) };
}

/** Runs one after the other, whether the one before succeeds or not. */
function useQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return {
    enqueue: (send: () => Promise<unknown>) => {
      last.current = last.current.then(send, send);
      return last.current;
    },
    settled: () => last.current.catch(() => {}),
  };
}
