const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Escapes one line of text for markdown: for running text, link addresses and tables. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(PUNCTUATION, '\\$&');
}
