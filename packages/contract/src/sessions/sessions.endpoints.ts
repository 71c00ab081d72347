import * as z from 'zod/mini';
import { messageSchema, tokenParams } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import { ownSessionsSchema, passwordChangeSchema, signInsSchema } from './sessions.schemas.ts';

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'player',
  summary: "The account's sessions, the most recently used first.",
  response: ownSessionsSchema,
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'player',
  summary: 'End one session of the account.',
  params: z.object({ id: idParam }),
  response: 'empty',
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'player',
  summary: 'End every session of the account except this one.',
  response: 'empty',
});

export const listSignIns = endpoint({
  method: 'GET',
  path: '/user/sign-ins',
  access: 'player',
  summary: 'The newest sign-ins and failed attempts of the account.',
  response: signInsSchema,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/change-password',
  access: 'player',
  summary: 'Set a new password by the old one. Ends every other session of the account.',
  limit: { by: 'account', points: 10, windowSeconds: 3600 },
  body: passwordChangeSchema,
  response: messageSchema,
});

export const reportActivity = endpoint({
  method: 'POST',
  path: '/auth/not-me/:token',
  access: 'visitor',
  summary:
    "'This wasn't me' of a security mail. Ends every session of the account and answers the token of a password reset.",
  limit: { by: 'address', points: 60, windowSeconds: 3600 },
  params: tokenParams,
  response: z.object({ resetToken: z.string() }),
});
