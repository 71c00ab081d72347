import { expect, it } from 'vitest';
import { diffTexts } from './text-diff.ts';

it('shows what changed word by word', () => {
  expect(diffTexts('The old gate is open', 'The new gate is open')).toEqual([
    { id: 0, text: 'The ', kind: 'same' },
    { id: 1, text: 'old', kind: 'removed' },
    { id: 2, text: 'new', kind: 'added' },
    { id: 3, text: ' gate is open', kind: 'same' },
  ]);
});

it('cuts long unchanged parts around a change', () => {
  const long = 'word '.repeat(1000);
  const [before, removed, added] = diffTexts(`${long}old`, `${long}new`);
  expect(before?.text).toMatch(/^… word /);
  expect(before?.text.length).toBeLessThan(200);
  expect([removed?.text, added?.text]).toEqual(['old', 'new']);
});

const text = (letter: string) =>
  Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`)
    .join(' ')
    .slice(0, 100_000);

it('compares two long texts of nothing in common in a moment', () => {
  expect(diffTexts(text('a'), text('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
