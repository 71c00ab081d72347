import * as z from 'zod/mini';
import { sessionSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, line } from '../text.ts';
import { passkeySchema, sudoGrantedSchema, webAuthnJsonSchema } from './factors.schemas.ts';

const passkeyName = line({ min: 1, max: 60, message: 'Please name the passkey with 1 to 60 characters.' });

const LIMIT = { by: 'address', points: 60, windowSeconds: 900 } as const;

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/factors/passkeys/options',
  access: 'player',
  sudo: true,
  summary: "What the browser's authenticator is asked for a new passkey.",
  limit: { by: 'account', points: 30, windowSeconds: 3600 },
  response: webAuthnJsonSchema,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/factors/passkeys',
  access: 'player',
  sudo: true,
  summary: 'Keep a new passkey. Recovery codes come with the first factor, and it ends every other session.',
  limit: { by: 'account', points: 30, windowSeconds: 3600 },
  body: z.object({ name: passkeyName, response: webAuthnJsonSchema }),
  response: z.object({ passkey: passkeySchema, recoveryCodes: z.nullable(z.array(z.string())) }),
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/user/factors/passkeys/:id',
  access: 'player',
  summary: 'Rename a passkey.',
  params: z.object({ id: idParam }),
  body: z.object({ name: passkeyName }),
  response: passkeySchema,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/factors/passkeys/:id',
  access: 'player',
  sudo: true,
  summary: 'Forget a passkey.',
  params: z.object({ id: idParam }),
  response: 'empty',
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'visitor',
  summary:
    'What the browser is asked for a sign-in by passkey: of any account, or of the one a password sign-in is for.',
  limit: LIMIT,
  body: z.object({ factorToken: z.optional(z.string()) }),
  response: webAuthnJsonSchema,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'visitor',
  summary: "Sign in by a passkey: alone where it verified its user, or as a sign-in's second factor.",
  limit: LIMIT,
  body: z.object({ factorToken: z.optional(z.string()), response: webAuthnJsonSchema }),
  response: sessionSchema,
});

export const startPasskeySudo = endpoint({
  method: 'POST',
  path: '/user/sudo/passkey/options',
  access: 'player',
  summary: 'What the browser is asked to prove who is signed in.',
  limit: { by: 'account', points: 30, windowSeconds: 900 },
  response: webAuthnJsonSchema,
});

export const confirmSudoWithPasskey = endpoint({
  method: 'POST',
  path: '/user/sudo/passkey',
  access: 'player',
  summary: 'Prove by a passkey who is signed in, for 15 minutes.',
  limit: { by: 'account', points: 30, windowSeconds: 900 },
  body: z.object({ response: webAuthnJsonSchema }),
  response: sudoGrantedSchema,
});
