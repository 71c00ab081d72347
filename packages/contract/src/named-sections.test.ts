import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { userUpdateSchema } from './accounts/accounts.admin.schemas.ts';
import {
  can,
  holds,
  mayEdit,
  mayRank,
  namedSectionsOf,
  type Section,
  SECTIONS,
  sectionsOf,
  webMgtOf,
} from './permissions.ts';
import { opensAdmin, type Rank } from './ranks.ts';
import { addTestSections } from './tests/test-sections.ts';

beforeAll(() => addTestSections('polls', 'events'));
const POLLS = 'polls' as Section;
const EVENTS = 'events' as Section;

const rank = (sections: string[], webMgt = 1, permission = 0): Rank => ({ permission, webMgt, sections });
const refusal = (sections: unknown) => z.safeParse(userUpdateSchema, { sections }).error?.issues[0];
const PLAYER = rank([]);
const OWNER = rank([], 1, 32);

describe('a section beyond the primes', () => {
  test('stands behind the thirteen with a prime, whose product is what it was', () => {
    expect(SECTIONS).toHaveLength(15);
    expect(SECTIONS.slice(-2)).toEqual([POLLS, EVENTS]);
    expect(webMgtOf(SECTIONS)).toBe(304_250_263_527_210);
    expect(webMgtOf([POLLS])).toBe(1);
    expect(namedSectionsOf(SECTIONS)).toEqual([POLLS, EVENTS]);
  });

  test('is opened by its name alone, and opens nothing else', () => {
    expect(sectionsOf(rank(['polls']))).toEqual([POLLS]);
    expect(sectionsOf(rank(['polls'], 22))).toEqual(['users', 'news', POLLS]);
    expect(can(304_250_263_527_210, POLLS)).toBe(false);
    expect([holds(rank(['polls']), POLLS), holds(rank(['polls']), EVENTS)]).toEqual([true, false]);
    expect([holds(OWNER, POLLS), holds(PLAYER, POLLS)]).toEqual([true, false]);
  });

  test.each([['a name of a newer version'], ['users'], ['toString'], ['']])(
    'is not %j, which opens nothing',
    (name) => {
      expect(sectionsOf(rank([name]))).toEqual([]);
      expect(opensAdmin(rank([name]))).toBe(false);
      expect(holds(rank([name]), name as Section)).toBe(false);
    },
  );

  test('opens the admin area without any prime', () => {
    expect([rank(['polls']), rank([], 2), OWNER, PLAYER].map(opensAdmin)).toEqual([true, true, true, false]);
  });

  test('keeps staff who lack it from the account, known or not', () => {
    expect(mayEdit(rank([], 2), rank(['polls']))).toBe(false);
    expect(mayEdit(rank(['events'], 2), rank(['polls']))).toBe(false);
    expect(mayEdit(rank([], 2), rank(['of a newer version']))).toBe(false);
    expect(mayEdit(rank(['events', 'polls'], 2), rank(['polls']))).toBe(true);
    expect(mayEdit(OWNER, rank(['polls', 'of a newer version']))).toBe(true);
  });

  test.each<[string, Rank, Rank, Rank, boolean]>([
    ['granted by staff who have it', rank(['polls'], 2), PLAYER, rank(['polls']), true],
    ['withdrawn by staff who have it', rank(['polls'], 2), rank(['polls']), PLAYER, true],
    ['granted by staff who lack it', rank([], 2), PLAYER, rank(['polls']), false],
    ['withdrawn by staff who lack it', rank([], 2), rank(['polls']), PLAYER, false],
    ['exchanged for one they lack', rank(['polls'], 2), rank(['polls']), rank(['events']), false],
    ['granted by an owner', OWNER, PLAYER, rank(['polls', 'events']), true],
    ['left alone in another order', rank(['polls', 'events'], 2), rank(['polls']), rank(['polls']), true],
  ])('is %s', (_, staff, from, to, isAllowed) => {
    expect(mayRank(staff, { from, to, isOwn: false })).toBe(isAllowed);
  });

  test('is neither given to oneself nor given up, but may stay', () => {
    const own = rank(['polls', 'events'], 2);
    const change = (sections: string[]) => mayRank(own, { from: own, to: rank(sections, 2), isOwn: true });
    expect([change(['polls']), change(['events', 'polls'])]).toEqual([false, true]);
  });

  test('is taken by the update of an account, and no other name', () => {
    expect(refusal(['polls', 'events'])).toBeUndefined();
    expect(refusal([])).toBeUndefined();
    expect(refusal(['users'])?.message).toBe('There is no section of this name.');
    expect(refusal('polls')?.message).toBe('This must be a list.');
  });
});
