import { useEffect, useRef, useState } from 'react';
import { type Draft, forgetDraft, keepDraft, readDraft } from './drafts.ts';

const PAUSE_MS = 500;

/** The draft of an earlier visit, while the current text is saved as a new one. */
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
    // An earlier draft stays until it is restored or discarded.
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
    /** Call when the draft was restored or discarded. */
    settle: (isWanted: boolean) => {
      setFound(undefined);
      if (key === undefined || isWanted) return;
      isKept.current = text !== original.current;
      // What is typed now takes its place.
      if (isKept.current) keepDraft(key, { text, savedAt: new Date().toISOString() });
      else forgetDraft(key);
    },
  };
}
