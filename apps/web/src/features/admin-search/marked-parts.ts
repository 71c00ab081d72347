export type Part = { text: string; isMatch: boolean };

/** The text in parts, of which the first that was searched for is marked. */
export function markedParts(text: string, searched: string): Part[] {
  const typed = searched.trim().replace(/^#/, '').toLowerCase();
  const start = typed === '' ? -1 : text.toLowerCase().indexOf(typed);
  if (start < 0) return [{ text, isMatch: false }];
  const end = start + typed.length;
  const parts = [
    { text: text.slice(0, start), isMatch: false },
    { text: text.slice(start, end), isMatch: true },
    { text: text.slice(end), isMatch: false },
  ];
  return parts.filter((part) => part.text !== '');
}
