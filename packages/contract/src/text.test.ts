import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  IMAGE_MESSAGE,
  idParam,
  imageAddress,
  isPlainLine,
  limitQuery,
  line,
  timestamp,
  words,
} from './text.ts';

describe('a line of text', () => {
  test.each(['', 'plain', 'Ünïcödé', '👩‍👧', '\u00a0', "'; drop table accounts; --"])('%j is one', (text) => {
    expect(isPlainLine(text)).toBe(true);
  });

  test.each(['a\nb', 'a\rb', 'a\tb', 'a\u0000b', '\u007f', '\u0085', '\ud800', 'a\udc00b'])(
    '%j is none',
    (text) => {
      expect(isPlainLine(text)).toBe(false);
    },
  );

  test('has the length its field allows, and says so in the field’s words', () => {
    const title = line({ min: 1, max: 3, message: 'One to three.' });
    expect(z.safeParse(title, 'abc').success).toBe(true);
    for (const value of ['', 'abcd', 'a\n', 7, null, undefined, ['abc'], {}]) {
      const { error } = z.safeParse(title, value);
      expect(error?.issues.map(({ message }) => message)).toContain('One to three.');
    }
  });
});

describe('a line that is not blank', () => {
  test.each([
    ['', 'Missing.'],
    ['  ', 'Missing.'],
    ['abcd', 'Too long.'],
    [7, 'Too long.'],
  ])('%j is refused with its own message', (value, message) => {
    const name = words({ max: 3, message: 'Too long.', missing: 'Missing.' });
    expect(z.safeParse(name, 'abc').success).toBe(true);
    expect(z.safeParse(name, value).error?.issues[0]?.message).toBe(message);
  });
});

describe('an id in a path', () => {
  test.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
  ])('%s is one', (text, id) => {
    expect(z.parse(idParam, text)).toBe(id);
  });

  test.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '0x1',
    '١',
    '2147483648',
    '99999999999',
    'a',
  ])('%j is none', (text) => {
    expect(z.safeParse(idParam, text).success).toBe(false);
  });
});

describe('?limit=', () => {
  const limit = limitQuery(20);

  test('has a default', () => {
    expect(z.parse(limit, undefined)).toBe(20);
  });

  test.each([
    ['1', 1],
    ['007', 7],
    ['100', 100],
  ])('%s is taken', (text, value) => {
    expect(z.parse(limit, text)).toBe(value);
  });

  test.each(['', '0', '101', '-1', '1.5', '1e1', 'ten', ['1', '2'], null])(
    '%j is refused with one clear sentence',
    (value) => {
      const { error } = z.safeParse(limit, value);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'The limit is a whole number from 1 to 100.',
      ]);
    },
  );
});

describe('the address of a picture', () => {
  test.each([
    'https://pictures.example/gate.png?size=2#top',
    'https://[2001:db8::7]/gate.png',
    'https://bücher.example/gate.png',
    '/media/00000000000000000000000000000000.webp',
    'media/gate.webp',
  ])('%s is accepted', (address) => {
    expect(z.safeParse(imageAddress, address).success).toBe(true);
  });

  test.each(['https://[', 'https://', 'https://%', 'https://[::1', 'https://a:b', 'https://a:99999/x.png'])(
    '%s is refused, since no browser could open it',
    (address) => {
      const { error } = z.safeParse(imageAddress, address);
      expect(error?.issues[0]?.message).toBe(IMAGE_MESSAGE);
    },
  );
});

test('a timestamp is ISO 8601 with a zone', () => {
  expect(z.safeParse(timestamp, '2026-11-01T10:00:00.000Z').success).toBe(true);
  expect(z.safeParse(timestamp, '2026-11-01T10:00:00+02:00').success).toBe(true);
  for (const value of ['2026-11-01', '2026-11-01T10:00:00', '2026-13-01T10:00:00Z', 'now', 0]) {
    expect(z.safeParse(timestamp, value).success).toBe(false);
  }
});
