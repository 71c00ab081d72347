import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import { userErasureRequestSchema, userErasureSchema } from './privacy.schemas.ts';

const params = z.object({ id: idParam });

export const getUserErasure = endpoint({
  method: 'GET',
  path: '/admin/users/:id/erasure',
  access: { section: 'users' },
  summary: 'Whether an account is about to be deleted, who requested it, and whether it has been.',
  params,
  response: userErasureSchema,
});

export const eraseUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/erasure',
  access: { section: 'owner' },
  sudo: true,
  summary:
    'Delete an account for somebody who asked for it: in 14 days with a mail to the player, who can undo it, or at once. 409 for accounts with rights.',
  params,
  body: userErasureRequestSchema,
  response: userErasureSchema,
});

export const undoUserErasure = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/erasure',
  access: { section: 'owner' },
  summary: 'Keep an account that was about to be deleted.',
  params,
  response: userErasureSchema,
});
