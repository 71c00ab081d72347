import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_AND_SORT, periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  adminUserListSchema,
  adminUserSchema,
  banSchema,
  unbanSchema,
  userHistorySchema,
  userStateSchema,
  userUpdateSchema,
} from './accounts.admin.schemas.ts';
import { messageSchema } from './accounts.schemas.ts';

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: { section: 'users' },
  summary: 'Accounts, searched by name, e-mail or id.',
  query: z.object({
    ...listQuery(['accountDBID', 'userName', 'email', 'registerTime', 'lastLoginTime']),
    state: z.optional(userStateSchema),
    /** Registered since and before. */
    ...periodQuery,
  }),
  response: adminUserListSchema,
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/admin/users/export',
  access: { section: 'users' },
  sudo: true,
  summary: 'Accounts as the list finds them, by id, as CSV. One export at a time.',
  query: z.omit(listUsers.query, PAGE_AND_SORT),
  response: 'csv',
});

export const getUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  access: { section: 'users' },
  summary: 'One account.',
  params: z.object({ id: idParam }),
  response: adminUserSchema,
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/:id',
  access: { section: 'users' },
  summary:
    'Change an account. A change of coins is recorded in the ledger as an adjustment. Only owners set a password, and change what their own account is worth.',
  params: z.object({ id: idParam }),
  body: userUpdateSchema,
  response: adminUserSchema,
  conflict: adminUserSchema,
});

export const getUserHistory = endpoint({
  method: 'GET',
  path: '/admin/users/:id/history',
  access: { section: 'users' },
  summary: 'The newest bans, sessions and mails of an account.',
  params: z.object({ id: idParam }),
  response: userHistorySchema,
});

export const exportUserBans = endpoint({
  method: 'GET',
  path: '/admin/users/:id/bans/export',
  access: { section: 'users' },
  sudo: true,
  summary: 'All bans of an account, newest first, as CSV. One export at a time.',
  params: z.object({ id: idParam }),
  response: 'csv',
});

export const exportUserMails = endpoint({
  method: 'GET',
  path: '/admin/users/:id/mails/export',
  access: { section: 'users' },
  sudo: true,
  summary: 'All kept mails to an account without their texts, newest first, as CSV. One export at a time.',
  params: z.object({ id: idParam }),
  response: 'csv',
});

export const exportUserSessions = endpoint({
  method: 'GET',
  path: '/admin/users/:id/sessions/export',
  access: { section: 'users' },
  sudo: true,
  summary: 'All sessions of an account, most recently used first, as CSV. One export at a time.',
  params: z.object({ id: idParam }),
  response: 'csv',
});

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/admin/users/:id/reset-link',
  access: { section: 'users' },
  summary: 'Mail an account a link to choose a new password.',
  limit: { by: 'account', points: 60, windowSeconds: 3600 },
  params: z.object({ id: idParam }),
  response: messageSchema,
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/sessions',
  access: { section: 'users' },
  summary: 'End all sessions of an account.',
  params: z.object({ id: idParam }),
  response: 'empty',
});

export const banUser = endpoint({
  method: 'POST',
  path: '/admin/banUser',
  access: { section: 'actions' },
  summary: 'Ban an account until a time, or for good; its sessions end immediately.',
  body: banSchema,
  response: messageSchema,
});

export const unbanUser = endpoint({
  method: 'POST',
  path: '/admin/unbanUser',
  access: { section: 'actions' },
  summary: 'Lift every active ban of an account.',
  body: unbanSchema,
  response: messageSchema,
});
