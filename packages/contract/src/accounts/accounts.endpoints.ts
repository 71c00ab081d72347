import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { factorDueSchema } from '../factors/factors.schemas.ts';
import { pagePaths } from '../site/pages.ts';
import {
  emailChangeSchema,
  emailSchema,
  loginSchema,
  messageSchema,
  newPasswordBody,
  profileSchema,
  registrationSchema,
  sessionSchema,
  tokenParams,
} from './accounts.schemas.ts';

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'visitor',
  summary: 'Create an account; a confirmation mail follows.',
  limit: { by: 'address', points: 20, windowSeconds: 3600 },
  body: registrationSchema,
  response: messageSchema,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'visitor',
  summary:
    'Sign in by user name or e-mail. Failed attempts are limited per identifier and per address, separately for known devices. An account with a second factor gets no session but a `factorToken` for the second step.',
  body: loginSchema,
  response: z.union([sessionSchema, factorDueSchema]),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'player',
  summary: 'End this session.',
  response: 'empty',
});

export const confirmEmail = endpoint({
  method: 'GET',
  path: '/auth/confirm-email/:token',
  access: 'visitor',
  summary: 'The link in a confirmation mail. Ends at the profile page with a message or an error.',
  limit: { by: 'address', points: 60, windowSeconds: 3600 },
  params: tokenParams,
  response: 'redirect',
  failurePage: pagePaths.profile,
});

export const finaliseEmailChange = endpoint({
  method: 'GET',
  path: '/auth/change-email/:token',
  access: 'visitor',
  summary: 'The link sent to a new address. Ends at the profile page with a message or an error.',
  limit: { by: 'address', points: 60, windowSeconds: 3600 },
  params: tokenParams,
  response: 'redirect',
  failurePage: pagePaths.profile,
});

export const validateResetToken = endpoint({
  method: 'GET',
  path: '/auth/validate-reset-token/:token',
  access: 'visitor',
  summary: 'Whether a password reset link still works.',
  limit: { by: 'address', points: 120, windowSeconds: 3600 },
  params: tokenParams,
  response: z.object({ valid: z.literal(true) }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password/:token',
  access: 'visitor',
  summary:
    'Set a new password by a reset link. Ends all sessions of the account and clears its failed sign-ins.',
  limit: { by: 'address', points: 60, windowSeconds: 3600 },
  params: tokenParams,
  body: newPasswordBody,
  response: messageSchema,
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  access: 'player',
  summary: "The signed-in account's profile.",
  response: profileSchema,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/user/request-password-reset',
  access: 'player',
  summary: 'Mail a reset link to the signed-in account.',
  limit: { by: 'account', points: 5, windowSeconds: 3600 },
  response: messageSchema,
});

export const requestPasswordResetUnauth = endpoint({
  method: 'POST',
  path: '/user/request-password-reset-unauth',
  access: 'visitor',
  summary: 'Mail a reset link to this address. The response is the same whether an account has it or not.',
  limit: { by: 'address', points: 20, windowSeconds: 3600 },
  body: z.object({ email: emailSchema }),
  response: messageSchema,
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/user/change-email',
  access: 'player',
  summary:
    'Request a new e-mail address; a link sent there finalises the change. With a second factor, it asks for a proof of the last 15 minutes (`sudo_required`).',
  limit: { by: 'account', points: 10, windowSeconds: 3600 },
  body: emailChangeSchema,
  response: messageSchema,
});

export const requestEmailConfirmation = endpoint({
  method: 'POST',
  path: '/user/request-email-confirmation',
  access: 'player',
  summary: 'Mail the confirmation link again.',
  limit: { by: 'account', points: 5, windowSeconds: 3600 },
  response: messageSchema,
});
