import { readSession } from '#api/session.ts';

/** A text that was being written when the page went away. */
export type Draft = { text: string; savedAt: string };

/** Drafts belong to whoever wrote them, also where several people share a browser. */
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
    // Storage can be full or switched off: the text is still in the page.
  }
}

/** Once the text is saved, or not wanted any more. */
export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(storageKey(key));
  } catch {
    // Switched off: there is none.
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
