import { readSession } from '#api/session.ts';

/** An unsaved text of an earlier visit. */
export type Draft = { text: string; savedAt: string };

/** Drafts belong to their author, even when several people share a browser. */
function storageKey(key: string): string {
  return `waygate draft ${readSession()?.accountDBID ?? 0} ${key}`;
}

export function readDraft(key: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, draft: Draft): void {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(draft));
  } catch {
    // Storage may be full or disabled; the text is still in the page.
  }
}

/** Call once the text is saved or discarded. */
export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(storageKey(key));
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'string'
  );
}
