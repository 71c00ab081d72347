import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, line, timestamp } from '../text.ts';
import { securityPolicySchema } from './factors.schemas.ts';

export const getSecurityPolicy = endpoint({
  method: 'GET',
  path: '/admin/security-policy',
  access: { section: 'owner' },
  summary: 'What owners require from staff accounts.',
  response: securityPolicySchema,
});

export const updateSecurityPolicy = endpoint({
  method: 'PUT',
  path: '/admin/security-policy',
  access: { section: 'owner' },
  sudo: true,
  summary: 'Require a second factor from staff, or not. An owner who asks it has one.',
  body: securityPolicySchema,
  response: securityPolicySchema,
  conflict: securityPolicySchema,
});

export const planFactorRemoval = endpoint({
  method: 'POST',
  path: '/admin/users/:id/factor-removal',
  access: { section: 'users' },
  sudo: true,
  summary:
    'Remove all second factors of an account in 48 hours, for a player who lost them. The account is mailed at once, and any sign-in with a factor stops it.',
  params: z.object({ id: idParam }),
  body: z.object({
    reason: line({ min: 3, max: 500, message: 'Please give a reason of 3 to 500 characters.' }),
  }),
  response: z.object({ dueAt: timestamp }),
});

export const stopFactorRemoval = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/factor-removal',
  access: { section: 'users' },
  summary: 'Stop a planned removal of second factors.',
  params: z.object({ id: idParam }),
  response: 'empty',
});
