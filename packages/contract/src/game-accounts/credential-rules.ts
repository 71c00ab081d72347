import type { CredentialRules } from './credential-rules.schemas.ts';

type Limits = CredentialRules['login'];
type Characters = Limits['characters'];

const PATTERNS: Record<Characters, RegExp> = {
  letters_digits: /^[A-Za-z0-9]*$/,
  word: /^[A-Za-z0-9_-]*$/,
  printable_ascii: /^[ -~]*$/,
  any: /^\P{Cc}*$/u,
};

const CHARACTERS_IN_WORDS: Record<Characters, string> = {
  letters_digits: 'letters from A to Z and digits',
  word: 'letters from A to Z, digits, _ and -',
  printable_ascii: 'letters from A to Z, digits, spaces and common symbols',
  any: 'any characters',
};

/** bcrypt reads no more of a password. */
const BCRYPT_BYTES = 72;

/** @returns why the game doesn't take the login, as a sentence; undefined when it does */
export function findLoginFault(rules: CredentialRules, login: string): string | undefined {
  if (login !== login.trim()) return 'A login neither begins nor ends with a space.';
  return findFault('A login', rules.login, login);
}

/** @returns why the game doesn't take the password, as a sentence; undefined when it does */
export function findPasswordFault(rules: CredentialRules, password: string): string | undefined {
  return findFault('A password', passwordLimits(rules), password);
}

/** What the game takes as a login, for a hint below the field. */
export function describeLogin({ login }: CredentialRules): string {
  return describe(login);
}

/** What the game takes as a password, for a hint below the field. */
export function describePassword(rules: CredentialRules): string {
  const hint = describe(passwordLimits(rules));
  return rules.isCaseSensitive ? hint : `${hint} Upper and lower case make no difference.`;
}

function describe(limits: Limits): string {
  const [first = '', ...rest] = lengthInWords(limits);
  return `${first.toUpperCase()}${rest.join('')}: ${CHARACTERS_IN_WORDS[limits.characters]}.`;
}

/** The hash takes fewer bytes than some games report. */
function passwordLimits({ scheme, password }: CredentialRules): Limits {
  return scheme === 'bcrypt' ? { ...password, max: Math.min(password.max, BCRYPT_BYTES) } : password;
}

function findFault(what: string, limits: Limits, text: string): string | undefined {
  const { characters } = limits;
  if (!text.isWellFormed() || !PATTERNS[characters].test(text))
    return characters === 'any'
      ? `${what} for this game has no control characters.`
      : `${what} for this game has ${CHARACTERS_IN_WORDS[characters]} only.`;
  const length = byteLength(text);
  if (length >= limits.min && length <= limits.max) return undefined;
  return `${what} for this game has ${lengthInWords(limits)}.`;
}

function lengthInWords({ min, max, characters }: Limits): string {
  const unit = max === 1 ? 'character' : 'characters';
  // Where only ASCII is allowed, each character is a byte.
  const note = characters === 'any' ? ' (letters such as ä count as two or more)' : '';
  if (min === max) return `${max} ${unit}${note}`;
  return min === 1 ? `at most ${max} ${unit}${note}` : `${min} to ${max} ${unit}${note}`;
}

/** In UTF-8, as games count. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
