export type Part = { text: string; isMatch: boolean };

/** The text in parts, of which what was searched for is marked once: where a word begins with it, or else where it is. */
export function markedParts(text: string, searched: string): Part[] {
  const typed = searched.trim().replace(/^#/, '').toLowerCase();
  const start = typed === '' ? -1 : startOf(text.toLowerCase(), typed);
  if (start < 0) return [{ text, isMatch: false }];
  const end = start + typed.length;
  const parts = [
    { text: text.slice(0, start), isMatch: false },
    { text: text.slice(start, end), isMatch: true },
    { text: text.slice(end), isMatch: false },
  ];
  return parts.filter((part) => part.text !== '');
}

function startOf(text: string, typed: string): number {
  if (text.startsWith(typed)) return 0;
  const afterSpace = text.indexOf(` ${typed}`);
  return afterSpace < 0 ? text.indexOf(typed) : afterSpace + 1;
}
