import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import { adminGameAccountListSchema } from './game-accounts.admin.schemas.ts';

export const listUserGameAccounts = endpoint({
  method: 'GET',
  path: '/admin/users/:id/game-accounts',
  access: { section: 'users' },
  summary: "An account's accounts in games, with the game's last answer to each.",
  params: z.object({ id: idParam }),
  response: adminGameAccountListSchema,
});

export const exportUserGameAccounts = endpoint({
  method: 'GET',
  path: '/admin/users/:id/game-accounts/export',
  access: { section: 'users' },
  sudo: true,
  summary: "An account's accounts in games as CSV. One export at a time.",
  params: z.object({ id: idParam }),
  response: 'csv',
});
