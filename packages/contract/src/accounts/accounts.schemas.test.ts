import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  EMAIL_MESSAGE,
  emailChangeSchema,
  emailSchema,
  loginSchema,
  newPasswordSchema,
  registrationSchema,
  userNameSchema,
} from './accounts.schemas.ts';

/** The sentences that refuse a value. */
function refusals(schema: z.ZodMiniType, value: unknown): string[] {
  return z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];
}

describe('an e-mail address', () => {
  test.each([
    'a@b.c',
    "o'brien+tag@mail.example.com",
    'jürgen@bücher.example',
    '_-.%&@x.y',
    'a@deleted.invalid.example',
    `a@${'b'.repeat(250)}.c`,
  ])('%s is taken', (email) => {
    expect(refusals(emailSchema, email)).toEqual([]);
  });

  test.each([
    ['no at sign', 'player.example.com'],
    ['no dot in the domain', 'player@localhost'],
    ['two at signs', 'a@b@c.d'],
    ['an empty name', '@example.com'],
    ['two addresses', 'a@b.c,d@e.f'],
    ['two addresses by semicolon', 'a@b.c;d@e.f'],
    ['a display name', 'Player <a@b.c>'],
    ['a quoted name', '"a b"@c.d'],
    ['an address literal', 'a@[127.0.0.1]'],
    ['a second header', 'a@b.c\r\nBcc: everyone@example.com'],
    ['a header in the name', 'a\nBcc:x@b.c'],
    ['a space', 'a b@c.d'],
    ['an unbreakable space', 'a\u00a0b@c.d'],
    ['a line separator', 'a\u2028@b.c'],
    ['a NUL', 'a\u0000@b.c'],
    ['a lone surrogate', 'a\ud800@b.c'],
    ['a direction mark', 'a\u202eb@c.d'],
    ['a zero-width space', 'a\u200b@b.c'],
    ['255 characters', `a@${'b'.repeat(251)}.c`],
    ['nothing', ''],
    ['a number', 7],
    ['null', null],
    ['a list', ['a@b.c']],
    ['a full-width letter', 'a@\uff58.example'],
    ['a dot at the end', 'a@b.c.'],
    ['the domain of deleted accounts', 'deleted-7@Deleted.invalid'],
    ['an ideographic full stop', 'a@b.example\u3002com'],
  ])('with %s is refused in the agreed words', (_, email) => {
    expect(new Set(refusals(emailSchema, email))).toEqual(new Set([EMAIL_MESSAGE]));
  });

  test.each([
    ['dots', `a@${'.'.repeat(200_000)} `],
    ['labels', `a@${'a.'.repeat(100_000)} `],
    ['at signs', '@'.repeat(200_000)],
    // A pattern that tried every way to part them would outlast the time of a test.
  ])('of endless %s is refused at once', (_, email) => {
    expect(refusals(emailSchema, email)).toEqual([EMAIL_MESSAGE]);
  });
});

describe('a new password', () => {
  test.each(['abcdef', 'a'.repeat(128), 'пароль', '      ', '👩‍👧👩‍👧'])('%j is taken', (password) => {
    expect(refusals(newPasswordSchema, password)).toEqual([]);
  });

  test.each([
    ['abcde', 'Password must be at least 6 characters long.'],
    ['', 'Password must be at least 6 characters long.'],
    [undefined, 'Password must be at least 6 characters long.'],
    ['a'.repeat(129), 'Password must be at most 128 characters long.'],
    ['abcdef\n', 'Password must not contain control characters.'],
    ['abcdef\ud800', 'Password must not contain control characters.'],
  ])('%j is refused', (password, message) => {
    expect(refusals(newPasswordSchema, password)).toEqual([message]);
  });
});

describe('a user name', () => {
  test.each(['abc', 'A_b-9', 'x'.repeat(20)])('%s is taken', (name) => {
    expect(refusals(userNameSchema, name)).toEqual([]);
  });

  test.each(['ab', 'x'.repeat(21), 'a@b.c', 'example.com', 'http://x', 'a b', 'abc\n', 'аbc', '', null])(
    '%j is refused',
    (name) => {
      expect(refusals(userNameSchema, name)).toEqual(['User names have 3 to 20 letters, digits, _ or -.']);
    },
  );
});

describe('registration', () => {
  const valid = { username: 'player', email: 'a@b.c', password: 'abcdef' };

  test('needs no attribution', () => {
    expect(refusals(registrationSchema, valid)).toEqual([]);
    expect(refusals(registrationSchema, { ...valid, attribution: null })).toEqual([]);
  });

  test('drops fields that it does not know, so that nobody registers as staff', () => {
    const parsed = z.parse(registrationSchema, {
      ...valid,
      permission: 32,
      webMgt: 2,
      isEmailConfirmed: true,
    });
    expect(parsed).toEqual(valid);
  });

  test('says of a broken attribution what is wrong with it', () => {
    const attribution = {
      viewerId: 'short',
      landingUrl: 'javascript:alert(1)',
      timestamp: 'yesterday',
      source: '',
      content: 'x'.repeat(201),
    };
    expect(refusals(registrationSchema, { ...valid, attribution })).toEqual([
      'The viewer id is not valid.',
      'The landing address is not valid.',
      'The time is not valid.',
      'The source has 1 to 200 characters.',
      'The content has 1 to 200 characters.',
    ]);
  });
});

test('a current password longer than any that can have been chosen is refused before it is hashed', () => {
  const password = 'a'.repeat(129);
  expect(refusals(loginSchema, { identifier: 'player', password })).toEqual(['Please enter your password.']);
  expect(refusals(emailChangeSchema, { currentPassword: password, newEmail: 'a@b.c' })).toEqual([
    'Please enter your current password to confirm this change.',
  ]);
});
