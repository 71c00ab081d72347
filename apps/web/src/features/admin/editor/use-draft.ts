import { useEffect, useRef, useState } from 'react';
import { type Draft, forgetDraft, keepDraft, readDraft } from './drafts.ts';

const PAUSE_MS = 500;

/** What a former visit had left unsaved, while what is written now is kept. */
export function useDraft(key: string | undefined, text: string) {
  const original = useRef(text);
  const isKept = useRef(false);
  const [found, setFound] = useState<Draft | undefined>(() => {
    const draft = key === undefined ? undefined : readDraft(key);
    return draft?.text === text ? undefined : draft;
  });
  useEffect(() => {
    if (key === undefined) return;
    const isUnchanged = text === original.current;
    // A draft of a former visit stays until somebody decides on it.
    if (isUnchanged && !isKept.current) return;
    const timer = setTimeout(() => {
      isKept.current = !isUnchanged;
      if (isUnchanged) forgetDraft(key);
      else keepDraft(key, { text, savedAt: new Date().toISOString() });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, text]);
  return {
    found,
    /** The draft is in the text now, or was not wanted. */
    settle: (isWanted: boolean) => {
      setFound(undefined);
      if (key !== undefined && !isWanted) forgetDraft(key);
    },
  };
}
