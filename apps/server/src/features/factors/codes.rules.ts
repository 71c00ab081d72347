import { hash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** What authenticator apps assume where an address says nothing else. */
export const PERIOD_SECONDS = 30;
const DIGITS = 6;
const ALGORITHM = 'sha1';

/** One step before and after the current one: clocks differ, and people type slowly. */
const TOLERANCE_SECONDS = PERIOD_SECONDS;

const RECOVERY_CODES = 10;
/** 32 characters, without those that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** @returns 160 random bits in base32 */
export function createTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri({
  secret,
  issuer,
  userName,
}: {
  secret: string;
  issuer: string;
  userName: string;
}): string {
  return generateURI({
    secret,
    issuer,
    label: userName,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}

/**
 * The step of 30 seconds that the code is for; undefined for a wrong code.
 *
 * @param now seconds, by the database's clock
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now),
    epochTolerance: TOLERANCE_SECONDS,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** What somebody typed: six digits, a recovery code, or neither. */
export type EnteredCode = { totp: string } | { recoveryHash: Buffer } | undefined;

export function readCode(entered: string): EnteredCode {
  const code = entered.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^[0-9]{6}$/.test(code)) return { totp: code };
  return /^[a-z0-9]{16}$/.test(code) ? { recoveryHash: hashRecoveryCode(code) } : undefined;
}

/** Ten codes of 80 random bits, in groups of four characters. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
}

/** The stored form: 80 random bits need no salt and no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.replaceAll('-', ''), 'buffer');
}

function createRecoveryCode(): string {
  // 32 divides 256, so that each character is as likely as the others.
  const characters = [...randomBytes(RECOVERY_CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  const groups = Array.from({ length: RECOVERY_CODE_LENGTH / GROUP_LENGTH }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}
