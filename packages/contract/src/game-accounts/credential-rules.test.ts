import { describe, expect, test } from 'vitest';
import { describeLogin, describePassword, findLoginFault, findPasswordFault } from './credential-rules.ts';
import type { CredentialRules } from './credential-rules.schemas.ts';

const RULES: CredentialRules = {
  scheme: 'sha1',
  parameters: {},
  login: { min: 4, max: 20, characters: 'word' },
  password: { min: 1, max: 16, characters: 'printable_ascii' },
  isCaseSensitive: true,
  canRename: false,
  canClaim: true,
};
const letters = { ...RULES, login: { min: 1, max: 4, characters: 'letters_digits' } } as const;
const any = { ...RULES, password: { min: 2, max: 8, characters: 'any' } } as const;

describe('a login', () => {
  test.each(['hero', 'Hero_1-x', 'a'.repeat(20)])('%s fits', (login) => {
    expect(findLoginFault(RULES, login)).toBeUndefined();
  });

  test.each([
    ['her', 'A login for this game has 4 to 20 characters.'],
    ['a'.repeat(21), 'A login for this game has 4 to 20 characters.'],
    ['her o', 'A login for this game has letters from A to Z, digits, _ and - only.'],
    ['héro', 'A login for this game has letters from A to Z, digits, _ and - only.'],
    ['hero\n', 'A login neither begins nor ends with a space.'],
    [' hero', 'A login neither begins nor ends with a space.'],
  ])('%j gets a sentence', (login, fault) => {
    expect(findLoginFault(RULES, login)).toBe(fault);
  });

  test('of letters and digits has no underscore', () => {
    expect(findLoginFault(letters, 'a_b')).toBe(
      'A login for this game has letters from A to Z and digits only.',
    );
    expect(findLoginFault(letters, 'abcde')).toBe('A login for this game has at most 4 characters.');
  });
});

describe('a password', () => {
  test('may have spaces and symbols', () => {
    expect(findPasswordFault(RULES, ' ~a! ')).toBeUndefined();
    expect(findPasswordFault(RULES, 'ä')).toBe(
      'A password for this game has letters from A to Z, digits, spaces and common symbols only.',
    );
  });

  test('is measured in bytes where any character may be in it', () => {
    expect(findPasswordFault(any, 'ääää')).toBeUndefined();
    expect(findPasswordFault(any, 'äääää')).toBe(
      'A password for this game has 2 to 8 characters (letters such as ä count as two or more).',
    );
    expect(findPasswordFault(any, '😀😀')).toBeUndefined();
    expect(findPasswordFault(any, 'a\u0000b')).toBe('A password for this game has no control characters.');
    expect(findPasswordFault(any, 'ab\ud800')).toBe('A password for this game has no control characters.');
  });

  test('for bcrypt has no more than the 72 bytes that it reads', () => {
    const bcrypt = { ...RULES, scheme: 'bcrypt', password: { min: 1, max: 255, characters: 'any' } } as const;
    expect(findPasswordFault(bcrypt, 'a'.repeat(72))).toBeUndefined();
    expect(findPasswordFault(bcrypt, 'a'.repeat(73))).toBe(
      'A password for this game has at most 72 characters (letters such as ä count as two or more).',
    );
  });
});

test('limits are described before anything is typed', () => {
  expect(describeLogin(RULES)).toBe('4 to 20 characters: letters from A to Z, digits, _ and -.');
  expect(describePassword({ ...RULES, isCaseSensitive: false })).toBe(
    'At most 16 characters: letters from A to Z, digits, spaces and common symbols. Upper and lower case make no difference.',
  );
});
