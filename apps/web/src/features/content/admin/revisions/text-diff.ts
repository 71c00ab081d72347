import { diffLines, diffWordsWithSpace } from 'diff';

/** `id` is the part's place. */
export type DiffPart = { id: number; text: string; kind: 'same' | 'added' | 'removed' };

/** A comparison by words takes longer than this only where nearly everything is different. */
const TIME_LIMIT_MS = 300;

/** Unchanged text around a change, in characters. */
const CONTEXT = 160;

/** What changed from one text to the other, by words, or by lines where that takes too long. Long unchanged parts are cut. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const byWords = diffWordsWithSpace(before, after, { timeout: TIME_LIMIT_MS });
  const parts = (byWords ?? diffLines(before, after)).map(({ value, added, removed }, id): DiffPart => ({
    id,
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
  return parts.map((part, index) =>
    part.kind === 'same'
      ? { ...part, text: cut(part.text, { isFirst: index === 0, isLast: index === parts.length - 1 }) }
      : part,
  );
}

function cut(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= CONTEXT * 2) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT).replace(/\S*$/, '');
  const end = isLast ? '' : text.slice(-CONTEXT).replace(/^\S*/, '');
  return `${start}…${end}`;
}
