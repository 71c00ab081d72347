import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import { FactorUnreadable } from '#platform/crypto/factor-keys.ts';
import { AppError, wrongPassword } from '#platform/errors/app-error.ts';
import { findTotpStep, readCode } from './codes.rules.ts';

/** An authenticator app as a statement returns it, in JSON. */
export type StoredTotp = { accountId: number; keyId: string; sealed: string };

/** The same, with the time by the database's clock in seconds: machines differ, and a code is right for all of them or for none. */
export type ReadTotp = StoredTotp & { now: number };

/** What uses a code: the step of an authenticator app's code, or the hash of a recovery code. */
export type CodeProof = { totpStep: number | null; recoveryHash: Buffer | null };

const WRONG_CODE = 'That code is wrong or was already used.';

/** @returns 403 with `wrong_password` for the field `code`: a 401 would end the session */
export function wrongCode(): AppError {
  return wrongPassword(WRONG_CODE, { code: WRONG_CODE });
}

/**
 * What a code that somebody entered may use. Whether it is still unused and in time is decided by the statement that uses it.
 *
 * @returns undefined for a wrong code
 * @throws unavailable when the key of the app's secret is lost: recovery codes still work
 */
export function proofOf(box: FactorBox, totp: ReadTotp | null, code: string): CodeProof | undefined {
  const entered = readCode(code);
  if (entered === undefined) return undefined;
  if ('recoveryHash' in entered) return { totpStep: null, recoveryHash: entered.recoveryHash };
  if (totp === null) return undefined;
  const totpStep = findTotpStep(openSecret(box, totp), entered.totp, totp.now);
  return totpStep === undefined ? undefined : { totpStep, recoveryHash: null };
}

/** Additional authenticated data: a secret that is copied to another account's row cannot be read. */
export function totpBoundTo(accountId: number): string {
  return `authenticator app of account ${accountId}`;
}

function openSecret(box: FactorBox, { accountId, keyId, sealed }: StoredTotp): string {
  try {
    return box.open({ keyId, sealed: Buffer.from(sealed, 'base64') }, totpBoundTo(accountId));
  } catch (error) {
    if (!(error instanceof FactorUnreadable)) throw error;
    throw new AppError(
      'unavailable',
      "Codes of authenticator apps can't be checked right now. Please use a recovery code.",
    );
  }
}
