import { describe, expect, it } from 'vitest';
import { addDifference, mergeChoices, mergeForms, mineBeside } from './merge-forms.ts';

type Form = { name: string; note: string; coins: string; rights: string[] };

const READ: Form = { name: 'Aria', note: '', coins: '500', rights: ['news'] };
const MERGES = { coins: addDifference, rights: mergeChoices<string> };

describe('what Keep mine saves', () => {
  it('is theirs where the editor changed nothing', () => {
    const theirs = { name: 'Bren', note: 'New', coins: '700', rights: [] };
    expect(mergeForms({ read: READ, mine: { ...READ, rights: ['news'] }, theirs }, MERGES)).toEqual(theirs);
  });

  it('is mine where both changed a field, and theirs beside it', () => {
    const theirs = { ...READ, name: 'Bren', note: 'Theirs' };
    const mine = { ...READ, name: 'Cael' };
    expect(mergeForms({ read: READ, mine, theirs })).toEqual({ ...theirs, name: 'Cael' });
  });

  it('is shown with differences of amounts, and otherwise as it was entered', () => {
    const theirs = { ...READ, name: 'Bren', coins: '700' };
    const mine = { ...READ, coins: '400', note: 'Mine' };
    expect(mineBeside({ read: READ, mine, theirs }, MERGES)).toEqual({ ...mine, coins: '600' });
  });
});

describe('an amount', () => {
  it.each([
    ['500', '600', '700', '800'],
    ['500', '100', '200', '-200'],
    ['-20', ' 30 ', '-40', '10'],
    ['500', '500 ', '700', '700'],
    // No number at all, such as no limit or a slip of the keyboard.
    ['', '5', '3', '5'],
    ['5', '', '3', ''],
    ['5', 'x', '3', 'x'],
    ['5', '6', '', '6'],
  ])('that was %j and became %j here and %j there is %j', (read, mine, theirs, merged) => {
    expect(addDifference({ read, mine, theirs })).toBe(merged);
  });
});

describe('a choice of several', () => {
  it('has what either added, without what either took away', () => {
    const merged = mergeChoices({
      read: ['users', 'news', 'orders'],
      mine: ['news', 'orders', 'benefits'],
      theirs: ['users', 'news', 'products'],
    });
    expect(merged).toEqual(['news', 'products', 'benefits']);
  });
});
