const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Makes one line of text mean itself in markdown: in running text, in a link's address, in a table. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(PUNCTUATION, '\\$&');
}
