import { ofAccount, type PersonalTable, ROWS } from '#features/privacy/personal-table.ts';

/** Sign-ins and second factors. */
export const SECURITY_DATA: Record<string, PersonalTable> = {
  sign_ins: {
    why: 'so that the player sees who signed in, or tried to',
    rows: ofAccount(),
    columns: {
      at: 'time',
      method: 'by what: password, second factor, passkey alone or after the password',
      browser: 'name of the browser and its system',
      network: 'network that it came from',
    },
    others: 'id account_id outcome is_new_device',
    erasure: ROWS,
  },
  factor_sign_ins: {
    why: 'sign-ins that wait for the second factor',
    rows: ofAccount(),
    columns: {
      token_hash: 'hash of what the browser has meanwhile',
      verified_hash: 'hash of the password that was right',
    },
    others: 'account_id attempt_keys expires_at',
    isUnexported: true,
    erasure: ROWS,
  },
  totp_factors: {
    why: 'to ask for codes of an authenticator app',
    rows: ofAccount(),
    columns: { sealed: 'secret of the app, encrypted', confirmed_at: 'since when' },
    others: 'account_id key_id last_step',
    secrets: ['sealed'],
    erasure: ROWS,
  },
  totp_setups: {
    why: 'to set up an authenticator app',
    rows: ofAccount(),
    columns: { sealed: 'secret of the app, encrypted', created_at: 'when it was begun' },
    others: 'account_id key_id',
    secrets: ['sealed'],
    erasure: ROWS,
  },
  recovery_codes: {
    why: 'to sign in without the second factor',
    rows: ofAccount(),
    columns: { code_hash: 'hash of the code', used_at: 'when it was used' },
    others: 'account_id',
    secrets: ['code_hash'],
    erasure: ROWS,
  },
  replaced_factors: {
    why: "to bring back what somebody else replaced: 'This wasn't me' of a mail",
    rows: ofAccount(),
    columns: {
      sealed: 'secret of the app, encrypted',
      confirmed_at: 'since when the account had the app',
      code_hashes: 'hashes of recovery codes',
      replaced_at: 'when it was replaced',
    },
    others: 'id account_id key_id last_step',
    secrets: ['sealed', 'code_hashes'],
    erasure: ROWS,
  },
  factor_removals: {
    why: 'to help a player who lost every second factor',
    rows: ofAccount(),
    columns: { reason: 'why, in the words of staff', created_at: 'time of the request' },
    others: 'account_id staff_id due_at',
    erasure: ROWS,
  },
  passkeys: {
    why: 'to sign in by a passkey',
    rows: ofAccount(),
    columns: {
      credential_id: "the passkey's number",
      public_key: 'what its signatures are checked with',
      name: 'what the player calls it',
      created_at: 'since when',
      last_used_at: 'time of the last use',
    },
    others: 'id account_id counter transports',
    secrets: ['credential_id', 'public_key'],
    erasure: ROWS,
  },
  passkey_challenges: {
    why: 'what an authenticator was asked to sign',
    rows: ofAccount(),
    columns: { challenge_hash: 'hash of the question' },
    others: 'purpose account_id expires_at',
    isUnexported: true,
    erasure: ROWS,
  },
};
