import * as z from 'zod/mini';
import { sessionSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import {
  codeSchema,
  factorsSchema,
  recoveryCodesSchema,
  sudoGrantedSchema,
  sudoSchema,
  totpSetupSchema,
} from './factors.schemas.ts';

export const signInWithFactor = endpoint({
  method: 'POST',
  path: '/auth/login/factor',
  access: 'visitor',
  summary:
    'The second step of a sign-in: a code of the authenticator app, or a recovery code. Guesses are limited per sign-in and account, and to 60 in 15 minutes from an address. Requests without a sign-in that waits have a limit of 60 apart from it.',
  body: z.object({ factorToken: z.string(), code: codeSchema }),
  response: sessionSchema,
});

export const getFactors = endpoint({
  method: 'GET',
  path: '/user/factors',
  access: 'player',
  summary: "The account's second factors.",
  response: factorsSchema,
});

export const startTotp = endpoint({
  method: 'POST',
  path: '/user/factors/totp',
  access: 'player',
  sudo: true,
  summary: 'A new secret for an authenticator app. It counts once a code confirms it.',
  limit: { by: 'account', points: 20, windowSeconds: 3600 },
  response: totpSetupSchema,
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/user/factors/totp/confirm',
  access: 'player',
  sudo: true,
  summary: 'Start to ask for codes of the app whose code this is. Ends every other session of the account.',
  limit: { by: 'account', points: 20, windowSeconds: 3600 },
  body: z.object({ code: codeSchema }),
  response: recoveryCodesSchema,
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/user/factors/totp',
  access: 'player',
  sudo: true,
  summary: 'Stop asking for codes. Recovery codes go with the last factor.',
  response: 'empty',
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/factors/recovery-codes',
  access: 'player',
  sudo: true,
  summary: 'Ten new recovery codes. The old ones stop working.',
  limit: { by: 'account', points: 20, windowSeconds: 3600 },
  response: recoveryCodesSchema,
});

export const confirmSudo = endpoint({
  method: 'POST',
  path: '/user/sudo',
  access: 'player',
  summary:
    'Prove who is signed in once more, for 15 minutes. An account with a second factor proves it by a code, another by its password.',
  limit: { by: 'account', points: 20, windowSeconds: 900 },
  body: sudoSchema,
  response: sudoGrantedSchema,
});
